import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { randomUUIDv7 } from '../../platform/crypto/tokens.ts'
import { insertGrant } from '../records/people/grants/store.ts'
import { callAs, signIn, type TestPerson } from '../../../test/people.ts'
import { useTestHouse, type TestTenant } from '../../../test/context.ts'

describe('the members of an organization', () => {
  const house = useTestHouse({}, { worker: false })
  let tenant: TestTenant
  let admin: TestPerson

  before(async () => {
    tenant = await house.tenant()
    admin = await signIn(house, tenant, 'admin')
  })

  const patch = async (by: TestPerson, id: string, role: string) =>
    (await callAs(house, by)).patch(`/v1/team/members/${id}`, { role })

  /** A program that the person let in. */
  const letIn = async (person: TestPerson) => {
    const id = randomUUIDv7()
    const client = { id: 'cursor', name: 'Cursor' }
    const grant = { clientName: client.name, redirectHost: '127.0.0.1', scopes: ['*'] }
    const account = {
      userId: person.userId,
      tenantId: person.tenant.tenantId,
      mode: 'live',
    } as const
    await house.house.database.withSystem((db) =>
      insertGrant(db, {
        id,
        clientId: client.id,
        sessionId: person.sessionId,
        ...grant,
        ...account,
      }),
    )
    return { id, caller: await callAs(house, person, { client, grantId: id }) }
  }

  test('keep one owner, also when the last two leave at once', async () => {
    const other = await house.tenant()
    const { id } = other.owner
    const alone = await other.person.patch(`/v1/team/members/${id}`, { role: 'admin' })
    assert.deepEqual([alone.status, alone.body.error.code], [409, 'last_owner'])
    const second = await signIn(house, other, 'owner')
    const leaving = await Promise.all([
      other.person.delete(`/v1/team/members/${id}`),
      (await callAs(house, second)).delete(`/v1/team/members/${second.userId}`),
    ])
    assert.deepEqual(new Set(leaving.map(({ status }) => status)), new Set([200, 409]))
    const { body } = await other.live.get('/v1/team/members')
    assert.deepEqual(
      body.data.map(({ role }: { role: string }) => role),
      ['owner'],
    )
  })

  test('get no role above that of who gives it, and lose none to who has less', async () => {
    const caller = await callAs(house, admin)
    const invited = await caller.post('/v1/team/invitations', {
      email: 'new@bank.example',
      role: 'owner',
    })
    assert.deepEqual([invited.status, invited.body.error.code], [403, 'role_above_own'])
    const raised = await patch(admin, admin.userId, 'owner')
    assert.equal(raised.body.error.code, 'role_above_own')
    const lowered = await patch(admin, tenant.owner.id, 'analyst')
    assert.equal(lowered.body.error.code, 'role_above_own')
    const removed = await caller.delete(`/v1/team/members/${tenant.owner.id}`)
    assert.equal(removed.body.error.code, 'role_above_own')
  })

  test('can do at once what a new role allows, and no more than that', async () => {
    const member = await signIn(house, tenant, 'underwriter')
    const caller = await callAs(house, member)
    assert.equal((await caller.post('/v1/submissions', { name: 'Deal' })).status, 201)
    assert.equal((await patch(admin, member.userId, 'analyst')).status, 200)
    const refused = await caller.post('/v1/submissions', { name: 'Deal' })
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'insufficient_scope'])
    assert.equal((await caller.get('/v1/submissions')).status, 200)
    const { status } = await tenant.person.delete(`/v1/team/members/${member.userId}`)
    assert.equal(status, 200)
    assert.equal((await caller.get('/v1/submissions')).body.error.code, 'revoked_access_token')
  })

  test('lose a session, with its tokens, at once', async () => {
    const member = await signIn(house, tenant, 'analyst')
    const caller = await callAs(house, member)
    assert.equal((await caller.get('/v1/submissions')).status, 200)
    const ended = await tenant.person.delete(`/v1/team/sessions/${member.sessionId}`)
    assert.equal(ended.status, 200)
    assert.equal((await caller.get('/v1/submissions')).body.error.code, 'revoked_access_token')
  })

  test('with the role of a broker act for the one that is named, and for no other', async () => {
    const desks = []
    for (const name of ['north', 'south'])
      desks.push(
        (await tenant.live.post('/v1/brokers', { name, email: `${name}@broker.example` })).body.data
          .id,
      )
    const invite = async (more: object) =>
      (await tenant.live.post('/v1/team/invitations', { email: 'p@broker.example', ...more })).body
    const foreign = await (
      await house.tenant()
    ).live.post('/v1/brokers', { name: 'Foreign', email: 'foreign@broker.example' })
    for (const [given, code] of [
      [{ role: 'broker' }, 'missing_field'],
      [{ role: 'analyst', broker_id: desks[0] }, 'unknown_field'],
      [{ role: 'broker', broker_id: foreign.body.data.id }, 'broker_not_found'],
    ] as const) {
      const { error } = await invite(given)
      assert.deepEqual([error.code, error.param], [code, 'broker_id'])
    }
    const invited = await invite({ role: 'broker', broker_id: desks[0] })
    assert.equal(invited.data.broker_id, desks[0])
    const member = await signIn(house, tenant, 'analyst')
    const change = (body: object) => tenant.live.patch(`/v1/team/members/${member.userId}`, body)
    assert.equal((await change({ role: 'broker' })).body.error.code, 'missing_field')
    const caller = await callAs(house, member)
    for (const desk of desks) {
      const changed = await change({ role: 'broker', broker_id: desk })
      assert.deepEqual([changed.status, changed.body.data.broker_id], [200, desk])
      const made = await caller.post('/v1/broker/submissions', { business: { name: 'A deal' } })
      assert.equal(made.body.data.broker.id, desk)
      const { body } = await caller.get('/v1/broker/submissions')
      assert.equal(body.data.length, 1)
    }
    assert.equal((await change({ role: 'broker' })).body.data.broker_id, desks[1])
    assert.equal((await change({ role: 'analyst' })).body.data.broker_id, null)
    assert.equal((await caller.get('/v1/broker/submissions')).status, 200)
  })

  test('who have lost their factors are freed of them by who has more power and a fresh password', async () => {
    const member = await signIn(house, tenant, 'underwriter')
    const other = await callAs(house, member)
    const { pool } = house.house.database
    await pool.query(
      `insert into mfa_factors (user_id, id, kind, name, passkey, confirmed_at)
       values ($1, gen_random_uuid(), 'passkey', 'Laptop', '{"id":"lost"}', now())`,
      [member.userId],
    )
    const reset = async (by: TestPerson, id = member.userId) =>
      (await callAs(house, by)).post(`/v1/team/members/${id}/reset-mfa`)
    const refused = async (response: ReturnType<typeof reset>, code: string) =>
      assert.equal((await response).body.error?.code, code)
    await refused(tenant.live.post(`/v1/team/members/${member.userId}/reset-mfa`), 'user_required')
    await refused(reset(await signIn(house, tenant, 'analyst')), 'insufficient_scope')
    await refused(reset(admin, tenant.owner.id), 'role_above_own')
    await refused(reset(admin, member.sessionId), 'member_not_found')
    const late = await signIn(house, tenant, 'owner')
    await pool.query(
      `update sessions set verified_at = now() - interval '11 minutes' where id = $1`,
      [late.sessionId],
    )
    await refused(reset(late), 'reauthentication_required')
    const elsewhere = await house.tenant()
    const join = `insert into memberships (tenant_id, user_id, role) values ($1, $2, 'analyst')`
    await pool.query(join, [elsewhere.tenantId, member.userId])
    await refused(reset(admin), 'member_elsewhere')
    await pool.query('delete from memberships where tenant_id = $1 and user_id = $2', [
      elsewhere.tenantId,
      member.userId,
    ])
    assert.equal((await other.get('/v1/submissions')).status, 200)
    const { status, body } = await reset(admin)
    assert.deepEqual([status, body.data.has_mfa], [200, false])
    assert.equal((await other.get('/v1/submissions')).body.error.code, 'revoked_access_token')
    const log = await tenant.live.get('/v1/audit-log?limit=5')
    const entry = log.body.data.find(({ summary }: any) => summary.startsWith('Removed'))
    assert.deepEqual([entry.resource_id, entry.actor.id], [member.userId, admin.userId])
  })

  test('lose a program that acts for one of them, with its tokens, at once, and it is on record', async () => {
    const member = await signIn(house, tenant, 'analyst')
    const { id, caller } = await letIn(member)
    assert.equal((await caller.get('/v1/submissions')).status, 200)
    const byAdmin = await callAs(house, admin)
    const { status, body } = await byAdmin.delete(`/v1/team/grants/${id}`)
    assert.deepEqual([status, body.data], [200, { id, deleted: true }])
    assert.equal((await caller.get('/v1/submissions')).body.error.code, 'revoked_access_token')
    const again = await byAdmin.delete(`/v1/team/grants/${id}`)
    assert.deepEqual([again.status, again.body.error.code], [404, 'grant_not_found'])
    const entries = await tenant.live.get(`/v1/audit-log?resource_id=${id}`)
    const [entry] = entries.body.data
    assert.deepEqual([entry.action, entry.actor.id], ['deleted', admin.userId])
    assert.match(entry.summary, /^Cursor may not act for The analyst/)
  })

  test('keep their programs before others: a lower role, another organization, a test key', async () => {
    const { id, caller } = await letIn(await signIn(house, tenant, 'owner'))
    const others: [TestPerson, number, string][] = [
      [admin, 403, 'role_above_own'],
      [await signIn(house, tenant, 'underwriter'), 403, 'insufficient_scope'],
      [await signIn(house, await house.tenant(), 'owner'), 404, 'grant_not_found'],
    ]
    for (const [person, status, code] of others) {
      const refused = await (await callAs(house, person)).delete(`/v1/team/grants/${id}`)
      assert.deepEqual([refused.status, refused.body.error.code], [status, code])
    }
    const { body } = await tenant.test.delete(`/v1/team/grants/${id}`)
    assert.equal(body.error.code, 'live_key_required')
    assert.equal((await caller.get('/v1/submissions')).status, 200)
  })

  test('are not the business of a test key, which could let itself into the live mode', async () => {
    const { status, body } = await tenant.test.post('/v1/team/invitations', {
      email: 'new@bank.example',
      role: 'admin',
    })
    assert.deepEqual([status, body.error.code], [403, 'live_key_required'])
  })

  test('change their factors only within ten minutes of a password', async () => {
    const member = await signIn(house, tenant, 'analyst')
    const caller = await callAs(house, member)
    assert.equal((await caller.post('/v1/user/mfa/totp', {})).status, 201)
    await house.house.database.pool.query(
      `update sessions set verified_at = now() - interval '11 minutes' where id = $1`,
      [member.sessionId],
    )
    for (const [method, url] of [
      ['post', '/v1/user/mfa/totp'],
      ['post', '/v1/user/mfa/recovery-codes'],
      ['post', '/v1/user/mfa/passkey/options'],
      ['delete', `/v1/user/mfa/${member.sessionId}`],
    ] as const) {
      const { status, body } = await caller[method](url)
      assert.deepEqual([status, body.error.code], [403, 'reauthentication_required'], url)
    }
    assert.equal((await caller.get('/v1/user/mfa')).body.data.factors.length, 1)
  })

  test('are invited once, and an invitation that is withdrawn opens nothing', async () => {
    const given = { email: 'Maria@bank.example', role: 'analyst' }
    const { body } = await tenant.live.post('/v1/team/invitations', given)
    assert.match(body.data.invite_url, /^http:\/\/localhost:3100\/invitation#[\w-]{43}$/)
    const listed = await tenant.live.get('/v1/team/invitations')
    assert.ok(!JSON.stringify(listed.body).includes(body.data.invite_url.split('#')[1]))
    assert.equal((await tenant.live.delete(`/v1/team/invitations/${body.data.id}`)).status, 200)
    const accepted = await tenant.live.post('/session/invitations/accept', {
      token: body.data.invite_url.split('#')[1],
      name: 'Maria',
      password: 'ledger petrol kiosk anvil',
    })
    assert.deepEqual([accepted.status, accepted.body.error.code], [401, 'invitation_invalid'])
  })
})
