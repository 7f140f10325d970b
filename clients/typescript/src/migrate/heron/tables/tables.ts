import classes from './classes.json' with { type: 'json' }
import events from './events.json' with { type: 'json' }
import information from './information.json' with { type: 'json' }
import labels from './labels.json' with { type: 'json' }
import metrics from './metrics.json' with { type: 'json' }

/** `exact`, `near` with the difference in words, or `none`. */
export type Match = 'exact' | 'near' | 'none'

interface Entry {
  state: Match
  difference?: string
}

/** Sets of rows that figures are sums of, as either side forms them. */
export type RowClass =
  | 'revenue'
  | 'other_inflow'
  | 'cogs'
  | 'opex'
  | 'debt_in'
  | 'debt_out'
  | 'tax'
  | 'nsf'
  | 'cash_out'
  | 'equity'
  | 'transfer'
  | 'other'

export interface LabelEntry extends Entry {
  inflow: string | null
  outflow: string | null
  class: RowClass
}

/** How a figure follows from the rows of its days. */
export interface Resum {
  measure: 'sum' | 'count' | 'days'
  rows: 'all' | 'external' | 'inflow' | 'deposit' | 'withdrawal' | RowClass
  per?: 'month'
}

export interface MetricEntry extends Entry {
  metric: string | null
  params?: Record<string, string>
  resum?: Resum
}

export interface ClassEntry extends Entry {
  class: string
}

export interface EventEntry extends Entry {
  event: string | null
}

export const LABELS = labels as Record<string, LabelEntry>
export const METRICS = metrics as Record<string, MetricEntry>
export const CLASSES = classes as Record<string, ClassEntry>
export const EVENTS = events as Record<string, EventEntry>
export const INFORMATION = information as Record<
  'company' | 'owner' | 'request',
  Record<string, string>
>

/** A label as the tables have it: Heron writes `Debt Investment` and `debt_investment`. */
export function toLabel(text: string): string {
  const words = text.trim().toLowerCase()
  return words.replaceAll(/[^a-z0-9]+/g, '_').replaceAll(/^_|_$/g, '')
}

/** Ours of Heron’s groups of merchants, whose names differ in one only. */
export function toGroup(group: string): string | null {
  const known =
    /^(?:debt\.(?:mca_or_rbf|bank|non_bank_business|equipment_and_auto_leasing|mortgage|personal_non_mortgage|collections)|invoice_factoring|fuel_provider|gambling_and_betting)$/
  return known.test(group) ? group : null
}

const RANGE = /^(?:latest|(?:last|next)_\d+_days|last_\d+_(?:full_)?calendar_months)$/

/** Both sides have the same names for date ranges; null for one that is not among them. */
export function toDateRange(range: string | null | undefined): string | null {
  return range && RANGE.test(range) ? range : null
}
