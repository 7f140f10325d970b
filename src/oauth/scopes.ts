import { SCOPES } from '../core/values/access/scopes.ts'

/** What a program can request: every scope by its name; `*` is for keys and people alone. */
export const GRANTABLE: readonly string[] = SCOPES.filter((scope) => scope !== '*')

/** What a program gets that requests nothing. */
export const USUAL_SCOPES = [
  'submissions:read',
  'documents:read',
  'transactions:read',
  'analytics:read',
]

/** Gives power over the organization or shows identifiers of persons: never ticked beforehand. */
export function isSensitive(scope: string): boolean {
  return scope === 'keys:write' || scope === 'pii:read' || scope.startsWith('team:')
}

/** The requested scopes that exist, without what belongs to the protocol. */
export function readRequested(scope: unknown): string[] {
  const names = typeof scope === 'string' ? scope.split(' ') : []
  return [...new Set(names)].filter((name) => GRANTABLE.includes(name))
}
