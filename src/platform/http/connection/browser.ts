import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../errors/api-error.ts'

/** What a route for browsers knows of a request beyond its path, query and body. */
export interface BrowserRequest {
  /** What the session cookie holds; null where there is none. */
  sessionSecret: string | null
  /** Whether a page shall come back; JSON otherwise. */
  wantsPage: boolean
  ip: string
  userAgent: string | null
}

/** Twelve hours, after which no session opens anything. */
const MAX_AGE_SECONDS = 12 * 60 * 60

// 43 characters of base64url, which are 32 bytes
const SECRET = /^[\w-]{43}$/

export function readBrowser(request: FastifyRequest, publicUrl: string): BrowserRequest {
  const { cookie, accept = '', 'user-agent': agent } = request.headers
  const secret = findCookie(cookie ?? '', cookieName(publicUrl))
  return {
    sessionSecret: secret !== null && SECRET.test(secret) ? secret : null,
    wantsPage: accept.includes('text/html'),
    ip: request.ip,
    userAgent: typeof agent === 'string' ? agent.slice(0, 255) : null,
  }
}

/** The first of a name: what a neighbouring host has set with a longer path comes behind. */
function findCookie(header: string, name: string): string | null {
  const pair = header.split(';').find((one) => one.trim().startsWith(`${name}=`))
  return pair?.trim().slice(name.length + 1) ?? null
}

/** Over https the prefix forbids that another host of the same site sets the cookie. */
function cookieName(publicUrl: string): string {
  return isSecure(publicUrl) ? '__Host-assay_session' : 'assay_session'
}

export function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:')
}

/** The header that gives a browser its session, or with null takes it away. */
export function sessionCookie(publicUrl: string, secret: string | null): Record<string, string> {
  const secure = isSecure(publicUrl) ? '; Secure' : ''
  const maxAge = secret === null ? 0 : MAX_AGE_SECONDS
  const value = `${cookieName(publicUrl)}=${secret ?? ''}`
  return { 'set-cookie': `${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}` }
}

/**
 * Throws `origin_not_allowed` for a write that a page of another origin sends. A request with
 * neither header is of no browser, and carries no cookie that it was not given on purpose.
 */
export function refuseForeignOrigin(request: FastifyRequest, publicUrl: string): void {
  const { origin, 'sec-fetch-site': site } = request.headers
  const isOwnSite = site === undefined || site === 'same-origin' || site === 'none'
  const isOwnOrigin = origin === undefined || isOwn(origin, new URL(publicUrl))
  if (isOwnSite && isOwnOrigin) return
  const { origin: own } = new URL(publicUrl)
  const message = `Only pages of ${own} may send this. If they come from there, set PUBLIC_URL to the address in the browser.`
  throw new ApiError('origin_not_allowed', message, { param: 'Origin' })
}

/** On one machine, localhost and 127.0.0.1 are the same place. */
function isOwn(origin: string, own: URL): boolean {
  if (origin === own.origin) return true
  const given = URL.parse(origin)
  if (given === null || given.protocol !== own.protocol || given.port !== own.port) return false
  return isLoopback(given.hostname) && isLoopback(own.hostname)
}

export function isLoopback(hostname: string): boolean {
  if (hostname === 'localhost' || hostname === '[::1]') return true
  return isIP(hostname) === 4 && hostname.startsWith('127.')
}
