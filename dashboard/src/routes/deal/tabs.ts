/** The pages of a deal in the order of their number keys. */
export const TABS = [
  { to: '/deals/$id', label: 'Overview', isExact: true },
  { to: '/deals/$id/transactions', label: 'Transactions', isExact: false },
  { to: '/deals/$id/documents', label: 'Documents', isExact: false },
  { to: '/deals/$id/positions', label: 'Positions', isExact: false },
  { to: '/deals/$id/checks', label: 'Checks', isExact: false },
] as const satisfies readonly { to: string; label: string; isExact: boolean }[]
