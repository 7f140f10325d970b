/** The screens of the rail, in its order. `key` goes there after `g`. */
export interface Place {
  to: string
  label: string
  key?: string
  /** Whoever lacks it does not see the place. */
  scope?: string
}

export const UNDERWRITE: readonly Place[] = [
  { to: '/queue', label: 'Queue', key: 'q', scope: 'submissions:read' },
  { to: '/deals', label: 'Deals', key: 'd' },
  { to: '/portfolio', label: 'Portfolio', key: 'p', scope: 'analytics:read' },
  { to: '/policies', label: 'Policies', key: 'o', scope: 'policies:read' },
  { to: '/workflows', label: 'Workflows', key: 'w', scope: 'workflows:read' },
]

/** Pages that the service renders itself. */
export const ELSEWHERE: readonly Place[] = [
  { to: '/account', label: 'Account' },
  { to: '/account/apps', label: 'Connected programs' },
  { to: '/team', label: 'Team' },
  { to: '/docs', label: 'API reference' },
]
