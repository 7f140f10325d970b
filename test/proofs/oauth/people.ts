import { createBrowser, REDIRECT, registerClient, startAuthorization } from '../../oauth-house.ts'
import {
  authorizePath,
  call,
  obtainCode,
  obtainTokens,
  redemption,
  register,
  requestToken,
  send,
  type OAuthCase,
  type OAuthScene,
} from './scene.ts'

const WEB = 'https://editor.example/callback'
const LOOPBACK = 'http://127.0.0.1/callback'

/** What registers nothing. */
const REGISTRATIONS: Record<string, object> = {
  'eleven redirect addresses': { redirect_uris: Array.from({ length: 11 }, () => LOOPBACK) },
  'no redirect address': { redirect_uris: [] },
  'a script as its only address': { redirect_uris: ['javascript:alert(1)'] },
  'an unknown scheme': { redirect_uris: ['unknown://x'] },
  'http elsewhere': { redirect_uris: ['http://editor.example/callback'] },
  'a name of 5 KB': { redirect_uris: [LOOPBACK], client_name: 'x'.repeat(5000) },
  'a name that turns its direction': { redirect_uris: [LOOPBACK], client_name: 'x\u202Egpj' },
  'a name of no width': { redirect_uris: [LOOPBACK], client_name: 'x\u200By' },
  'a grant of the password': { redirect_uris: [LOOPBACK], grant_types: ['password'] },
  'another response type': { redirect_uris: [LOOPBACK], response_types: ['token'] },
}

/** What editors really send: taken, without what cannot be. */
const EDITORS: Record<string, string[]> = {
  Cursor: ['cursor://anysphere.cursor-mcp/oauth/callback', 'http://127.0.0.1/callback', 'http://localhost/callback'],
  'VS Code': ['http://127.0.0.1:33418', 'https://vscode.dev/redirect'],
  'Claude Code': ['http://localhost:54545/callback'],
  Windsurf: ['http://127.0.0.1:8765/oauth/callback'],
  'an unknown scheme among others': ['unknown://x', LOOPBACK],
} // prettier-ignore

export const PEOPLE_CASES: readonly OAuthCase[] = [
  ...Object.entries(REGISTRATIONS).map(([what, metadata]): OAuthCase => ({
    name: `register with ${what}`,
    isRefused: async (scene) => (await register(scene, metadata)).status === 400,
  })),
  ...Object.entries(EDITORS).map(([who, redirect_uris]): OAuthCase => ({
    name: `lock out ${who}`,
    isRefused: async (scene) => {
      const metadata = { redirect_uris, token_endpoint_auth_method: 'none' }
      return (await register(scene, metadata)).status === 201
    },
  })),
  {
    name: 'a secret for a public program',
    isRefused: async (scene) => {
      const metadata = { redirect_uris: [LOOPBACK], token_endpoint_auth_method: 'none' }
      return (await register(scene, metadata)).body.client_secret === undefined
    },
  },
  ...Object.entries({ web: LOOPBACK, native: WEB, nonsense: WEB }).map(
    ([kind, uri]): OAuthCase => ({
      name: `the kind of application ${kind} for ${uri}, which shows its kind itself`,
      isRefused: async (scene) => {
        const { status, body } = await register(scene, {
          redirect_uris: [uri],
          application_type: kind,
        })
        return status === 201 && body.application_type === (uri === WEB ? 'web' : 'native')
      },
    }),
  ),
  {
    name: 'keys of a program at an address of the inside',
    isRefused: async (scene) => {
      const jwks_uri = 'http://127.0.0.1:1/keys'
      const { status, body } = await register(scene, { redirect_uris: [LOOPBACK], jwks_uri })
      return status === 201 && body.jwks_uri === undefined
    },
  },
  {
    name: 'markup in the name of a program',
    isRefused: async (scene) => {
      const shown = await showConsent(scene, { client_name: '<img src=x onerror=alert(1)>' })
      return shown.status === 200 && !shown.text.includes('<img')
    },
  },
  {
    name: 'a consent that another site sends',
    isRefused: async (scene) => {
      const { url, text } = await showConsent(scene)
      const form = readForm(text)
      const sent = await scene.browser.submit(url, form, { origin: 'https://evil.example' })
      return sent.status === 403
    },
  },
  {
    name: 'a consent in a frame',
    isRefused: async (scene) => {
      const { headers } = await showConsent(scene)
      const policy = headers.get('content-security-policy') ?? ''
      return policy.includes("frame-ancestors 'none'") && headers.get('x-frame-options') === 'DENY'
    },
  },
  {
    name: 'the consent that another browser began',
    isRefused: async (scene) => {
      const stranger = createBrowser(scene.house)
      const config = await registerClient(scene.house)
      const { url } = await startAuthorization(config)
      const began = await stranger.open(url.href)
      const page = new URL(began.url, scene.house.base).searchParams.get('next') ?? began.url
      return (await scene.browser.open(page)).status === 400
    },
  },
  {
    name: 'a consent in an organization of others',
    isRefused: async (scene) => {
      const { url, text } = await showConsent(scene)
      const other = await scene.house.tenant()
      const form = readForm(text).filter(([name]) => name !== 'tenant_id')
      const sent = await scene.browser.submit(url, [...form, ['tenant_id', other.tenantId]])
      return sent.status === 422 && !sent.text.includes('http-equiv="refresh"')
    },
  },
  {
    name: 'a consent twice',
    isRefused: async (scene) => {
      const { url, text } = await showConsent(scene)
      const form = readForm(text)
      const first = await scene.browser.submit(url, form)
      const back = /content="0;url=([^"]+)"/.exec(first.text)![1]!
      await scene.browser.open(back)
      return (await scene.browser.submit(url, form)).status === 400
    },
  },
  {
    name: 'a second authorization without a second consent',
    isRefused: async (scene) => {
      const { clientId } = await obtainCode(scene)
      const again = await scene.browser.open(authorizePath(clientId))
      return again.status === 200 && again.text.includes('name="decision"')
    },
  },
  {
    name: 'an authorization that shall show no page',
    isRefused: async (scene) => {
      const { clientId } = await obtainCode(scene)
      const { location } = await send(scene, authorizePath(clientId, { prompt: 'none' }))
      return location?.startsWith(`${REDIRECT}?error=`) === true
    },
  },
  {
    name: 'an authorization of a person without organization',
    isRefused: async (scene) => {
      const { userId } = scene.browser.person
      const { pool } = scene.house.house.database
      const end = 'update memberships set removed_at = now() where user_id = $1'
      await pool.query(end, [userId])
      const shown = await showConsent(scene)
      await pool.query('update memberships set removed_at = null where user_id = $1', [userId])
      return !shown.text.includes('value="allow"') && shown.text.includes('no organization')
    },
  },
  {
    name: 'a person’s refusal',
    isRefused: async (scene) => {
      const { back } = await obtainCode(scene, { decision: 'deny' })
      return back.searchParams.get('error') === 'access_denied' && !back.searchParams.has('code')
    },
  },
  {
    name: 'rights that the person did not tick',
    isRefused: async (scene) => {
      const code = await obtainCode(scene, { scopes: ['submissions:read'] })
      const { body } = await requestToken(scene, redemption(code))
      return body.scope === 'submissions:read'
    },
  },
  {
    name: 'a token of the test mode on live data',
    isRefused: async (scene) => {
      const { body } = await scene.tenant.live.post('/v1/submissions', { name: 'A live deal' })
      const { access } = await obtainTokens(scene, { mode: 'test' })
      const shown = await call(scene, access)
      return access.startsWith('sat_test_') && !shown.raw.includes(body.data.id)
    },
  },
  {
    name: 'a session cookie at the API',
    isRefused: async (scene) => {
      const { status } = await scene.browser.open('/v1/submissions')
      return status === 401
    },
  },
  {
    name: 'a token in a dump of the database',
    isRefused: async (scene) => {
      const { access, refresh } = await obtainTokens(scene)
      const { pool } = scene.house.house.database
      const { rows } = await pool.query('select to_jsonb(r) from oauth_records r')
      const { rows: tokens } = await pool.query('select to_jsonb(t) from access_tokens t')
      const text = JSON.stringify([rows, tokens])
      return !text.includes(access) && !text.includes(refresh)
    },
  },
]

async function showConsent(scene: OAuthScene, metadata: object = {}) {
  const config = await registerClient(scene.house, metadata)
  const { url } = await startAuthorization(config)
  const shown = await scene.browser.open(url.href)
  const action = /action="(\/oauth\/interaction\/[^"]+)"/.exec(shown.text)?.[1]
  return { ...shown, url: action ?? shown.url }
}

function readForm(page: string): [string, string][] {
  const tenant = /name="tenant_id" value="([^"]+)"/.exec(page)?.[1] ?? ''
  return [
    ['decision', 'allow'],
    ['mode', 'test'],
    ['tenant_id', tenant],
    ['scope', 'submissions:read'],
  ]
}
