import type { PolicyRule } from '../../../generated/policies.ts'
import { METRICS, toDateRange, type Match } from '../tables/tables.ts'
import type { HeronCheck, HeronComparison, HeronRule } from '../types.ts'

/** What a rule or a check becomes, and how well. */
export interface MappedRule {
  state: Match
  rule: PolicyRule
  note: string | null
}

const NAME_MAX = 200
const NOTE_MAX = 950

/**
 * Heron’s rule names what is wrong: it holds when its condition does. Ours name what must be: so
 * each operator becomes its opposite.
 */
const OPPOSITES: Record<string, string> = {
  equal: 'not_equal',
  not_equal: 'equal',
  greater_than: 'less_than_or_equal',
  greater_than_or_equal: 'less_than',
  less_than: 'greater_than_or_equal',
  less_than_or_equal: 'greater_than',
  contains: 'not_contains',
}

export function mapRule(given: HeronRule): MappedRule {
  const name = (given.name || `Heron rule ${given.heron_id}`).slice(0, NAME_MAX)
  const entry = METRICS[given.metric_label ?? '']
  const operator = OPPOSITES[given.condition ?? '']
  const dateRange = toDateRange(given.date_range)
  const value = given.value ?? given.value_str
  const fault =
    entry === undefined
      ? `Heron’s metric ${given.metric_label ?? '(none)'} is not in the table of metrics.`
      : entry.metric === null
        ? entry.difference!
        : operator === undefined
          ? `The condition ${given.condition ?? '(none)'} has no counterpart.`
          : given.date_range && dateRange === null
            ? `The date range ${given.date_range} has no counterpart.`
            : value === null || value === undefined
              ? 'It compares with no value.'
              : Object.keys(given.selector ?? {}).length > 0
                ? 'It holds for some deals alone (selector); here a policy is chosen by its caller.'
                : null
  if (fault !== null) return asManual(name, fault, given)
  return {
    state: entry!.state,
    note: entry!.difference ?? null,
    rule: {
      name,
      metric: entry!.metric,
      metric_params: entry!.params ?? {},
      date_range: dateRange,
      operator: operator!,
      value: value!,
      outcome: 'review',
      description: describe(entry!.difference),
      tags: [`heron:${given.heron_id}`],
    },
  }
}

/** A rule that nothing here can compute: inactive, with the reason and the whole original. */
export function asManual(name: string, fault: string, given: object): MappedRule {
  const id = (given as { heron_id?: string }).heron_id
  const description = `${fault} Heron’s rule: ${JSON.stringify(given)}`.slice(0, NOTE_MAX)
  const tags = id === undefined ? [] : [`heron:${id}`]
  return {
    state: 'none',
    note: fault,
    rule: { name, kind: 'manual', is_active: false, description, tags },
  }
}

function describe(difference: string | undefined): string {
  return difference === undefined
    ? 'Imported from Heron.'
    : `Imported from Heron. ${difference}`.slice(0, NOTE_MAX)
}

/** Of a check, which passes when its comparison holds, as ours do. */
const OPERATORS: Record<string, string> = {
  equal: 'equal',
  not_equal: 'not_equal',
  greater_than: 'greater_than',
  greater_than_or_equal: 'greater_than_or_equal',
  less_than: 'less_than',
  less_than_or_equal: 'less_than_or_equal',
  before: 'less_than',
  before_or_on: 'less_than_or_equal',
  after: 'greater_than',
  after_or_on: 'greater_than_or_equal',
  contains: 'contains',
  does_not_contain: 'not_contains',
  is_in: 'in',
  is_not_in: 'not_in',
}

/** Attributes of the application that are metrics here. */
const ATTRIBUTES: Record<string, string> = {
  owner_1_credit_score: 'owner_fico',
  owner_fico: 'owner_fico',
  requested_amount: 'requested_amount',
  amount_requested: 'requested_amount',
  company_physical_address_state: 'state',
  company_state: 'state',
  company_naics_code: 'naics_code',
  company_entity_type: 'entity_type',
  time_in_business: 'time_in_business_months',
  time_in_business_months: 'time_in_business_months',
}

/** A check of a policy as a rule of it; `name` is unique in the account. */
export function mapCheck(given: HeronCheck, name: string): MappedRule {
  const mapped = toCondition(given)
  if ('fault' in mapped) return asManual(name, mapped.fault, given)
  const comparison = readComparison(given)
  return {
    state: mapped.difference === undefined ? 'exact' : 'near',
    note: mapped.difference ?? null,
    rule: {
      name,
      ...mapped.condition,
      outcome: comparison?.on_failure === 'review_required' ? 'review' : 'decline',
      description: describe(mapped.difference),
    },
  }
}

interface Condition {
  condition: Record<string, unknown>
  difference?: string | undefined
}

function toCondition(given: HeronCheck): Condition | { fault: string } {
  const { composite_check: composite } = given
  if (composite) return joinChecks(composite.type, composite.checks ?? [])
  const comparison = readComparison(given)
  const label = given.attribute_label ?? ''
  const entry = METRICS[label]
  const metric = entry?.metric ?? ATTRIBUTES[label]
  if (!metric)
    return { fault: entry?.difference ?? `Nothing here is called ${label || '(no attribute)'}.` }
  if (!comparison) return { fault: 'Checks by SQL and by distance from today have no counterpart.' }
  const operator = given.boolean_check ? 'equal' : OPERATORS[comparison.type ?? '']
  if (operator === undefined)
    return { fault: `The comparison ${comparison.type} has no counterpart.` }
  const value = readValue(given, comparison, operator)
  return {
    condition: { metric, metric_params: entry?.params ?? {}, operator, value },
    difference: entry?.difference,
  }
}

function readComparison(given: HeronCheck): HeronComparison | null {
  return (
    given.numeric_check ??
    given.boolean_check ??
    given.date_check ??
    given.string_check ??
    given.composite_check ??
    null
  )
}

/** Numbers come as texts; lists as texts with commas. */
function readValue(given: HeronCheck, { value }: HeronComparison, operator: string): unknown {
  if (operator === 'in' || operator === 'not_in')
    return Array.isArray(value)
      ? value
      : String(value)
          .split(',')
          .map((part) => part.trim())
  return given.numeric_check ? Number(value) : value
}

function joinChecks(
  type: string | null | undefined,
  checks: HeronCheck[],
): Condition | { fault: string } {
  const parts = checks.map(toCondition)
  const fault = parts.find((part) => 'fault' in part)
  if (fault && 'fault' in fault) return fault
  if (parts.length === 0) return { fault: 'It is made of no checks.' }
  const joined = (parts as Condition[]).map(({ condition }) => condition.expression ?? condition)
  const difference = (parts as Condition[]).map((part) => part.difference).find(Boolean)
  return {
    condition: { expression: type === 'OR' ? { any: joined } : { all: joined } },
    difference,
  }
}
