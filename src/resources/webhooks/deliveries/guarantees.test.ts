import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { Webhook as Verifier } from 'standardwebhooks'
import { useTestHouse, type TestHouse, type TestTenant } from '../../../../test/context.ts'
import {
  startReceiver,
  type Behavior,
  type Received,
  type StartedReceiver,
} from '../../../../test/fakes/receiver.ts'
import { emit } from '../../../events.ts'
import { outside, SYSTEM_ACTOR, type Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/sql.ts'

// reliability.md R11 and R12 in the small form that fits a suite.

async function inEnvironment<T>(
  { house }: TestHouse,
  tenant: TestTenant,
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  const { tenantId, environments } = tenant
  return outside({
    house,
    actor: SYSTEM_ACTOR,
    requestId: 'test',
    environment: { id: environments.live, tenantId, mode: 'live' },
  }).transaction(work)
}

async function happen(house: TestHouse, tenant: TestTenant, count: number): Promise<void> {
  await inEnvironment(house, tenant, async (ctx) => {
    for (let index = 0; index < count; index += 1) {
      await emit(ctx, { type: 'document.parsed', submissionId: null, data: { index } })
    }
  })
}

async function subscribe(
  tenant: TestTenant,
  url: string,
  fields: object = {},
): Promise<{ id: string; secret: string }> {
  const wish = { url, events: ['document.parsed'], ...fields }
  return (await tenant.live.post('/v1/webhooks', wish)).body.data
}

/** Throws unless an independent implementation of Standard Webhooks takes the request as ours. */
function verify(secret: string, { body, headers }: Received): void {
  new Verifier(secret).verify(body.toString(), headers as Record<string, string>)
}

describe('the schedule', () => {
  const house = useTestHouse()
  let tenant: TestTenant
  let receiver: StartedReceiver

  before(async () => {
    tenant = await house.tenant()
    receiver = await startReceiver()
  })
  after(() => receiver.close())

  /** Planned time of the only waiting attempt in seconds from now, as the database sees it. */
  async function secondsToNext(): Promise<number | null> {
    const row = await inEnvironment(house, tenant, (ctx) =>
      ctx.db.row<{ seconds: number }>(sql`
        select extract(epoch from min(run_at) - now())::float8 as seconds from jobs
        where state = 'queued' and kind = 'deliver-webhook'`),
    )
    return row?.seconds ?? null
  }

  /**
   * Lets time pass, as all sees it that is planned: schedules are instants in the database, read
   * against its one clock, so taking seconds from them is the clock going on by as many.
   */
  async function pass(seconds: number): Promise<void> {
    await inEnvironment(house, tenant, async (ctx) => {
      const interval = sql`${seconds} * interval '1 second'`
      await ctx.db.run(sql`update jobs set run_at = run_at - ${interval} where state = 'queued'`)
      await ctx.db.run(sql`
        update deliveries set next_attempt_at = next_attempt_at - ${interval}
        where next_attempt_at is not null`)
    })
  }

  test('is 0, 1 m, 6 m, 36 m, 2 h 36 m and 14 h 36 m; then disabled, one mail, no more', async () => {
    receiver.behave({ status: 500 })
    const { id } = await subscribe(tenant, receiver.url, { notification_email: 'a@example.com' })
    await happen(house, tenant, 1)
    await house.settle()
    const at: number[] = [0]
    let elapsed = 0
    while (receiver.received.length < 6) {
      const seen = receiver.received.length
      const wait = (await secondsToNext())!
      // Not a second early: nothing is sent although all but ten seconds have passed.
      await pass(wait - 10)
      house.house.wakeWorkers()
      await house.settle()
      assert.equal(receiver.received.length, seen, `attempt ${seen + 1} came early`)
      await pass(10)
      house.house.wakeWorkers()
      await house.settle()
      assert.equal(receiver.received.length, seen + 1)
      const status = (await tenant.live.get(`/v1/webhooks/${id}`)).body.data.status
      assert.equal(status, seen + 1 < 6 ? 'active' : 'disabled')
      elapsed += wait
      at.push(elapsed)
    }
    for (const [index, due] of [0, 60, 360, 2160, 9360, 52_560].entries()) {
      // The wait is read a moment after it was planned.
      assert.ok(Math.abs(at[index]! - due) <= 10, `attempt ${index + 1} at ${at[index]} s`)
    }
    assert.equal(await secondsToNext(), null)
    await happen(house, tenant, 1)
    await pass(100_000)
    await house.settle()
    assert.equal(receiver.received.length, 6)
    assert.equal(readdirSync(house.config.mailOutboxDir!).length, 1)
  })
})

/** Receivers as they are found in the world, the first one healthy. */
const RECEIVERS: Record<string, Behavior> = {
  healthy: {},
  failing: { status: 500 },
  redirecting: { status: 302, headers: { location: 'http://127.0.0.1:9/elsewhere' } },
  huge: { body: 'y'.repeat(3 * 1024 * 1024) },
  slow: { delayMs: 300 },
  hanging: { isHanging: true },
}
const EVENTS = 12

describe('hostile receivers', () => {
  const house = useTestHouse({ WEBHOOK_RETRY_SECONDS: '0.05,0.05,600,600,600' })
  const receivers = new Map<string, StartedReceiver>()
  const hooks = new Map<string, { id: string; secret: string }>()
  const resets = new Set<Socket>()
  const resetting = createServer((socket) => {
    resets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => socket.resetAndDestroy())
  })
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
    for (const [name, behavior] of Object.entries(RECEIVERS)) {
      const receiver = await startReceiver()
      receiver.behave(behavior)
      receivers.set(name, receiver)
      hooks.set(name, await subscribe(tenant, receiver.url))
    }
    await new Promise<void>((resolve) => resetting.listen(0, '127.0.0.1', resolve))
    const { port } = resetting.address() as AddressInfo
    hooks.set('resetting', await subscribe(tenant, `http://127.0.0.1:${port}/`))
    hooks.set('dead', await subscribe(tenant, 'http://127.0.0.1:9/'))
  })
  after(() => {
    for (const receiver of receivers.values()) receiver.close()
    resetting.close()
  })

  test('lose nothing, change nothing, and delay nobody else', async () => {
    const startedAt = performance.now()
    await happen(house, tenant, EVENTS)
    const healthy = receivers.get('healthy')!
    while (healthy.received.length < EVENTS) await new Promise((done) => setTimeout(done, 10))
    const delayMs = performance.now() - startedAt
    // The hanging one holds its hands for ten seconds.
    assert.ok(delayMs < 9_000, `the healthy receiver had all events after ${delayMs} ms`)
    await untilTried()
    for (const [name, receiver] of receivers) {
      const { secret } = hooks.get(name)!
      for (const got of receiver.received) verify(secret, got)
      assert.ok(sameBytesPerEvent(receiver.received), `${name}: other bytes under one id`)
    }
    assert.equal(idsOf(healthy.received).size, EVENTS)
    assert.equal(healthy.received.length, EVENTS)
    for (const [name, { id }] of hooks) await expectAccounted(name, id)
    assert.ok(receivers.get('hanging')!.received.length <= 5, 'a lane holds five hands at most')
  })

  /** Every receiver but the hanging one was tried with every event. */
  async function untilTried(): Promise<void> {
    for (;;) {
      const left = await inEnvironment(house, tenant, (ctx) =>
        ctx.db.row(sql`
          select 1 as one from deliveries
          where attempt_count = 0 and webhook_id <> ${hooks.get('hanging')!.id} limit 1`),
      )
      if (!left) return
      await new Promise((done) => setTimeout(done, 20))
    }
  }

  /** Each event has one delivery, which arrived, or failed, or goes on. */
  async function expectAccounted(name: string, id: string): Promise<void> {
    const { body } = await tenant.live.get(`/v1/webhooks/${id}/deliveries`)
    const deliveries: { event_id: string; status: string }[] = body.data
    assert.equal(new Set(deliveries.map(({ event_id }) => event_id)).size, EVENTS, name)
    const isTaken = ['healthy', 'huge', 'slow'].includes(name)
    for (const { status } of deliveries) {
      if (isTaken) assert.equal(status, 'succeeded', name)
      else assert.match(status, /^(pending|retrying|held|failed)$/, name)
    }
  }
})

function idsOf(received: Received[]): Set<string> {
  return new Set(received.map(({ headers }) => String(headers['webhook-id'])))
}

function sameBytesPerEvent(received: Received[]): boolean {
  const pairs = received.map(
    ({ headers, body }) => `${String(headers['webhook-id'])} ${body.toString('hex')}`,
  )
  return new Set(pairs).size === idsOf(received).size
}
