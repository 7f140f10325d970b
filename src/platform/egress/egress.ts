import { lookup, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, request } from 'undici'
import { createAddressRules, type AddressRules } from './addresses.ts'

export interface EgressRequest {
  method: 'POST' | 'GET'
  url: string
  headers: Record<string, string>
  body?: Buffer
  timeoutMs: number
}

export type EgressError = 'timeout' | 'dns' | 'tls' | 'refused' | 'blocked' | 'http_error'

export type EgressOutcome =
  | { kind: 'response'; status: number; headers: Record<string, string>; bodyStart: string; durationMs: number }
  | { kind: 'error'; error: EgressError; durationMs: number }

/** The only way out: every call is checked for where it really goes. */
export interface Egress {
  /** Never throws for what the other side does. Redirects are answers, not followed. */
  send(wanted: EgressRequest): Promise<EgressOutcome>
  /** Whether a URL could be sent to, as far as its text tells. */
  checkUrl(url: string): { ok: true } | { ok: false; code: 'invalid_url' | 'url_not_allowed'; message: string }
  close(): Promise<void>
}

const CONNECT_TIMEOUT_MS = 5_000
const READ_BYTES_MAX = 1024 * 1024
const KEPT_BYTES = 1024

class Blocked extends Error {}

/** Resolves a name; replaced in tests of what DNS may answer. */
export type Resolve = (hostname: string, options: { all: true }, done: (error: Error | null, addresses: LookupAddress[]) => void) => void

export function createEgress(settings: { allowCidrs: readonly string[]; resolve?: Resolve }): Egress {
  const rules = createAddressRules(settings.allowCidrs)
  const agent = new Agent({
    connect: { timeout: CONNECT_TIMEOUT_MS, lookup: safeLookup(rules, settings.resolve ?? (lookup as unknown as Resolve)) },
    keepAliveTimeout: 4_000,
    connections: 16,
    pipelining: 0,
  })
  return {
    checkUrl: (url) => checkUrl(url, rules),
    send: (wanted) => send(wanted, agent, rules),
    close: () => agent.destroy(),
  }
}

/** Resolves all addresses and refuses when any of them is not public: the connection goes to a checked one. */
function safeLookup(rules: AddressRules, resolve: Resolve): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname, { all: true }, (error, addresses) => {
      if (error) return done(error, '', 0)
      if (addresses.length === 0 || addresses.some(({ address }) => !rules.isAllowed(address))) {
        return done(new Blocked(`${hostname} is not a public address`), '', 0)
      }
      if (options.all) return done(null, addresses as never)
      return done(null, addresses[0]!.address, addresses[0]!.family)
    })
  }
}

function checkUrl(text: string, rules: AddressRules): ReturnType<Egress['checkUrl']> {
  const invalid = (message: string) => ({ ok: false, code: 'invalid_url', message }) as const
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || /[\s\\]/.test(text)) return invalid('The URL cannot be read.')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return invalid('Only http and https are sent to.')
  if (url.username || url.password) return invalid('The URL must not hold a user name or password.')
  if (text.length > 2048) return invalid('The URL is longer than 2048 characters.')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) ? rules.isAllowed(host) : !isLocalName(host) || rules.isAllowed('127.0.0.1')) return { ok: true }
  return { ok: false, code: 'url_not_allowed', message: 'The service does not send to this address.' }
}

function isLocalName(host: string): boolean {
  return /(^|\.)localhost\.?$/i.test(host)
}

async function send(wanted: EgressRequest, agent: Agent, rules: AddressRules): Promise<EgressOutcome> {
  const started = performance.now()
  const durationMs = (): number => Math.round(performance.now() - started)
  if (!checkUrl(wanted.url, rules).ok) return { kind: 'error', error: 'blocked', durationMs: durationMs() }
  const signal = AbortSignal.timeout(wanted.timeoutMs)
  try {
    const { method, url, headers, body } = wanted
    const response = await request(url, { method, headers, body: body ?? null, signal, dispatcher: agent })
    const bodyStart = await readStart(response.body)
    const plain = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as const)
    return { kind: 'response', status: response.statusCode, headers: Object.fromEntries(plain), bodyStart, durationMs: durationMs() }
  } catch (error) {
    return { kind: 'error', error: signal.aborted ? 'timeout' : classOf(error), durationMs: durationMs() }
  }
}

/** The first kilobyte; what follows is read up to a megabyte so that the connection can be kept, then cut. */
async function readStart(body: AsyncIterable<Buffer> & { destroy(): void }): Promise<string> {
  const kept: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    if (size < KEPT_BYTES) kept.push(chunk.subarray(0, KEPT_BYTES - size))
    size += chunk.length
    if (size > READ_BYTES_MAX) {
      body.destroy()
      break
    }
  }
  return Buffer.concat(kept).toString('utf8').replaceAll('\u0000', '')
}

function classOf(error: unknown): EgressError {
  const { code = '', cause } = error as { code?: string; cause?: unknown }
  if (error instanceof Blocked || cause instanceof Blocked) return 'blocked'
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') return 'timeout'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'dns'
  if (code.startsWith('ERR_TLS') || code.startsWith('CERT_') || /SELF_SIGNED|UNABLE_TO/.test(code)) return 'tls'
  if (code === 'ECONNREFUSED' || code === 'ECONNRESET' || code === 'EHOSTUNREACH' || code === 'ENETUNREACH') return 'refused'
  return 'http_error'
}
