import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, beforeEach, describe, test } from 'node:test'
import { useTestHouse, type TestHouse, type TestTenant } from '../../../../test/context.ts'
import { useReceiver, type Received } from '../../../../test/fakes/receiver.ts'
import { emit } from '../../../events.ts'
import { outside, SYSTEM_ACTOR, type Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/sql.ts'
import { armFault } from '../../../platform/faults.ts'
import { dueIn, enqueue } from '../../../platform/jobs/job.ts'
import { dispatchEventJob } from './dispatch.ts'

const DATA = { id: '0193a2f4-5c1e-7b52-9d7e-2f6a4c1d8e90', external_id: 'Café №1' }

/** Runs as the house does, in the tenant's live environment. */
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

async function happen(house: TestHouse, tenant: TestTenant, type: string): Promise<void> {
  await inEnvironment(house, tenant, (ctx) => emit(ctx, { type, submissionId: null, data: DATA }))
}

/** Lets all that the tenant has planned be due, and waits for it. */
async function skipWait(house: TestHouse, tenant: TestTenant): Promise<void> {
  await inEnvironment(house, tenant, async (ctx) => {
    await ctx.db.run(
      sql`update jobs set run_at = date_trunc('milliseconds', now()) where state = 'queued'`,
    )
    await ctx.db.run(sql`
      update deliveries set next_attempt_at = ${dueIn(ctx.db, 0)} where next_attempt_at is not null`)
  })
  await house.rest()
}

function interfaceSignature(secret: string, { body }: Received): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
}

function standardSignature(secret: string, { headers, body }: Received): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const parts = [headers['webhook-id'], headers['webhook-timestamp'], body.toString()]
  return `v1,${createHmac('sha256', key).update(parts.join('.')).digest('base64')}`
}

function mailsIn({ config }: TestHouse): string[] {
  const folder = config.mailOutboxDir!
  if (!existsSync(folder)) return []
  return readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
}

async function audited(house: TestHouse, tenant: TestTenant, id: string): Promise<string[]> {
  const rows = await inEnvironment(house, tenant, (ctx) =>
    ctx.db.rows<{ action: string }>(
      sql`select action from audit_log where resource_id = ${id} order by at, id`,
    ),
  )
  return rows.map(({ action }) => action)
}

describe('a delivery', () => {
  const house = useTestHouse({ WEBHOOK_RETRY_SECONDS: '0,0,0,0,0' })
  const receiver = useReceiver()
  let tenant: TestTenant

  beforeEach(async () => {
    tenant = await house.tenant()
    receiver.received.length = 0
    receiver.script([])
    receiver.behave({})
  })

  async function create(fields: object = {}): Promise<any> {
    const input = { url: receiver.url, events: ['submission.created'], ...fields }
    return (await tenant.live.post('/v1/webhooks', input)).body.data
  }

  async function listDeliveries(id: string, query = ''): Promise<any[]> {
    return (await tenant.live.get(`/v1/webhooks/${id}/deliveries${query}`)).body.data
  }

  async function readWebhook(id: string): Promise<any> {
    return (await tenant.live.get(`/v1/webhooks/${id}`)).body.data
  }

  test('carries the event and two signatures that verify', async () => {
    const { id, secret } = await create()
    await happen(house, tenant, 'submission.created')
    await house.settle()
    assert.equal(receiver.received.length, 1)
    const [got] = receiver.received
    const event = JSON.parse(got!.body.toString())
    assert.deepEqual(Object.keys(event), ['id', 'type', 'created_at', 'data'])
    assert.deepEqual(event.data, DATA)
    const [delivery] = await listDeliveries(id)
    const { headers } = got!
    assert.equal(headers['x-service-signature'], interfaceSignature(secret, got!))
    assert.equal(headers['webhook-signature'], standardSignature(secret, got!))
    assert.equal(headers['webhook-id'], event.id)
    assert.equal(headers['x-service-event'], 'submission.created')
    assert.equal(headers['x-service-delivery'], delivery.id)
    assert.equal(headers['x-service-timestamp'], headers['webhook-timestamp'])
    assert.match(headers['content-type']!, /^application\/json/)
    assert.match(headers['user-agent']!, /^Assay\//)
    assert.ok(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1000) < 10)
  })

  test('is listed with what was sent and what came back', async () => {
    receiver.behave({ status: 202, headers: { 'x-trace': 'abc' }, body: 'y'.repeat(5000) })
    const { id } = await create({ headers: { Authorization: 'Bearer theirs' } })
    await happen(house, tenant, 'submission.created')
    await house.settle()
    const [delivery] = await listDeliveries(id)
    assert.match(delivery.id, /^dlv_[0-9a-f]{32}$/)
    assert.equal(delivery.status, 'succeeded')
    assert.equal(delivery.next_attempt_at, null)
    assert.notEqual(delivery.completed_at, null)
    const [attempt] = delivery.attempts
    assert.deepEqual([attempt.number, attempt.response_status, attempt.error], [1, 202, null])
    assert.equal(attempt.response_headers['x-trace'], 'abc')
    assert.equal(attempt.response_body, 'y'.repeat(1024))
    const [got] = receiver.received
    assert.equal(got!.headers.authorization, 'Bearer theirs')
    assert.equal(delivery.request.body, got!.body.toString())
    assert.equal(delivery.request.headers.Authorization, '•••')
    const signature = delivery.request.headers['X-Service-Signature']
    assert.equal(signature, got!.headers['x-service-signature'])
    const usage = await tenant.live.get('/v1/usage')
    assert.equal(usage.body.data.totals.webhook_deliveries, 1)
  })

  test('reaches active webhooks of the event only', async () => {
    await create()
    await create({ events: ['*'] })
    await create({ events: ['document.parsed'] })
    await create({ is_active: false })
    await tenant.test.post('/v1/webhooks', { url: receiver.url, events: ['*'] })
    const stranger = await house.tenant()
    await stranger.live.post('/v1/webhooks', { url: receiver.url, events: ['*'] })
    await happen(house, tenant, 'submission.created')
    await house.settle()
    assert.equal(receiver.received.length, 2)
  })

  test('is made once, however often its event is dispatched', async () => {
    const { id } = await create()
    await happen(house, tenant, 'submission.created')
    await house.settle()
    const [{ event_id: eventId }] = await listDeliveries(id)
    await inEnvironment(house, tenant, (ctx) => enqueue(ctx, dispatchEventJob, { eventId }))
    await house.settle()
    assert.equal((await listDeliveries(id)).length, 1)
    assert.equal(receiver.received.length, 1)
  })

  test('that failed is tried again with the same bytes and id until it is taken', async () => {
    receiver.script([{ status: 500 }, { status: 410 }, { status: 404 }])
    const { id, secret } = await create()
    await happen(house, tenant, 'submission.created')
    await house.settle()
    assert.equal(receiver.received.length, 4)
    const bodies = new Set(receiver.received.map(({ body }) => body.toString('hex')))
    const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']))
    assert.deepEqual([bodies.size, ids.size], [1, 1])
    for (const got of receiver.received) {
      assert.equal(got.headers['x-service-signature'], interfaceSignature(secret, got))
      assert.equal(got.headers['webhook-signature'], standardSignature(secret, got))
    }
    const [delivery] = await listDeliveries(id)
    assert.deepEqual([delivery.status, delivery.attempt_count], ['succeeded', 4])
    const seen = delivery.attempts.map((attempt: any) => [attempt.number, attempt.response_status])
    assert.deepEqual(seen, [
      [1, 500],
      [2, 410],
      [3, 404],
      [4, 200],
    ])
    const webhook = await readWebhook(id)
    assert.deepEqual([webhook.status, webhook.consecutive_failures], ['active', 0])
    assert.ok(webhook.last_failure_at <= webhook.last_success_at)
  })

  test('that fails five times leaves its webhook active', async () => {
    receiver.script(Array.from({ length: 5 }, () => ({ status: 503 })))
    const { id } = await create()
    await happen(house, tenant, 'submission.created')
    await house.settle()
    assert.equal((await readWebhook(id)).status, 'active')
    const [delivery] = await listDeliveries(id)
    assert.deepEqual([delivery.status, delivery.attempt_count], ['succeeded', 6])
  })

  test('that fails the sixth time disables its webhook, with one mail', async () => {
    receiver.behave({ status: 500, body: 'down' })
    const { id } = await create({ notification_email: 'ops@example.com' })
    const mailsBefore = mailsIn(house).length
    for (let count = 0; count < 4; count += 1) {
      await happen(house, tenant, 'submission.created')
    }
    await house.settle()
    const webhook = await readWebhook(id)
    assert.deepEqual([webhook.status, webhook.disabled_reason], ['disabled', 'failures'])
    assert.equal(webhook.is_active, false)
    const deliveries = await listDeliveries(id)
    const failed = deliveries.filter(({ status }) => status === 'failed')
    // Others may have been at their sixth attempt at the same time.
    assert.ok(failed.length >= 1 && failed.every((one) => one.attempt_count === 6))
    const held = deliveries.filter(({ status }) => status === 'held')
    assert.equal(failed.length + held.length, 4)
    const mails = mailsIn(house).slice(mailsBefore)
    assert.equal(mails.length, 1)
    assert.match(mails[0]!, /^To: ops@example\.com\r?$/m)
    assert.match(mails[0]!, /was disabled/)
    assert.equal(mails[0]!.includes('/hooks/assay'), false)
    assert.deepEqual(await audited(house, tenant, id), ['created', 'deactivated'])
    const sent = receiver.received.length
    await happen(house, tenant, 'submission.created')
    await house.settle()
    assert.equal(receiver.received.length, sent)
    assert.equal((await listDeliveries(id)).length, 4)
  })

  test('that failed since a time is sent again with all others, and what was missed', async () => {
    receiver.behave({ status: 500 })
    const { id } = await create()
    await happen(house, tenant, 'submission.created')
    await house.settle()
    const since = (await listDeliveries(id))[0].created_at
    // Nothing is made of what happens now.
    await happen(house, tenant, 'submission.created')
    await happen(house, tenant, 'document.parsed')
    await house.settle()
    const path = `/v1/webhooks/${id}/replay`
    const refused = await tenant.live.post(path, { since })
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'webhook_disabled'])
    await tenant.live.patch(`/v1/webhooks/${id}`, { is_active: true })
    receiver.behave({})
    receiver.received.length = 0
    const before = await tenant.live.post(path, { since: '2020-01-01T00:00:00Z', until: since })
    assert.equal(before.body.data.replayed_count, 0)
    const response = await tenant.live.post(path, { since, include_missed: true })
    assert.equal(response.status, 202)
    const { replayed_count: replayed, missed_count: missed, has_more: hasMore } = response.body.data
    assert.deepEqual([replayed, missed, hasMore], [1, 1, false])
    const at = await tenant.live.post(path, { since, include_missed: true })
    assert.deepEqual([at.body.data.replayed_count, at.body.data.missed_count], [0, 0])
    await house.settle()
    assert.equal(receiver.received.length, 2)
    const again = await tenant.live.post(path, { since, include_missed: true })
    assert.deepEqual([again.body.data.replayed_count, again.body.data.missed_count], [0, 0])
  })

  test('of a webhook without an address of its own sends the mail to the operator', async () => {
    receiver.behave({ status: 500 })
    await create()
    const mailsBefore = new Set(mailsIn(house))
    await happen(house, tenant, 'submission.created')
    await house.settle()
    const mails = mailsIn(house).filter((mail) => !mailsBefore.has(mail))
    assert.equal(mails.length, 1)
    assert.match(mails[0]!, /^To: assay@localhost\r?$/m)
  })

  test('that failed can be replayed when its webhook is enabled again', async () => {
    receiver.behave({ status: 500 })
    const { id } = await create()
    await happen(house, tenant, 'submission.created')
    await house.settle()
    const [failed] = await listDeliveries(id)
    const path = `/v1/webhooks/${id}/deliveries/${failed.id}/replay`
    const refused = await tenant.live.post(path)
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'webhook_disabled'])
    const enabled = await tenant.live.patch(`/v1/webhooks/${id}`, { is_active: true })
    assert.equal(enabled.body.data.consecutive_failures, 0)
    assert.equal(enabled.body.data.disabled_at, null)
    receiver.behave({})
    const response = await tenant.live.post(path)
    assert.equal(response.status, 202)
    const replay = response.body.data
    assert.notEqual(replay.id, failed.id)
    assert.deepEqual(
      [replay.status, replay.is_replay, replay.replay_of],
      ['pending', true, failed.id],
    )
    await house.settle()
    const [done] = await listDeliveries(id)
    assert.deepEqual([done.id, done.status, done.attempt_count], [replay.id, 'succeeded', 1])
    const [first, last] = [receiver.received[0]!, receiver.received.at(-1)!]
    assert.deepEqual(last.body, first.body)
    assert.equal(last.headers['webhook-id'], first.headers['webhook-id'])
    assert.equal(last.headers['x-service-delivery'], replay.id)
  })

  test('is replayed only by an id that is one of its webhook’s', async () => {
    const [own, other] = [await create(), await create()]
    await happen(house, tenant, 'submission.created')
    await house.settle()
    const [delivery] = await listDeliveries(other.id)
    const strange = ['dlv_0', 'nonsense', delivery.id, `dlv_${'0'.repeat(32)}`]
    for (const did of strange) {
      const response = await tenant.live.post(`/v1/webhooks/${own.id}/deliveries/${did}/replay`)
      assert.deepEqual(
        [response.status, response.body.error.code],
        [404, 'delivery_not_found'],
        did,
      )
    }
  })

  test('does not follow redirects', async () => {
    receiver.script([{ status: 302, headers: { location: `${receiver.url}/elsewhere` } }])
    const { id } = await create()
    await happen(house, tenant, 'submission.created')
    await house.settle()
    const paths = receiver.received.map(({ path }) => path)
    assert.deepEqual(paths, ['/hooks/assay', '/hooks/assay'])
    const [{ attempts }] = await listDeliveries(id)
    assert.deepEqual([attempts[0].response_status, attempts[0].error], [302, 'http_error'])
  })

  test('to a port where nobody listens says so', async () => {
    const { id } = await create({ url: 'http://127.0.0.1:9/' })
    await happen(house, tenant, 'submission.created')
    await house.settle()
    const [{ attempts }] = await listDeliveries(id)
    assert.deepEqual([attempts[0].response_status, attempts[0].error], [null, 'refused'])
  })

  test('whose response is not text is kept as far as it can be', async () => {
    receiver.behave({ body: Buffer.from([0x61, 0x00, 0x62, 0xff, 0xc3]) })
    const { id } = await create()
    await happen(house, tenant, 'submission.created')
    await house.settle()
    const [{ status, attempts }] = await listDeliveries(id)
    assert.equal(status, 'succeeded')
    assert.match(attempts[0].response_body, /^a.?b\ufffd\ufffd$/)
  })

  test('is signed with both secrets during a rotation’s grace', async () => {
    const { id, secret } = await create()
    const rotation = { grace_hours: 24 }
    const rotated = await tenant.live.post(`/v1/webhooks/${id}/rotate-secret`, rotation)
    const next = rotated.body.data.secret
    await happen(house, tenant, 'submission.created')
    await house.settle()
    const [during] = receiver.received
    assert.equal(during!.headers['x-service-signature'], interfaceSignature(secret, during!))
    assert.equal(during!.headers['x-service-signature-next'], interfaceSignature(next, during!))
    assert.equal(
      during!.headers['webhook-signature'],
      `${standardSignature(secret, during!)} ${standardSignature(next, during!)}`,
    )
    await inEnvironment(house, tenant, (ctx) =>
      ctx.db.run(sql`update webhooks set grace_ends_at = now() where id = ${id}`),
    )
    await happen(house, tenant, 'submission.created')
    await house.settle()
    const [, after] = receiver.received
    assert.equal(after!.headers['x-service-signature'], interfaceSignature(next, after!))
    assert.equal(after!.headers['x-service-signature-next'], undefined)
    assert.equal(after!.headers['webhook-signature'], standardSignature(next, after!))
  })

  test('can be tried out with a sample that counts for nothing', async () => {
    receiver.behave({ status: 500 })
    const { id, secret } = await create({ is_active: false })
    const path = `/v1/webhooks/${id}/test`
    const failed = await tenant.live.post(path, {})
    assert.equal(failed.status, 200)
    const { status, is_test: isTest, max_attempts: attemptsMax } = failed.body.data
    assert.deepEqual([status, isTest, attemptsMax], ['failed', true, 1])
    assert.equal((await readWebhook(id)).consecutive_failures, 0)
    receiver.behave({})
    const taken = await tenant.live.post(path, { event_type: 'document.parsed' })
    assert.equal(taken.body.data.status, 'succeeded')
    const [, got] = receiver.received
    const event = JSON.parse(got!.body.toString())
    assert.deepEqual([event.type, event.test], ['document.parsed', true])
    assert.equal(got!.headers['x-service-test'], 'true')
    assert.equal(got!.headers['x-service-signature'], interfaceSignature(secret, got!))
    const unknown = await tenant.live.post(path, { event_type: 'document.parse' })
    assert.equal(unknown.body.error.code, 'invalid_event_type')
    await house.settle()
    assert.equal(receiver.received.length, 2)
  })

  test('of a test that failed disables nothing when it is replayed', async () => {
    receiver.behave({ status: 500 })
    const { id } = await create()
    const failed = await tenant.live.post(`/v1/webhooks/${id}/test`, {})
    await tenant.live.post(`/v1/webhooks/${id}/deliveries/${failed.body.data.id}/replay`)
    await house.settle()
    const [replay] = await listDeliveries(id)
    assert.deepEqual([replay.status, replay.attempt_count, replay.is_test], ['failed', 1, true])
    assert.deepEqual((await readWebhook(id)).status, 'active')
  })

  test('is not tested on a disabled webhook', async () => {
    receiver.behave({ status: 500 })
    const { id } = await create()
    await happen(house, tenant, 'submission.created')
    await house.settle()
    const response = await tenant.live.post(`/v1/webhooks/${id}/test`, {})
    assert.deepEqual([response.status, response.body.error.code], [409, 'webhook_disabled'])
  })

  test('is found by status, event, time and kind', async () => {
    const { id } = await create({ events: ['*'] })
    await happen(house, tenant, 'submission.created')
    await house.settle()
    await happen(house, tenant, 'document.parsed')
    await house.settle()
    await tenant.live.post(`/v1/webhooks/${id}/test`, {})
    const found = async (query: string) =>
      (await listDeliveries(id, query)).map((delivery) => delivery.event_type)
    assert.deepEqual(await found('?is_test=true'), ['submission.processed'])
    assert.deepEqual(await found('?is_test=false'), ['document.parsed', 'submission.created'])
    assert.deepEqual(await found('?event_type=document.parsed'), ['document.parsed'])
    assert.deepEqual(await found('?status=failed'), [])
    const [, parsed] = await listDeliveries(id)
    const later = await found(`?created_after=${parsed.created_at}`)
    assert.deepEqual(later, ['submission.processed'])
    const paged = await tenant.live.get(`/v1/webhooks/${id}/deliveries?limit=1&include_total=true`)
    assert.deepEqual([paged.body.has_more, paged.body.meta.total_count], [true, 3])
  })
})

describe('a delivery that our own faults interrupt', () => {
  const house = useTestHouse()
  const receiver = useReceiver()
  let tenant: TestTenant
  let path: string

  beforeEach(async () => {
    tenant = await house.tenant()
    receiver.received.length = 0
    const input = { url: receiver.url, events: ['*'] }
    path = `/v1/webhooks/${(await tenant.live.post('/v1/webhooks', input)).body.data.id}`
  })

  test('between sending and writing down is sent again, the same, and not lost', async () => {
    armFault({ point: 'deliver.sent', effect: 'throw', at: 1 })
    await happen(house, tenant, 'submission.created')
    await house.rest()
    await skipWait(house, tenant)
    const [first, second] = receiver.received
    assert.deepEqual(second!.body, first!.body)
    assert.equal(second!.headers['webhook-id'], first!.headers['webhook-id'])
    const [delivery] = (await tenant.live.get(`${path}/deliveries`)).body.data
    assert.deepEqual([delivery.status, delivery.attempt_count], ['succeeded', 1])
  })

  test('while it is dispatched is made all the same, once', async () => {
    armFault({ point: 'dispatch.before_commit', effect: 'throw', at: 1 })
    await happen(house, tenant, 'submission.created')
    await house.rest()
    assert.equal(receiver.received.length, 0)
    await skipWait(house, tenant)
    assert.equal(receiver.received.length, 1)
    assert.equal((await tenant.live.get(`${path}/deliveries`)).body.data.length, 1)
  })

  test('again and again fails in the end, without blame for the webhook', async () => {
    await inEnvironment(house, tenant, (ctx) =>
      ctx.db.run(sql`update webhooks set secret_sealed = 'v1.unknown.a.b.c'`),
    )
    await happen(house, tenant, 'submission.created')
    await house.rest()
    for (let count = 0; count < 4; count += 1) await skipWait(house, tenant)
    const [delivery] = (await tenant.live.get(`${path}/deliveries`)).body.data
    assert.deepEqual([delivery.status, delivery.attempt_count], ['failed', 0])
    const webhook = (await tenant.live.get(path)).body.data
    assert.deepEqual([webhook.status, webhook.consecutive_failures], ['active', 0])
  })
})

describe('a delivery that waits', () => {
  const house = useTestHouse()
  const receiver = useReceiver()
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  test('says when it is tried next, and is not sent once its webhook is paused', async () => {
    receiver.behave({ status: 500 })
    const input = { url: receiver.url, events: ['*'] }
    const { id } = (await tenant.live.post('/v1/webhooks', input)).body.data
    await happen(house, tenant, 'submission.created')
    await house.settle()
    const path = `/v1/webhooks/${id}/deliveries`
    const [waiting] = (await tenant.live.get(path)).body.data
    assert.deepEqual([waiting.status, waiting.attempt_count], ['retrying', 1])
    const [attempt] = waiting.attempts
    const delayMs = Date.parse(waiting.next_attempt_at) - Date.parse(attempt.at)
    // The house reads the database's clock now and then, and is off by the way there.
    assert.ok(delayMs > 59_900 && delayMs < 70_000, `${delayMs} ms`)
    const early = await tenant.live.post(`${path}/${waiting.id}/replay`)
    assert.deepEqual([early.status, early.body.error.code], [409, 'invalid_state_transition'])
    await tenant.live.patch(`/v1/webhooks/${id}`, { is_active: false })
    await skipWait(house, tenant)
    const [held] = (await tenant.live.get(path)).body.data
    assert.deepEqual([held.status, held.next_attempt_at, held.completed_at], ['held', null, null])
    assert.equal(receiver.received.length, 1)
    receiver.behave({})
    await tenant.live.patch(`/v1/webhooks/${id}`, { is_active: true })
    await house.settle()
    const [sent] = (await tenant.live.get(path)).body.data
    assert.deepEqual([sent.status, sent.attempt_count], ['succeeded', 2])
    await tenant.live.delete(`/v1/webhooks/${id}`)
  })

  test('is held when another one disables its webhook, and sent when that is enabled', async () => {
    receiver.behave({ status: 500 })
    const input = { url: receiver.url, events: ['*'] }
    const { id } = (await tenant.live.post('/v1/webhooks', input)).body.data
    for (let count = 0; count < 4; count += 1) await happen(house, tenant, 'submission.created')
    await house.settle()
    await inEnvironment(house, tenant, async (ctx) => {
      const last = sql`select id from deliveries where webhook_id = ${id} order by id desc limit 1`
      await ctx.db.run(sql`
        update deliveries set attempt_count = 5, next_attempt_at = ${dueIn(ctx.db, 0)}
        where id = (${last})`)
      await ctx.db.run(
        sql`update jobs set run_at = date_trunc('milliseconds', now()) where lane = ${id}`,
      )
    })
    await house.settle()
    const statuses = async (): Promise<string[]> => {
      const { body } = await tenant.live.get(`/v1/webhooks/${id}/deliveries`)
      return body.data.map(({ status }: { status: string }) => status).toSorted()
    }
    assert.deepEqual(await statuses(), ['failed', 'held', 'held', 'held'])
    receiver.behave({})
    receiver.received.length = 0
    await tenant.live.patch(`/v1/webhooks/${id}`, { is_active: true })
    await house.settle()
    assert.deepEqual(await statuses(), ['failed', 'succeeded', 'succeeded', 'succeeded'])
    assert.equal(receiver.received.length, 3)
    await tenant.live.delete(`/v1/webhooks/${id}`)
  })

  test('is forgotten with its webhook', async () => {
    receiver.behave({ status: 500 })
    const input = { url: receiver.url, events: ['*'] }
    const { id } = (await tenant.live.post('/v1/webhooks', input)).body.data
    await happen(house, tenant, 'submission.created')
    await house.settle()
    await tenant.live.delete(`/v1/webhooks/${id}`)
    const sent = receiver.received.length
    await skipWait(house, tenant)
    assert.equal(receiver.received.length, sent)
    const left = await inEnvironment(house, tenant, (ctx) =>
      ctx.db.rows(sql`select 1 as one from jobs`),
    )
    assert.deepEqual(left, [])
  })
})
