import type { Context } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import {
  isWithin,
  parseIpRange,
  suggestIpRange,
  type IpRange,
} from '../../platform/egress/ip-ranges.ts'
import { getApiKey } from './store.ts'

/** What a key gives to who has it. */
export interface Rights {
  scopes: readonly string[]
  /** Empty for every address. */
  ipAllowlist: readonly string[]
  /** Null for ever. */
  expiresAt: string | null
}

/**
 * What the caller has. A person gives what the token has, for as long as is wanted: the key is the
 * organization's. The house itself, as on the command line, has everything.
 */
export async function readOwnRights(ctx: Context): Promise<Rights> {
  const { credential, scopes } = ctx.actor
  if (credential?.kind !== 'api_key') return { scopes, ipAllowlist: [], expiresAt: null }
  return getApiKey(ctx, credential.id)
}

/** Throws `insufficient_scope`, naming what of `wanted` the caller does not have. */
export function refuseBeyond(own: Rights, wanted: Rights): void {
  refuseForeignScopes(own.scopes, wanted.scopes)
  if (!endsInTime(own, wanted)) {
    const message = `Your key ends at ${own.expiresAt} and cannot give a longer life to another.`
    throw new ApiError('insufficient_scope', message, { param: 'expires_at' })
  }
  const foreign = findForeignRange(own.ipAllowlist, wanted.ipAllowlist)
  if (foreign !== null) {
    const message = `Your key may be used from ${own.ipAllowlist.join(', ')} only and cannot give ${foreign} to another.`
    throw new ApiError('insufficient_scope', message, { param: 'ip_allowlist' })
  }
}

/** Who changes a key must hold each of its scopes. Throws `insufficient_scope`. */
export function refuseForeignScopes(held: readonly string[], wanted: readonly string[]): void {
  const missing = held.includes('*') ? undefined : wanted.find((scope) => !held.includes(scope))
  if (missing === undefined) return
  const message = `Your key lacks ${missing} and has no power over a key with it.`
  throw new ApiError('insufficient_scope', message, { param: 'scopes' })
}

/**
 * The entries in their usual form, each range once. Throws `invalid_format` for one that is no
 * address, with what was probably meant.
 */
export function readAllowlist(entries: readonly string[]): string[] {
  const texts = entries.map((entry, index) => {
    const range = parseIpRange(entry)
    if (range !== null) return range.text
    const meant = suggestIpRange(entry)
    const hint = meant ? `Did you mean ${meant.text}?` : 'Host names are not taken.'
    const param = `ip_allowlist[${index}]`
    const message = `${param}, ${entry}, is no IP address or range such as 10.0.0.0/8 or 2001:db8::/32. ${hint}`
    throw new ApiError('invalid_format', message, { param })
  })
  return [...new Set(texts)]
}

function endsInTime(own: Rights, wanted: Rights): boolean {
  if (own.expiresAt === null) return true
  return wanted.expiresAt !== null && Date.parse(wanted.expiresAt) <= Date.parse(own.expiresAt)
}

/** Words for the addresses that are not the caller's to give; null when all are. */
function findForeignRange(own: readonly string[], wanted: readonly string[]): string | null {
  if (own.length === 0) return null
  if (wanted.length === 0) return 'every address'
  const held = parseAll(own)
  const foreign = parseAll(wanted).find((range) => !held.some((outer) => isWithin(range, outer)))
  return foreign?.text ?? null
}

function parseAll(texts: readonly string[]): IpRange[] {
  return texts.map(parseIpRange).filter((range) => range !== null)
}
