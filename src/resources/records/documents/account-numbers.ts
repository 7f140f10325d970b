import type { Context } from '../../../platform/context.ts'
import { sealedColumn } from '../../../platform/crypto/sealed-column.ts'

export const ACCOUNT_NUMBER = sealedColumn({
  table: 'accounts',
  column: 'number_sealed',
  holds: 'the number of a bank account; stored with `last4` and a keyed fingerprint',
  place: 'accounts/number',
  boundTo: ['id'],
})

export const ROUTING_NUMBER = sealedColumn({
  table: 'accounts',
  column: 'routing_sealed',
  holds: 'the routing number of a bank account',
  place: 'accounts/routing',
  boundTo: ['id'],
  plainColumn: 'routing_number',
})

/** The number of an account as it was printed, null when none is known. */
export function openNumber(
  ctx: Context,
  accountId: string,
  numberSealed: string | null,
): string | null {
  return numberSealed && ACCOUNT_NUMBER.at(ctx, accountId).open(numberSealed)
}

/** Rows of accounts as the database has them, with their routing numbers opened. */
export function withRoutingNumbers<Row extends { routingSealed: string | null }>(
  ctx: Context,
  rows: Row[],
  accountIdOf: (row: Row) => string,
): (Omit<Row, 'routingSealed'> & { routingNumber: string | null })[] {
  return rows.map(({ routingSealed, ...row }) => ({
    ...row,
    routingNumber:
      routingSealed && ROUTING_NUMBER.at(ctx, accountIdOf(row as Row)).open(routingSealed),
  }))
}
