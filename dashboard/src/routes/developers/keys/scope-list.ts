const AREAS = [
  ['submissions', 'Deals'],
  ['documents', 'Documents'],
  ['transactions', 'Transactions'],
  ['analytics', 'Analytics'],
  ['policies', 'Policies and rules'],
  ['funders', 'Funders'],
  ['entities', 'Businesses and owners'],
  ['workflows', 'Workflows'],
  ['webhooks', 'Webhooks and events'],
  ['integrations', 'Bank links'],
  ['crm', 'CRM'],
  ['emails', 'E-mail'],
  ['broker', 'Deals of brokers'],
  ['apps', 'Apps'],
  ['settings', 'Settings'],
  ['keys', 'API keys'],
  ['audit', 'Audit and request log'],
  ['usage', 'Usage'],
  ['team', 'People of the organization'],
  ['uploads', 'Upload links'],
] as const

export interface Area {
  area: string
  label: string
  scopes: readonly string[]
}

/** What a key may be given, by area, as far as the person who gives it may do it too. */
export function listAreas(isHeld: (scope: string) => boolean): Area[] {
  return AREAS.map(([area, label]) => ({
    area,
    label,
    scopes: [`${area}:read`, `${area}:write`].filter(isHeld),
  })).filter(({ scopes }) => scopes.length > 0)
}

/** `Everything`, or the areas in words: `Deals, Documents (read)`. */
export function describeScopes(scopes: readonly string[]): string {
  if (scopes.includes('*')) return 'Everything'
  const areas = AREAS.filter(([area]) => scopes.some((scope) => scope.startsWith(`${area}:`)))
  const words = areas.map(([area, label]) =>
    scopes.includes(`${area}:write`) || scopes.includes(`${area}:*`) ? label : `${label} (read)`,
  )
  if (scopes.includes('pii:read')) words.push('Tax numbers in full')
  return words.join(', ')
}
