import { isIP } from 'node:net'
import type { AddressRules } from './addresses.ts'

/** What the text of a URL shows; where its name leads is checked when it is connected to. */
export type UrlVerdict =
  | { ok: true }
  | { ok: false; code: 'invalid_url' | 'url_not_allowed'; message: string }

const LENGTH_MAX = 2048

/** Services that would take a request for commands of their own, some without a password. */
const REFUSED_PORTS = [
  '21', '22', '23', '25', '53', '69', '110', '111', '135', '139', '143', '179', '389', '445',
  '465', '514', '587', '636', '993', '995', '1433', '1521', '2049', '2375', '2379', '3306', '3389',
  '5432', '5900', '6379', '6667', '9042', '11211', '27017',
] // prettier-ignore

/** Each refusal with its public reason, in the order of reading. */
const FORM_RULES: { message: string; isBroken(text: string, url: URL): boolean }[] = [
  {
    // The parser would drop these silently, and another parser would read another host.
    message: 'The URL must not hold spaces, control characters or backslashes.',
    isBroken: (text) => /[\s\p{Cc}\\]/u.test(text),
  },
  {
    message: 'Only http and https are sent to.',
    isBroken: (_, url) => url.protocol !== 'https:' && url.protocol !== 'http:',
  },
  {
    // http:/host and http:host, which the parser repairs
    message: 'The URL must begin with https:// or http:// and a host.',
    isBroken: (text) => !/^https?:\/\/[^/?#]/i.test(text),
  },
  {
    // https://@host has an empty user name, which the parser forgets
    message: 'The URL must not hold a user name or password.',
    isBroken: (text) => /^https?:\/\/[^/?#]*@/i.test(text),
  },
]

/**
 * Whether a URL could be sent to. `invalid_url` when it is not one we take, `url_not_allowed` when
 * it names an address or port that is closed. The host is judged as the parser writes it, so that
 * `0x7f.1`, `2130706433` and fullwidth digits are the 127.0.0.1 they mean.
 */
export function checkUrl(text: string, rules: AddressRules): UrlVerdict {
  if (text.length > LENGTH_MAX) return invalid(`The URL is longer than ${LENGTH_MAX} characters.`)
  const url = URL.parse(text)
  if (!url) return invalid('The URL cannot be read.')
  const broken = FORM_RULES.find((rule) => rule.isBroken(text, url))
  if (broken) return invalid(broken.message)
  if (isHostAllowed(url.hostname, rules) && !REFUSED_PORTS.includes(url.port)) return { ok: true }
  const message = 'The service does not send to this address.'
  return { ok: false, code: 'url_not_allowed', message }
}

function invalid(message: string): UrlVerdict {
  return { ok: false, code: 'invalid_url', message }
}

function isHostAllowed(hostname: string, rules: AddressRules): boolean {
  // [::1]
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0) return rules.isAllowed(host)
  // localhost, api.localhost, localhost.
  return !/(^|\.)localhost\.?$/i.test(host) || rules.isAllowed('127.0.0.1')
}
