import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { Broken } from './parts/page.tsx'
import { asGiven, root } from './root.ts'

const deals = createRoute({
  getParentRoute: () => root,
  path: '/deals',
  validateSearch: asGiven,
  component: lazyRouteComponent(() => import('./routes/deals/deals.tsx'), 'Deals'),
})

const deal = createRoute({
  getParentRoute: () => root,
  path: '/deals/$id',
  validateSearch: asGiven,
  component: lazyRouteComponent(() => import('./routes/deal/deal.tsx'), 'Deal'),
})

const overview = createRoute({
  getParentRoute: () => deal,
  path: '/',
  component: lazyRouteComponent(() => import('./routes/deal/overview/overview.tsx'), 'Overview'),
})

const transactions = createRoute({
  getParentRoute: () => deal,
  path: 'transactions',
  component: lazyRouteComponent(
    () => import('./routes/deal/transactions/transactions.tsx'),
    'Transactions',
  ),
})

const documents = createRoute({
  getParentRoute: () => deal,
  path: 'documents',
  component: lazyRouteComponent(() => import('./routes/deal/documents/documents.tsx'), 'Documents'),
})

const statement = createRoute({
  getParentRoute: () => deal,
  path: 'documents/$documentId',
  component: lazyRouteComponent(
    () => import('./routes/deal/statement/statement.tsx'),
    'StatementPage',
  ),
})

const positions = createRoute({
  getParentRoute: () => deal,
  path: 'positions',
  component: lazyRouteComponent(() => import('./routes/deal/positions/positions.tsx'), 'Positions'),
})

const checks = createRoute({
  getParentRoute: () => deal,
  path: 'checks',
  component: lazyRouteComponent(() => import('./routes/deal/checks/checks.tsx'), 'Checks'),
})

const funders = createRoute({
  getParentRoute: () => deal,
  path: 'funders',
  component: lazyRouteComponent(() => import('./routes/deal/funders/funders.tsx'), 'Funders'),
})

const timeline = createRoute({
  getParentRoute: () => deal,
  path: 'timeline',
  component: lazyRouteComponent(() => import('./routes/deal/timeline/timeline.tsx'), 'Timeline'),
})

const company = createRoute({
  getParentRoute: () => deal,
  path: 'company',
  component: lazyRouteComponent(() => import('./routes/deal/company/company.tsx'), 'Company'),
})

const exports = createRoute({
  getParentRoute: () => deal,
  path: 'exports',
  component: lazyRouteComponent(() => import('./routes/deal/exports/exports.tsx'), 'Exports'),
})

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/deals' })
  },
})

const tree = root.addChildren([
  start,
  deals,
  deal.addChildren([
    overview,
    transactions,
    documents,
    statement,
    positions,
    checks,
    funders,
    company,
    timeline,
    exports,
  ]),
])

export const router = createRouter({
  routeTree: tree,
  defaultPreload: 'intent',
  defaultErrorComponent: Broken,
  scrollRestoration: true,
  // Values of the address stay as a person would type them: `?status=failed`, not JSON.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
    const text = new URLSearchParams(given as [string, string][]).toString()
    return text === '' ? '' : `?${text}`
  },
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
