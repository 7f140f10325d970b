import { createHash } from 'node:crypto'
import type { Ledger } from '../../core/analytics/ledger.ts'
import { buildVersion, type VersionBody } from '../../core/analytics/versions/snapshot.ts'
import type { Context } from '../../platform/context.ts'
import { deleteOldVersions, insertVersion } from './store.ts'

/** Keeps the numbers of a submission as a version, unless they and their basis are as they were. */
export async function keepVersion(
  ctx: Context,
  ledger: Ledger,
  dataVersion: number,
): Promise<void> {
  const body = nameless(ctx, buildVersion(ledger))
  const digest = createHash('sha256').update(JSON.stringify(body)).digest('hex')
  await insertVersion(ctx, ledger.submissionId, { dataVersion, asOf: ledger.asOf, digest, body })
  await deleteOldVersions(ctx, ledger.submissionId)
}

/** Versions tell that the owners are others, never who they are: names of persons are sealed. */
function nameless({ house, environment }: Context, body: VersionBody): VersionBody {
  const { company } = body.basis
  const ownerNames = company.ownerNames.map((name) => house.blindIndex.of(name, environment.id))
  return { ...body, basis: { ...body.basis, company: { ...company, ownerNames } } }
}
