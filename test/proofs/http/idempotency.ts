import { isDeepStrictEqual } from 'node:util'
import {
  callerFor,
  isRepeatable,
  isWrite,
  makeCall,
  listOtherCalls,
  send,
  type Call,
} from '../../contract/walk.ts'
import type { Caller, TestResponse, TestHouse } from '../../context.ts'
import { ROUTES } from '../../../src/resources/index.ts'
import type { Route } from '../../../src/platform/route.ts'
import type { Proof, Trial } from '../proof.ts'
import { inHouse } from '../stage.ts'

const CALLS = { full: 50, reduced: 6 }
const ROUNDS = { full: 3, reduced: 1 }
const ROUTES_REDUCED = 8

/** One effect, however many callers call at the same time; another request never gets the response. */
export const idempotencyProof: Proof = {
  name: 'idempotency',
  promise: 'Calls under one idempotency key have one effect and one response',
  tries: 'calls under a shared key',
  prove: (trial) =>
    inHouse(async (house) => {
      const tenant = await house.tenant()
      const writes = ROUTES.filter((one) => one.scope !== null && isWrite(one) && isRepeatable(one))
      for (const declared of trial.some(writes, ROUTES_REDUCED)) {
        for (let round = 0; round < trial.of(ROUNDS); round += 1) {
          const scene = { trial, house, caller: callerFor(tenant, declared) }
          await proveRoute({ ...scene, key: `${round}-${declared.endpoint}` }, declared)
        }
      }
    }),
}

interface Scene {
  trial: Trial
  house: TestHouse
  caller: Caller
  key: string
}

async function proveRoute(scene: Scene, declared: Route): Promise<void> {
  const { house, caller } = scene
  const call = await makeCall(caller, declared)
  await house.settle()
  const calls = Array.from({ length: scene.trial.of(CALLS) }, () => keyed(scene, call))
  const responses = await Promise.all(calls)
  const last = await keyed(scene, call)
  await house.settle()
  judgeResponses(scene, declared, [...responses, last])
  await judgeEffects(scene, declared, responses)
  await judgeOthers(scene, call, last)
}

/** Every response is the first one, or states that the first is not there yet. */
function judgeResponses({ trial }: Scene, { endpoint }: Route, responses: TestResponse[]): void {
  const last = responses.at(-1)!
  trial.tried(responses.length)
  for (const { status, body } of responses) {
    if (status === 409 && body.error?.code === 'idempotency_in_progress') continue
    const isSame = status === last.status && isDeepStrictEqual(body, last.body)
    trial.hold(isSame, `${endpoint} returned ${status} beside ${last.status}`, 'doubled')
  }
}

/** The audit log names the request that did it: one of them at most. */
async function judgeEffects(
  { trial, house }: Scene,
  { endpoint }: Route,
  responses: readonly TestResponse[],
): Promise<void> {
  const ids = responses.map(({ headers }) => headers['x-request-id'])
  const { rows } = await house.house.database.pool.query<{ count: number }>(
    'select count(distinct request_id)::int as count from audit_log where request_id = any ($1)',
    [ids],
  )
  const { count } = rows[0]!
  trial.hold(count <= 1, `${endpoint} had its effect ${count} times`, 'doubled')
}

/** Another path, body or file is refused; the same in another spelling gets the same response. */
async function judgeOthers(scene: Scene, call: Call, first: TestResponse): Promise<void> {
  const { trial } = scene
  const { endpoint } = call.declared
  for (const other of listOtherCalls(call)) {
    const { body } = await keyed(scene, other)
    const isRefused = body.error?.code === 'idempotency_key_reused'
    trial.tried()
    trial.hold(isRefused, `${endpoint} returned the response of another request`)
  }
  for (const same of listSpellings(call)) {
    const { headers, body } = await keyed(scene, same)
    const isReplayed = headers['idempotent-replayed'] === 'true'
    trial.tried()
    trial.hold(isReplayed && isDeepStrictEqual(body, first.body), `${endpoint}: other spelling`)
  }
}

/**
 * The same body with its keys in another order, and with space between them. A payload of a
 * provider is kept as it came, like a file: other bytes are another one.
 */
function listSpellings(call: Call): Call[] {
  const { body, files } = call
  if (call.declared.consumes === 'payload') return []
  if (files || body === undefined || body === null || Array.isArray(body)) return []
  const reversed = Object.fromEntries(Object.entries(body).toReversed())
  return [reversed, body].map((one) => ({ ...call, body: JSON.stringify(one, null, 3) }))
}

function keyed({ caller, key }: Scene, call: Call): Promise<TestResponse> {
  const isText = typeof call.body === 'string'
  const headers = {
    'idempotency-key': key.replaceAll(' ', '-'),
    ...(isText ? { 'content-type': 'application/json' } : {}),
  }
  return send(caller, call, { headers })
}
