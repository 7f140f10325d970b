import { isDeepStrictEqual } from 'node:util'
import type { Route } from '../../src/platform/route.ts'
import { ROUTES } from '../../src/resources/index.ts'
import type { Caller, TestHouse, TestResponse } from '../context.ts'
import { FACTORIES, type Records } from '../factories.ts'
import { findEdits, readObject } from './edits.ts'
import { buildUrl, listNouns, makeCall, send } from './walk.ts'

/** An object that several callers change at once. */
export interface Subject {
  house: TestHouse
  caller: Caller
  declared: Route
  records: Records
}

/** What went wrong: a change that was acknowledged and is gone, or a response that may not be. */
export interface Fault {
  finding: 'lost' | 'broken'
  line: string
}

export interface Found {
  tried: number
  faults: Fault[]
  /** The longest that one of the calls took. */
  slowestMs: number
}

type Sent = TestResponse & { sent: object; ms: number }

/** A fresh object of the route, at rest; `given` are records that it is made in. */
export async function makeSubject(
  { house, caller }: Pick<Subject, 'house' | 'caller'>,
  declared: Route,
  given: Records = {},
): Promise<Subject> {
  const records: Record<string, string> = { ...given }
  for (const noun of listNouns(declared)) records[noun] ??= await FACTORIES[noun]!(caller, records)
  await house.settle()
  const prepared = (await findEdits(declared).prepare?.(caller, records)) ?? records
  await house.settle()
  return { house, caller, declared, records: prepared }
}

let turns = 0

/** Two changes of different fields at the same time: both are there afterwards, or one got 409. */
export async function changePair(subject: Subject): Promise<Found> {
  const { declared, records } = subject
  const { changes } = findEdits(declared)
  const turn = (turns += 1)
  const first = changes[turn % changes.length]!(turn, records)
  const second = changes[(turn + 1 + (turn >> 3)) % changes.length]!(turn + 1_000, records)
  const { sets = (body: object) => body } = findEdits(declared)
  const isSame = isDeepStrictEqual(
    ...([first, second].map((body) => listFields(sets(body))) as [string[], string[]]),
  )
  const responses = await Promise.all([patch(subject, first), patch(subject, second)])
  const faults = [
    ...findBroken(declared, responses),
    ...(await findLost(subject, responses, isSame)),
  ]
  return { tried: 1, faults, slowestMs: slowest(responses) }
}

/** Many callers at the same time: none gets an error of the service, and the object goes on. */
export async function changeByMany(subject: Subject, callers: number): Promise<Found> {
  const { declared, records } = subject
  const { changes } = findEdits(declared)
  const bodies = Array.from({ length: callers }, (_, at) => {
    turns += 1
    return changes[at % changes.length]!(turns, records)
  })
  const responses = await Promise.all(bodies.map((body) => patch(subject, body)))
  turns += 1
  const last = await patch(subject, changes[0]!(turns, records))
  const faults = [...findBroken(declared, responses), ...(await findLost(subject, [last], false))]
  return { tried: callers, faults, slowestMs: slowest(responses) }
}

/** Two callers that have read the same state, and say so: one of them at most changes it. */
export async function changeMatched(subject: Subject): Promise<Found> {
  const { house, declared, records, caller } = subject
  const url = buildUrl(declared, records)
  const isRead = ROUTES.some(({ endpoint }) => endpoint === readEndpoint(declared))
  if (!isRead || !declared.errors?.includes('version_conflict'))
    return { tried: 0, faults: [], slowestMs: 0 }
  await house.settle()
  const { headers } = await caller.get(url)
  const tag = { 'if-match': String(headers.etag) }
  const { changes } = findEdits(declared)
  const bodies = [0, 1].map((at) => changes[at % changes.length]!((turns += 1), records))
  const responses = await Promise.all(bodies.map((body) => patch(subject, body, tag)))
  const taken = responses.filter(({ status }) => status === 200).length
  const faults = findBroken(declared, responses)
  if (taken !== 1) {
    const line = `${declared.endpoint}: ${taken} of two with one If-Match were taken`
    faults.push({ finding: 'lost', line })
  }
  return { tried: 1, faults, slowestMs: slowest(responses) }
}

/** The object is deleted while it is changed: what is deleted stays away. */
export async function changeWhileDeleted(subject: Subject): Promise<Found> {
  const { declared, records, caller } = subject
  const removal = ROUTES.find(
    ({ endpoint }) => endpoint === declared.endpoint.replace(/^\w+/, 'DELETE'),
  )
  if (!removal) return { tried: 0, faults: [], slowestMs: 0 }
  const body = findEdits(declared).changes[0]!((turns += 1), records)
  const [changed, deleted] = await Promise.all([
    patch(subject, body),
    send(caller, { declared: removal, records }),
  ])
  const after = await readObject(caller, declared, records).catch(() => undefined)
  const isGone = after === undefined
  const faults = findBroken(declared, [changed, { ...deleted, sent: {}, ms: 0 }])
  if (deleted.status < 300 !== isGone) {
    const line = `${removal.endpoint} returned ${deleted.status}, then it is ${isGone ? 'gone' : 'there'}`
    faults.push({ finding: 'lost', line })
  }
  return { tried: 1, faults, slowestMs: changed.ms }
}

/** Actions of the same object: `POST …/:id/<action>`. */
export function listActions(declared: Route): Route[] {
  const address = declared.endpoint.replace(/^\w+ /, 'POST ')
  return ROUTES.filter(
    ({ endpoint }) =>
      endpoint.startsWith(`${address}/`) && !endpoint.slice(address.length).includes(':'),
  )
}

/** An action and a change at the same time: what both acknowledge is there afterwards. */
export async function changeWhileActing(subject: Subject, action: Route): Promise<Found> {
  const { declared, records, caller, house } = subject
  const call = await makeCall(caller, action, records)
  await house.settle()
  const body = findEdits(declared).changes[0]!((turns += 1), records)
  const [changed, acted] = await Promise.all([patch(subject, body), send(caller, call)])
  const faults = [
    ...findBroken(declared, [changed, { ...acted, sent: {}, ms: 0 }]),
    ...(await findLost(subject, [changed], false)),
  ]
  await house.settle()
  return { tried: 1, faults, slowestMs: changed.ms }
}

function readEndpoint({ endpoint }: Route): string {
  return endpoint.replace(/^\w+/, 'GET')
}

async function patch(
  { caller, declared, records }: Subject,
  body: object,
  headers: Record<string, string> = {},
): Promise<Sent> {
  const startedAt = performance.now()
  const url = buildUrl(declared, records)
  const method = declared.endpoint.startsWith('PUT') ? caller.put : caller.patch
  const response = await method(url, body, { headers }).catch(asFailure)
  return { ...response, sent: body, ms: performance.now() - startedAt }
}

/** A response that its route does not declare is a finding of its own. */
function asFailure(error: unknown): TestResponse {
  const message = (error as Error).message
  return { status: 599, headers: {}, body: { error: { code: message } }, raw: Buffer.of() }
}

function findBroken(declared: Route, responses: readonly Sent[]): Fault[] {
  return responses
    .filter(({ status }) => status >= 500)
    .map(({ status, body }) => broken(declared, `returned ${status} ${body?.error?.code}`))
}

function broken({ endpoint }: Route, line: string): Fault {
  return { finding: 'broken', line: `${endpoint} ${line}` }
}

/** Of what was acknowledged, what a reader does not see; of the same field one has won. */
async function findLost(
  { caller, declared, records }: Subject,
  responses: readonly Sent[],
  isSameField: boolean,
): Promise<Fault[]> {
  const { sets = (body: object) => body, isWhole } = findEdits(declared)
  const taken = responses.filter(({ status }) => status < 300)
  const refused = responses.filter(({ status }) => status !== 409 && status >= 300)
  const others = refused.map(({ status, body }) =>
    broken(declared, `refused a change with ${status} ${body?.error?.code}`),
  )
  if (taken.length === 0) return others
  const seen = await readObject(caller, declared, records).catch((error: Error) => error)
  if (seen instanceof Error) return [...others, broken(declared, `cannot be read: ${seen.message}`)]
  const kept = taken.filter(({ sent }) => holds(sets(sent), seen))
  const isEnough = isSameField || isWhole ? kept.length > 0 : kept.length === taken.length
  if (isEnough) return others
  const lost = taken.filter((one) => !kept.includes(one)).map(({ sent }) => JSON.stringify(sent))
  const line = `${declared.endpoint} acknowledged ${lost.join(' and ')}, which is gone`
  return [...others, { finding: 'lost', line }]
}

/** Whether an object has all that a part of it says. */
function holds(part: unknown, whole: unknown): boolean {
  if (!isRecord(part)) return isDeepStrictEqual(part, whole)
  return isRecord(whole) && Object.entries(part).every(([key, value]) => holds(value, whole[key]))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The fields that a part of an object names, with those inside: `metadata.east`. */
function listFields(part: object): string[] {
  return Object.entries(part).flatMap(([name, value]) =>
    isRecord(value) ? listFields(value).map((inner) => `${name}.${inner}`) : [name],
  )
}

function slowest(responses: readonly Sent[]): number {
  return Math.max(...responses.map(({ ms }) => ms))
}
