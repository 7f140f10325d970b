import { oneOf, text, type Cell, type Refuse } from '../../../values/rows/cells.ts'
import { FORMATS, type FormatName } from '../print/formats.ts'
import type { ClassRules, ColumnRule, FieldRule, TableRule } from '../rule.ts'
import { party, pattern } from './patterns.ts'

/** What one row adds to a rule. */
export type Step<Rule> = (rule: Rule) => Rule
type Parts<Rule> = Readonly<Record<string, Cell<Step<Rule>>>>

const yes = oneOf(['yes'], 'yes')
const format = oneOf(Object.keys(FORMATS) as FormatName[], 'a format')
const place = oneOf(['inside', 'right', 'below', 'above'], 'a place')
const standing = oneOf(['heading', 'period_start', 'period_end', 'tax_year'], 'a standing')
const kind = oneOf(
  ['string', 'integer', 'number', 'money', 'date', 'boolean', 'enum'],
  'a kind of column',
)

/** What rows without a field say of a class as a whole. */
export const CLASS_PARTS: Parts<ClassRules> = {
  line_items: part(yes, (rules) => ({ ...rules, hasLineItems: true })),
  // A subtype that has none of the sums of its class.
  no_sums: part(yes, (rules) => ({ ...rules, sums: [] })),
  place: part(place, (rules, one) => ({ ...rules, places: [...(rules.places ?? []), one] })),
  stop: part(text, (rules, label) => ({ ...rules, stops: [...(rules.stops ?? []), label] })),
  skip: part(text, (rules, print) => ({ ...rules, skips: [...(rules.skips ?? []), print] })),
}

export const FIELD_PARTS: Parts<FieldRule> = {
  label: part(text, (rule, label) => ({ ...rule, labels: [...(rule.labels ?? []), label] })),
  format: part(format, (rule, name) => ({ ...rule, format: name })),
  place: part(place, (rule, one) => ({ ...rule, places: [...(rule.places ?? []), one] })),
  whole: part(yes, (rule) => ({ ...rule, isWhole: true })),
  // A line of a tax form: its value stands behind it or to its right, never under it.
  form_line: part(yes, (rule) => ({ ...rule, places: ['inside', 'right'], isNumbered: true })),
  pattern: part(pattern, addPattern),
  party: part(party, addPattern),
  'joined.1': part(text, (rule, label) => addJoined(rule, 0, label)),
  'joined.2': part(text, (rule, label) => addJoined(rule, 1, label)),
  standing: part(standing, (rule, where) => ({ ...rule, standing: where })),
  choice: part(readChoice, addChoice),
  total_of: part(readTotal, (rule, ofTotal) => ({ ...rule, ofTotal })),
}

export const TABLE_PARTS: Parts<TableRule> = {
  end: part(text, (rule, label) => ({ ...rule, ends: [...(rule.ends ?? []), label] })),
}

export const COLUMN_PARTS: Parts<ColumnRule> = {
  column: part(kind, (rule, name) => ({ ...rule, kind: name })),
  format: part(format, (rule, name) => ({ ...rule, format: name })),
  label: part(text, (rule, label) => ({ ...rule, labels: [...rule.labels, label] })),
  // Whoever builds the table counts these; the column itself is no other for it.
  needed: part(yes, (rule) => rule),
}

function part<Value, Rule>(
  cell: Cell<Value>,
  add: (rule: Rule, value: Value) => Rule,
): Cell<Step<Rule>> {
  return (text, refuse, row) => {
    const value = cell(text, refuse, row)
    return (rule) => add(rule, value)
  }
}

function addPattern(rule: FieldRule, one: RegExp): FieldRule {
  return { ...rule, patterns: [...(rule.patterns ?? []), one] }
}

function addJoined(rule: FieldRule, place: number, label: string): FieldRule {
  const joined = [...(rule.joined ?? [])]
  joined[place] = [...(joined[place] ?? []), label]
  return { ...rule, joined }
}

/** `llc = limited liability company`: the value, and what is printed for it. */
type Choice = readonly [value: string, print: string]

function readChoice(written: string, refuse: Refuse): Choice {
  const [, value, print] = /^(\w+) = (\S.*)$/.exec(written) ?? refuse(`"${written}" has no " = "`)
  return [value!, print!]
}

function addChoice(rule: FieldRule, [value, print]: Choice): FieldRule {
  const choices = rule.choices ?? {}
  return { ...rule, choices: { ...choices, [value]: [...(choices[value] ?? []), print] } }
}

// debts.balance
function readTotal(written: string, refuse: Refuse): Exclude<FieldRule['ofTotal'], undefined> {
  const [, table, column] = /^(\w+)\.(\w+)$/.exec(written) ?? refuse(`"${written}" has no column`)
  return { table: table!, column: column! }
}
