/** The type of a value that rules compare. */
export type ValueType = 'number' | 'string' | 'boolean' | 'date'

const EXISTENCE = ['exists', 'not_exists'] as const
const EQUALITY = ['equal', 'not_equal', 'in', 'not_in'] as const
const ORDER = [
  'equal',
  'not_equal',
  'greater_than',
  'greater_than_or_equal',
  'less_than',
  'less_than_or_equal',
  'between',
  'not_between',
] as const

/** The operators of rules by type of value (resources 11.1). */
export const OPERATORS_BY_TYPE = {
  number: [...ORDER, 'in', 'not_in', 'changed_by_more_than', ...EXISTENCE],
  string: [...EQUALITY, 'contains', 'not_contains', 'matches', ...EXISTENCE],
  boolean: ['equal', 'not_equal', ...EXISTENCE],
  date: [...ORDER, ...EXISTENCE],
} as const satisfies Record<ValueType, readonly string[]>

/** The name of an operator. */
export type Operator = (typeof OPERATORS_BY_TYPE)[ValueType][number]

/** Every operator, each once. */
export const OPERATORS: readonly Operator[] = [...new Set(Object.values(OPERATORS_BY_TYPE).flat())]
