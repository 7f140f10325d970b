import {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  ServiceError,
} from '../../../errors.ts'
import type { Service } from '../../../service.ts'
import type { RequestOptions } from '../../../transport.ts'
import { HeronError, type HeronAccount, type HeronSource } from '../types.ts'
import type { Entry, Journal, Kind } from './journal.ts'

/** What one import works with. */
export interface Run {
  source: HeronSource
  service: Service
  journal: Journal
  account: HeronAccount
  options: RunOptions
  /** Lines for people, while it goes on. */
  log: (line: string) => void
  /** Secrets of webhooks that this run made; they are shown once. */
  secrets: { url: string; secret: string }[]
}

export interface RunOptions {
  /** Only the first deals of this number. */
  sample: number | null
  /** Only deals and rows that changed on this day or later. */
  since: string | null
  trustLabels: boolean
  timezone: string
  currency: string
}

export interface Write {
  kind: Kind
  id: string
  external?: string | null
  send: (options: RequestOptions) => Promise<{ id: string }>
  /** The object of an earlier import whose idempotency key has expired. */
  find?: () => Promise<string | null>
}

/**
 * Writes an object once: what the journal has is left alone, and what was sent before a kill is
 * recognized by its key. Throws what would fail for every object, such as a lost connection.
 */
export async function write(run: Run, { kind, id, external, send, find }: Write): Promise<Entry> {
  const { journal } = run
  const known = journal.find(kind, id)
  if (known) return known
  const facts = { id, ...(external === undefined ? {} : { external }) }
  try {
    const found = find ? await find() : null
    if (found !== null) return journal.note(kind, { ...facts, our: found, status: 'existing' })
    const { id: our } = await send({ idempotencyKey: toKey(kind, id) })
    return journal.note(kind, { ...facts, our, status: 'imported' })
  } catch (error) {
    const existing = findExisting(error)
    const outcome = existing
      ? ({ our: existing, status: 'existing', reason: describe(error) } as const)
      : ({ our: null, status: 'failed', reason: requireLocal(error) } as const)
    return journal.note(kind, { ...facts, ...outcome })
  }
}

/** `heron:rules:rul_…`; names of classes may be of any script. */
export function toKey(kind: Kind, id: string): string {
  return `heron:${kind}:${encodeURIComponent(id)}`.slice(0, 255)
}

function findExisting(error: unknown): string | null {
  if (!(error instanceof ConflictError)) return null
  const { existing_id: id } = error.body
  return typeof id === 'string' ? id : null
}

/** Why one object failed. Throws an error that is not about this object alone. */
export function requireLocal(error: unknown): string {
  const isOurs = error instanceof ServiceError || error instanceof HeronError
  if (!isOurs || error instanceof ConnectionError || error instanceof AuthenticationError)
    throw error
  if (error instanceof HeronError && /^(?:unauthorized|basic_auth|paging_loop)$/.test(error.code))
    throw error
  return describe(error)
}

export function describe(error: unknown): string {
  const { code = 'error', param } = error as { code?: string; param?: string }
  const message = error instanceof Error ? error.message : String(error)
  return `${code}${param ? ` (${param})` : ''}: ${message}`.slice(0, 500)
}
