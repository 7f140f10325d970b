import type { SubmissionAttributeValue } from '../../../../../clients/typescript/src/index.ts'
import { formatCents, formatCount, formatDay, UNKNOWN } from '../../../format/values.ts'

export interface EntityGroup {
  key: string
  title: string
  values: SubmissionAttributeValue[]
}

/** Advances have a page of their own. */
const ELSEWHERE = new Set(['debt'])

/** One group for each business, owner and account; several of a kind are counted from one. */
export function groupEntities(
  values: readonly SubmissionAttributeValue[],
  isWhole: boolean,
): EntityGroup[] {
  const groups = new Map<string, EntityGroup>()
  const highest = new Map<string, number>()
  for (const { entity, entity_index } of values)
    highest.set(entity.name, Math.max(entity_index, highest.get(entity.name) ?? 0))
  for (const value of values) {
    const { entity, entity_index, status } = value
    if (ELSEWHERE.has(entity.name) || (!isWhole && status === 'missing')) continue
    const key = `${entity.name} ${entity_index}`
    const isOne = highest.get(entity.name) === 0
    const title = isOne ? entity.label : `${entity.label} ${entity_index + 1}`
    const group = groups.get(key) ?? { key, title, values: [] }
    group.values.push(value)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** A value by the type of its attribute. */
export function showValue(value: unknown, type: string): string {
  if (value === null || value === undefined || value === '') return UNKNOWN
  if (type === 'date' && typeof value === 'string') return formatDay(value)
  if (typeof value === 'number') return type === 'money' ? formatCents(value) : formatCount(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map((one) => showValue(one, type)).join(', ')
  return Object.values(value)
    .filter((part) => typeof part === 'string' || typeof part === 'number')
    .join(', ')
}
