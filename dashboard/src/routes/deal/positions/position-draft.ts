import type { Position, PositionCreateParams } from '../../../../../clients/typescript/src/index.ts'
import { parseNumber, printNumber } from '../../../format/region.ts'

/** What the form holds, each field as it is typed. */
export interface PositionDraft {
  funder_name: string
  product_type: string
  status: string
  factor_rate: string
  advance_amount: string
  advance_date: string
  right_to_receive: string
  payment_amount: string
  payment_cadence: string
  notes: string
}

const NUMBERS = new Set<string>([
  'factor_rate',
  'advance_amount',
  'right_to_receive',
  'payment_amount',
])

export function draftPosition(position: Position | null): PositionDraft {
  return {
    funder_name: position?.funder_name ?? '',
    product_type: position?.product_type ?? 'mca',
    status: position?.status ?? 'active',
    factor_rate: printNumber(position?.estimates.factor_rate),
    advance_amount: printNumber(position?.advance?.amount),
    advance_date: position?.advance?.date ?? '',
    right_to_receive: printNumber(position?.estimates.right_to_receive),
    payment_amount: '',
    payment_cadence: 'business_daily',
    notes: position?.notes ?? '',
  }
}

/**
 * The fields that differ, as the service takes them; an emptied one removes its correction. For a
 * new advance `before` is the empty form, whose choices count as well.
 */
export function toChanges(draft: PositionDraft, before: PositionDraft): PositionCreateParams {
  const isNew = before.funder_name === ''
  const fields = Object.keys(draft) as (keyof PositionDraft)[]
  const changed = fields.filter((field) =>
    isNew ? draft[field] !== '' : draft[field] !== before[field],
  )
  const paid = draft.payment_amount !== ''
  const entries = changed
    .filter((field) => paid || field !== 'payment_cadence')
    .map((field) => [field, toValue(field, draft[field].trim())])
  return Object.fromEntries(entries) as PositionCreateParams
}

function toValue(field: string, typed: string): string | number | null {
  if (NUMBERS.has(field)) return parseNumber(typed)
  return typed === '' ? null : typed
}
