import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { ROLE_SCOPES } from '../../../src/core/values/access/roles.ts'
import type { Route } from '../../../src/platform/route.ts'
import { ROUTES } from '../../../src/resources/index.ts'
import { makeBroker, makeDraft, makePersonOfBroker, type TestBroker } from '../../broker.ts'
import type { TestHouse, TestTenant } from '../../context.ts'
import type { Records } from '../../factories.ts'
import { listNouns, send, unknownRecords, withoutRequest, type Call } from '../../contract/walk.ts'
import type { Proof, Trial } from '../proof.ts'
import { inHouse } from '../stage.ts'

const ROUTES_REDUCED = 60

/** What the calls of each broker carry; each route of a broker that takes a body has one. */
const BODIES: Readonly<Record<string, object>> = {
  'POST /v1/broker/submissions': { business: { name: 'Another deal' } },
  'PATCH /v1/broker/submissions/:id': { notes: 'Changed' },
  'POST /v1/broker/api-keys': { name: 'Another key' },
}

interface Scene {
  trial: Trial
  house: TestHouse
  tenant: TestTenant
  owner: TestBroker
  other: TestBroker
  /** What the owner has, by noun. */
  records: Records
}

/** Two brokers of one tenant on every route, with the ids of each other. */
export const brokersProof: Proof = {
  name: 'brokers',
  promise: 'A broker reaches its own deals and nothing else, of the lender or of another broker',
  tries: 'calls by keys and people of brokers',
  prove: (trial) =>
    inHouse(async (house) => {
      const tenant = await house.tenant()
      const owner = await makeBroker(house, tenant, 'owner@broker.example')
      const other = await makeBroker(house, tenant, 'other@broker.example')
      const place = { trial, house, tenant }
      const rest = ROUTES.filter(({ scope }) => scope !== null).filter((one) => !isOfBrokers(one))
      await proveBrokers(place, { owner, other, rest })
      const asPerson = async (broker: TestBroker): Promise<TestBroker> => ({
        ...broker,
        caller: await makePersonOfBroker(house, tenant, broker),
      })
      const people = { owner: await asPerson(owner), other: await asPerson(other) }
      // The own profile, factors and pages are a person's, whatever the role.
      await proveBrokers(place, { ...people, rest: rest.filter((one) => !one.isPersonal) })
    }),
}

async function proveBrokers(
  place: Pick<Scene, 'trial' | 'house' | 'tenant'>,
  { rest, ...brokers }: Pick<Scene, 'owner' | 'other'> & { rest: Route[] },
): Promise<void> {
  const { trial, house } = place
  const records = await makeDraft(brokers.owner.caller, { business: { name: 'Canary deal' } })
  const scene = { ...place, ...brokers, records }
  await house.settle()
  const before = await readRows(scene)
  const ofBrokers = ROUTES.filter(isOfBrokers)
  for (const declared of ofBrokers) await proveOther(scene, declared)
  for (const declared of trial.some(rest, ROUTES_REDUCED)) await proveForbidden(scene, declared)
  await proveOneKey(scene)
  trial.hold((await readRows(scene)) === before, 'rows of the owner have changed', 'leaked')
  await proveOwn(scene, ofBrokers)
}

function isOfBrokers({ scope }: Route): boolean {
  return scope !== null && ROLE_SCOPES.broker.includes(scope)
}

/** What a call of a route carries. */
function carry({ endpoint, consumes }: Route): Pick<Call, 'body' | 'files'> {
  const bytes = Buffer.from('Date,Description,Amount\n2025-07-01,A,1\n')
  if (consumes === 'multipart') return { files: [{ filename: 'own.csv', bytes }] }
  return { body: BODIES[endpoint] }
}

/** Another broker's ids are nobody's: the same error as for one that does not exist. */
async function proveOther({ trial, other, records, owner }: Scene, declared: Route): Promise<void> {
  const where = `${declared.endpoint} by another broker`
  const carried = carry(declared)
  await trial.try(where, async () => {
    const response = await send(other.caller, { declared, records, ...carried })
    const text = response.raw.toString()
    const ids = [owner.id, owner.keyId, ...Object.values(records)].filter((id) => text.includes(id))
    trial.hold(ids.length === 0 && !text.includes('Canary'), `${where} shows ${ids[0]}`, 'leaked')
    if (listNouns(declared).length === 0) {
      return trial.hold(response.status < 300, `${where} gets ${response.status}`)
    }
    trial.hold(response.status === 404, `${where} gets ${response.status}`, 'leaked')
    const nowhere = { declared, records: unknownRecords(declared), ...carried }
    const unknown = await send(other.caller, nowhere)
    const isAlike = isDeepStrictEqual(withoutRequest(response), withoutRequest(unknown))
    trial.hold(isAlike, `${where} differs from an id that nobody has`, 'leaked')
  })
}

/** Whatever the route would do: the key has no right to it. */
async function proveForbidden({ trial, owner }: Scene, declared: Route): Promise<void> {
  const where = `${declared.endpoint} by a broker`
  await trial.try(where, async () => {
    const call = { declared, records: unknownRecords(declared), body: {} }
    const { status, body } = await send(owner.caller, call)
    const isRefused = status === 403 && body.error.code === 'insufficient_scope'
    trial.hold(isRefused, `${where} gets ${status}`, 'leaked')
  })
}

/** Both may use one idempotency key; neither gets the response to the other. */
async function proveOneKey({ trial, owner, other, tenant }: Scene): Promise<void> {
  const options = { headers: { 'idempotency-key': `one-for-all-${randomUUID()}` } }
  const brokers = [tenant.live, owner.caller, other.caller]
  await trial.try('one idempotency key of all', async () => {
    const body = { name: 'A key', broker: undefined as object | undefined }
    const ids = new Set<string>()
    for (const [index, caller] of brokers.entries()) {
      const email = `${randomUUID()}@broker.example`
      const own = index === 0 ? { ...body, broker: { name: 'Third desk', email } } : body
      const response = await caller.post('/v1/broker/api-keys', own, options)
      trial.hold(response.status === 201, `the key of caller ${index}: ${response.status}`)
      ids.add(response.body.data?.id)
    }
    trial.hold(ids.size === brokers.length, 'a broker gets the response to another', 'leaked')
  })
}

/** The owner is served on each of them, in an order in which that can be. */
async function proveOwn({ trial, owner, records, tenant }: Scene, routes: Route[]): Promise<void> {
  await tenant.live.put('/v1/user/settings', { broker_requirements: ['business_name'] })
  const last = ['DELETE /v1/broker/submissions/:id/files/:fileId', 'POST /v1/broker/submissions/:id/withdraw', 'DELETE /v1/broker/submissions/:id'] // prettier-ignore
  const submit = 'POST /v1/broker/submissions/:id/submit'
  const rank = ({ endpoint }: Route): number => last.indexOf(endpoint)
  for (const declared of routes.toSorted((a, b) => rank(a) - rank(b))) {
    await trial.try(`${declared.endpoint} by its broker`, async () => {
      const isSubmit = declared.endpoint === submit
      const own = isSubmit
        ? await makeDraft(owner.caller, { business: { name: 'Submitted' } })
        : records
      const { status } = await send(owner.caller, { declared, records: own, ...carry(declared) })
      trial.hold(status < 300, `${declared.endpoint} by its broker gets ${status}`)
    })
  }
}

/** Every row of the owner's deals. */
async function readRows({ house, tenant, owner }: Scene): Promise<string> {
  const { pool } = house.house.database
  const found: string[] = []
  for (const table of ['broker_submissions', 'broker_files']) {
    const { rows } = await pool.query<{ line: string }>(
      `select to_jsonb(t)::text as line from ${table} t
       where environment_id = $1 and broker_id = $2 order by 1`,
      [tenant.environments.live, owner.id],
    )
    found.push(...rows.map(({ line }) => line))
  }
  return found.join('\n')
}
