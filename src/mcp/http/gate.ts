import { isIP } from 'node:net'

/** What a request must pass before anything of it is read. */
export interface Gate {
  /** Where callers reach the tools, without a slash at the end. */
  publicUrl: string
  /** Of web pages that may call from a browser; `*` for all. */
  allowedOrigins: readonly string[]
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

/**
 * Whether a request comes by a name and from a page that may: a page of somebody else's can have
 * its own name lead to a loopback address, but cannot change what stands in these headers.
 */
export function isAdmitted({ publicUrl, allowedOrigins }: Gate, headers: Headers): boolean {
  const { host, origin } = headers
  const own = new URL(publicUrl)
  if (typeof host === 'string' && !isOwnHost(host, own.hostname)) return false
  if (typeof origin !== 'string' || origin === own.origin) return true
  if (allowedOrigins.includes('*') || allowedOrigins.includes(origin)) return true
  const { hostname } = URL.parse(origin) ?? {}
  return hostname !== undefined && isLoopback(hostname)
}

/** Addresses, and names without a dot, which nobody outside can give to a machine. */
function isOwnHost(host: string, own: string): boolean {
  const name = URL.parse(`http://${host}`)?.hostname ?? ''
  const bare = name.replace(/^\[|\]$/g, '')
  return name === own || isIP(bare) !== 0 || (name !== '' && !name.includes('.'))
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
}

/** The key of a request, from either of the headers that the API takes; null without one. */
export function readKey({ authorization, 'x-api-key': own }: Headers): string | null {
  const bearer = /^Bearer +([\x21-\x7e]{8,512})$/i.exec(String(authorization ?? ''))?.[1]
  if (bearer !== undefined) return bearer
  return typeof own === 'string' && /^[\x21-\x7e]{8,512}$/.test(own) ? own : null
}

/** The header of the interface, by which a client finds where tokens come from. */
export function challenge({ publicUrl }: Gate): Record<string, string> {
  const metadata = `${publicUrl}/.well-known/oauth-protected-resource`
  return { 'www-authenticate': `Bearer resource_metadata="${metadata}"` }
}
