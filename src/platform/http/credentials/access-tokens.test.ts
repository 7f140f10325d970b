import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { revokeAccessTokens } from '../../../resources/records/people/access-tokens/store.ts'
import { createCaller, useTestHouse, type TestTenant } from '../../../../test/context.ts'
import { callAs, mintToken, signIn } from '../../../../test/people.ts'
import { isAccessToken, mintAccessToken } from '../../crypto/access-token.ts'
import { hasChecksum } from '../../crypto/checksum.ts'

const CURSOR = { id: 'client-1', name: 'Cursor' }

describe('an access token', () => {
  const house = useTestHouse({}, { worker: false })
  let tenant: TestTenant
  before(async () => {
    tenant = await house.tenant()
  })

  test('has a prefix by mode, 256 random bits, and a checksum that finds any changed character', () => {
    const token = mintAccessToken('live')
    assert.match(token, /^sat_live_[0-9A-Za-z]{49}$/)
    assert.ok(isAccessToken(token) && isAccessToken(mintAccessToken('test')))
    for (let at = 'sat_live_'.length; at < token.length; at += 1) {
      const other = token[at] === 'x' ? 'y' : 'x'
      assert.equal(hasChecksum(token.slice(0, at) + other + token.slice(at + 1)), false)
    }
    for (const wrong of [token.replace('live', 'test'), `${token}\n`, token.slice(0, -1), 'sat_'])
      assert.equal(isAccessToken(wrong), false, wrong)
  })

  test('is taken wherever a key is: behind Bearer, and in X-Api-Key', async () => {
    const token = await mintToken(house, await signIn(house, tenant, 'owner'))
    assert.equal((await createCaller(house.app, token).get('/v1/usage')).status, 200)
    const direct = { headers: { 'x-api-key': token } }
    assert.equal((await createCaller(house.app, null).get('/v1/usage', direct)).status, 200)
  })

  test('of the wrong form or checksum never reaches the database, and is named as a token', async () => {
    const token = await mintToken(house, await signIn(house, tenant, 'owner'))
    const wrong = [token.slice(0, -1), token.replace('live', 'test'), 'sat_live_', `${token}x`]
    for (const text of wrong) {
      const { status, body, headers } = await createCaller(house.app, text).get('/v1/usage')
      assert.deepEqual([status, body.error.code], [401, 'invalid_access_token'], text)
      assert.equal(headers['www-authenticate'], 'Bearer error="invalid_token"')
    }
  })

  test('opens the environment of its mode, and no other', async () => {
    const person = await signIn(house, tenant, 'owner')
    const { body } = await tenant.live.post('/v1/submissions', { name: 'A live deal' })
    const url = `/v1/submissions/${body.data.id}`
    assert.equal((await (await callAs(house, person)).get(url)).status, 200)
    const other = await (await callAs(house, person, { mode: 'test' })).get(url)
    assert.equal(other.status, 404)
    assert.match(other.body.error.message, /use a token that begins with sat_live_/)
  })

  test('that has expired says so', async () => {
    const person = await signIn(house, tenant, 'owner')
    const { body } = await (await callAs(house, person, { seconds: 0 })).get('/v1/usage')
    assert.equal(body.error.code, 'expired_access_token')
  })

  test('gives what its role and the request both give', async () => {
    const analyst = await signIn(house, tenant, 'analyst')
    const narrow = await callAs(house, analyst, { scopes: ['usage:read', 'keys:write'] })
    assert.equal((await narrow.get('/v1/usage')).status, 200)
    for (const refused of [
      await narrow.get('/v1/submissions'),
      await narrow.post('/v1/api-keys', { name: 'Mine' }),
    ]) {
      assert.deepEqual([refused.status, refused.body.error.code], [403, 'insufficient_scope'])
      assert.match(String(refused.headers['www-authenticate']), /error="insufficient_scope"/)
    }
  })

  const ENDS: Record<string, string> = {
    'the session is revoked': 'update sessions set revoked_at = now() where user_id = $1',
    'the membership ends': 'update memberships set removed_at = now() where user_id = $1',
    'the person is disabled': `update users set status = 'disabled' where id = $1`,
    'the token is revoked': 'update access_tokens set revoked_at = now() where user_id = $1',
  }
  for (const [cause, statement] of Object.entries(ENDS)) {
    test(`is refused within a second when ${cause} by another process`, async () => {
      const person = await signIn(house, tenant, 'owner')
      const caller = await callAs(house, person)
      assert.equal((await caller.get('/v1/usage')).status, 200)
      await house.house.database.pool.query(statement, [person.userId])
      await sleep(1050)
      const { status, body } = await caller.get('/v1/usage')
      assert.deepEqual([status, body.error.code], [401, 'revoked_access_token'])
    })
  }

  test('is refused at once in the process that ends it', async () => {
    const person = await signIn(house, tenant, 'owner')
    const caller = await callAs(house, person)
    assert.equal((await caller.get('/v1/usage')).status, 200)
    const ended = await house.house.database.withSystem((db) =>
      revokeAccessTokens(house.house, db, { credentialId: person.sessionId }),
    )
    assert.equal(ended, 1)
    assert.equal((await caller.get('/v1/usage')).body.error.code, 'revoked_access_token')
  })

  test('loses within a second what its person’s role loses', async () => {
    const person = await signIn(house, tenant, 'owner')
    const caller = await callAs(house, person)
    assert.equal((await caller.get('/v1/api-keys')).status, 200)
    await house.house.database.pool.query(
      `update memberships set role = 'broker' where user_id = $1`,
      [person.userId],
    )
    await sleep(1050)
    assert.equal((await caller.get('/v1/api-keys')).status, 403)
  })

  test('is made for members alone', async () => {
    const [other, person] = [await house.tenant(), await signIn(house, tenant, 'owner')]
    await assert.rejects(mintToken(house, { ...person, tenant: other }))
  })

  test('is stored as a hash alone', async () => {
    const token = await mintToken(house, await signIn(house, tenant, 'owner'))
    const { rows } = await house.house.database.pool.query('select * from access_tokens')
    assert.equal(JSON.stringify(rows).includes(token), false)
  })

  test('stands in the audit log, the usage and the request log as who it is', async () => {
    const person = await signIn(house, tenant, 'owner')
    const caller = await callAs(house, person, { client: CURSOR })
    const made = await caller.post('/v1/submissions', { name: 'By a program' })
    const { actor } = (await caller.get(`/v1/audit-log?resource_id=${made.body.data.id}`)).body
      .data[0]
    assert.deepEqual([actor.type, actor.id], ['oauth', person.userId])
    assert.equal(actor.name, 'The owner (Cursor)')
    await Promise.all([house.house.usage.flush(), house.house.requestLog.flush()])
    const { by_key: rows } = (await caller.get('/v1/usage')).body.data
    assert.ok(rows.some((row: any) => row.credential_kind === 'grant' && row.calls >= 2))
    const [logged] = (await caller.get('/v1/request-log?method=POST&route=/v1/submissions')).body
      .data
    assert.equal(logged.credential_kind, 'grant')
    const timeline = await caller.get(`/v1/submissions/${made.body.data.id}/timeline`)
    assert.ok(timeline.body.data.some((row: any) => row.actor.type === 'oauth'))
  })

  test('makes no key with more than it has, and none of the live mode from the test mode', async () => {
    const developer = await callAs(house, await signIn(house, tenant, 'developer'))
    const own = await developer.post('/v1/api-keys', { name: 'As I am' })
    assert.equal(own.status, 201)
    assert.ok(!own.body.data.scopes.includes('*'))
    const wider = await developer.post('/v1/api-keys', { name: 'Wider', scopes: ['pii:read'] })
    assert.deepEqual([wider.status, wider.body.error.param], [403, 'scopes'])
    const owner = await signIn(house, tenant, 'owner')
    const sandbox = await callAs(house, owner, { mode: 'test' })
    const live = await sandbox.post('/v1/api-keys', { name: 'Live', mode: 'live' })
    assert.equal(live.body.error.code, 'live_key_required')
  })

  test('keeps a layout for each person, whatever the role, and leaves that of the keys alone', async () => {
    const [one, other] = [
      await signIn(house, tenant, 'analyst'),
      await signIn(house, tenant, 'owner'),
    ]
    const [first, second] = [await callAs(house, one), await callAs(house, other)]
    assert.equal((await first.put('/v1/user/layout', { theme: 'dark' })).status, 200)
    assert.equal((await first.put('/v1/user/layout', { density: 'compact' })).body.data.version, 2)
    assert.equal((await first.get('/v1/user/layout')).body.data.theme, 'dark')
    for (const caller of [second, tenant.live])
      assert.equal((await caller.get('/v1/user/layout')).body.data.theme, 'system')
    const program = await callAs(house, one, { client: CURSOR, scopes: ['submissions:read'] })
    assert.equal((await program.get('/v1/user/layout')).status, 403)
  })
})
