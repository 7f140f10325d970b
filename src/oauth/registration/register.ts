import { isLoopback } from '../../platform/http/connection/browser.ts'

/** Of programs on a person’s machine that are reached by a scheme of their own. */
const SCHEMES = ['cursor:', 'vscode:', 'vscode-insiders:']
const URIS_MAX = 10
const URI_LENGTH_MAX = 2000
const NAME_LENGTH_MAX = 100
// Marks that turn the direction of text, and characters without width
const HIDDEN = /[\p{Cc}\p{Cf}\u2028\u2029]/u

/** What a program may state of itself; the rest is left out. */
const KEPT = ['client_name', 'grant_types', 'response_types', 'token_endpoint_auth_method'] as const

export interface RegistrationFault {
  error: 'invalid_redirect_uri' | 'invalid_client_metadata'
  error_description: string
}

/**
 * What the library registers of a program’s metadata (RFC 7591). Redirect addresses that cannot be
 * taken are dropped where others can: editors register all they may ever use, and would be locked
 * out by one.
 */
export function readRegistration(body: unknown): object | RegistrationFault {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return fault('invalid_client_metadata', 'The body must be a JSON object.')
  const given = body as Record<string, unknown>
  const { redirect_uris: uris, client_name: name } = given
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > URIS_MAX)
    return fault(
      'invalid_redirect_uri',
      `redirect_uris must be a list of 1 to ${URIS_MAX} addresses.`,
    )
  const accepted = uris.filter((uri) => isAcceptable(uri))
  if (accepted.length === 0) return fault('invalid_redirect_uri', REDIRECTS)
  if (name !== undefined && !isName(name))
    return fault(
      'invalid_client_metadata',
      `client_name must be 1 to ${NAME_LENGTH_MAX} visible characters.`,
    )
  const kept = Object.fromEntries(
    KEPT.filter((key) => key in given).map((key) => [key, given[key]]),
  )
  return { ...kept, redirect_uris: accepted, application_type: chooseType(accepted) }
}

export function isFault(read: object): read is RegistrationFault {
  return 'error' in read
}

const REDIRECTS = `None of the redirect_uris can be taken: they must be https, or http on a loopback address, or begin with ${SCHEMES.join(', ')}.`

function isAcceptable(uri: unknown): boolean {
  if (typeof uri !== 'string' || uri.length > URI_LENGTH_MAX || /[\s\\]/.test(uri)) return false
  const url = URL.parse(uri)
  if (url === null || uri.includes('#') || url.username !== '' || url.password !== '') return false
  if (SCHEMES.includes(url.protocol)) return true
  if (url.protocol === 'http:') return isLoopback(url.hostname)
  return url.protocol === 'https:' && !isLoopback(url.hostname)
}

function isName(name: unknown): boolean {
  if (typeof name !== 'string' || HIDDEN.test(name)) return false
  return name.trim() !== '' && [...name].length <= NAME_LENGTH_MAX
}

/** The library takes loopback and schemes from native programs, and these take https too. */
function chooseType(uris: readonly string[]): 'web' | 'native' {
  return uris.every((uri) => uri.startsWith('https:')) ? 'web' : 'native'
}

function fault(error: RegistrationFault['error'], text: string): RegistrationFault {
  return { error, error_description: text }
}
