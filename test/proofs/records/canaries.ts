import { PassThrough } from 'node:stream'
import { createLog } from '../../../src/platform/log.ts'
import { namesSeenIn, readableIn, textsOfFiles } from '../../at-rest.ts'
import { plantCanaries, plantInReadings, type Canaries } from '../../canaries.ts'
import { type TestHouse, type TestTenant } from '../../context.ts'
import { dumpTables } from '../../dump.ts'
import type { Proof, Trial } from '../proof.ts'
import { inHouse } from '../stage.ts'

/** Each has an EIN, two owners, an account and a stored response. */
const DEALS = { full: 500, reduced: 2 }
/** Keys and webhook secrets of each kind: shown once, then never again. */
const SECRETS = { full: 50, reduced: 2 }
const SETTLE_MS = 120_000

/** What a stolen dump, a log, a file or an error would reveal of people and keys. */
export const canariesProof: Proof = {
  name: 'canaries',
  promise:
    'No identifier, name of an owner or secret stands readable in the database, a log or a file',
  tries: 'identifiers, names and secrets',
  prove: async (trial) => {
    const logged: string[] = []
    const sink = new PassThrough().on('data', (chunk: Buffer) => logged.push(chunk.toString()))
    const settings = { ENCRYPTION_KEYS: `a:${Buffer.alloc(32, 1).toString('base64')}` }
    await inHouse(
      async (house) => {
        const tenant = await house.tenant()
        const canaries = await plant(trial, house, tenant)
        await Promise.all([house.house.usage.flush(), house.house.requestLog.flush()])
        trial.tried(canaries.values.size)
        for (const place of readableIn(await dumpTables(house.house.database.pool), canaries))
          trial.found('leaked', place)
        for (const name of namesSeenIn([...logged, ...textsOfFiles(house)], canaries))
          trial.found('leaked', `${name} in a log or a file`)
        trial.hold(logged.length > 0, 'nothing was logged')
      },
      settings,
      { log: createLog('trace', sink) },
    )
  },
}

async function plant(trial: Trial, house: TestHouse, { live }: TestTenant): Promise<Canaries> {
  const canaries = await plantCanaries(live, trial.of(DEALS))
  for (let index = 0; index < trial.of(SECRETS); index += 1) {
    const { key, id } = (await live.post('/v1/api-keys', { name: 'Canary' })).body.data
    canaries.values.set(`API key ${index}`, key)
    const { body } = await live.post(`/v1/api-keys/${id}/rotate`, {})
    canaries.values.set(`rotated API key ${index}`, body.data.key)
    await live.delete(`/v1/api-keys/${body.data.id}`)
    const authorization = `Bearer ${crypto.randomUUID()}`
    canaries.values.set(`credential ${index}`, authorization)
    const input = { url: 'http://127.0.0.1:9/', events: ['*'], headers: { authorization } }
    const hook = (await live.post('/v1/webhooks', input)).body.data
    canaries.values.set(`webhook secret ${index}`, hook.secret)
    await live.delete(`/v1/webhooks/${hook.id}`)
  }
  await house.settle(SETTLE_MS)
  await plantInReadings(live, canaries)
  await house.settle(SETTLE_MS)
  return canaries
}
