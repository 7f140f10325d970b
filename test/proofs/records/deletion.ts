import { idsUnder, findLeftovers } from '../../at-rest.ts'
import { plantCanaries, plantInReadings } from '../../canaries.ts'
import type { TestHouse } from '../../context.ts'
import type { Proof, Trial } from '../proof.ts'
import { inHouse } from '../stage.ts'

const DEALS = { full: 500, reduced: 2 }
const SETTLE_MS = 300_000

/** Submissions with every kind of thing under them; the whole database is searched for their ids. */
export const deletionProof: Proof = {
  name: 'deletion',
  promise:
    'A deleted submission leaves no row, file, search hit, job or living link, but ids in the logs',
  tries: 'rows under deleted submissions',
  prove: (trial) => inHouse((house) => proveDeletion(trial, house)),
}

async function proveDeletion(trial: Trial, house: TestHouse): Promise<void> {
  const tenant = await house.tenant()
  const canaries = await plantCanaries(tenant.live, trial.of(DEALS))
  await house.settle(SETTLE_MS)
  await plantInReadings(tenant.live, canaries)
  await house.settle(SETTLE_MS)
  const ids = await idsUnder(house, canaries.submissionIds)
  trial.tried(ids.length)
  for (const id of canaries.submissionIds) {
    const { status } = await tenant.live.delete(`/v1/submissions/${id}`)
    trial.hold(status === 200, `deleting a submission returns ${status}`)
  }
  await house.settle(SETTLE_MS)
  for (const line of await findLeftovers(house, tenant, { canaries, ids }))
    trial.found('leaked', line)
  const { valid } = (await tenant.live.get('/v1/audit-log/verify')).body.data
  trial.hold(valid, 'the audit log is no longer whole')
}
