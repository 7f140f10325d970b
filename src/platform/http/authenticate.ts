import type { Actor, Credential } from '../../core/values/access/actor.ts'
import type { Environment, House } from '../context.ts'
import { ACCESS_TOKENS } from './credentials/access-tokens.ts'
import { API_KEYS } from './credentials/api-keys.ts'
import { unauthorized, type CredentialForm, type Holder } from './credentials/form.ts'
import { UPLOAD_LINKS } from './credentials/upload-links.ts'
import { createStrangers } from './limits/strangers.ts'

/** How long what was found is believed; another process's revocation is felt after this. */
const CACHE_MS = 1000

/** The forms of what is shown at the door; the first that a text is meant as. */
const FORMS: readonly CredentialForm[] = [ACCESS_TOKENS, UPLOAD_LINKS, API_KEYS]

type Headers = Record<string, string | string[] | undefined>

export interface Caller {
  environment: Environment
  actor: Actor
  credential: Credential
}

export interface Authenticator {
  authenticate(headers: Headers, ip: string): Promise<Caller>
  /** Forgets what was found, after a key or a token has changed in this process. */
  forget(): void
}

/** Finds the caller by its key or token. One of the wrong form never reaches the database. */
export function createAuthenticator(
  house: Pick<House, 'database' | 'apiKeys' | 'now' | 'config'>,
): Authenticator {
  let cache = new Map<string, { holder: Holder | null; until: number }>()
  const strangers = createStrangers(() => performance.now())
  const isLimited = house.config.rateLimitPerSecond > 0
  // oxlint-disable-next-line max-params -- the form, what was shown of it, and from where
  const find = async (form: CredentialForm, hash: string, ip: string): Promise<Holder | null> => {
    const held = cache.get(hash)
    if (held && held.until > house.now()) return held.holder
    if (isLimited) strangers.admit(ip)
    const holder = await findHolder(house.database, form, hash)
    if (!holder) strangers.note(ip)
    if (cache.size > 10_000) cache = new Map()
    cache.set(hash, { holder, until: house.now() + CACHE_MS })
    return holder
  }
  return {
    forget: () => {
      cache = new Map()
    },
    authenticate: async (headers, ip) => {
      const text = readCredential(headers)
      const form = FORMS.find(({ isMeant }) => isMeant(text))!
      const holder = form.isGenuine(text) ? await find(form, house.apiKeys.hash(text), ip) : null
      if (!holder) throw unauthorized(form.unknown, form.challenge)
      holder.admit(ip)
      return toCaller(holder, headers, ip)
    },
  }
}

/** One statement and one round trip: each caller waits for it once a second. */
export function findHolder(
  database: House['database'],
  form: CredentialForm,
  hash: string,
): Promise<Holder | null> {
  return database.withSystem((db) => form.find(db, hash), { access: 'single' })
}

function readCredential(headers: Headers): string {
  const authorization = headers.authorization
  const direct = headers['x-api-key']
  if (Array.isArray(authorization) || Array.isArray(direct)) throw refusal('invalid_api_key')
  if (authorization && /^basic\s/i.test(authorization)) throw refusal('basic_auth_not_supported')
  const bearer = authorization ? /^bearer +(\S+)$/i.exec(authorization)?.[1] : undefined
  if (authorization && bearer === undefined)
    throw refusal('invalid_api_key', describeScheme(authorization))
  if (bearer !== undefined && direct !== undefined && bearer !== direct) {
    throw refusal('invalid_api_key', 'Authorization and X-Api-Key carry different keys.')
  }
  const text = bearer ?? direct
  if (!text) throw refusal('missing_api_key')
  return text
}

/** What is wrong with another Authorization than `Bearer <API_KEY>`; none of it is repeated. */
function describeScheme(authorization: string): string {
  const right = 'Send Authorization: Bearer <API_KEY>'
  if (/^["']?(?:svc|sat|sul)_/.test(authorization))
    return `Authorization lacks the word Bearer. ${right}.`
  if (/^bearer\b/i.test(authorization))
    return `Authorization has no key behind Bearer, or more than a key. ${right}.`
  return `Authorization is not of the scheme Bearer. ${right}, or X-Api-Key: <API_KEY>.`
}

function toCaller(holder: Holder, headers: Headers, ip: string): Caller {
  const agent = headers['user-agent']
  const userAgent = typeof agent === 'string' ? agent.slice(0, 255) : null
  const { environment, credential } = holder
  return { environment, credential, actor: { ...holder.actor, credential, ip, userAgent } }
}

function refusal(code: Parameters<typeof unauthorized>[0], message?: string): Error {
  return unauthorized(code, API_KEYS.challenge, message)
}
