import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { toBytes } from '../../../core/analytics/ledger/rows/bytes.ts'
import { createPacker } from '../../../core/analytics/ledger/rows/pack.ts'
import type { Context } from '../../../platform/context.ts'
import { readLedgerRows } from '../../transactions/facts/store.ts'
import { findKeptRows, upsertKeptRows } from './store.ts'

/** Rows of a submission as the bytes of their table, in memory that threads share. */
export interface RowBytes {
  bytes: Uint8Array
  /** Whether they were found as such, at the version that was asked for. */
  wereKept: boolean
}

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
/** Twice as much would save a tenth of the bytes. */
const LEVEL = 1

/** The rows at a version of the data: as they are kept, else from the transactions themselves. */
export async function readRowBytes(
  ctx: Context,
  submissionId: string,
  dataVersion: number,
): Promise<RowBytes> {
  const kept = await findKeptRows(ctx, submissionId, dataVersion)
  if (kept !== null) return { bytes: shared(await decompress(kept)), wereKept: true }
  return { bytes: await packStoredRows(ctx, submissionId), wereKept: false }
}

/** The rows as the caller's transaction sees them. */
export async function packStoredRows(ctx: Context, submissionId: string): Promise<Uint8Array> {
  const packer = createPacker()
  await readLedgerRows(ctx, submissionId, packer.add)
  return shared(toBytes(packer.finish()))
}

/** Keeps rows for whoever reads this version of the data next. */
export async function keepRows(
  ctx: Context,
  submissionId: string,
  { dataVersion, bytes }: { dataVersion: number; bytes: Uint8Array },
): Promise<void> {
  const body = await compress(bytes, {
    params: { [constants.ZSTD_c_compressionLevel]: LEVEL },
  })
  await upsertKeptRows(ctx, submissionId, { dataVersion, body })
}

function shared(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length))
  copy.set(bytes)
  return copy
}
