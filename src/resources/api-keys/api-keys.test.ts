import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from '../../platform/db/sql.ts'
import { createCaller, useTestHouse, type TestTenant } from '../../../test/context.ts'

describe('API keys', () => {
  const house = useTestHouse()
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  test('a new key works and is shown once', async () => {
    const created = await tenant.live.post('/v1/api-keys', {
      name: 'Reporting',
      scopes: ['usage:read'],
    })
    assert.equal(created.status, 201)
    const { key, id } = created.body.data
    assert.match(key, /^svc_live_[0-9A-Za-z]{43}$/)
    assert.equal((await createCaller(house.app, key).get('/v1/usage')).status, 200)
    const shown = await tenant.live.get(`/v1/api-keys/${id}`)
    assert.equal(shown.raw.includes(key), false)
    assert.equal((await tenant.live.get('/v1/api-keys')).raw.includes(key), false)
  })

  test('a key is stored as a keyed hash only', async () => {
    const created = await tenant.live.post(
      '/v1/api-keys',
      { name: 'Hashed' },
      { headers: { 'idempotency-key': 'mint-once' } },
    )
    const { key } = created.body.data
    const dump = await house.house.database.withEnvironment(tenant.environments.live, async (db) =>
      JSON.stringify([
        await db.rows(sql`select * from api_keys`),
        await db.rows(sql`select * from idempotency_keys`),
      ]),
    )
    assert.equal(dump.includes(key), false)
  })

  test('a key with a wrong checksum is refused without a database query', async () => {
    const last = tenant.liveKey.at(-1) === 'A' ? 'B' : 'A'
    const response = await createCaller(house.app, tenant.liveKey.slice(0, -1) + last).get(
      '/v1/usage',
    )
    assert.equal(response.status, 401)
    assert.equal(response.body.error.code, 'invalid_api_key')
  })

  test('both headers are accepted, and refused when they differ', async () => {
    const nobody = createCaller(house.app, null)
    const direct = await nobody.get('/v1/usage', { headers: { 'x-api-key': tenant.liveKey } })
    assert.equal(direct.status, 200)
    const both = await tenant.live.get('/v1/usage', { headers: { 'x-api-key': tenant.testKey } })
    assert.equal(both.body.error.code, 'invalid_api_key')
    const basic = await nobody.get('/v1/usage', { headers: { authorization: 'Basic YTpi' } })
    assert.equal(basic.body.error.code, 'basic_auth_not_supported')
    assert.equal((await nobody.get('/v1/usage')).body.error.code, 'missing_api_key')
  })

  test('a test key makes test keys only and does not see live ones', async () => {
    const refused = await tenant.test.post('/v1/api-keys', { name: 'Live', mode: 'live' })
    assert.equal(refused.body.error.code, 'live_key_required')
    const listed = await tenant.test.get('/v1/api-keys')
    assert.ok(listed.body.data.every((key: { mode: string }) => key.mode === 'test'))
    const own = await tenant.live.post('/v1/api-keys', { name: 'For tests', mode: 'test' })
    assert.equal(own.body.data.mode, 'test')
    const made = createCaller(house.app, own.body.data.key)
    assert.equal((await made.get(`/v1/api-keys/${own.body.data.id}`)).body.data.name, 'For tests')
  })

  test('nobody gives rights they do not hold', async () => {
    const narrow = await tenant.live.post('/v1/api-keys', {
      name: 'Narrow',
      scopes: ['keys:write', 'keys:read'],
    })
    const caller = createCaller(house.app, narrow.body.data.key)
    const refused = await caller.post('/v1/api-keys', { name: 'Wide', scopes: ['*'] })
    assert.equal(refused.status, 403)
    assert.equal((await caller.get('/v1/usage')).body.error.code, 'insufficient_scope')
  })

  test('a deactivated key stops at once and works again when activated', async () => {
    const { body } = await tenant.live.post('/v1/api-keys', { name: 'Switch' })
    const caller = createCaller(house.app, body.data.key)
    assert.equal((await caller.get('/v1/usage')).status, 200)
    assert.equal(
      (await tenant.live.post(`/v1/api-keys/${body.data.id}/deactivate`)).body.data.status,
      'inactive',
    )
    assert.equal((await caller.get('/v1/usage')).body.error.code, 'inactive_api_key')
    assert.equal(
      (await tenant.live.post(`/v1/api-keys/${body.data.id}/deactivate`)).body.error.code,
      'already_inactive',
    )
    await tenant.live.post(`/v1/api-keys/${body.data.id}/activate`)
    assert.equal((await caller.get('/v1/usage')).status, 200)
  })

  test('a rotated key works until its grace ends', async () => {
    const { body } = await tenant.live.post('/v1/api-keys', { name: 'Old' })
    const rotated = await tenant.live.post(`/v1/api-keys/${body.data.id}/rotate`)
    assert.equal(rotated.status, 201)
    assert.equal(rotated.body.data.rotated_from, body.data.id)
    assert.equal((await createCaller(house.app, body.data.key).get('/v1/usage')).status, 200)
    const old = await tenant.live.get(`/v1/api-keys/${body.data.id}`)
    assert.equal(old.body.data.status, 'rotating')
    const hours = (Date.parse(old.body.data.grace_ends_at) - Date.now()) / 3_600_000
    assert.ok(hours > 23.9 && hours <= 24)
    const next = await tenant.live.post(`/v1/api-keys/${rotated.body.data.id}/rotate`, {
      grace_hours: 0,
    })
    assert.equal(next.status, 201)
    assert.equal(
      (await createCaller(house.app, rotated.body.data.key).get('/v1/usage')).body.error.code,
      'revoked_api_key',
    )
  })

  test('a key of another tenant does not exist', async () => {
    const other = await house.tenant()
    const { body } = await other.live.get('/v1/api-keys')
    const id = body.data[0].id
    for (const response of [
      await tenant.live.get(`/v1/api-keys/${id}`),
      await tenant.live.delete(`/v1/api-keys/${id}`),
    ]) {
      assert.equal(response.status, 404)
      assert.equal(response.body.error.code, 'api_key_not_found')
    }
  })

  test('every change of a key stands in the audit log, in an unbroken chain', async () => {
    const own = await house.tenant()
    const { body } = await own.live.post('/v1/api-keys', { name: 'Audited' })
    await own.live.post(`/v1/api-keys/${body.data.id}/deactivate`)
    const log = await own.live.get(`/v1/audit-log?resource_id=${body.data.id}`)
    assert.deepEqual(
      log.body.data.map((entry: { action: string }) => entry.action),
      ['deactivated', 'created'],
    )
    assert.ok(
      log.body.data.every(
        (entry: { sequence: number; hash: string }) => entry.sequence > 0 && entry.hash,
      ),
    )
    assert.deepEqual((await own.live.get('/v1/audit-log/verify')).body.data, {
      valid: true,
      checked: 2,
      first_bad_sequence: null,
    })
  })

  test('usage counts calls by endpoint and key', async () => {
    const own = await house.tenant()
    await own.live.get('/v1/api-keys')
    await own.live.get('/v1/api-keys')
    await house.house.usage.flush()
    const { body } = await own.live.get('/v1/usage')
    const endpoint = body.data.by_endpoint.find(
      (row: { path: string }) => row.path === '/v1/api-keys',
    )
    assert.equal(endpoint.calls, 2)
    assert.equal(body.data.totals.api_calls, 2)
  })
})
