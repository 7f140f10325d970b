/** The pages of a deal in the order of their number keys. */
export const TABS = [
  { to: '/deals/$id', label: 'Overview', isExact: true },
  { to: '/deals/$id/transactions', label: 'Transactions', isExact: false },
  { to: '/deals/$id/documents', label: 'Documents', isExact: false },
  { to: '/deals/$id/positions', label: 'Positions', isExact: false },
  { to: '/deals/$id/checks', label: 'Checks', isExact: false },
  { to: '/deals/$id/funders', label: 'Funders', isExact: false },
  { to: '/deals/$id/company', label: 'Company', isExact: false },
  { to: '/deals/$id/timeline', label: 'Timeline', isExact: false },
  { to: '/deals/$id/exports', label: 'Exports', isExact: false },
] as const satisfies readonly { to: string; label: string; isExact: boolean }[]
