import { describeProgram, nameDocument } from '../../oauth-documents.ts'
import { consent, REDIRECT } from '../../oauth-house.ts'
import type { Behavior } from '../../fakes/receiver.ts'
import {
  authorizePath,
  isInvalidGrant,
  isNotAuthorized,
  requestToken,
  send,
  VERIFIER,
  type OAuthCase,
  type OAuthScene,
} from './scene.ts'

/** Documents that describe nobody, by what is wrong with them. */
const DOCUMENTS: Record<string, (id: string) => Behavior> = {
  'that names another id': (id) => ({ body: describeProgram(`${id}x`) }),
  'that leads to an address of the inside': () => ({
    status: 302,
    headers: { location: 'http://169.254.169.254/latest/meta-data/' },
  }),
  'of a megabyte': (id) => ({ body: describeProgram(id, { notes: 'x'.repeat(1024 * 1024) }) }),
  'of a little more than 64 KiB': (id) => ({
    body: describeProgram(id, { notes: 'x'.repeat(64 * 1024) }),
  }),
  'that never comes': () => ({ isHanging: true }),
  'with a secret that everybody can read': (id) => ({
    body: describeProgram(id, { client_secret: 'x'.repeat(40) }),
  }),
  'with a method that needs a secret': (id) => ({
    body: describeProgram(id, { token_endpoint_auth_method: 'client_secret_basic' }),
  }),
  'with nothing but http addresses elsewhere': (id) => ({
    body: describeProgram(id, { redirect_uris: ['http://192.168.0.1/callback'] }),
  }),
  'that is no JSON': () => ({ body: '<html></html>' }),
}

/** Ids that are never fetched, by what is wrong with them. */
const IDS: Record<string, (id: string) => string> = {
  http: (id) => id.replace('https:', 'http:'),
  'no path': (id) => new URL(id).origin,
  'dots in its path': (id) => id.replace('/programs', '/x/../programs'),
  'a fragment': (id) => `${id}#x`,
  'a user in front': (id) => id.replace('https://', 'https://x@'),
}

export const DOCUMENT_CASES: readonly OAuthCase[] = [
  ...Object.entries(DOCUMENTS).map(([what, behavior]): OAuthCase => ({
    name: `a document ${what}`,
    isRefused: async (scene) => {
      const id = nameDocument(scene.documents)
      scene.documents.behave(behavior(id))
      const before = scene.documents.received.length
      const isRefused = isNotAuthorized(await send(scene, authorizePath(id)))
      return isRefused && scene.documents.received.length === before + 1
    },
  })),
  ...Object.entries(IDS).map(([what, change]): OAuthCase => ({
    name: `a document at an address with ${what}`,
    isRefused: async (scene) => {
      const id = change(nameDocument(scene.documents))
      scene.documents.behave({ body: describeProgram(id) })
      const before = scene.documents.received.length
      const isRefused = isNotAuthorized(await send(scene, authorizePath(id)))
      return isRefused && scene.documents.received.length === before
    },
  })),
  {
    name: 'what else a document names is fetched',
    isRefused: async (scene) => {
      const id = nameDocument(scene.documents)
      const elsewhere = `${id}/elsewhere`
      const named = { logo_uri: elsewhere, jwks_uri: elsewhere, client_uri: elsewhere }
      scene.documents.behave({ body: describeProgram(id, named) })
      const before = scene.documents.received.length
      const { status } = await send(scene, authorizePath(id))
      return status === 303 && scene.documents.received.length === before + 1
    },
  },
  { name: 'another redirect address in a document after the consent', isRefused: refusesChange },
]

/** The code goes where the person saw that it goes, and another address needs another consent. */
async function refusesChange(scene: OAuthScene): Promise<boolean> {
  const id = nameDocument(scene.documents)
  scene.documents.behave({ body: describeProgram(id) })
  const url = new URL(authorizePath(id), scene.house.base)
  const back = await consent(scene.browser, { url })
  const redirect_uri = 'https://evil.example/callback'
  scene.documents.behave({ body: describeProgram(id, { redirect_uris: [redirect_uri] }) })
  const code = back.searchParams.get('code')!
  const fields = { grant_type: 'authorization_code', code, client_id: id }
  const sent = await requestToken(scene, { ...fields, redirect_uri, code_verifier: VERIFIER })
  const again = await send(scene, authorizePath(id, { redirect_uri }))
  return back.href.startsWith(REDIRECT) && isInvalidGrant(sent) && again.location === null
}
