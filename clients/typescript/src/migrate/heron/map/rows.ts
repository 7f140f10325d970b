import type { TransactionCreateParams } from '../../../generated/transactions.ts'
import { LABELS, toLabel } from '../tables/tables.ts'
import type { HeronAnnotation, HeronTransaction } from '../types.ts'

/** A row as `POST /v1/transactions/bulk` takes it. */
export type OurRow = Omit<TransactionCreateParams, 'submission_id'> & {
  external_id: string
  metadata: Record<string, unknown>
}

export interface MappedRow {
  heronId: string
  row: OurRow
  /** The category that a person gave in Heron; null for none. */
  correction: string | null
  /** A label that the tables do not have. */
  unknownLabel: string | null
}

/** Why a row of Heron does not become one here. */
export interface SkippedRow {
  heronId: string
  reason: 'no_date' | 'no_amount' | 'duplicate_reference'
  detail: string
}

export interface RowOptions {
  timezone: string
  currency: string
  /** Heron’s categories become corrections, which win over ours. */
  trustLabels: boolean
}

/** Rows without an account would share the balance of another one. */
const UNNAMED = 'Heron account (unnamed)'
const DESCRIPTION_MAX = 2_000

/**
 * A row of Heron as one of ours: the sign stays, `date` goes before the day of `timestamp` in the
 * account’s zone, and everything that has no field here is kept in the metadata.
 */
export function mapRow(given: HeronTransaction, options: RowOptions): MappedRow | SkippedRow {
  const { heron_id: heronId } = given
  const date = readDay(given, options.timezone)
  if (date === null) return skipped(heronId, 'no_date', 'It has neither date nor timestamp.')
  const amount = readNumber(given.amount)
  if (amount === null) return skipped(heronId, 'no_amount', 'Its amount is no number.')
  const annotation = readAnnotation(given)
  const label = annotation?.label ? toLabel(annotation.label) : null
  const slug = label === null ? null : findSlug(label, amount)
  const isCorrected = annotation?.annotator?.startsWith('feedback') === true
  const currency = given.currency?.toUpperCase() ?? options.currency
  return {
    heronId,
    correction: isCorrected ? slug : null,
    unknownLabel: label !== null && LABELS[label] === undefined ? annotation!.label! : null,
    row: {
      external_id: given.reference_id || heronId,
      date,
      amount,
      currency,
      description: (given.description?.trim() || 'No description').slice(0, DESCRIPTION_MAX),
      balance: readNumber(given.balance),
      ...(given.merchant?.name ? { merchant_name: given.merchant.name.slice(0, 255) } : {}),
      ...(/^\d{4}$/.test(given.mcc_code ?? '') ? { mcc_code: given.mcc_code! } : {}),
      ...(slug === null ? {} : { category: slug }),
      ...(slug !== null && options.trustLabels ? { lock_category: true } : {}),
      ...(isPending(given) ? { is_pending: true } : {}),
      account: readAccount(given),
      metadata: readMetadata(given, annotation),
    },
  }
}

function skipped(heronId: string, reason: SkippedRow['reason'], detail: string): SkippedRow {
  return { heronId, reason, detail }
}

export function isSkipped(mapped: MappedRow | SkippedRow): mapped is SkippedRow {
  return 'reason' in mapped
}

/** The category of the row, an older export’s `annotation` included. */
function readAnnotation({ categories, annotation }: HeronTransaction): HeronAnnotation | null {
  return categories?.[0] ?? annotation?.category ?? null
}

/** The leaf of a label by the sign of the amount; null for one that says nothing. */
export function findSlug(label: string, amount: number): string | null {
  const entry = LABELS[label]
  if (entry === undefined) return null
  return amount >= 0 ? entry.inflow : entry.outflow
}

function readDay({ date, timestamp }: HeronTransaction, timezone: string): string | null {
  if (date && isDay(date.slice(0, 10))) return date.slice(0, 10)
  if (!timestamp) return null
  // A timestamp without a zone is a local one already, as the exports have them.
  if (!/(?:Z|[+-]\d\d:?\d\d)$/i.test(timestamp))
    return isDay(timestamp.slice(0, 10)) ? timestamp.slice(0, 10) : null
  const instant = new Date(timestamp)
  if (Number.isNaN(instant.getTime())) return null
  return findCalendar(timezone).format(instant)
}

const calendars = new Map<string, Intl.DateTimeFormat>()

/** A formatter takes 200 kB outside of the heap, which a million rows would fill. */
function findCalendar(timeZone: string): Intl.DateTimeFormat {
  const calendar = calendars.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone })
  calendars.set(timeZone, calendar)
  return calendar
}

/** Whether the text is a day of the calendar: not 2026-02-30. */
function isDay(text: string): boolean {
  const instant = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text)
}

function readNumber(value: number | string | null | undefined): number | null {
  if (value === null || value === undefined || value === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/** Heron has no field for it; callers of its API send it as the code of the row. */
function isPending({ transaction_code: code, features }: HeronTransaction): boolean {
  return /pending/i.test(code ?? '') || features?.is_pending === true
}

function readAccount(given: HeronTransaction): NonNullable<OurRow['account']> {
  const { account_id: id, account_number: number } = given
  const source = given.data_source_heron_id
  if (id) return { name: id.slice(0, 255), ...(number ? { number } : {}) }
  return { name: source ? `${UNNAMED} ${source}` : UNNAMED }
}

function readMetadata(
  given: HeronTransaction,
  annotation: HeronAnnotation | null,
): Record<string, unknown> {
  const kept = {
    heron_id: given.heron_id,
    heron_label: annotation?.label,
    heron_confidence: annotation?.confidence,
    heron_recurring: given.is_recurring,
    heron_transfer: given.has_matching_transaction ?? given.features?.has_matching_transaction,
    heron_duplicate: given.duplicate_of_id,
    heron_code: given.transaction_code,
    heron_account: given.account_id,
    ...flatten(given.features),
  }
  const entries = Object.entries(kept).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(entries.slice(0, 50))
}

/** `features.*` under names of their own. */
function flatten(features: HeronTransaction['features']): Record<string, unknown> {
  const entries = Object.entries(features ?? {}).filter(([, value]) => typeof value !== 'object')
  return Object.fromEntries(
    entries.map(([name, value]) => [`heron_feature_${name}`.slice(0, 64), value]),
  )
}
