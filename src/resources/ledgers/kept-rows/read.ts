import { createPacker } from '../../../core/analytics/ledger/rows/pack.ts'
import type { RowTable } from '../../../core/analytics/ledger/rows/row-table.ts'
import type { MissingAccount } from '../../../core/values/account.ts'
import type { Context } from '../../../platform/context.ts'
import { readLedgerRows } from '../../records/transactions/facts/store.ts'
import { packTable } from './packed.ts'
import { findKeptRows } from './store.ts'

/** The packed rows of a submission. */
export interface PackedRows {
  /** In shared memory, so that threads need no copy. */
  packed: Uint8Array
  /** Whether they were already stored for the requested version. */
  wereKept: boolean
  /** Missing accounts that the rows mention; null where not stored. */
  missingAccounts: readonly MissingAccount[] | null
}

/** The rows at a version of the data: the kept ones, else packed from the transactions. */
export async function readPackedRows(
  ctx: Context,
  submissionId: string,
  dataVersion: number,
): Promise<PackedRows> {
  const kept = await findKeptRows(ctx, submissionId, dataVersion)
  if (kept !== null)
    return { packed: shared(kept.body), wereKept: true, missingAccounts: kept.missingAccounts }
  const packed = await packTable(await readStoredRows(ctx, submissionId))
  return { packed: shared(packed), wereKept: false, missingAccounts: null }
}

/** The rows as the caller's transaction sees them. */
export async function readStoredRows(ctx: Context, submissionId: string): Promise<RowTable> {
  const packer = createPacker()
  await readLedgerRows(ctx, submissionId, packer.add)
  return packer.finish()
}

function shared(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length))
  copy.set(bytes)
  return copy
}
