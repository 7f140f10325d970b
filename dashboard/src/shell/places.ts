/** The screens of the rail, in its order. `key` goes there after `g`. */
export interface Place {
  to: string
  label: string
  key?: string
  /** Whoever lacks it, or each of several, does not see the place. */
  scope?: string | readonly string[]
}

export const UNDERWRITE: readonly Place[] = [
  { to: '/queue', label: 'Queue', key: 'q', scope: 'submissions:read' },
  { to: '/deals', label: 'Deals', key: 'd', scope: 'submissions:read' },
  { to: '/portfolio', label: 'Portfolio', key: 'p', scope: 'analytics:read' },
  { to: '/policies', label: 'Policies', key: 'o', scope: 'policies:read' },
  { to: '/workflows', label: 'Workflows', key: 'w', scope: 'workflows:read' },
]

export const BUILD: readonly Place[] = [
  { to: '/merchants', label: 'Merchants', key: 'm', scope: 'transactions:read' },
  { to: '/email', label: 'E-mail', key: 'e', scope: 'emails:read' },
  {
    to: '/apps',
    label: 'Apps and integrations',
    key: 'a',
    scope: ['apps:read', 'integrations:read', 'crm:read'],
  },
  {
    to: '/developers',
    label: 'Developers',
    key: 'v',
    scope: ['keys:read', 'webhooks:read', 'audit:read', 'usage:read'],
  },
  { to: '/settings', label: 'Settings', key: 's', scope: 'settings:read' },
]

/** What brokers bring, as their lender sees it. */
export const FROM_BROKERS: Place = {
  to: '/broker',
  label: 'From brokers',
  key: 'b',
  scope: 'broker:read',
}

/** All that whoever brings deals to a lender sees of the rail. */
export const BROKER: readonly Place[] = [{ to: '/broker', label: 'Your deals', key: 'd' }]

/** Pages that the service renders itself. */
export const ELSEWHERE: readonly Place[] = [
  { to: '/account', label: 'Account' },
  { to: '/account/apps', label: 'Connected programs' },
  { to: '/docs', label: 'API reference' },
]
