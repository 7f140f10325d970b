import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** An entry of the audit log as it is signed, without its time, which the database gives. */
export type SignedFields = readonly unknown[]

/** The end of an environment's chain. */
export interface Head {
  environmentId: string
  sequence: number
  hash: string
}

/** Signs what the audit log holds, under a key that is not in the database in the open. */
export interface AuditSigner {
  /** Of an entry as its writer wrote it: without the key nobody adds one. */
  entry(fields: SignedFields): string
  /** Of a place in the chain and what stands there: without the key nobody makes another chain. */
  link(head: Head): string
  /** Of the end of the chain at a time: without the key nobody shortens it. */
  head(head: Head): string
  /** Of the last entry that was removed for its age: without the key nobody cuts the beginning. */
  base(head: Head): string
  matches(expected: string, given: string | null): boolean
}

export function createAuditSigner(secret: string): AuditSigner {
  const key = Buffer.from(secret, 'base64')
  const mac = (...parts: (string | number)[]): string =>
    createHmac('sha256', key).update(parts.join('\n')).digest('base64url')
  return {
    entry: (fields) => mac('entry', toCanonicalText(fields)),
    link: ({ environmentId, sequence, hash }) => mac('link', environmentId, sequence, hash),
    head: ({ environmentId, sequence, hash }) => mac('head', environmentId, sequence, hash),
    base: ({ environmentId, sequence, hash }) => mac('base', environmentId, sequence, hash),
    matches: (expected, given) => {
      const [ours, theirs] = [Buffer.from(expected), Buffer.from(given ?? '')]
      return ours.length === theirs.length && timingSafeEqual(ours, theirs)
    },
  }
}

/** Hash of an entry in its chain: of the one before it and of its own text. */
export function chainHash(previousHash: string, text: string): string {
  return createHash('sha256').update(previousHash).update(text).digest('hex')
}

/** One text for equal values, whether they come from a caller or back from a jsonb column. */
function toCanonicalText(fields: SignedFields): string {
  return JSON.stringify(fields.map((field) => (isEmpty(field) ? field : sorted(field))))
}

/** Most entries hold no changes, and sorting nothing would still cost a walk. */
function isEmpty(field: unknown): boolean {
  return field === null || typeof field !== 'object' || (Array.isArray(field) && field.length === 0)
}

function sorted(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_name, held: unknown) =>
      held !== null && typeof held === 'object' && !Array.isArray(held)
        ? Object.fromEntries(Object.entries(held).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : held,
    ),
  )
}
