import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from '../../platform/db/sql.ts'
import { createCaller, useTestHouse, type Caller, type TestTenant } from '../../../test/context.ts'

const SOON = '2199-01-01T00:00:00.000Z'
const LATER = '2199-06-01T00:00:00.000Z'
/** What inject calls from. */
const HERE = '127.0.0.0/8'

describe('an API key', () => {
  const house = useTestHouse({}, { worker: false })
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  test('is refused with an address list that could not be used later', async () => {
    for (const entry of BAD_ENTRIES) {
      const input = { name: 'Listed', ip_allowlist: ['10.0.0.0/8', entry] }
      const { status, body } = await tenant.live.post('/v1/api-keys', input)
      assert.equal(status, 422, entry)
      assert.deepEqual([body.error.code, body.error.param], ['invalid_format', 'ip_allowlist[1]'])
      assert.ok(body.error.message.includes(entry), body.error.message)
    }
  })

  test('keeps each range of addresses once', async () => {
    const given = [
      '127.0.0.1',
      '127.0.0.1/32',
      '2001:DB8::/32',
      '2001:db8:0::/32',
      '::ffff:10.1.2.3',
    ]
    const { body } = await tenant.live.post('/v1/api-keys', { name: 'Twice', ip_allowlist: given })
    assert.deepEqual(body.data.ip_allowlist, ['127.0.0.1', '2001:db8::/32', '10.1.2.3'])
    assert.equal((await createCaller(house.app, body.data.key).get('/v1/usage')).status, 200)
  })

  test('with an entry of before that is no address is refused, and the entry named', async () => {
    const { id, caller } = await mint(tenant.live, { name: 'Of before' })
    await setAllowlist(id, ['1.2.3.4/33', 'fe80::1%eth0'])
    const { status, body } = await caller.get('/v1/usage')
    assert.deepEqual([status, body.error.code], [403, 'ip_not_allowed'])
    assert.match(body.error.message, /1\.2\.3\.4\/33/)
    await setAllowlist(id, ['1.2.3.4/33', HERE])
    assert.equal((await caller.get('/v1/usage')).status, 200, 'a good entry goes on to count')
    const rotated = await tenant.live.post(`/v1/api-keys/${id}/rotate`)
    assert.deepEqual([rotated.status, rotated.body.error.code], [409, 'invalid_state_transition'])
  })

  test('gives no longer life than it has', async () => {
    const { id, caller } = await mint(tenant.live, { name: 'Until then', expires_at: SOON })
    for (const expires_at of [null, LATER]) {
      await refuses(caller.post('/v1/api-keys', { name: 'Longer', expires_at }), 'expires_at')
    }
    const child = await caller.post('/v1/api-keys', { name: 'As long' })
    assert.equal(child.body.data.expires_at, SOON)
    const forever = await mint(tenant.live, { name: 'For ever' })
    await refuses(caller.post(`/v1/api-keys/${forever.id}/rotate`), 'expires_at')
    await tenant.live.post(`/v1/api-keys/${forever.id}/deactivate`)
    await refuses(caller.post(`/v1/api-keys/${forever.id}/activate`), 'expires_at')
    assert.equal((await caller.post(`/v1/api-keys/${id}/rotate`)).status, 201)
  })

  test('gives no wider addresses than it has', async () => {
    const { id, caller } = await mint(tenant.live, { name: 'From here', ip_allowlist: [HERE] })
    for (const ip_allowlist of [[], ['126.0.0.0/7'], ['127.0.0.1', '10.0.0.1'], ['::1']]) {
      await refuses(caller.post('/v1/api-keys', { name: 'Wider', ip_allowlist }), 'ip_allowlist')
    }
    const same = await caller.post('/v1/api-keys', { name: 'Same' })
    assert.deepEqual(same.body.data.ip_allowlist, [HERE])
    const narrow = await caller.post('/v1/api-keys', { name: 'N', ip_allowlist: ['127.0.0.1'] })
    assert.equal(narrow.status, 201)
    const anywhere = await mint(tenant.live, { name: 'From anywhere' })
    await refuses(caller.post(`/v1/api-keys/${anywhere.id}/rotate`), 'ip_allowlist')
    assert.equal((await caller.post(`/v1/api-keys/${id}/rotate`)).status, 201)
  })

  test('is not made dead', async () => {
    const input = { name: 'Dead', expires_at: '2020-01-01T00:00:00Z' }
    const { status, body } = await tenant.live.post('/v1/api-keys', input)
    assert.deepEqual(
      [status, body.error.code, body.error.param],
      [422, 'out_of_range', 'expires_at'],
    )
  })

  test('is rotated, deactivated, activated and deleted only by one with its scopes', async () => {
    const narrow = await mint(tenant.live, { name: 'Narrow', scopes: ['keys:read', 'keys:write'] })
    const wide = await mint(tenant.live, { name: 'Wide' })
    const url = `/v1/api-keys/${wide.id}`
    for (const verb of ['rotate', 'deactivate']) {
      await refuses(narrow.caller.post(`${url}/${verb}`), 'scopes')
    }
    await refuses(narrow.caller.delete(url), 'scopes')
    await tenant.live.post(`${url}/deactivate`)
    await refuses(narrow.caller.post(`${url}/activate`), 'scopes')
    assert.equal((await tenant.live.delete(url)).status, 200)
  })

  test('ends itself only when that is confirmed', async () => {
    const own = await mint(tenant.live, { name: 'Own' })
    const url = `/v1/api-keys/${own.id}`
    for (const response of [
      await own.caller.post(`${url}/deactivate`),
      await own.caller.delete(url),
    ]) {
      assert.deepEqual([response.status, response.body.error.code], [409, 'confirmation_required'])
      assert.equal(response.body.error.param, 'confirm')
    }
    assert.equal((await own.caller.get('/v1/usage')).status, 200)
    assert.equal((await own.caller.post(`${url}/deactivate`, { confirm: true })).status, 200)
    assert.equal((await own.caller.get('/v1/usage')).body.error.code, 'inactive_api_key')
    await tenant.live.post(`${url}/activate`)
    assert.equal((await own.caller.delete(`${url}?confirm=true`)).status, 200)
  })

  test('that is the last to manage keys ends only when that is confirmed', async () => {
    const other = await house.tenant()
    const { body } = await other.live.get('/v1/api-keys?mode=live')
    const url = `/v1/api-keys/${body.data[0].id}`
    for (const response of [
      await other.live.post(`${url}/deactivate`),
      await other.live.delete(url),
    ]) {
      assert.deepEqual([response.status, response.body.error.code], [409, 'last_admin_key'])
      assert.match(response.body.error.message, /confirm/)
    }
    assert.equal((await other.live.delete(`${url}?confirm=true`)).status, 200)
    assert.equal((await other.live.get('/v1/usage')).body.error.code, 'revoked_api_key')
  })

  async function setAllowlist(id: string, entries: string[]): Promise<void> {
    await house.house.database.withEnvironment(tenant.environments.live, (db) =>
      db.run(sql`update api_keys set ip_allowlist = ${entries}
        where environment_id = ${tenant.environments.live} and id = ${id}`),
    )
    house.house.forgetApiKeys()
  }

  async function mint(by: Caller, input: object): Promise<{ id: string; caller: Caller }> {
    const { status, body } = await by.post('/v1/api-keys', input)
    assert.equal(status, 201, JSON.stringify(body))
    return { id: body.data.id, caller: createCaller(house.app, body.data.key) }
  }
})

const BAD_ENTRIES = [
  '1.2.3.4/33', '1.2.3/24', '1.2.3.4/', '1.2.3.4/-1', '1.2.3.4/8/8', '1.2.3.256', '01.2.3.4',
  '2001:db8::/129', 'fe80::1%eth0', 'fe80::1%eth0/64', ':::', 'office.example', 'a.b', '::ffff:10.0.0.1/40', '*',
] // prettier-ignore

async function refuses(sent: Promise<{ status: number; body: any }>, param: string): Promise<void> {
  const { status, body } = await sent
  assert.deepEqual(
    [status, body.error?.code, body.error?.param],
    [403, 'insufficient_scope', param],
  )
}
