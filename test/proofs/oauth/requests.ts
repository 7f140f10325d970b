import { REDIRECT, registerClient } from '../../oauth-house.ts'
import {
  authorizePath,
  CHALLENGE,
  isInvalidGrant,
  isNotAuthorized,
  obtainCode,
  redemption,
  requestToken,
  send,
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
