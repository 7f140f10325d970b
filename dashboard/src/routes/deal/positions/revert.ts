import type { Position, PositionUpdateParams } from '../../../../../clients/typescript/src/index.ts'

type Field = keyof PositionUpdateParams

/** What takes a change back: null where nobody had corrected before, else what was shown. */
export function revert(before: Position, patch: PositionUpdateParams): PositionUpdateParams {
  const shown: PositionUpdateParams = {
    confirmation: pickConfirmation(before.confirmation),
    funder_id: before.funder_id,
    funder_name: before.funder_name,
    product_type: before.product_type,
    factor_rate: before.estimates.factor_rate,
    advance_amount: before.advance?.amount ?? null,
    advance_date: before.advance?.date ?? null,
    right_to_receive: before.estimates.right_to_receive,
    is_disclosed: before.is_disclosed,
    notes: before.notes,
    status: before.status,
  }
  const fields = Object.keys(patch) as Field[]
  const entries = fields.map((field) => [field, before.has_overrides ? shown[field] : null])
  return Object.fromEntries(entries) as PositionUpdateParams
}

function pickConfirmation(confirmation: string): string | null {
  return confirmation === 'confirmed' || confirmation === 'rejected' ? confirmation : null
}
