import { choice, text, type Cell, type Refuse } from '../../../values/rows/cells.ts'
import { FORMATS, type FormatName } from '../print/formats.ts'
import type { ClassRules, ColumnRule, FieldRule, TableRule } from '../rule.ts'
import { party, pattern, phrase } from './patterns.ts'

/** Adds what one row says to a rule that is being read. */
export type Step<Rule> = (rule: Draft<Rule>) => void
type Parts<Rule> = Readonly<Record<string, Cell<Step<Rule>>>>

/** A rule whose fields may still be written. */
export type Draft<Rule> = { -readonly [Name in keyof Rule]: Rule[Name] }

const yes = choice(['yes'], 'yes')
const format = choice(Object.keys(FORMATS) as FormatName[], 'a format')
const place = choice(['inside', 'right', 'below', 'above'], 'a place')
const standing = choice(['heading', 'period_start', 'period_end', 'tax_year'], 'a standing')
const kind = choice(
  ['string', 'integer', 'number', 'money', 'date', 'boolean', 'enum'],
  'a kind of column',
)

/** What rows without a field say of a class as a whole. */
export const CLASS_PARTS: Parts<ClassRules> = {
  line_items: part(yes, (rules) => (rules.hasLineItems = true)),
  // A subtype that has none of the sums of its class.
  no_sums: part(yes, (rules) => (rules.sums = [])),
  place: part(place, (rules, one) => (rules.places = append(rules.places, one))),
  stop: part(text, (rules, label) => (rules.stops = append(rules.stops, label))),
  skip: part(text, (rules, print) => (rules.skips = append(rules.skips, print))),
}

export const FIELD_PARTS: Parts<FieldRule> = {
  label: part(text, (rule, label) => (rule.labels = append(rule.labels, label))),
  own_label: part(text, (rule, label) => (rule.ownLabels = append(rule.ownLabels, label))),
  signature_label: part(
    text,
    (rule, label) => (rule.signatureLabels = append(rule.signatureLabels, label)),
  ),
  same_line: part(text, (rule, field) => (rule.sameLine = { labels: [], ...rule.sameLine, field })),
  line_label: part(
    text,
    (rule, label) =>
      (rule.sameLine = {
        field: '',
        ...rule.sameLine,
        labels: append(rule.sameLine?.labels, label),
      }),
  ),
  format: part(format, (rule, name) => (rule.format = name)),
  place: part(place, (rule, one) => (rule.places = append(rule.places, one))),
  whole: part(yes, (rule) => (rule.isWhole = true)),
  // A line of a tax form: its value stands behind it or to its right, never under it.
  form_line: part(yes, (rule) => {
    rule.places = ['inside', 'right']
    rule.isNumbered = true
  }),
  pattern: part(pattern, (rule, one) => (rule.patterns = append(rule.patterns, one))),
  present: part(phrase, (rule, one) => (rule.presence = append(rule.presence, one))),
  party: part(party, (rule, one) => (rule.patterns = append(rule.patterns, one))),
  'joined.1': part(text, (rule, label) => addJoined(rule, 0, label)),
  'joined.2': part(text, (rule, label) => addJoined(rule, 1, label)),
  standing: part(standing, (rule, where) => (rule.standing = where)),
  choice: part(readChoice, addChoice),
  total_of: part(readTotal, (rule, ofTotal) => (rule.ofTotal = ofTotal)),
}

export const TABLE_PARTS: Parts<TableRule> = {
  end: part(text, (rule, label) => (rule.ends = append(rule.ends, label))),
}

export const COLUMN_PARTS: Parts<ColumnRule> = {
  column: part(kind, (rule, name) => (rule.kind = name)),
  format: part(format, (rule, name) => (rule.format = name)),
  label: part(text, (rule, label) => (rule.labels = append(rule.labels, label))),
  // Whoever builds the table counts these; the column itself is no other for it.
  needed: part(yes, () => undefined),
}

function part<Value, Rule>(
  cell: Cell<Value>,
  add: (rule: Draft<Rule>, value: Value) => unknown,
): Cell<Step<Rule>> {
  return (text, refuse, row) => {
    const value = cell(text, refuse, row)
    return (rule) => void add(rule, value)
  }
}

function append<One>(list: readonly One[] | undefined, one: One): One[] {
  return [...(list ?? []), one]
}

function addJoined(rule: Draft<FieldRule>, place: number, label: string): void {
  const joined = [...(rule.joined ?? [])]
  joined[place] = append(joined[place], label)
  rule.joined = joined
}

/** `llc = limited liability company`: the value, and what is printed for it. */
type Choice = readonly [value: string, print: string]

function readChoice(written: string, refuse: Refuse): Choice {
  const [, value, print] = /^(\w+) = (\S.*)$/.exec(written) ?? refuse(`"${written}" has no " = "`)
  return [value!, print!]
}

function addChoice(rule: Draft<FieldRule>, [value, print]: Choice): void {
  rule.choices = { ...rule.choices, [value]: append(rule.choices?.[value], print) }
}

// debts.balance
function readTotal(written: string, refuse: Refuse): Exclude<FieldRule['ofTotal'], undefined> {
  const [, table, column] = /^(\w+)\.(\w+)$/.exec(written) ?? refuse(`"${written}" has no column`)
  return { table: table!, column: column! }
}
