import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { useReceiver } from '../../../test/fakes/receiver.ts'
import { useTestHouse, type TestTenant } from '../../../test/context.ts'
import { EVENT_TYPES } from '../../events.ts'
import { sql } from '../../platform/db/sql.ts'

const URL = 'https://receiver.example/hooks/assay?token=path-secret'

describe('webhooks', () => {
  const house = useTestHouse({}, { worker: false })
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  async function create(fields: object = {}): Promise<any> {
    const response = await tenant.live.post('/v1/webhooks', { url: URL, events: ['*'], ...fields })
    assert.equal(response.status, 201, response.raw.toString())
    return response.body.data
  }

  test('a new webhook is active and shows its secret once', async () => {
    const response = await tenant.live.post('/v1/webhooks', {
      url: URL,
      events: ['submission.processed', 'document.failed', 'submission.processed'],
      notification_email: 'ops@example.com',
      metadata: { team: 'risk' },
    })
    assert.equal(response.status, 201)
    const { secret, ...webhook } = response.body.data
    assert.equal(response.headers.location, `/v1/webhooks/${webhook.id}`)
    assert.match(secret, /^whsec_[0-9A-Za-z]{43,}$/)
    assert.equal(webhook.secret_hint, secret.slice(-4))
    assert.equal(webhook.status, 'active')
    assert.equal(webhook.livemode, true)
    assert.deepEqual(webhook.events, ['submission.processed', 'document.failed'])
    const shown = await tenant.live.get(`/v1/webhooks/${webhook.id}`)
    assert.deepEqual(shown.body.data, webhook)
    const listed = await tenant.live.get('/v1/webhooks')
    assert.equal(shown.raw.includes(secret) || listed.raw.includes(secret), false)
  })

  test('secrets and values of custom headers are sealed where they are stored', async () => {
    const headers = { Authorization: 'Bearer receiver-credential' }
    const { secret, ...webhook } = await create({ headers })
    assert.deepEqual(webhook.headers, { Authorization: '•••' })
    const dump = await house.house.database.withEnvironment(tenant.environments.live, async (db) =>
      JSON.stringify([
        await db.rows(sql`select * from webhooks`),
        await db.rows(sql`select * from audit_log`),
      ]),
    )
    assert.equal(dump.includes(secret), false)
    assert.equal(dump.includes('receiver-credential'), false)
  })

  test('an unknown event name is refused with the nearest one', async () => {
    const input = { url: URL, events: ['submission.procesed'] }
    const response = await tenant.live.post('/v1/webhooks', input)
    assert.equal(response.status, 400)
    const { code, type, param, message } = response.body.error
    assert.deepEqual(
      { code, type, param },
      { code: 'invalid_event_type', type: 'invalid_request_error', param: 'events' },
    )
    assert.match(message, /Did you mean submission\.processed\?/)
    const filtered = await tenant.live.get('/v1/webhooks?event=nope')
    assert.equal(filtered.body.error.code, 'invalid_event_type')
  })

  test('URLs that cannot or must not be sent to are refused', async () => {
    const cases = [
      ['not a url', 'invalid_url'],
      ['ftp://receiver.example/', 'invalid_url'],
      ['https://user:password@receiver.example/', 'invalid_url'],
      ['http://receiver.example/', 'invalid_url'],
      ['HTTP://93.184.216.34/hook', 'invalid_url'],
      ['http://10.0.0.7/', 'url_not_allowed'],
      ['http://169.254.169.254/latest/meta-data', 'url_not_allowed'],
    ] as const
    const { id } = await create()
    for (const [url, code] of cases) {
      const created = await tenant.live.post('/v1/webhooks', { url, events: ['*'] })
      assert.deepEqual([created.status, created.body.error.code], [400, code], url)
      const changed = await tenant.live.patch(`/v1/webhooks/${id}`, { url })
      assert.deepEqual([changed.status, changed.body.error.code], [400, code], url)
    }
  })

  test('custom headers that are the service’s, or cannot be sent, are refused', async () => {
    const refused = [
      { Host: 'elsewhere.example' },
      { 'Content-Length': '1' },
      { 'transfer-encoding': 'chunked' },
      { 'X-Service-Signature': 'sha256=forged' },
      { 'webhook-id': 'msg_forged' },
      { 'X Space': 'name' },
      { 'X-Break': 'a\r\nX-Injected: b' },
      { 'X-Twice': '1', 'x-twice': '2' },
      { Authorization: '•••' },
    ]
    for (const headers of refused) {
      const response = await tenant.live.post('/v1/webhooks', { url: URL, events: ['*'], headers })
      const seen = [response.status, response.body.error?.code]
      assert.deepEqual(seen, [422, 'invalid_format'], JSON.stringify(headers))
    }
  })

  test('a webhook changes only in the fields that are named', async () => {
    const { secret: _secret, ...before } = await create({
      description: 'Ledger',
      headers: { 'X-Team': 'risk' },
      metadata: { a: 1, b: 2 },
    })
    const response = await tenant.live.patch(`/v1/webhooks/${before.id}`, {
      events: ['document.parsed'],
      metadata: { b: null, c: 3 },
    })
    assert.equal(response.status, 200)
    const { updated_at: _updated, ...changed } = response.body.data
    const { updated_at: _created, ...rest } = before
    assert.deepEqual(changed, { ...rest, events: ['document.parsed'], metadata: { a: 1, c: 3 } })
    const cleared = await tenant.live.patch(`/v1/webhooks/${before.id}`, {
      description: null,
      headers: null,
    })
    assert.equal(cleared.body.data.description, null)
    assert.deepEqual(cleared.body.data.headers, {})
  })

  test('headers that were given for one receiver go to no other unsaid', async () => {
    const { id } = await create({ headers: { Authorization: 'Bearer of the first' } })
    const path = `/v1/webhooks/${id}`
    const moved = { url: 'https://other.example/hook' }
    const refused = await tenant.live.patch(path, moved)
    const { code, param } = refused.body.error
    assert.deepEqual([refused.status, code, param], [422, 'missing_field', 'headers'])
    const broken = await tenant.live.patch(path, { url: 'no url' })
    assert.deepEqual([broken.status, broken.body.error.code], [400, 'invalid_url'])
    const withoutHeaders = await tenant.live.patch(path, { ...moved, headers: null })
    assert.deepEqual([withoutHeaders.status, withoutHeaders.body.data.headers], [200, {}])
    const free = await tenant.live.patch(path, { url: 'https://third.example/hook' })
    assert.equal(free.status, 200)
  })

  test('a webhook is paused and enabled by is_active', async () => {
    const { id } = await create()
    const path = `/v1/webhooks/${id}`
    const paused = await tenant.live.patch(path, { is_active: false })
    assert.deepEqual([paused.body.data.status, paused.body.data.is_active], ['paused', false])
    const enabled = await tenant.live.patch(path, { is_active: true })
    assert.deepEqual([enabled.body.data.status, enabled.body.data.is_active], ['active', true])
    const born = await create({ is_active: false })
    assert.equal(born.status, 'paused')
  })

  test('a change on a state the caller has not seen is refused', async () => {
    const { id } = await create()
    const path = `/v1/webhooks/${id}`
    const { etag } = (await tenant.live.get(path)).headers
    const headers = { 'if-match': String(etag) }
    assert.equal((await tenant.live.patch(path, { description: 'one' }, { headers })).status, 200)
    const second = await tenant.live.patch(path, { description: 'two' }, { headers })
    assert.equal(second.body.error.code, 'version_conflict')
    const removed = await tenant.live.delete(path, { headers })
    assert.equal(removed.body.error.code, 'version_conflict')
  })

  test('a deleted webhook is gone', async () => {
    const { id } = await create()
    const removed = await tenant.live.delete(`/v1/webhooks/${id}`)
    assert.deepEqual(removed.body, { data: { id, deleted: true } })
    const again = await tenant.live.delete(`/v1/webhooks/${id}`)
    assert.equal(again.body.error.code, 'webhook_not_found')
  })

  test('lists filter by status and event, page and count', async () => {
    const other = await house.tenant()
    const make = async (fields: object) => {
      const response = await other.live.post('/v1/webhooks', { url: URL, ...fields })
      return response.body.data.id as string
    }
    const all = await make({ events: ['*'] })
    const parsed = await make({ events: ['document.parsed'] })
    const paused = await make({ events: ['document.failed'], is_active: false })
    const ids = async (query: string) => {
      const response = await other.live.get(`/v1/webhooks?${query}`)
      return response.body.data.map(({ id }: { id: string }) => id)
    }
    assert.deepEqual(await ids('event=document.parsed'), [parsed, all])
    assert.deepEqual(await ids('status=paused'), [paused])
    const first = await other.live.get('/v1/webhooks?limit=2&include_total=true')
    assert.equal(first.body.meta.total_count, 3)
    const { next_cursor: cursor } = first.body
    const second = await other.live.get(`/v1/webhooks?limit=2&include_total=true&cursor=${cursor}`)
    const seen = [...first.body.data, ...second.body.data].map(({ id }) => id)
    assert.deepEqual(seen, [paused, parsed, all])
    assert.equal(second.body.has_more, false)
  })

  test('every event type is listed with a sample as a receiver gets it', async () => {
    const { body } = await tenant.live.get('/v1/webhooks/event-types')
    assert.deepEqual(
      body.data.map(({ type }: { type: string }) => type),
      EVENT_TYPES,
    )
    for (const { type, sample } of body.data) {
      assert.deepEqual(Object.keys(sample), ['id', 'type', 'created_at', 'data'])
      assert.equal(sample.type, type)
    }
  })

  test('no stranger reaches a webhook, nor does the other mode of its tenant', async () => {
    const { id } = await create()
    const stranger = await house.tenant()
    for (const caller of [stranger.live, tenant.test]) {
      const responses = [
        await caller.get(`/v1/webhooks/${id}`),
        await caller.patch(`/v1/webhooks/${id}`, { description: 'mine' }),
        await caller.delete(`/v1/webhooks/${id}`),
        await caller.post(`/v1/webhooks/${id}/rotate-secret`, {}),
        await caller.post(`/v1/webhooks/${id}/test`, {}),
        await caller.get(`/v1/webhooks/${id}/deliveries`),
        await caller.post(`/v1/webhooks/${id}/deliveries/dlv_0/replay`),
      ]
      for (const { status, body } of responses) {
        assert.deepEqual([status, body.error.code], [404, 'webhook_not_found'])
      }
      assert.equal((await caller.get('/v1/webhooks')).raw.includes(id), false)
    }
  })

  test('every change leaves one audit entry without the address’s secrets', async () => {
    const { id } = await create()
    await tenant.live.patch(`/v1/webhooks/${id}`, { events: ['document.parsed'] })
    await tenant.live.post(`/v1/webhooks/${id}/rotate-secret`, {})
    await tenant.live.delete(`/v1/webhooks/${id}`)
    const { body, raw } = await tenant.live.get(`/v1/audit-log?resource_id=${id}`)
    const actions = body.data.map(({ action }: { action: string }) => action)
    assert.deepEqual(actions.toReversed(), ['created', 'updated', 'rotated', 'deleted'])
    assert.equal(raw.includes('path-secret'), false)
  })
})

describe('a secret’s rotation', () => {
  const house = useTestHouse({}, { worker: false })
  const receiver = useReceiver()
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  async function rotate(id: string, body: object): Promise<any> {
    return tenant.live.post(`/v1/webhooks/${id}/rotate-secret`, body)
  }

  test('without grace takes effect at once', async () => {
    const input = { url: receiver.url, events: ['*'] }
    const { id, secret } = (await tenant.live.post('/v1/webhooks', input)).body.data
    const response = await rotate(id, {})
    assert.equal(response.status, 200)
    assert.notEqual(response.body.data.secret, secret)
    assert.equal(response.body.data.secret_grace_ends_at, null)
    assert.equal(response.body.data.secret_hint, response.body.data.secret.slice(-4))
  })

  test('cannot start a second grace inside the first, but can end it', async () => {
    const input = { url: receiver.url, events: ['*'] }
    const { id } = (await tenant.live.post('/v1/webhooks', input)).body.data
    const first = await rotate(id, { grace_hours: 72 })
    assert.ok(Date.parse(first.body.data.secret_grace_ends_at) > Date.now() + 71 * 3_600_000)
    const second = await rotate(id, { grace_hours: 1 })
    assert.deepEqual([second.status, second.body.error.code], [409, 'invalid_state_transition'])
    assert.equal((await rotate(id, { grace_hours: 0 })).body.data.secret_grace_ends_at, null)
    assert.equal((await rotate(id, { grace_hours: 73 })).body.error.code, 'out_of_range')
  })
})
