import { houseColumn } from '../../../platform/crypto/sealed-column.ts'

/** What a generator of one-time codes computes them from. */
export const FACTOR_SECRET = houseColumn({
  table: 'mfa_factors',
  column: 'secret_sealed',
  holds: 'the secret of a person’s one-time codes',
  place: 'mfa_factors/secret',
  boundTo: ['user_id', 'id'],
})
