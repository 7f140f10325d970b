import { createCaller, type Caller, type TestHouse } from '../../context.ts'
import { callAs, signIn } from '../../people.ts'
import type { TestTenant } from '../../context.ts'
import {
  callerFor,
  isList,
  idRoutes,
  makeCall,
  listNouns,
  send,
  unknownRecords,
  withoutModeHint,
  withoutRequest,
  type Call,
} from '../../contract/walk.ts'
import { ROUTES } from '../../../src/resources/index.ts'
import type { Route } from '../../../src/platform/route.ts'
import { isDeepStrictEqual } from 'node:util'
import type { Proof, Trial } from '../proof.ts'
import { inHouse } from '../stage.ts'

const ROUTES_REDUCED = 20

/** Who has no business here: what such a caller gets. */
type Kind = 'unknown' | 'unauthorized'

interface Scene {
  trial: Trial
  house: TestHouse
  owner: TestTenant
  /** Every id of the owner's rows, gathered when the owner had everything. */
  canaries: Set<string>
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** Another tenant, the other mode, and keys that are worth nothing, on every address with an id. */
export const isolationProof: Proof = {
  name: 'isolation',
  promise: 'Nobody sees or changes what is another’s, or learns that it exists',
  tries: 'calls by strangers',
  prove: (trial) =>
    inHouse(async (house) => {
      const owner = await house.tenant()
      const strangers = await makeStrangers(house, owner)
      const routes = trial.some(idRoutes(), ROUTES_REDUCED)
      const calls: Call[] = []
      for (const declared of routes)
        calls.push(await makeCall(callerFor(owner, declared), declared))
      await house.settle()
      const scene = { trial, house, owner, canaries: await readIds(house, owner) }
      const sentIds = JSON.stringify(calls).match(UUID) ?? []
      for (const stranger of strangers) {
        for (const call of calls) await proveCall(scene, call, stranger)
        for (const declared of ROUTES.filter(isOwnList)) {
          await proveList(scene, { declared, sentIds }, stranger)
        }
      }
    }),
}

interface Stranger {
  name: string
  kind: Kind
  /** Of the same tenant, which reads where its id is. */
  isOwn?: boolean
  caller: Caller
}

async function makeStrangers(house: TestHouse, owner: TestTenant): Promise<Stranger[]> {
  const other = await house.tenant()
  const [revoked, deactivated] = [await mint(house, owner), await mint(house, owner)]
  await owner.live.delete(`/v1/api-keys/${revoked.id}`)
  await owner.live.post(`/v1/api-keys/${deactivated.id}/deactivate`)
  const keyless = [
    { name: 'a revoked key', key: revoked.key },
    { name: 'a deactivated key', key: deactivated.key },
    { name: 'a key that was cut off', key: owner.liveKey.slice(0, -3) },
    { name: 'the key in the wrong mode’s prefix', key: owner.liveKey.replace('live', 'test') },
    { name: 'no key', key: null },
  ]
  return [
    { name: 'another tenant', kind: 'unknown', caller: other.live },
    { name: 'the other mode', kind: 'unknown', isOwn: true, caller: owner.test },
    ...(await makePeople(house, owner, other)),
    ...keyless.map(({ name, key }) => ({
      name,
      kind: 'unauthorized' as const,
      caller: createCaller(house.app, key),
    })),
  ]
}

/** People and their programs: of another organization, in the other mode, and after their time. */
async function makePeople(
  house: TestHouse,
  owner: TestTenant,
  other: TestTenant,
): Promise<Stranger[]> {
  const [own, foreign] = [await signIn(house, owner, 'owner'), await signIn(house, other, 'owner')]
  const gone = await signIn(house, owner, 'owner')
  const former = await callAs(house, gone)
  const { pool } = house.house.database
  await pool.query('update memberships set removed_at = now() where user_id = $1', [gone.userId])
  const client = { id: 'program', name: 'A program' }
  const test = { isOwn: true, caller: await callAs(house, own, { mode: 'test', client }) }
  const expired = await callAs(house, own, { seconds: 0 })
  return [
    { name: 'another’s person', kind: 'unknown', caller: await callAs(house, foreign) },
    {
      name: 'another’s program',
      kind: 'unknown',
      caller: await callAs(house, foreign, { client }),
    },
    { name: 'an own program in the other mode', kind: 'unknown', ...test },
    { name: 'an expired token', kind: 'unauthorized', caller: expired },
    { name: 'a former member', kind: 'unauthorized', caller: former },
  ]
}

async function mint(
  { app }: TestHouse,
  owner: TestTenant,
): Promise<{ id: string; key: string; caller: Caller }> {
  const { body } = await owner.live.post('/v1/api-keys', { name: 'A key that is taken away' })
  return { ...body.data, caller: createCaller(app, body.data.key) }
}

async function proveCall(
  scene: Scene,
  call: Call,
  { name, kind, isOwn, caller }: Stranger,
): Promise<void> {
  const { trial } = scene
  const where = `${call.declared.endpoint} by ${name}`
  await trial.try(where, async () => {
    const response = await send(caller, call)
    // People alone, or live keys alone, are let in there: others are refused whatever the id.
    const isShut = call.declared.isUserOnly === true || call.declared.isOfOrganization === true
    const wanted = kind === 'unauthorized' ? [401] : isShut ? [403, 404] : [404]
    trial.hold(wanted.includes(response.status), `${where} gets ${response.status}`, 'leaked')
    scanFor(scene, { where, raw: response.raw, except: Object.values(call.records) })
    if (kind === 'unauthorized') return
    const unknown = await send(caller, { ...call, records: unknownRecords(call.declared) })
    const strip = isOwn ? withoutModeHint : withoutRequest
    const isAlike = isDeepStrictEqual(strip(response), withoutRequest(unknown))
    trial.hold(isAlike, `${where} differs from an id that nobody has`, 'leaked')
  })
}

/** What strangers said themselves stands in their own log of requests. */
async function proveList(
  scene: Scene,
  { declared, sentIds }: { declared: Route; sentIds: readonly string[] },
  { name, caller }: Stranger,
): Promise<void> {
  const where = `${declared.endpoint} by ${name}`
  await scene.trial.try(where, async () => {
    const { raw } = await send(caller, { declared, records: {} })
    scanFor(scene, { where, raw, except: sentIds })
  })
}

/** An id of the owner's anywhere in a response, other than what the caller sent itself. */
function scanFor(
  { trial, canaries }: Scene,
  { where, raw, except }: { where: string; raw: Buffer; except: readonly string[] },
): void {
  const seen = raw.toString('latin1').match(UUID) ?? []
  const leaked = seen.filter((id) => canaries.has(id) && !except.includes(id))
  trial.hold(leaked.length === 0, `${where} shows ${leaked[0]}`, 'leaked')
}

function isOwnList(declared: Route): boolean {
  return isList(declared) && declared.scope !== null && listNouns(declared).length === 0
}

/** Ids of rows in every table of the owner's live environment. */
async function readIds({ house }: TestHouse, owner: TestTenant): Promise<Set<string>> {
  const { pool } = house.database
  const { rows: tables } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c
     join pg_attribute e on e.attrelid = c.oid and e.attname = 'environment_id'
     join pg_attribute i on i.attrelid = c.oid and i.attname = 'id' and i.atttypid = 'uuid'::regtype
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`,
  )
  const ids = new Set<string>()
  for (const { name } of tables) {
    const query = `select id from ${name} where environment_id = $1`
    const { rows } = await pool.query<{ id: string }>(query, [owner.environments.live])
    for (const { id } of rows) ids.add(id)
  }
  return ids
}
