import type { Mode } from '../platform/context.ts'
import type { Account } from '../resources/records/people/grants/store.ts'

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
// 0198c0de-….0198c0de-….test
const FORM = new RegExp(`^(${UUID})\\.(${UUID})\\.(live|test)$`)

/**
 * The account of a code or a token as one text: everything that the library issues is bound to the
 * person, the organization and the mode at once.
 */
export function formatAccount({ userId, tenantId, mode }: Account): string {
  return `${userId}.${tenantId}.${mode}`
}

/** Null for a text that is none. */
export function parseAccount(text: string): Account | null {
  const [, userId, tenantId, mode] = FORM.exec(text) ?? []
  return userId && tenantId ? { userId, tenantId, mode: mode as Mode } : null
}
