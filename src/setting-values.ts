// What the text of a setting can be. Each returns undefined when the text cannot be used.
import { parseIpRange } from './platform/egress/ip-ranges.ts'
import { parseFault, type Fault } from './platform/faults.ts'
import { parseStorageUrl, type StorageAddress } from './platform/storage/address.ts'

/** Reads the text of a setting; `form` is what it takes, where the meaning does not say so. */
export interface Reader<T> {
  (text: string): T | undefined
  form?: string
}

export function wholeNumber(min: number, max: number): Reader<number> {
  const read = (value: string): number | undefined => {
    const parsed = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
    return parsed >= min && parsed <= max ? parsed : undefined
  }
  return Object.assign(read, { form: `a whole number from ${min} to ${max}` })
}

export function text(value: string): string {
  return value
}

export function optionalText(value: string): string | null {
  return value === '' ? null : value
}

export function optionalUrl(value: string): string | null | undefined {
  if (value === '') return null
  return URL.canParse(value) ? value : undefined
}

export function url(value: string): string | undefined {
  return URL.canParse(value) ? value : undefined
}

/** Looser than a URL: a socket's connection string has no host. */
export function optionalDatabaseUrl(value: string): string | null | undefined {
  if (value === '') return null
  return /^postgres(ql)?:\/\//.test(value) ? value : undefined
}
optionalDatabaseUrl.form = 'an address such as postgresql://user:password@host:5432/database'

export function optionalStorage(value: string): StorageAddress | null | undefined {
  return value === '' ? null : parseStorageUrl(value)
}

export function cidrs(value: string): string[] | undefined {
  const ranges = value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  return ranges.every((range) => parseIpRange(range) !== null) ? ranges : undefined
}

/** Names of hosts as a URL has them, or `*`. */
export function hosts(value: string): string[] | undefined {
  const names = value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  return names.every((name) => name === '*' || isHostname(name)) ? names : undefined
}

/** A name that mails can be addressed to, in lower case. */
export function optionalDomain(value: string): string | null | undefined {
  if (value === '') return null
  return isHostname(value) && /[a-z0-9]$/i.test(value) ? value.toLowerCase() : undefined
}

function isHostname(name: string): boolean {
  return parseUrl(`http://${name}/`)?.host === name.toLowerCase()
}

/** Each as browsers send it, or one `*`; a path or a slash at the end would match nothing. */
export function origins(value: string): string[] | undefined {
  const listed = value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  if (listed.length === 1 && listed[0] === '*') return listed
  return listed.every((one) => /^https?:[^*]+$/.test(one) && parseUrl(one)?.origin === one)
    ? listed
    : undefined
}

export function retrySeconds(value: string): number[] | null | undefined {
  if (value === '') return null
  const delays = value.split(',').map(Number)
  return delays.length === 5 && delays.every((delay) => Number.isFinite(delay) && delay >= 0)
    ? delays
    : undefined
}

export function optionalFault(value: string): Fault | null | undefined {
  return value === '' ? null : (parseFault(value) ?? undefined)
}

export function optionalScannerUrl(value: string): string | null | undefined {
  if (value === '') return null
  return /^(tcp:\/\/[^/:]+:\d+|unix:\/\/\/.+)$/.test(value) ? value : undefined
}

/** As `URL.parse`, which the Node.js of an agent's machine may lack. */
function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}
