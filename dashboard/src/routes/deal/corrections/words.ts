import type { Feedback, Transaction } from '../../../../../clients/typescript/src/index.ts'
import { formatCents, formatDay, toWords, UNKNOWN } from '../../../format/values.ts'

type Change = Feedback['changes'][number]

/** What a correction says, each of its changes as old → new. */
export function describeCorrection(
  { changes, value }: Pick<Feedback, 'changes' | 'value'>,
  categories: ReadonlyMap<string, string>,
): string {
  // One of an earlier release has kept what was set alone.
  const known: readonly Change[] =
    changes.length > 0
      ? changes
      : Object.entries(value).map(([field, to]) => ({ field, from: null, to }))
  if (isNewRow(known)) return 'Row added'
  return known.map((change) => describeChange(change, categories)).join(', ')
}

/** A row that was not there has all of its fields set. */
function isNewRow(changes: readonly Change[]): boolean {
  const set = new Set(changes.filter(({ from }) => from === null).map(({ field }) => field))
  return ['date', 'amount', 'description'].every((field) => set.has(field))
}

function describeChange(change: Change, categories: ReadonlyMap<string, string>): string {
  const { field, from, to } = change
  if (field === 'is_removed') return to === true ? 'Row removed' : 'Row restored'
  const [before, after] = [from, to].map((value) => show(field, value, categories))
  return `${NAMES[field] ?? toWords(field)}: ${before} → ${after}`
}

const NAMES: Readonly<Record<string, string>> = { is_revenue: 'Revenue' }

function show(field: string, value: unknown, categories: ReadonlyMap<string, string>): string {
  if (value === null || value === undefined) return UNKNOWN
  if (typeof value === 'number') return formatCents(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value !== 'string') return JSON.stringify(value)
  if (field === 'category') return categories.get(value) ?? value
  return field.endsWith('date') ? formatDay(value) : value
}

/** `30 Sep 2025 · 2,602.89 · Counter deposit`: the row as it was found. */
export function describeRow({ row }: Pick<Feedback, 'row'>): string {
  if (row === null) return 'The whole statement'
  return [formatDay(row.date), formatCents(row.amount), row.description].filter(Boolean).join(' · ')
}

export type CorrectedRow = Pick<Transaction, 'corrected' | 'amount' | 'date' | 'description'>

/** What the page prints where a person set something else; null where it is the same. */
export function describePrinted(row: CorrectedRow): string | null {
  const { corrected, amount, date, description } = row
  if (corrected === null) return null
  const { read } = corrected
  if (read === null) return 'not on the page'
  const printed = [
    read.amount !== amount && formatCents(read.amount),
    read.date !== date && formatDay(read.date),
    read.description !== description && `“${read.description}”`,
  ].filter((part) => part !== false)
  if (printed.length > 0) return `the page prints ${printed.join(', ')}`
  return corrected.by === null ? null : 'its balance was changed'
}
