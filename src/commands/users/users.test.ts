import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { ConfigError } from '../../config.ts'
import { useTestHouse } from '../../../test/context.ts'
import { createVisitor } from '../../../test/visitor.ts'
import { createFirstTenant, type NewTenant } from '../../resources/tenants/create.ts'
import { keepFirstKeys } from '../../resources/tenants/first-keys.ts'
import { randomUUIDv7 } from '../../platform/crypto/tokens.ts'
import { makeTenant } from '../tenants.ts'
import { actOnUsers, makeSetupLink } from './users.ts'

const PASSWORD = 'ledger petrol kiosk anvil'

describe('the commands of people', () => {
  const house = useTestHouse({}, { worker: false })
  let tenant: NewTenant
  const run = (...args: string[]) => actOnUsers({ config: house.config, house: house.house }, args)
  const readToken = (link: string) => link.split('#')[1]!

  before(async () => {
    tenant = (await createFirstTenant(house.house))!
    keepFirstKeys(house.config, tenant)
  })

  test('setup-link works once, the newest alone, and only while there is no owner', async () => {
    const make = () => makeSetupLink({ config: house.config, house: house.house })
    const [old, link] = [await make(), await make()]
    const owner = { organization: 'Harbor', name: 'Olivia', email: 'o@bank.example' }
    const setUp = (token: string) =>
      createVisitor(house).send('POST', '/session/setup', {
        body: { ...owner, token, password: PASSWORD },
      })
    assert.equal((await setUp(readToken(old))).body.error.code, 'setup_token_invalid')
    const { status, body } = await setUp(readToken(link))
    assert.deepEqual([status, body.data.role], [200, 'owner'])
    assert.equal(body.data.organizations[0].tenant_name, 'Harbor')
    assert.equal((await setUp(readToken(link))).body.error.code, 'already_set_up')
    await assert.rejects(make(), ConfigError)
  })

  test('invite prints a link that makes a member once', async () => {
    const link = await run('invite', 'a@bank.example', '--role', 'analyst')
    const accept = () =>
      createVisitor(house).send('POST', '/session/invitations/accept', {
        body: { token: readToken(link), name: 'Ana', password: PASSWORD },
      })
    const { status, body } = await accept()
    assert.deepEqual(
      [status, body.data.role, body.data.tenant_id],
      [200, 'analyst', tenant.tenantId],
    )
    assert.equal((await accept()).body.error.code, 'invitation_invalid')
    await assert.rejects(run('invite', 'A@bank.example'), /member/)
    assert.match(
      await run('list'),
      /a@bank\.example {2}Ana {2}analyst of \S+ {2}active {2}signed in/,
    )
  })

  test('an invitation to an address with an account takes its password and no other', async () => {
    const other = await house.tenant()
    const link = await run('invite', 'a@bank.example', '--tenant', other.tenantId)
    const accept = (password: string) =>
      createVisitor(house).send('POST', '/session/invitations/accept', {
        body: { token: readToken(link), name: 'Somebody else', password },
      })
    assert.equal((await accept('x9$Lq2!vTz8#')).body.error.code, 'invalid_credentials')
    const { body } = await accept(PASSWORD)
    assert.deepEqual([body.data.user.name, body.data.organizations.length], ['Ana', 2])
  })

  test('reset-link, sessions and disable reach a person by the address', async () => {
    const visitor = createVisitor(house)
    const input = { email: 'a@bank.example', password: PASSWORD }
    await visitor.send('POST', '/session', { body: input })
    assert.match(await run('reset-link', 'a@bank.example'), /\/reset#/)
    assert.match(await run('sessions', 'a@bank.example'), /last seen/)
    assert.match(await run('disable', 'a@bank.example'), /is disabled/)
    assert.equal((await visitor.send('GET', '/session')).body.data.user, null)
    assert.equal(await run('sessions', 'a@bank.example'), 'No sessions.')
    await run('enable', 'a@bank.example')
    assert.equal((await visitor.send('POST', '/session', { body: input })).status, 200)
  })

  test('reset-mfa takes every factor of a person, who signs in with the password alone', async () => {
    const { pool } = house.house.database
    const { rows } = await pool.query<{ id: string }>(
      `select id from users where email = 'a@bank.example'`,
    )
    const { id } = rows[0]!
    const visitor = createVisitor(house)
    const input = { email: 'a@bank.example', password: PASSWORD }
    await visitor.send('POST', '/session', { body: input })
    await pool.query(
      `insert into mfa_factors (user_id, id, kind, name, passkey, confirmed_at)
       values ($1, gen_random_uuid(), 'passkey', 'Laptop', '{"id":"abc"}', now())`,
      [id],
    )
    await pool.query(`insert into recovery_codes (user_id, hash) values ($1, 'a hash')`, [id])
    assert.match(await run('reset-mfa', 'A@bank.example'), /no second factor now/)
    assert.equal((await visitor.send('GET', '/session')).body.data.user, null)
    const { body } = await createVisitor(house).send('POST', '/session', { body: input })
    assert.deepEqual([body.data.mfa_required, body.data.user.id], [false, id])
    for (const table of ['mfa_factors', 'recovery_codes'])
      assert.equal(
        (await pool.query(`select from ${table} where user_id = $1`, [id])).rows.length,
        0,
      )
    const { rows: noted } = await pool.query(
      `select from audit_log where resource_id = $1 and summary like 'Removed%'`,
      [id],
    )
    // One in each organization of the person.
    assert.equal(noted.length, 2)
    assert.match(await run('reset-mfa', 'a@bank.example'), /has no second factor\./)
  })

  test('create-tenant with an owner prints the link of its first owner, and makes none otherwise', async () => {
    const make = async (owner?: string) =>
      JSON.parse(await makeTenant(house.house, { name: 'Second', owner, json: true }))
    const { tenant_id: tenantId, invite_url: link } = await make('first@second.example')
    const { status, body } = await createVisitor(house).send(
      'POST',
      '/session/invitations/accept',
      { body: { token: readToken(link), name: 'First', password: PASSWORD } },
    )
    assert.deepEqual([status, body.data.role, body.data.tenant_id], [200, 'owner', tenantId])
    assert.deepEqual(Object.keys(await make()), ['tenant_id', 'live_key', 'test_key'])
    const count = async () =>
      (await house.house.database.pool.query('select from tenants')).rowCount
    const before = await count()
    await assert.rejects(make('no address'), ConfigError)
    assert.equal(await count(), before)
  })

  test('invite makes a person of a broker where one is named', async () => {
    const broker = randomUUIDv7()
    await house.house.database.pool.query(
      `insert into brokers (environment_id, id, name, email)
       select id, $2, 'Desk', 'desk@broker.example' from environments where tenant_id = $1 and mode = 'live'`,
      [tenant.tenantId, broker],
    )
    const invite = (...more: string[]) =>
      run('invite', 'p@broker.example', '--role', 'broker', ...more)
    for (const more of [[], ['--broker', 'desk'], ['--broker', randomUUIDv7()]])
      await assert.rejects(invite(...more), ConfigError, more.join(' '))
    assert.match(await invite('--broker', broker), /\/invitation#/)
  })

  test('say in one sentence what they cannot do', async () => {
    const wrong = [
      ['burn'],
      ['constructor'],
      ['invite'],
      ['invite', 'nobody'],
      ['invite', 'b@bank.example', '--role', 'king'],
      ['reset-link', 'nobody@bank.example'],
      ['reset-mfa', 'nobody@bank.example'],
    ]
    for (const args of wrong) await assert.rejects(run(...args), ConfigError, args.join(' '))
  })
})
