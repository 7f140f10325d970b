import { registerClient } from '../../oauth-house.ts'
import {
  call,
  encode,
  isInvalidGrant,
  obtainCode,
  obtainTokens,
  redemption,
  refresh,
  register,
  requestToken,
  send,
  type OAuthCase,
  type OAuthScene,
} from './scene.ts'

const CODES: readonly OAuthCase[] = [
  {
    name: 'a code twice, which ends what the first gave',
    isRefused: async (scene) => {
      const code = await obtainCode(scene)
      const first = await requestToken(scene, redemption(code))
      const second = await requestToken(scene, redemption(code))
      const { body } = await call(scene, first.body.access_token)
      return isInvalidGrant(second) && body.error?.code === 'revoked_access_token'
    },
  },
  {
    name: 'a code again after its tokens were renewed, which ends them',
    isRefused: async (scene) => {
      const code = await obtainCode(scene)
      const { body } = await requestToken(scene, redemption(code))
      const own = { access: '', refresh: body.refresh_token, clientId: code.clientId }
      const next = await refresh(scene, own)
      const again = await requestToken(scene, redemption(code))
      const { status } = await call(scene, next.body.access_token)
      const last = await refresh(scene, { ...own, refresh: next.body.refresh_token })
      return isInvalidGrant(again) && status === 401 && isInvalidGrant(last)
    },
  },
  {
    name: 'a code of another program, which ends nothing of its owner',
    isRefused: async (scene) => {
      const code = await obtainCode(scene)
      const other = (await registerClient(scene.house)).clientMetadata().client_id
      const stolen = await requestToken(scene, redemption(code, { client_id: other }))
      const own = await requestToken(scene, redemption(code))
      return isInvalidGrant(stolen) && own.status === 200
    },
  },
  {
    name: 'a code after its minute',
    isRefused: async (scene) => {
      const code = await obtainCode(scene)
      await change(
        scene,
        `update oauth_records set expires_at = now() where kind = 'AuthorizationCode'`,
      )
      return isInvalidGrant(await requestToken(scene, redemption(code)))
    },
  },
  {
    name: 'a code fifty times at once, of which one is served',
    isRefused: async (scene) => {
      const code = await obtainCode(scene)
      const all = Array.from({ length: 50 }, () => requestToken(scene, redemption(code)))
      const served = (await Promise.all(all)).filter(({ status }) => status === 200)
      return served.length <= 1
    },
  },
  {
    name: 'a code of a person who has signed out',
    isRefused: async (scene) => {
      const code = await obtainCode(scene)
      const { sessionId } = scene.browser.person
      await change(scene, `update sessions set revoked_at = now() where id = '${sessionId}'`)
      const sent = await requestToken(scene, redemption(code))
      await change(scene, `update sessions set revoked_at = null where id = '${sessionId}'`)
      return isInvalidGrant(sent)
    },
  },
]

const REFRESHES: readonly OAuthCase[] = [
  {
    name: 'a refresh token twice, which ends its family',
    isRefused: async (scene) => {
      const tokens = await obtainTokens(scene)
      const next = await refresh(scene, tokens)
      const again = await refresh(scene, tokens)
      const family = await refresh(scene, { ...tokens, refresh: next.body.refresh_token })
      const { body } = await call(scene, next.body.access_token)
      return isInvalidGrant(again) && isInvalidGrant(family) && body.error !== undefined
    },
  },
  {
    name: 'the first refresh token after two renewals, which ends its family',
    isRefused: async (scene) => {
      const tokens = await obtainTokens(scene)
      const second = await refresh(scene, tokens)
      const third = await refresh(scene, { ...tokens, refresh: second.body.refresh_token })
      const again = await refresh(scene, tokens)
      const { status } = await call(scene, third.body.access_token)
      const last = await refresh(scene, { ...tokens, refresh: third.body.refresh_token })
      return third.status === 200 && isInvalidGrant(again) && status === 401 && isInvalidGrant(last)
    },
  },
  {
    name: 'a refresh token for more than was granted',
    isRefused: async (scene) => {
      const sent = await refresh(scene, await obtainTokens(scene), { scope: 'keys:write' })
      return sent.status === 400 && sent.body.error === 'invalid_scope'
    },
  },
  {
    name: 'a refresh token of another program',
    isRefused: async (scene) => {
      const tokens = await obtainTokens(scene)
      const client_id = (await registerClient(scene.house)).clientMetadata().client_id
      return isInvalidGrant(await refresh(scene, tokens, { client_id }))
    },
  },
  {
    name: 'a refresh token after thirty days',
    isRefused: async (scene) => {
      const tokens = await obtainTokens(scene)
      await change(scene, `update oauth_records set expires_at = now() where kind = 'RefreshToken'`)
      return isInvalidGrant(await refresh(scene, tokens))
    },
  },
  {
    name: 'a refresh token of a person who was disabled',
    isRefused: async (scene) => {
      const tokens = await obtainTokens(scene)
      const { userId } = scene.browser.person
      await change(scene, `update users set status = 'disabled' where id = '${userId}'`)
      const sent = await refresh(scene, tokens)
      await change(scene, `update users set status = 'active' where id = '${userId}'`)
      return isInvalidGrant(sent)
    },
  },
  {
    name: 'a refresh token of a person who has left the organization',
    isRefused: async (scene) => {
      const tokens = await obtainTokens(scene)
      const { userId } = scene.browser.person
      await change(scene, `update memberships set removed_at = now() where user_id = '${userId}'`)
      const sent = await refresh(scene, tokens)
      await change(scene, `update memberships set removed_at = null where user_id = '${userId}'`)
      return isInvalidGrant(sent)
    },
  },
  {
    name: 'a refresh token fifty times at once, of which one is served',
    isRefused: async (scene) => {
      const tokens = await obtainTokens(scene)
      const all = Array.from({ length: 50 }, () => refresh(scene, tokens))
      const served = (await Promise.all(all)).filter(({ status }) => status === 200)
      return served.length <= 1
    },
  },
]

const ENDPOINT: readonly OAuthCase[] = [
  {
    name: 'a token by GET',
    isRefused: async (scene) => (await send(scene, '/oauth/token')).status >= 400,
  },
  ...['password', 'implicit', 'client_credentials', 'nonsense'].map((grant_type): OAuthCase => ({
    name: `the grant type ${grant_type}`,
    isRefused: async (scene) => {
      const client_id = (await registerClient(scene.house)).clientMetadata().client_id
      const { status, body } = await requestToken(scene, { grant_type, client_id })
      return status === 400 && /unsupported_grant_type|unauthorized_client/.test(body.error)
    },
  })),
  {
    name: 'a parameter twice',
    isRefused: async (scene) => {
      const fields = encode(redemption(await obtainCode(scene)))
      const sent = await requestToken(scene, `${fields}&client_id=another`)
      return sent.status === 400 || sent.status === 401
    },
  },
  {
    name: 'credentials of a program in the address',
    isRefused: async (scene) => {
      const code = await obtainCode(scene)
      const { client_id, ...rest } = redemption(code)
      const sent = await send(scene, `/oauth/token?client_id=${client_id}`, {
        method: 'POST',
        body: new URLSearchParams(rest as Record<string, string>),
      })
      return sent.status >= 400 && sent.body.access_token === undefined
    },
  },
  {
    name: 'credentials of a program in two ways at once',
    isRefused: async (scene) => {
      const metadata = { token_endpoint_auth_method: 'client_secret_basic' }
      const { body } = await register(scene, { redirect_uris: ['http://127.0.0.1/c'], ...metadata })
      const { client_id, client_secret } = body
      const basic = Buffer.from(`${client_id}:${client_secret}`).toString('base64')
      const fields = { grant_type: 'refresh_token', refresh_token: 'x', client_id, client_secret }
      const sent = await requestToken(scene, fields, { authorization: `Basic ${basic}` })
      return sent.status === 400 && sent.body.error === 'invalid_request'
    },
  },
  {
    name: 'a token read by a page of another origin',
    isRefused: async (scene) => {
      const [code, own] = [await obtainCode(scene), await obtainCode(scene)]
      const origin = 'https://evil.example'
      const sent = await requestToken(scene, redemption(code), { origin })
      // The port of a program on loopback is not known beforehand.
      const page = { origin: 'http://127.0.0.1:6274' }
      const { status, headers } = await requestToken(scene, redemption(own), page)
      const isRead = sent.headers.has('access-control-allow-origin')
      const isOwnRead = headers.get('access-control-allow-origin') === page.origin
      const isBare = !headers.has('access-control-allow-credentials')
      return sent.status === 400 && !isRead && status === 200 && isOwnRead && isBare
    },
  },
  {
    name: 'a response with a token that may be stored',
    isRefused: async (scene) => {
      const sent = await requestToken(scene, redemption(await obtainCode(scene)))
      return sent.status === 200 && sent.headers.get('cache-control') === 'no-store'
    },
  },
  {
    name: 'a revoked token',
    isRefused: async (scene) => {
      const { access, clientId } = await obtainTokens(scene)
      const body = new URLSearchParams({ token: access, client_id: clientId })
      await send(scene, '/oauth/revoke', { method: 'POST', body })
      return (await call(scene, access)).status === 401
    },
  },
  {
    name: 'the end of a token by another program',
    isRefused: async (scene) => {
      const { access } = await obtainTokens(scene)
      const client_id = (await registerClient(scene.house)).clientMetadata().client_id
      const body = new URLSearchParams({ token: access, client_id })
      await send(scene, '/oauth/revoke', { method: 'POST', body })
      return (await call(scene, access)).status === 200
    },
  },
  {
    name: 'what a token is, for another program',
    isRefused: async (scene) => {
      const { access } = await obtainTokens(scene)
      const client_id = (await registerClient(scene.house)).clientMetadata().client_id
      const body = new URLSearchParams({ token: access, client_id })
      const sent = await send(scene, '/oauth/introspect', { method: 'POST', body })
      return sent.body.active !== true
    },
  },
]

export const TOKEN_CASES: readonly OAuthCase[] = [...CODES, ...REFRESHES, ...ENDPOINT]

async function change({ house }: OAuthScene, statement: string): Promise<void> {
  await house.house.database.pool.query(statement)
}
