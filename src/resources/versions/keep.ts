import { createHash } from 'node:crypto'
import type { Ledger } from '../../core/analytics/ledger.ts'
import { versionOf } from '../../core/analytics/versions/snapshot.ts'
import type { Context } from '../../platform/context.ts'
import { deleteOldVersions, insertVersion } from './store.ts'

/** Keeps the numbers of a submission as a version, unless they and their basis are as they were. */
export async function keepVersion(
  ctx: Context,
  ledger: Ledger,
  dataVersion: number,
): Promise<void> {
  const body = versionOf(ledger)
  const digest = createHash('sha256').update(JSON.stringify(body)).digest('hex')
  await insertVersion(ctx, ledger.submissionId, { dataVersion, asOf: ledger.asOf, digest, body })
  await deleteOldVersions(ctx, ledger.submissionId)
}
