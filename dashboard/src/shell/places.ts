/** The screens of the rail, in its order. `key` goes there after `g`. */
export interface Place {
  to: string
  label: string
  key?: string
}

export const UNDERWRITE: readonly Place[] = [{ to: '/deals', label: 'Deals', key: 'd' }]

/** Pages that the service renders itself. */
export const ELSEWHERE: readonly Place[] = [
  { to: '/account', label: 'Account' },
  { to: '/account/apps', label: 'Connected programs' },
  { to: '/team', label: 'Team' },
  { to: '/docs', label: 'API reference' },
]
