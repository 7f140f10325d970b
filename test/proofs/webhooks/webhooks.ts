import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook as Verifier } from 'standardwebhooks'
import { createServiceClient } from '../../../scripts/service-client.ts'
import { makeServiceCopy, type ServiceProcess } from '../../../scripts/service-process.ts'
import type { Received } from '../../fakes/receiver.ts'
import { SCENE_SETTINGS } from '../faults/service/scene.ts'
import type { Proof, Trial } from '../proof.ts'
import { inHouse } from '../stage.ts'
import { startHostileReceivers, type HostileReceiver } from './receivers.ts'

const EVENTS = { full: 2_000, reduced: 12 }
const KILLS = 50
const CALLERS = 4
const KILL_AFTER_MS_MAX = 1_500
const PATIENCE_MS = 60_000
/** A hanging receiver is left alone after this long; it must delay nobody until then. */
const HANGING_MS = 9_000
const PAGE = 1_000
/** Two more attempts at once; who fails the last one would be disabled and get no further events. */
const RETRIES = { WEBHOOK_RETRY_SECONDS: '0.05,0.05,600,600,600' }

/**
 * Events for ten receivers of which most do harm. In full the process that sends is killed again and
 * again while they happen.
 */
export const webhooksProof: Proof = {
  name: 'webhooks',
  promise:
    'Every event reaches every receiver that takes it, signed, with the same bytes each time, whatever others do',
  tries: 'events for ten receivers each',
  prove: async (trial) => {
    const receivers = await startHostileReceivers()
    try {
      await (trial.size === 'full'
        ? proveKilled(trial, receivers)
        : proveUnharmed(trial, receivers))
    } finally {
      for (const receiver of receivers) receiver.close()
    }
  },
}

/** What a caller does here, over HTTP or within the process. */
interface Caller {
  create(path: string, body: object): Promise<any>
  read(path: string): Promise<any>
}

/** The short form: nobody is killed. */
async function proveUnharmed(trial: Trial, receivers: HostileReceiver[]): Promise<void> {
  await inHouse(async (house) => {
    const { live } = await house.tenant()
    const caller: Caller = {
      create: async (path, body) => (await live.post(path, body)).body.data,
      read: async (path) => (await live.get(path)).body,
    }
    await proveEvents(trial, { caller, receivers })
  }, RETRIES)
}

/** The real service, killed at moments that the seed draws and started again. */
async function proveKilled(trial: Trial, receivers: HostileReceiver[]): Promise<void> {
  const copy = await makeServiceCopy({ ...SCENE_SETTINGS, ...RETRIES })
  let service = await copy.start()
  const client = createServiceClient(copy.url, copy.readKey())
  const killing = { isOver: false, count: 0 }
  const kill = async (): Promise<void> => {
    while (killing.count < KILLS && !killing.isOver) {
      await sleep(trial.random.integer(0, KILL_AFTER_MS_MAX))
      service = await restart(service, () => copy.start())
      killing.count += 1
    }
  }
  const caller: Caller = {
    create: async (path, body) => {
      const idempotencyKey = crypto.randomUUID()
      const response = await again(() => client.call('POST', path, { body, idempotencyKey }))
      return response.body.data
    },
    read: async (path) => (await again(() => client.call('GET', path))).body,
  }
  let killer = Promise.resolve()
  try {
    await proveEvents(trial, { caller, receivers, begin: () => (killer = kill()) })
    trial.figures.push(`the service was killed ${killing.count} times`)
  } finally {
    killing.isOver = true
    await killer
    await client.close()
    await service.kill('SIGTERM')
    await copy.remove()
  }
}

async function restart(
  service: ServiceProcess,
  start: () => Promise<ServiceProcess>,
): Promise<ServiceProcess> {
  await service.kill('SIGKILL')
  return start()
}

/** Until a process responds that is not just starting or being killed. */
async function again<Reply extends { status: number; body: any }>(
  call: () => Promise<Reply>,
): Promise<Reply> {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    const response = await call().catch(() => null)
    if (response && response.status < 300) return response
    if (performance.now() > deadline)
      throw new Error(`no response but ${JSON.stringify(response?.body ?? null)}`)
    await sleep(100)
  }
}

interface Hook {
  receiver: HostileReceiver
  id: string
  secret: string
}

/** `begin` starts what disturbs the events as they happen, and ends when that is over. */
interface Ground {
  caller: Caller
  receivers: readonly HostileReceiver[]
  begin?: () => Promise<void>
}

async function proveEvents(
  trial: Trial,
  { caller, receivers, begin = () => Promise.resolve() }: Ground,
): Promise<void> {
  const hooks: Hook[] = []
  for (const receiver of receivers) {
    const input = { url: receiver.url, events: ['submission.created'] }
    const { id, secret } = await caller.create('/v1/webhooks', input)
    hooks.push({ receiver, id, secret })
  }
  const killed = begin()
  const count = trial.of(EVENTS)
  await Promise.all(Array.from({ length: CALLERS }, (_, lane) => happen(caller, count, lane)))
  trial.tried(count)
  const startedAt = performance.now()
  await killed
  await untilArrived(hooks, count)
  const delayMs = performance.now() - startedAt
  if (trial.size === 'reduced')
    trial.holdTime(delayMs < HANGING_MS, `the others had all events after ${delayMs.toFixed(0)} ms`)
  for (const hook of hooks) {
    judgeReceived(trial, hook)
    await judgeAccounts(trial, caller, { hook, count })
  }
}

async function happen(caller: Caller, count: number, lane: number): Promise<void> {
  for (let index = lane; index < count; index += CALLERS)
    await caller.create('/v1/submissions', { name: `Event ${index}`, auto_process: false })
}

/** Every receiver that takes events has each of them, or patience ends. */
async function untilArrived(hooks: readonly Hook[], count: number): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  const taking = hooks.filter(({ receiver }) => receiver.isTaking)
  while (performance.now() < deadline) {
    if (taking.every(({ receiver }) => listIds(receiver.received).size >= count)) break
    await sleep(50)
  }
}

/** Each request bears a signature that an independent implementation takes; an id has one body. */
function judgeReceived(trial: Trial, { receiver: { name, received }, secret }: Hook): void {
  const verifier = new Verifier(secret)
  for (const { body, headers } of received) {
    try {
      verifier.verify(body.toString(), headers as Record<string, string>)
    } catch (error) {
      trial.found('broken', `${name}: ${(error as Error).message}`)
    }
  }
  const bodies = new Set(received.map((one) => `${readWebhookId(one)} ${one.body.toString('hex')}`))
  const changed = bodies.size - listIds(received).size
  trial.hold(changed === 0, `${name}: ${changed} ids came with other bytes`, 'doubled')
}

/** Each event has one delivery to each webhook: it arrived, or failed, or goes on. */
async function judgeAccounts(
  trial: Trial,
  caller: Caller,
  { hook: { id, receiver }, count }: { hook: Hook; count: number },
): Promise<void> {
  const { name, isTaking } = receiver
  const deliveries = await untilDone(caller, id, isTaking)
  const events = new Set(deliveries.map(({ event_id }) => event_id))
  trial.hold(events.size === count, `${name}: deliveries of ${events.size} events`, 'lost')
  trial.hold(deliveries.length === events.size, `${name}: an event has two`, 'doubled')
  const right = isTaking ? /^succeeded$/ : /^(pending|retrying|held|failed)$/
  const wrong = deliveries.filter(({ status }) => !right.test(status))
  trial.hold(wrong.length === 0, `${name}: ${wrong.length} are ${wrong[0]?.status}`, 'lost')
  if (!isTaking) return
  const arrived = listIds(receiver.received).size
  trial.hold(arrived === count, `${name}: ${arrived} of ${count} events arrived`, 'lost')
}

interface Delivery {
  event_id: string
  status: string
}

/** What has arrived is noted a moment later, or, after a kill, after one more time. */
async function untilDone(caller: Caller, id: string, isTaking: boolean): Promise<Delivery[]> {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    const deliveries = await listDeliveries(caller, id)
    const isDone = deliveries.every(({ status }) => status === 'succeeded')
    if (!isTaking || isDone || performance.now() > deadline) return deliveries
    await sleep(200)
  }
}

async function listDeliveries(caller: Caller, id: string): Promise<Delivery[]> {
  const all: Delivery[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const after: string = cursor && `&cursor=${encodeURIComponent(cursor)}`
    const page = await caller.read(`/v1/webhooks/${id}/deliveries?limit=${PAGE}${after}`)
    all.push(...page.data)
    cursor = page.next_cursor
  }
  return all
}

function listIds(received: readonly Received[]): Set<string> {
  return new Set(received.map(readWebhookId))
}

function readWebhookId({ headers }: Received): string {
  return String(headers['webhook-id'])
}
