import { pathToFileURL } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Caller, TestResponse } from '../../../context.ts'
import type { Proof, Trial } from '../../proof.ts'
import { TRIAL_FILES } from '../service/deal.ts'
import { openCrashScene, startSecondProcess, wireCaller, type CrashScene } from '../crash/scene.ts'

const HOUR_MS = 3_600_000
/** Shift of the process; the database's clock is right. */
const SHIFTS_HOURS = { full: [1, -1, 25, -2], reduced: [25] }
/** How far the time in a response may be from the moment it was sent. */
const NEAR_MS = 15_000
const SETTLE_MS = 60_000
const RETRY_SECONDS = '1,1,1,1,1'
const LOOKS = 40
const LOOK_MS = 250

/** A process whose machine has a wrong clock beside one that has not. */
export const clocksProof: Proof = {
  name: 'clocks',
  isLong: true,
  promise: 'A machine with a wrong clock expires nothing early or late and sends nothing twice',
  tries: 'things with a time, seen by a process whose clock is wrong',
  prove: async (trial) => {
    for (const hours of SHIFTS_HOURS[trial.size]) {
      const scene = await openCrashScene()
      try {
        await proveShift(trial, scene, hours)
      } finally {
        await scene.close()
      }
    }
  },
}

/** One caller at the right process and one at the wrong one. */
interface Clocks {
  trial: Trial
  scene: CrashScene
  right: Caller
  wrong: Caller
  url: string
  name: string
}

async function proveShift(trial: Trial, scene: CrashScene, hours: number): Promise<void> {
  const { live: right, liveKey } = await scene.makeTenant()
  await right.post('/v1/webhooks', { url: scene.receiver.url, events: ['*'] })
  const flags = ['--import', pathToFileURL(`${import.meta.dirname}/shift.ts`).href]
  const settings = { CLOCK_SHIFT_MS: String(hours * HOUR_MS), WEBHOOK_RETRY_SECONDS: RETRY_SECONDS }
  const { url, service } = await startSecondProcess(scene, settings, flags)
  const wrong = wireCaller(url, liveKey)
  const clocks = { trial, scene, right, wrong, url, name: `${hours} h` }
  for (const prove of [proveIdempotency, proveKeys, proveCursors, proveLinks, proveDeal])
    await trial.try(`${hours} h: ${prove.name}`, () => prove(clocks))
  const { code } = await service.kill('SIGTERM')
  trial.hold(code === 0, `${hours} h: the process ended with ${code}:\n${service.output()}`)
}

/** An idempotency key of the other process is known for 24 hours, and not longer. */
async function proveIdempotency({ trial, scene, right, wrong, name }: Clocks): Promise<void> {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const send = (caller: Caller): Promise<TestResponse> =>
    caller.post('/v1/submissions', { name: 'Once' }, { headers })
  const first = await send(right)
  const second = await send(wrong)
  trial.hold(second.body.data?.id === first.body.data.id, `${name}: a key was forgotten`, 'doubled')
  await age(scene, 'idempotency_keys', 'created_at')
  const third = await send(wrong)
  trial.hold(third.body.data?.id !== first.body.data.id, `${name}: a key of yesterday is known`)
}

/** API keys with an end, and a rotated one in its grace. */
async function proveKeys({ trial, scene, right, wrong, url, name }: Clocks): Promise<void> {
  const expiresAt = new Date(Date.now() + HOUR_MS / 2).toISOString()
  const input = { name: 'Ends', expires_at: expiresAt }
  const made = (await right.post('/v1/api-keys', input)).body.data
  const status = async (key: string): Promise<number> =>
    (await wireCaller(url, key).get('/v1/submissions')).status
  trial.hold((await status(made.key)) === 200, `${name}: a key ended early`)
  const rotated = (await right.post(`/v1/api-keys/${made.id}/rotate`)).body.data
  trial.hold((await status(made.key)) === 200, `${name}: a rotated key ended early`)
  trial.hold((await status(rotated.key)) === 200, `${name}: a new key does not work`)
  await age(scene, 'api_keys', 'expires_at')
  // A key that was found is cached for a second.
  await sleep(1_100)
  trial.hold((await status(made.key)) === 401, `${name}: a key outlived its end`)
  const known = (await wrong.get('/v1/submissions')).status
  trial.hold(known === 200, `${name}: a key without an end got ${known}`)
}

async function proveCursors({ trial, right, wrong, name }: Clocks): Promise<void> {
  await right.post('/v1/submissions', { name: 'Second of a list' })
  for (const [made, used] of [
    [right, wrong],
    [wrong, right],
  ] as const) {
    const page = (await made.get('/v1/submissions?limit=1')).body
    const { status } = await used.get(`/v1/submissions?limit=1&cursor=${page.next_cursor}`)
    trial.hold(status === 200, `${name}: a cursor of the other process got ${status}`)
  }
}

/** Signed links live for minutes. */
async function proveLinks({ trial, right, wrong, name }: Clocks): Promise<void> {
  const { body } = await right.post('/v1/submissions', { name: 'Linked' })
  const path = `/v1/submissions/${body.data.id}/documents`
  const document = (await right.upload(path, [TRIAL_FILES[1]!])).body.data
  for (const [made, used] of [
    [right, wrong],
    [wrong, right],
  ] as const) {
    const response = await made.get(`/v1/documents/${document.id}/download`)
    const link = new URL(response.body.data.url)
    const { status } = await used.get(`${link.pathname}${link.search}`).catch(notJson)
    trial.hold(status === 200, `${name}: a link of the other process got ${status}`)
  }
}

/** A file is not JSON; only its arrival is checked. */
function notJson(error: unknown): { status: number } {
  if (error instanceof SyntaxError) return { status: 200 }
  throw error
}

/** The wrong process reads a deal and sends its events; the receiver fails once. */
async function proveDeal({ trial, scene, wrong, right, name }: Clocks): Promise<void> {
  const { receiver, house } = scene
  await house.settle(SETTLE_MS)
  receiver.received.length = 0
  receiver.script([{ status: 500 }])
  const { body } = await wrong.post('/v1/submissions', { name: 'Read by the wrong clock' })
  near(trial, `${name}: createdAt`, body.data.createdAt)
  const path = `/v1/submissions/${body.data.id}`
  await wrong.upload(`${path}/documents`, [TRIAL_FILES[0]!])
  await house.settle(SETTLE_MS)
  const status = (await right.get(`${path}/status`)).body.data
  for (const [field, value] of listTimes(status)) near(trial, `${name}: ${field}`, value)
  for (const [field, value] of listDurations(status))
    trial.hold(value >= 0, `${name}: ${field} is ${value}`)
  // The refused delivery is retried by the schedule, and nothing more.
  for (let look = 0; look < LOOKS && repeatedIn(receiver.received) === 0; look += 1)
    await sleep(LOOK_MS)
  await sleep(2 * LOOK_MS)
  judgeDeliveries(trial, name, receiver.received)
}

function judgeDeliveries(
  trial: Trial,
  name: string,
  received: CrashScene['receiver']['received'],
): void {
  const repeated = repeatedIn(received)
  trial.hold(
    repeated === 1,
    `${name}: ${repeated} events came twice; one was refused once`,
    'doubled',
  )
  for (const { headers } of received) {
    const sentAt = Number(headers['x-service-timestamp']) * 1000
    near(trial, `${name}: a delivery`, new Date(sentAt).toISOString())
  }
}

/** How many came again. */
function repeatedIn(received: CrashScene['receiver']['received']): number {
  const ids = received.map(({ body }) => JSON.parse(body.toString()).id as string)
  return ids.length - new Set(ids).size
}

function near(trial: Trial, what: string, instant: string): void {
  const awayMs = Math.abs(Date.parse(instant) - Date.now())
  trial.hold(awayMs < NEAR_MS + SETTLE_MS, `${what} is ${instant}, ${awayMs} ms away`)
}

type Field = [name: string, value: unknown]

/** All fields of a record, those of its lists and records too. */
function listFields(value: unknown, name = ''): Field[] {
  if (value === null || typeof value !== 'object') return [[name, value]]
  return Object.entries(value).flatMap(([key, held]) => listFields(held, `${name}.${key}`))
}

function listTimes(record: object): [string, string][] {
  return listFields(record).filter(
    (field): field is [string, string] => field[0].endsWith('_at') && typeof field[1] === 'string',
  )
}

function listDurations(record: object): [string, number][] {
  return listFields(record).filter(
    (field): field is [string, number] =>
      /_ms$|_seconds$/.test(field[0]) && typeof field[1] === 'number',
  )
}

/** As if a day and a second had passed. */
async function age({ house }: CrashScene, table: string, column: string): Promise<void> {
  await house.house.database.pool.query(
    `update ${table} set ${column} = ${column} - interval '24 hours 1 second' where ${column} is not null`,
  )
}
