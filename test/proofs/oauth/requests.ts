import { consent, REDIRECT, registerClient } from '../../oauth-house.ts'
import {
  authorizePath,
  call,
  CHALLENGE,
  isInvalidGrant,
  isNotAuthorized,
  obtainCode,
  redemption,
  requestToken,
  send,
  VERIFIER,
  type Fields,
  type OAuthCase,
  type OAuthScene,
} from './scene.ts'

const WEB = 'https://editor.example/callback'

/** Redirect addresses beside those that a program registered. */
const REDIRECTS: Record<string, string | undefined> = {
  'a longer path': `${WEB}/further`,
  'a shorter path': 'https://editor.example/',
  'another case': 'https://editor.example/Callback',
  'another port': 'https://editor.example:444/callback',
  'a user in front': 'https://editor.example@evil.example/callback',
  'a fragment': `${WEB}#x`,
  'an encoded slash': 'https://editor.example/%2Fcallback',
  'dots in the path': 'https://editor.example/x/../callback/..',
  'plain http': 'http://editor.example/callback',
  'a script': 'javascript:alert(1)',
  data: 'data:text/html,x',
  'another host': 'https://evil.example/callback',
  'a path of loopback': 'http://127.0.0.1:7777/other',
}

/** Faults of the challenge (RFC 7636). */
const CHALLENGES: Record<string, Fields> = {
  'no challenge': { code_challenge: undefined, code_challenge_method: undefined },
  'the plain method': { code_challenge_method: 'plain' },
  'no method': { code_challenge_method: undefined },
  'a method without a challenge': { code_challenge: undefined },
  'a challenge that is too short': { code_challenge: 'short' },
  'a challenge that is too long': { code_challenge: 'x'.repeat(200) },
  'a challenge of other characters': { code_challenge: `${CHALLENGE.slice(0, -1)}!` },
  'another response type': { response_type: 'token' },
  'a foreign resource': { resource: 'https://other.example' },
  'a resource with a fragment': { resource: 'http://127.0.0.1/#x' },
  'a program that nobody registered': { client_id: 'nobody' },
}

/** Faults of the verifier, when the code is redeemed. */
const VERIFIERS: Record<string, Fields> = {
  'another verifier': { code_verifier: 'w'.repeat(64) },
  'no verifier': { code_verifier: undefined },
  'a short verifier': { code_verifier: 'w' },
  'another redirect address': { redirect_uri: 'http://127.0.0.1:7778/callback' },
  'a changed code': { code: 'x'.repeat(43) },
  'a resource of others': { resource: 'https://other.example' },
}

export const REQUEST_CASES: readonly OAuthCase[] = [
  ...Object.entries(REDIRECTS).map(([what, redirect_uri]): OAuthCase => ({
    name: `authorize with ${what} as the redirect address`,
    isRefused: (scene) => refusesRedirect(scene, redirect_uri),
  })),
  ...Object.entries(CHALLENGES).map(([what, changes]): OAuthCase => ({
    name: `authorize with ${what}`,
    isRefused: async (scene) => {
      const config = await registerClient(scene.house)
      const clientId = config.clientMetadata().client_id
      return isNotAuthorized(await send(scene, authorizePath(clientId, changes)))
    },
  })),
  ...Object.entries(VERIFIERS).map(([what, changes]): OAuthCase => ({
    name: `redeem a code with ${what}`,
    isRefused: async (scene) => {
      const code = await obtainCode(scene)
      const { status, body } = await requestToken(scene, redemption(code, changes))
      return status === 400 && body.access_token === undefined
    },
  })),
  ...['fragment', 'form_post', 'query.jwt', 'nonsense'].map((response_mode): OAuthCase => ({
    name: `authorize with the response mode ${response_mode}, which is not offered`,
    isRefused: async (scene) => {
      const config = await registerClient(scene.house)
      const path = authorizePath(config.clientMetadata().client_id, { response_mode })
      const { status, location } = await send(scene, path)
      return status === 303 && location!.startsWith(`${REDIRECT}?error=unsupported_response_mode`)
    },
  })),
  {
    name: 'authorize by POST, which could hide what is requested',
    isRefused: async (scene) => {
      const config = await registerClient(scene.house)
      const [path, body] = authorizePath(config.clientMetadata().client_id).split('?')
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      return (await send(scene, path!, { method: 'POST', headers, body })).status === 405
    },
  },
  {
    name: 'authorize without a redirect address, where two are registered',
    isRefused: (scene) => refusesRedirect(scene, undefined),
  },
  {
    name: 'authorize without a redirect address, and go elsewhere than to the only one',
    isRefused: async (scene) => {
      const { url } = await startBare(scene, { redirect_uris: [WEB] }, { redirect_uri: undefined })
      const back = await consent(scene.browser, { url })
      return back.href.startsWith(`${WEB}?`) && back.searchParams.has('code')
    },
  },
  {
    name: 'authorize without a state, and get a code that others can use',
    isRefused: async (scene) => {
      const { url, clientId } = await startBare(scene, {}, { state: undefined })
      const back = await consent(scene.browser, { url })
      const { iss, state, code = '' } = Object.fromEntries(back.searchParams)
      const stolen = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT }
      const sent = await requestToken(scene, { ...stolen, client_id: clientId })
      return iss === scene.house.base && state === undefined && isInvalidGrant(sent)
    },
  },
  {
    name: 'an error that leads to another address',
    isRefused: async (scene) => {
      const faults = { response_type: 'token', prompt: 'none', scope: 'nonsense' }
      const redirect_uri = 'https://evil.example/callback'
      const { url } = await startBare(scene, {}, { ...faults, redirect_uri })
      const { status, location, text } = await send(scene, url.href)
      return status === 400 && location === null && !text.includes('http-equiv')
    },
  },
  ...['/', '/mcp'].map((path): OAuthCase => ({
    name: `a resource that is not this one, for the address with ${path}`,
    isRefused: async (scene) => {
      const resource = `${scene.house.base}${path}`
      const { url, clientId } = await startBare(scene, {}, { resource })
      const code = (await consent(scene.browser, { url })).searchParams.get('code')!
      const fields = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT, resource }
      const sent = await requestToken(scene, {
        ...fields,
        client_id: clientId,
        code_verifier: VERIFIER,
      })
      return sent.status === 200 && (await call(scene, sent.body.access_token)).status === 200
    },
  })),
  {
    name: 'redeem with a verifier where no challenge was sent',
    isRefused: async (scene) => {
      const none = { code_challenge: undefined, code_challenge_method: undefined }
      const { url, clientId } = await startBare(scene, {}, none)
      const { location } = await send(scene, url.href)
      const code = new URL(location!).searchParams.get('code') ?? 'x'.repeat(43)
      const fields = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT }
      const sent = await requestToken(scene, {
        ...fields,
        client_id: clientId,
        code_verifier: VERIFIER,
      })
      return isInvalidGrant(sent)
    },
  },
  {
    name: 'redeem a code with the verifier of the one before',
    isRefused: async (scene) => {
      const before = await obtainCode(scene)
      const code = await obtainCode(scene, { config: before.config })
      const fields = redemption(code, { code_verifier: before.verifier })
      return isInvalidGrant(await requestToken(scene, fields))
    },
  },
  {
    name: 'redeem a code with the verifier of another',
    isRefused: async (scene) => {
      const [one, other] = [await obtainCode(scene), await obtainCode(scene)]
      const swapped = redemption(one, { code_verifier: other.verifier })
      return isInvalidGrant(await requestToken(scene, swapped))
    },
  },
  {
    name: 'authorize with two redirect addresses',
    isRefused: async (scene) => {
      const config = await registerClient(scene.house)
      const path = authorizePath(config.clientMetadata().client_id)
      const twice = `${path}&redirect_uri=${encodeURIComponent(REDIRECT)}`
      return isNotAuthorized(await send(scene, twice))
    },
  },
]

/** Where a new program sends the browser, with what changes of it. */
async function startBare(
  scene: OAuthScene,
  metadata: object,
  changes: Fields,
): Promise<{ url: URL; clientId: string }> {
  const config = await registerClient(scene.house, metadata)
  const clientId = config.clientMetadata().client_id
  return { url: new URL(authorizePath(clientId, changes), scene.house.base), clientId }
}

/** Nothing is ever sent to an address that was not registered, not even an error. */
async function refusesRedirect(
  scene: OAuthScene,
  redirect_uri: string | undefined,
): Promise<boolean> {
  const uris = [WEB, 'http://127.0.0.1/callback']
  const config = await registerClient(scene.house, { redirect_uris: uris })
  const clientId = config.clientMetadata().client_id
  const { status, location } = await send(scene, authorizePath(clientId, { redirect_uri }))
  return status === 400 && location === null
}
