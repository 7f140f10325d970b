import { setTimeout as sleep } from 'node:timers/promises'
import {
  Unanswered,
  type CallOptions,
  type ServiceClient,
} from '../../../scripts/service-client.ts'
import type { Random } from '../../../fixtures/model/random.ts'
import type { Operation } from './operation.ts'

/** What is written and read by many: a submission whose name is the value. */
export interface Register {
  id: string
  initial: string
}

/** Callers at work, and what they did so far. */
export interface Clients {
  history: Operation[]
  stop(): Promise<void>
}

interface Work {
  client: ServiceClient
  registers: readonly Register[]
  random: Random
  count: number
}

const REFUSED_PAUSE_MS = 50

/** Callers who create, write and read without a pause, each one thing at a time. */
export function startClients(work: Work): Clients {
  const history: Operation[] = []
  const stopped = new AbortController()
  const act = async (number: number): Promise<void> => {
    for (let index = 0; !stopped.signal.aborted; index += 1) {
      const done = await actOnce(work, { number, value: `${number}-${index}` })
      history.push(done)
      if (done.outcome !== 'ok') await sleep(REFUSED_PAUSE_MS)
    }
  }
  const acting = Promise.all(Array.from({ length: work.count }, (_, number) => act(number)))
  return {
    history,
    stop: async () => {
      stopped.abort()
      await acting
    },
  }
}

function actOnce(
  { client, registers, random }: Work,
  { number, value }: { number: number; value: string },
): Promise<Operation> {
  const actor = { client, number }
  const { id } = random.pick(registers)
  const chance = random.next()
  if (chance < 0.4) return create(actor, value)
  return chance < 0.7 ? write(actor, id, value) : read(actor, id)
}

interface Actor {
  client: ServiceClient
  number: number
}

/** Under a key, so that a caller without a response may retry, as clients do. */
async function create(actor: Actor, name: string): Promise<Operation> {
  const options = { body: { name }, idempotencyKey: crypto.randomUUID() }
  const first = await call(actor, 'POST /v1/submissions', options)
  const second =
    first.outcome === 'unknown' ? await call(actor, 'POST /v1/submissions', options) : first
  const known = second.outcome === 'failed' && first.outcome === 'unknown' ? first : second
  return { ...known, beganAt: first.beganAt, kind: 'create', subject: name, value: null }
}

async function write(actor: Actor, id: string, value: string): Promise<Operation> {
  const done = await call(actor, `PATCH /v1/submissions/${id}`, { body: { name: value } })
  return { ...done, kind: 'write', subject: id, value }
}

async function read(actor: Actor, id: string): Promise<Operation> {
  const done = await call(actor, `GET /v1/submissions/${id}`)
  return { ...done, kind: 'read', subject: id, value: done.name }
}

type Done = Pick<Operation, 'client' | 'beganAt' | 'endedAt' | 'outcome' | 'requestId'> & {
  /** Of the submission in the response. */
  name: string | null
}

async function call(
  { client, number }: Actor,
  endpoint: string,
  options?: CallOptions,
): Promise<Done> {
  const [method, path] = endpoint.split(' ') as [string, string]
  const beganAt = performance.now()
  const done = (
    outcome: Operation['outcome'],
    requestId: string | null,
    name: string | null,
  ): Done => ({
    client: number,
    beganAt,
    endedAt: outcome === 'unknown' ? Infinity : performance.now(),
    outcome,
    requestId,
    name,
  })
  try {
    const { status, headers, body } = await client.call(method, path, options)
    const requestId = headers['idempotent-replayed'] ? null : String(headers['x-request-id'])
    if (status < 300) return done('ok', requestId, body.data.name)
    // A database that went away may have committed before it did.
    return done(status >= 500 ? 'unknown' : 'failed', requestId, null)
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error
    return done(error.wasSent ? 'unknown' : 'failed', null, null)
  }
}
