import { createHash } from 'node:crypto'
import { contain, type Ledger } from '../../core/analytics/ledger.ts'
import { buildVersion, type VersionBody } from '../../core/analytics/versions/snapshot.ts'
import type { Context } from '../../platform/context.ts'
import { deleteOldVersions, insertVersion } from './store.ts'

/** Stores the numbers of a submission as a version, unless they and their basis are unchanged. */
export async function keepVersion(
  ctx: Context,
  ledger: Ledger,
  dataVersion: number,
): Promise<void> {
  const built = contain(ledger, 'version', () => buildVersion(ledger))
  if (built === null) return
  const body = hashOwnerNames(ctx, built)
  const digest = createHash('sha256').update(JSON.stringify(body)).digest('hex')
  await insertVersion(ctx, ledger.submissionId, { dataVersion, asOf: ledger.asOf, digest, body })
  await deleteOldVersions(ctx, ledger.submissionId)
}

/** Versions store owner names as keyed hashes, so that a change shows without the names. */
function hashOwnerNames({ house, environment }: Context, body: VersionBody): VersionBody {
  const { company } = body.basis
  const ownerNames = company.ownerNames.map((name) => house.blindIndex.of(name, environment.id))
  return { ...body, basis: { ...body.basis, company: { ...company, ownerNames } } }
}
