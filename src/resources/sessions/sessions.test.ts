import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { TOTP } from 'otpauth'
import { createVisitor, type Visitor } from '../../../test/visitor.ts'
import { useTestHouse, type TestTenant } from '../../../test/context.ts'
import { randomUUIDv7 } from '../../platform/crypto/tokens.ts'
import { FACTOR_SECRET } from '../records/people/factor-secret.ts'
import { hashRecoveryCode } from '../users/factors/recovery-codes.ts'
import { insertFactor, replaceRecoveryCodes, takeStep } from '../users/factors/store.ts'
import { mintTotpSecret } from '../users/factors/totp.ts'
import { hashPassword } from '../users/passwords/hash.ts'
import { findUser, insertUser, putMembership, setUserStatus } from '../users/store.ts'
import { makeResetLink } from './links/reset-password.ts'
import { waitFor } from '../../../test/wait-until.ts'

const PASSWORD = 'ledger petrol kiosk anvil'
let hash: string
before(async () => {
  hash = await hashPassword(PASSWORD)
})

describe('a session', () => {
  const house = useTestHouse({}, { worker: false })
  let tenant: TestTenant
  let people = 0

  before(async () => {
    tenant = await house.tenant()
  })

  async function person(): Promise<{ id: string; email: string }> {
    people += 1
    const id = randomUUIDv7()
    const email = `Person${people}@bank.example`
    await house.house.database.withSystem(async (db) => {
      await insertUser(db, { id, email, name: `Person ${people}`, passwordHash: hash })
      const { tenantId } = tenant
      await putMembership(db, { tenantId, userId: id, role: 'underwriter', createdBy: 'test' })
    })
    return { id, email }
  }

  async function withTotp(userId: string): Promise<() => string> {
    const secret = mintTotpSecret()
    const id = randomUUIDv7()
    const secretSealed = FACTOR_SECRET.at(house.house, userId, id).seal(secret)
    await house.house.database.withSystem(async (db) => {
      await insertFactor(db, { userId, id, name: 'Phone', secretSealed, passkey: null })
      await takeStep(db, { userId, id, step: 1 })
    })
    return () => new TOTP({ secret }).generate({ timestamp: house.house.now() })
  }

  async function signIn(email: string, visitor = createVisitor(house)): Promise<Visitor> {
    const { status } = await visitor.send('POST', '/session', {
      body: { email, password: PASSWORD },
    })
    assert.equal(status, 200)
    return visitor
  }

  const readLog = (id: string) => tenant.live.get(`/v1/audit-log?actor_id=${id}`)

  const read = async (visitor: Visitor) => (await visitor.send('GET', '/session')).body.data

  test('comes as a cookie that no script and no other site can use', async () => {
    const { email } = await person()
    const visitor = createVisitor(house)
    const { headers, body } = await visitor.send('POST', '/session', {
      body: { email: email.toUpperCase(), password: PASSWORD },
    })
    assert.match(
      String(headers['set-cookie']),
      /^assay_session=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax$/,
    )
    assert.equal(body.data.user.email, email)
    assert.deepEqual(body.data.organizations[0].role, 'underwriter')
    assert.equal(body.data.tenant_id, tenant.tenantId)
    assert.deepEqual(await read(visitor), body.data)
  })

  test('is another one than the browser had before (fixation)', async () => {
    const [one, other] = [await person(), await person()]
    const planted = await signIn(one.email)
    const victim = createVisitor(house)
    victim.cookie = planted.cookie
    await signIn(other.email, victim)
    assert.notEqual(victim.cookie, planted.cookie)
    assert.equal((await read(planted)).user, null)
    assert.equal((await read(victim)).user.email, other.email)
    const invented = createVisitor(house)
    invented.cookie = `assay_session=${'A'.repeat(43)}`
    await signIn(one.email, invented)
    assert.ok(!invented.cookie!.includes('AAAA'))
  })

  test('opens nothing before the second factor, and has another secret behind it', async () => {
    const { id, email } = await person()
    const code = await withTotp(id)
    const visitor = await signIn(email)
    const partial = visitor.cookie
    const shown = await read(visitor)
    assert.deepEqual([shown.user, shown.organizations, shown.tenant_id], [null, [], null])
    assert.deepEqual([shown.mfa_required, shown.kinds], [true, ['totp', 'recovery_code']])
    const { status, body } = await visitor.send('POST', '/session/mfa', { body: { code: code() } })
    assert.deepEqual([status, body.data.user.id, body.data.mfa_required], [200, id, false])
    assert.notEqual(visitor.cookie, partial)
    const late = createVisitor(house)
    late.cookie = partial
    assert.equal((await read(late)).mfa_required, false)
    assert.equal((await read(late)).user, null)
  })

  test('takes a one-time code once, in whatever session it is shown', async () => {
    const { id, email } = await person()
    const code = (await withTotp(id))()
    const [one, other] = [await signIn(email), await signIn(email)]
    const trials = await Promise.all(
      [one, other].map((each) => each.send('POST', '/session/mfa', { body: { code } })),
    )
    assert.deepEqual(new Set(trials.map(({ status }) => status)), new Set([200, 401]))
  })

  test('takes a recovery code once, however it is typed', async () => {
    const { id, email } = await person()
    await withTotp(id)
    const recovery = hashRecoveryCode(house.house, id, 'k7mqw-2hrtz')
    await house.house.database.withSystem((db) => replaceRecoveryCodes(db, id, [recovery]))
    const use = async () => {
      const visitor = await signIn(email)
      return visitor.send('POST', '/session/mfa', { body: { code: ' K7MQW 2HRTZ' } })
    }
    assert.equal((await use()).status, 200)
    assert.equal((await use()).body.error.code, 'mfa_invalid')
  })

  test('ends with sign-out, for every copy of its cookie', async () => {
    const { email } = await person()
    const visitor = await signIn(email)
    const copy = createVisitor(house)
    copy.cookie = visitor.cookie
    const { status, body } = await visitor.send('DELETE', '/session')
    assert.deepEqual([status, body.data.signed_out, visitor.cookie], [200, true, null])
    assert.equal((await read(copy)).user, null)
    assert.equal((await visitor.send('DELETE', '/session')).status, 200)
  })

  test('ends after half an hour without a request, and after twelve hours', async () => {
    const { id, email } = await person()
    const visitor = await signIn(email)
    const age = (column: string, by: string) =>
      house.house.database.pool.query(
        `update sessions set ${column} = now() - interval '${by}' where user_id = $1`,
        [id],
      )
    await age('last_seen_at', '29 minutes')
    assert.equal((await read(visitor)).user.id, id)
    await age('last_seen_at', '31 minutes')
    assert.equal((await read(visitor)).user, null)
    const again = await signIn(email)
    await age('created_at', '12 hours')
    assert.equal((await read(again)).user, null)
  })

  test('of a disabled person opens nothing', async () => {
    const { id, email } = await person()
    const visitor = await signIn(email)
    await house.house.database.withSystem((db) => setUserStatus(db, id, 'disabled'))
    assert.equal((await read(visitor)).user, null)
    const { body } = await createVisitor(house).send('POST', '/session', {
      body: { email, password: PASSWORD },
    })
    assert.equal(body.error.code, 'invalid_credentials')
  })

  test('is refused alike for an unknown address and for a wrong password', async () => {
    const { email } = await person()
    const texts = await Promise.all(
      [email, 'nobody@bank.example'].map(async (each) => {
        const { status, body } = await createVisitor(house).send('POST', '/session', {
          body: { email: each, password: 'not the password' },
        })
        return [status, { ...body.error, request_id: '' }]
      }),
    )
    assert.deepEqual(texts[0], texts[1])
    assert.equal(texts[0]![0], 401)
  })

  test('waits after five failures, for unknown addresses as for known ones', async () => {
    const { email } = await person()
    for (const each of [email, 'stranger@bank.example']) {
      const visitor = createVisitor(house)
      const trial = () =>
        visitor.send('POST', '/session', { body: { email: each, password: 'not it' } })
      const first = await Promise.all(Array.from({ length: 5 }, trial))
      assert.deepEqual(new Set(first.map(({ status }) => status)), new Set([401]))
      const sixth = await trial()
      assert.deepEqual([sixth.status, sixth.body.error.code], [429, 'too_many_attempts'])
      assert.equal(sixth.headers['retry-after'], '30')
    }
  })

  test('is in the audit log when it begins, fails and ends, without what was typed', async () => {
    const { id, email } = await person()
    const visitor = await signIn(email)
    await visitor.send('POST', '/session', { body: { email, password: 'typed by mistake' } })
    // The failure is noted behind the response.
    await waitFor(async () => (await readLog(id)).body.data.length >= 2)
    await visitor.send('DELETE', '/session')
    const { body } = await readLog(id)
    const entries = body.data.map(({ action, summary }: any) => `${action}: ${summary}`)
    assert.deepEqual(entries.toReversed(), [
      'login: Signed in with a password',
      'login: Sign-in failed',
      'deleted: Signed out',
    ])
    assert.ok(!JSON.stringify(body).includes('typed by mistake'))
    assert.ok(!JSON.stringify(body).toLowerCase().includes(email.toLowerCase()))
    assert.equal(body.data[0].actor.type, 'user')
  })

  test('is not begun, raised or ended by a page of another origin (CSRF)', async () => {
    const { email } = await person()
    const visitor = await signIn(email)
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://localhost:3101' },
      { origin: 'https://localhost:3100' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: 'http://localhost:3100' },
    ]
    for (const headers of foreign) {
      const { status, body } = await visitor.send('DELETE', '/session', { headers })
      assert.deepEqual([status, body.error.code], [403, 'origin_not_allowed'])
    }
    assert.equal((await read(visitor)).user.email, email)
    const own = { origin: 'http://127.0.0.1:3100', 'sec-fetch-site': 'same-origin' }
    assert.equal((await visitor.send('DELETE', '/session', { headers: own })).status, 200)
  })

  test('is no way into the API: /v1 takes no cookie', async () => {
    const { email } = await person()
    const visitor = await signIn(email)
    const { body } = await visitor.send('GET', '/v1/submissions')
    assert.equal(body.error.code, 'missing_api_key')
  })

  test('ends with a new password, and the link that set it works once', async () => {
    const { id, email } = await person()
    const visitor = await signIn(email)
    const known = await house.house.database.withSystem((db) => findUser(db, email))
    const token = makeResetLink(house.house, known!).split('#')[1]!
    const reset = (password: string, given = token) =>
      createVisitor(house).send('POST', '/session/password/reset', {
        body: { token: given, password },
      })
    assert.equal((await reset('123456789012')).body.error.code, 'weak_password')
    const other = `${randomUUIDv7()}${token.slice(36)}`
    assert.equal((await reset('x9$Lq2!vTz8#', other)).body.error.code, 'reset_token_invalid')
    assert.equal((await reset('x9$Lq2!vTz8#')).status, 200)
    assert.equal((await read(visitor)).user, null)
    assert.equal((await reset('x9$Lq2!vTz9#')).body.error.code, 'reset_token_invalid')
    const now = { email, password: 'x9$Lq2!vTz8#' }
    const { body } = await createVisitor(house).send('POST', '/session', { body: now })
    assert.equal(body.data.user.id, id)
  })

  test('a link for a new password is requested alike for every address', async () => {
    const { email } = await person()
    for (const each of [email, 'nobody@bank.example']) {
      const { status, body } = await createVisitor(house).send('POST', '/session/password/forgot', {
        body: { email: each },
      })
      assert.deepEqual([status, body], [200, { data: { requested: true } }])
    }
  })
})

describe('over https', () => {
  const house = useTestHouse({ PUBLIC_URL: 'https://assay.example' }, { worker: false })

  test('the cookie has the name that no other host can set, and is never sent in the clear', async () => {
    await house.house.database.withSystem((db) =>
      insertUser(db, { id: randomUUIDv7(), email: 'a@b.example', name: 'A', passwordHash: hash }),
    )
    const { headers, body } = await createVisitor(house).send('POST', '/session', {
      body: { email: 'a@b.example', password: PASSWORD },
    })
    assert.match(String(headers['set-cookie']), /^__Host-assay_session=.*; Secure$/)
    assert.deepEqual(body.data.organizations, [])
  })
})
