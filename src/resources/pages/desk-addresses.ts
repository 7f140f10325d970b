/** Where the pages of the web interface begin; below each, its scripts know every address. */
export const DASHBOARD_NOUNS = [
  'deals',
  'queue',
  'portfolio',
  'policies',
  'funders',
  'workflows',
  'merchants',
  'search',
  'email',
  'apps',
  'developers',
  'settings',
  'broker',
] as const

/** Its scripts, styles and fonts, whose names are made of their content. */
export const DASHBOARD_FILES = '/desk/'

const PAGE = new RegExp(`^/(?:${DASHBOARD_NOUNS.join('|')})(?:/[^?]*)?$`)

/** `/deals/42/transactions` is one, `/v1/deals` is none. */
export function isDashboardPage(path: string): boolean {
  return PAGE.test(path)
}
