import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { Service } from '../service.ts'
import { refresh, type Tokens } from './oauth.ts'

/** What `assay login` keeps, for its user alone to read. */
export interface Kept {
  url: string
  clientId: string
  tokens: Tokens
}

const DEFAULT_URL = 'http://localhost:3100'

function path(name: string): string {
  return join(process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'assay', name)
}

export function getUrl(): string {
  return (process.env.SERVICE_API_URL ?? readKept()?.url ?? DEFAULT_URL).replace(/\/+$/, '')
}

/** Null when nobody has signed in. */
export function readKept(): Kept | null {
  const text = read('credentials.json')
  return text === null ? null : (JSON.parse(text) as Kept)
}

function read(name: string): string | null {
  try {
    return readFileSync(path(name), 'utf8')
  } catch {
    return null
  }
}

/** Written whole or not at all: a refresh token is good once. */
function write(name: string, text: string): void {
  const target = path(name)
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
  const draft = `${target}.${process.pid}`
  writeFileSync(draft, text, { mode: 0o600 })
  renameSync(draft, target)
}

export function keep(kept: Kept): void {
  write('credentials.json', `${JSON.stringify(kept, null, 2)}\n`)
}

export function forget(): void {
  rmSync(path('credentials.json'), { force: true })
}

/** The secret that forwarded events are signed with, the same each time on this machine. */
export function forwardingSecret(): string {
  const known = read('listen-secret')
  if (known !== null) return known
  const secret = `whsec_${randomBytes(24).toString('base64')}`
  write('listen-secret', secret)
  return secret
}

const SOON_MS = 60_000

/** The service with the key of the environment, or else the sign-in, refreshed when it is due. */
export async function openService(): Promise<Service> {
  const baseUrl = getUrl()
  if (process.env.SERVICE_API_KEY) return new Service({ baseUrl })
  const kept = readKept()
  if (kept === null) throw new Error('Set SERVICE_API_KEY, or sign in with `assay login`.')
  // A token of one service is nothing that another one should see.
  if (kept.url !== baseUrl)
    throw new Error(`The sign-in is of ${kept.url}; sign in to ${baseUrl} with \`assay login\`.`)
  if (kept.tokens.expiresAt - Date.now() > SOON_MS)
    return new Service({ baseUrl, apiKey: kept.tokens.access })
  const tokens = await refresh(baseUrl, kept.clientId, kept.tokens)
  keep({ ...kept, tokens })
  return new Service({ baseUrl, apiKey: tokens.access })
}
