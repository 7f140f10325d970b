import { holdsScope } from './scopes.ts'

/** Who can act: a key, a person, a program or link that acts for one, and the house itself. */
export const ACTOR_TYPES = [
  'api_key', 'user', 'oauth', 'workflow', 'broker', 'upload_link', 'system',
] as const // prettier-ignore

/** What was shown at the door: a key, a person's session, a program's grant, a link. */
export const CREDENTIAL_KINDS = ['api_key', 'session', 'grant', 'upload_link'] as const

/** What limits, usage and the request log count by. */
export interface Credential {
  kind: (typeof CREDENTIAL_KINDS)[number]
  id: string
}

/** Who acts in a request, or the house itself when a job runs. */
export interface Actor {
  type: (typeof ACTOR_TYPES)[number]
  /** Of the key, the person, the link or the workflow; for a program, its person. */
  id: string | null
  /** The person, where one acts or is acted for. */
  userId: string | null
  /** The broker who acts, by a key or in person: what is its own. Absent or null for the lender. */
  brokerId?: string | null
  credential: Credential | null
  name: string
  keyHint: string | null
  scopes: readonly string[]
  ip: string | null
  userAgent: string | null
}

export function hasScope(actor: Actor, scope: string): boolean {
  return holdsScope(actor.scopes, scope)
}
