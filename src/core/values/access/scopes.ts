const AREAS = [
  'submissions', 'documents', 'transactions', 'analytics', 'policies', 'funders', 'webhooks', 'workflows', 'entities',
  'integrations', 'crm', 'emails', 'broker', 'settings', 'keys', 'audit', 'usage', 'team', 'apps',
  'uploads',
] as const // prettier-ignore

/** Every scope that a key or a token can hold; `*` holds all, `pii:read` shows EINs in full. */
export const SCOPES: readonly string[] = [
  '*',
  'pii:read',
  ...AREAS.flatMap((area) => [`${area}:read`, `${area}:write`]),
]

/** The scopes that read an area, without what is of persons. */
export const READING_SCOPES: readonly string[] = AREAS.map((area) => `${area}:read`)

/** Whether scopes that are held give one: `*` gives every one, `documents:*` all of its area. */
export function holdsScope(held: readonly string[], scope: string): boolean {
  const [area] = scope.split(':')
  return held.some((own) => own === '*' || own === scope || own === `${area}:*`)
}

/** What of the requested scopes is among those that may be given; `*` requests all of them. */
export function limitScopes(given: readonly string[], requested: readonly string[]): string[] {
  if (requested.includes('*')) return [...given]
  return [...new Set(requested)].filter((scope) => holdsScope(given, scope))
}
