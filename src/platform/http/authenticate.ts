import type { Actor, Environment, House } from '../context.ts'
import { parseApiKey } from '../crypto/api-key.ts'
import { sql } from '../db/sql.ts'
import { ApiError } from '../errors/api-error.ts'
import type { ErrorCode } from '../errors/catalogue.ts'
import { createIpList, parseIpRange } from '../egress/ip-ranges.ts'
import { createStrangers } from './limits/strangers.ts'

/** How long a key that was found is believed; another process's revocation is felt after this. */
const CACHE_MS = 1000

interface KeyRow {
  id: string
  tenantId: string
  environmentId: string
  mode: 'live' | 'test'
  name: string
  hint: string
  status: 'active' | 'inactive' | 'rotating' | 'revoked'
  scopes: string[]
  ipAllowlist: string[]
  isExpired: boolean
  isGraceOver: boolean
  brokerId: string | null
}

export interface Caller {
  environment: Environment
  actor: Actor
}

export interface Authenticator {
  authenticate(headers: Record<string, string | string[] | undefined>, ip: string): Promise<Caller>
  /** Forgets what was found, after a key has changed in this process. */
  forget(): void
}

/** Finds the caller by its key. A key of the wrong form never reaches the database. */
export function createAuthenticator(
  house: Pick<House, 'database' | 'apiKeys' | 'now' | 'config'>,
): Authenticator {
  let cache = new Map<string, { row: KeyRow | null; until: number }>()
  const strangers = createStrangers(() => performance.now())
  const isLimited = house.config.rateLimitPerSecond > 0
  const find = async (hash: string, ip: string): Promise<KeyRow | null> => {
    const held = cache.get(hash)
    if (held && held.until > house.now()) return held.row
    if (isLimited) strangers.admit(ip)
    const row = await house.database.withSystem((db) =>
      db.row<KeyRow>(sql`select * from system_find_key(${hash})`),
    )
    if (!row) strangers.note(ip)
    if (cache.size > 10_000) cache = new Map()
    cache.set(hash, { row, until: house.now() + CACHE_MS })
    return row
  }
  return {
    forget: () => {
      cache = new Map()
    },
    authenticate: async (headers, ip) => {
      const key = readApiKey(headers)
      const row = parseApiKey(key) ? await find(house.apiKeys.hash(key), ip) : null
      if (!row) throw unauthorized('invalid_api_key')
      refuseUnusable(row, ip)
      return toCaller(row, headers, ip)
    },
  }
}

function readApiKey(headers: Record<string, string | string[] | undefined>): string {
  const authorization = headers.authorization
  const direct = headers['x-api-key']
  if (Array.isArray(authorization) || Array.isArray(direct)) throw unauthorized('invalid_api_key')
  if (authorization && /^basic\s/i.test(authorization))
    throw unauthorized('basic_auth_not_supported')
  const bearer = authorization ? /^bearer +(\S+)$/i.exec(authorization)?.[1] : undefined
  if (authorization && bearer === undefined)
    throw unauthorized('invalid_api_key', describeScheme(authorization))
  if (bearer !== undefined && direct !== undefined && bearer !== direct) {
    throw unauthorized('invalid_api_key', 'Authorization and X-Api-Key carry different keys.')
  }
  const key = bearer ?? direct
  if (!key) throw unauthorized('missing_api_key')
  return key
}

/** What is wrong with another Authorization than `Bearer <API_KEY>`; none of it is repeated. */
function describeScheme(authorization: string): string {
  const right = 'Send Authorization: Bearer <API_KEY>'
  if (/^["']?svc_/.test(authorization)) return `Authorization lacks the word Bearer. ${right}.`
  if (/^bearer\b/i.test(authorization))
    return `Authorization has no key behind Bearer, or more than a key. ${right}.`
  return `Authorization is not of the scheme Bearer. ${right}, or X-Api-Key: <API_KEY>.`
}

function refuseUnusable(row: KeyRow, ip: string): void {
  if (row.status === 'revoked' || (row.status === 'rotating' && row.isGraceOver))
    throw unauthorized('revoked_api_key')
  if (row.status === 'inactive') throw unauthorized('inactive_api_key')
  if (row.isExpired) throw unauthorized('expired_api_key')
  if (row.ipAllowlist.length > 0) refuseElsewhere(row.ipAllowlist, ip)
}

/** An entry that older versions took and that is no range lets nobody in, and is named. */
function refuseElsewhere(entries: string[], ip: string): void {
  const ranges = entries.map(parseIpRange)
  if (createIpList(ranges.filter((range) => range !== null)).has(ip)) return
  const unusable = entries.find((_, index) => ranges[index] === null)
  if (unusable === undefined) throw new ApiError('ip_not_allowed')
  const message = `The ip_allowlist of the key has ${unusable}, which is no IP address or range. Create a new key.`
  throw new ApiError('ip_not_allowed', message)
}

function toCaller(
  row: KeyRow,
  headers: Record<string, string | string[] | undefined>,
  ip: string,
): Caller {
  const agent = headers['user-agent']
  return {
    environment: { id: row.environmentId, tenantId: row.tenantId, mode: row.mode },
    actor: {
      type: row.brokerId === null ? 'api_key' : 'broker',
      id: row.id,
      brokerId: row.brokerId,
      name: row.name,
      keyHint: row.hint,
      scopes: row.scopes,
      ip,
      userAgent: typeof agent === 'string' ? agent.slice(0, 255) : null,
    },
  }
}

function unauthorized(code: ErrorCode, message?: string): ApiError {
  return new ApiError(code, message, { headers: { 'www-authenticate': 'Bearer' } })
}
