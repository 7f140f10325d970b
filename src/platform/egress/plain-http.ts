import { isIP } from 'node:net'
import { createIpList, parseIpRange } from './ip-ranges.ts'

/** Endings of names that no public host has (RFC 6761, 6762, 8375; ICANN for internal). */
const PRIVATE_ENDINGS = [
  'internal',
  'local',
  'localhost',
  'localdomain',
  'lan',
  'home.arpa',
  'test',
]

export interface PlainHttpSettings {
  /** Ranges that are open although they are not public. */
  allowCidrs: readonly string[]
  /** Hosts that may be sent to without TLS; `*` for all. */
  allowHttp: readonly string[]
}

/**
 * Whether a URL may be sent to without TLS, as far as its text shows: a private address that the
 * operator opened, a name that no public host has, a host that the operator named. What goes to any
 * other host would be read and changed on its way.
 */
export function createPlainHttpRule(settings: PlainHttpSettings): (url: string) => boolean {
  const opened = createIpList(settings.allowCidrs.map((range) => parseIpRange(range)!))
  const named = settings.allowHttp.map((host) => host.toLowerCase())
  return (url) => {
    // [::1], receiver.internal.
    const host = new URL(url).hostname.replace(/^\[|\]$|\.$/g, '')
    if (named.includes('*') || named.includes(host)) return true
    return isIP(host) === 0 ? isPrivateName(host) : opened.has(host)
  }
}

/** Names without a dot are looked up in the network of the machine, such as those of containers. */
function isPrivateName(host: string): boolean {
  return !host.includes('.') || PRIVATE_ENDINGS.some((ending) => host.endsWith(`.${ending}`))
}
