import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import {
  createCaller,
  OWNER_PASSWORD,
  useTestHouse,
  type TestHouse,
  type TestTenant,
} from '../../../test/context.ts'
import { signIn } from '../../../test/people.ts'
import { createVisitor, type Visitor } from '../../../test/visitor.ts'
import { randomUUIDv7 } from '../../platform/crypto/tokens.ts'
import { getMethod, getPath } from '../../platform/route.ts'
import { ROUTES } from '../index.ts'
import { insertGrant } from '../records/people/grants/store.ts'
import { html } from './html.ts'
import { safeNext } from './layout.ts'

const OF_BROWSERS = ROUTES.filter(({ browser }) => browser !== undefined)
const PAGES = OF_BROWSERS.filter(
  (one) => getMethod(one) === 'GET' && one.browser === 'page' && !/\/assets\//.test(one.endpoint),
)
const WRITES = OF_BROWSERS.filter((one) => getMethod(one) !== 'GET')
const AS_PERSON = { accept: 'text/html' }

describe('a page', () => {
  const house = useTestHouse({}, { worker: false })
  let tenant: TestTenant
  let owner: Visitor

  before(async () => {
    tenant = await house.tenant()
    owner = createVisitor(house)
    const { email } = tenant.owner
    const form = { email, password: OWNER_PASSWORD, next: '/welcome' }
    const { status, headers } = await owner.send('POST', '/sign-in', { form })
    assert.deepEqual([status, headers.location], [303, '/welcome'])
  })

  for (const declared of PAGES) {
    test(`${getPath(declared)} cannot be framed, runs no script but ours and is not kept`, async () => {
      const { status, headers } = await owner.send('GET', getPath(declared), { headers: AS_PERSON })
      if (status === 303) return assert.match(String(headers.location), /^\/(?!\/)/)
      assert.equal(status, 200)
      const policy = String(headers['content-security-policy'])
      for (const part of [
        "default-src 'none'",
        "script-src 'self'",
        "frame-ancestors 'none'",
        "form-action 'self'",
      ])
        assert.ok(policy.includes(part), part)
      assert.ok(!policy.includes('unsafe'))
      assert.equal(headers['x-frame-options'], 'DENY')
      assert.equal(headers['cache-control'], 'no-store')
    })

    test(`${getPath(declared)} has one heading, labels its fields and has no script of its own`, async () => {
      const { status, body } = await owner.send('GET', getPath(declared), { headers: AS_PERSON })
      if (status === 303) return
      assert.equal(body.match(/<h1>/g).length, 1)
      assert.doesNotMatch(body, /<script>|\son\w+=|style=/)
      const fields = [...body.matchAll(/<input id="([\w-]+)"/g)].map(([, id]) => id)
      for (const id of fields) assert.ok(body.includes(`<label for="${id}">`), id)
    })

    test(`${getPath(declared)} takes no token in its address`, () => {
      const { properties = {} } = (declared.shapes.query ?? {}) as { properties?: object }
      assert.ok(!Object.keys(properties).some((name) => /token|code|secret/.test(name)))
    })
  }

  for (const declared of WRITES) {
    test(`${declared.endpoint} refuses what a page of another origin sends (CSRF)`, async () => {
      const method = getMethod(declared) as 'POST' | 'DELETE'
      const foreign: Record<string, string>[] = [
        { origin: 'https://evil.example' },
        { 'sec-fetch-site': 'cross-site' },
      ]
      for (const headers of foreign) {
        const { status, body } = await owner.send(method, getPath(declared), { headers })
        assert.deepEqual([status, body.error.code], [403, 'origin_not_allowed'])
      }
    })
  }

  test('shows a person a refusal as a page, with what to do', async () => {
    const form = { email: 'a@b.example', password: 'x' }
    const headers = { origin: 'http://192.168.1.7:3100' }
    const { status, body } = await owner.send('POST', '/sign-in', { form, headers })
    assert.equal(status, 403)
    assert.match(body, /set PUBLIC_URL to the address in the browser/)
  })

  test('of a refused form comes back with its fault and what was typed, but no password', async () => {
    const visitor = createVisitor(house)
    const form = { email: '"><script>alert(1)</script>', password: 'a secret text' }
    const { status, body } = await visitor.send('POST', '/sign-in', { form })
    assert.equal(status, 401)
    assert.match(body, /role="alert"/)
    assert.ok(!body.includes('<script>') && body.includes('&#60;script&#62;'))
    assert.ok(!body.includes('a secret text'))
  })

  test('that needs a person leads to sign-in and back, and programs read why', async () => {
    const visitor = createVisitor(house)
    const { status, headers } = await visitor.send('GET', '/account', { headers: AS_PERSON })
    assert.deepEqual([status, headers.location], [303, '/sign-in?next=%2Faccount'])
    const { body } = await visitor.send('GET', '/account')
    assert.equal(body.error.code, 'session_expired')
  })

  test('of the start leads a person on, and gives a program its links', async () => {
    const visitor = createVisitor(house)
    const person = await visitor.send('GET', '/', { headers: AS_PERSON })
    assert.deepEqual([person.status, person.headers.location], [303, '/sign-in'])
    const program = await visitor.send('GET', '/', { headers: { accept: 'application/json' } })
    assert.equal(program.body.data.links.openapi, '/openapi.json')
  })

  test('that leads on to a program stands between the form and it, with the cookie', async () => {
    const visitor = createVisitor(house)
    const next = '/oauth/interaction/abc'
    const form = { email: tenant.owner.email, password: OWNER_PASSWORD, next }
    const { status, headers, body } = await visitor.send('POST', '/sign-in', { form })
    assert.equal(status, 200)
    assert.ok(body.includes(`<meta http-equiv="refresh" content="0;url=${next}"`))
    assert.ok(body.includes(`<a class="button" href="${next}">`))
    assert.match(String(headers['content-security-policy']), /form-action 'self'/)
    assert.equal((await visitor.send('GET', '/session')).body.data.user.email, tenant.owner.email)
  })

  test('shows what each connected program may do, and disconnects the own ones alone', async () => {
    const visitor = createVisitor(house)
    const form = { email: tenant.owner.email, password: OWNER_PASSWORD }
    await visitor.send('POST', '/sign-in', { form })
    const own = await connect(house, tenant, tenant.owner.id)
    const member = await signIn(house, tenant, 'analyst')
    const foreign = await connect(house, tenant, member.userId)
    const { body } = await visitor.send('GET', '/account/apps', { headers: AS_PERSON })
    for (const text of [
      'Deal reader',
      'reader.example',
      'test data',
      'Reads: Documents, Tax numbers',
    ])
      assert.ok(body.includes(text), text)
    assert.match(body, /Changes and deletes: Submissions[^,]*never used/)
    assert.ok(body.includes(own) && !body.includes(foreign))
    const end = (id: string) => visitor.send('POST', '/account/apps/end', { form: { id } })
    for (const id of [foreign, 'abc', tenant.owner.id])
      assert.equal((await end(id)).status, 404, id)
    const ended = await end(own)
    assert.deepEqual([ended.status, ended.headers.location], [303, '/account/apps?done=1'])
    const left = await visitor.send('GET', '/account/apps?done=1', { headers: AS_PERSON })
    assert.match(left.body, /No program acts for you here/)
  })

  test('has who runs the organization take back a lost factor, and nobody else', async () => {
    const member = await signIn(house, tenant, 'analyst')
    const { pool } = house.house.database
    await pool.query(
      `insert into mfa_factors (user_id, id, kind, name, passkey, confirmed_at)
       values ($1, gen_random_uuid(), 'passkey', 'Laptop', '{"id":"lost"}', now())`,
      [member.userId],
    )
    const visitor = createVisitor(house)
    const form = { email: tenant.owner.email, password: OWNER_PASSWORD }
    await visitor.send('POST', '/sign-in', { form })
    const reset = () => visitor.send('POST', '/team/reset-mfa', { form: { id: member.userId } })
    const role = (name: string) =>
      pool.query('update memberships set role = $1 where user_id = $2', [name, tenant.owner.id])
    await role('underwriter')
    assert.equal((await visitor.send('GET', '/team', { headers: AS_PERSON })).status, 403)
    assert.equal((await reset()).status, 403)
    await role('owner')
    const verified = (age: string) =>
      pool.query('update sessions set verified_at = now() - $1::interval where user_id = $2', [
        age,
        tenant.owner.id,
      ])
    await verified('11 minutes')
    const late = await reset()
    assert.deepEqual([late.status, late.headers.location], [303, '/sign-in?next=%2Fteam'])
    await verified('0')
    const { body } = await visitor.send('GET', '/team', { headers: AS_PERSON })
    assert.match(body, /with a second factor/)
    assert.equal(body.match(/<button class="danger"/g).length, 1)
    assert.deepEqual([(await reset()).headers.location], ['/team?done=1'])
    const after = await visitor.send('GET', '/team?done=1', { headers: AS_PERSON })
    assert.doesNotMatch(after.body, /with a second factor|class="danger"/)
  })

  test('with a token calls the API until sign-out, which ends it at once', async () => {
    const visitor = createVisitor(house)
    const { email } = tenant.owner
    await visitor.send('POST', '/session', { body: { email, password: OWNER_PASSWORD } })
    const wanted = { tenant_id: tenant.tenantId, mode: 'test' }
    const { body } = await visitor.send('POST', '/session/token', { body: wanted })
    assert.match(body.data.access_token, /^sat_test_/)
    const caller = createCaller(house.app, body.data.access_token)
    assert.equal((await caller.get('/v1/user/profile')).body.data.email, email)
    assert.equal((await caller.get('/v1/submissions')).status, 200)
    await visitor.send('POST', '/sign-out', { form: {} })
    const late = await caller.get('/v1/submissions')
    assert.deepEqual([late.status, late.body.error.code], [401, 'revoked_access_token'])
    const other = { ...wanted, tenant_id: (await house.tenant()).tenantId }
    const foreign = await owner.send('POST', '/session/token', { body: other })
    assert.deepEqual([foreign.status, foreign.body.error.code], [403, 'no_organization'])
  })
})

/** A program that a person lets in; the id of the grant. */
async function connect(house: TestHouse, tenant: TestTenant, userId: string): Promise<string> {
  const id = randomUUIDv7()
  const { database } = house.house
  const { rows } = await database.pool.query<{ id: string }>(
    'select id from sessions where user_id = $1',
    [userId],
  )
  const grant = {
    id,
    userId,
    tenantId: tenant.tenantId,
    mode: 'test' as const,
    clientId: 'a-client',
    clientName: 'Deal reader',
    redirectHost: 'reader.example',
    scopes: ['documents:read', 'pii:read', 'submissions:write'],
    sessionId: rows[0]!.id,
  }
  assert.ok(await database.withSystem((db) => insertGrant(db, grant)))
  return id
}

test('after signing in a person goes to a page of ours, whatever the address names', () => {
  const foreign = [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/account@evil.example',
    '/%2f%2fevil.example/..',
    'javascript:alert(1)',
    '/account\n/evil',
    '/v1/submissions',
    '/sign-out',
    '',
  ]
  for (const next of foreign) {
    const given = safeNext(next, '/account')
    assert.equal(new URL(given, 'http://assay.invalid').origin, 'http://assay.invalid')
    assert.match(given, /^\/account$/, next)
  }
  assert.equal(safeNext('/oauth/authorize?client_id=a', '/account'), '/oauth/authorize?client_id=a')
})

test('a template escapes what is put in, and leaves out what is not there', () => {
  const text = '<b class="x">&\'</b>'
  // Under another name, the formatter leaves the template as it is.
  const markup = html
  const { text: made } =
    markup`<p title="${text}">${[text, null, false, undefined, 0]}${markup`<i>`}</p>`
  const escaped = '&#60;b class=&#34;x&#34;&#62;&#38;&#39;&#60;/b&#62;'
  assert.equal(made, `<p title="${escaped}">${escaped}0<i></p>`)
})

test('texts and fields have the contrast of WCAG 2.2 AA in both themes', () => {
  const css = readFileSync(new URL('assets/pages.css', import.meta.url), 'utf8')
  const themes = [...css.matchAll(/:root \{([^}]*)\}/g)].map(([, body = '']) =>
    Object.fromEntries(
      [...body.matchAll(/--([\w-]+): (#\w{6})/g)].map(([, name, color]) => [name!, color!]),
    ),
  )
  assert.equal(themes.length, 2)
  const pairs = [
    ...['ink', 'text', 'muted', 'accent'].flatMap((name) => [
      [name, 'surface', 4.5],
      [name, 'canvas', 4.5],
    ]),
    ['on-accent', 'accent', 4.5],
    ['ink', 'sunken', 4.5],
    ...['positive', 'caution', 'negative'].map((name) => [name, `${name}-bg`, 4.5]),
    ['line-strong', 'surface', 3],
    ['focus', 'surface', 3],
    ['focus', 'canvas', 3],
  ] as [string, string, number][]
  for (const theme of themes)
    for (const [front, back, least] of pairs) {
      const contrast = computeContrast(theme[front]!, theme[back]!)
      assert.ok(contrast >= least, `${front} on ${back}: ${contrast.toFixed(2)}`)
    }
})

function computeContrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [one, other].map(computeLuminance).toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function computeLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
