import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { asGiven, root } from '../root.ts'

const queue = createRoute({
  getParentRoute: () => root,
  path: '/queue',
  validateSearch: asGiven,
  component: lazyRouteComponent(() => import('./queue/queue.tsx'), 'Queue'),
})

const portfolio = createRoute({
  getParentRoute: () => root,
  path: '/portfolio',
  validateSearch: asGiven,
  component: lazyRouteComponent(() => import('./portfolio/portfolio.tsx'), 'PortfolioPage'),
})

const policies = createRoute({
  getParentRoute: () => root,
  path: '/policies',
  validateSearch: asGiven,
  component: lazyRouteComponent(() => import('./policies/policies.tsx'), 'Policies'),
})

const policy = createRoute({
  getParentRoute: () => root,
  path: '/policies/$id',
  validateSearch: asGiven,
  component: lazyRouteComponent(() => import('./policies/policy/policy.tsx'), 'PolicyPage'),
})

const funders = createRoute({
  getParentRoute: () => root,
  path: '/funders',
  validateSearch: asGiven,
  component: lazyRouteComponent(() => import('./funders/funders.tsx'), 'FundersPage'),
})

const workflows = createRoute({
  getParentRoute: () => root,
  path: '/workflows',
  validateSearch: asGiven,
  component: lazyRouteComponent(() => import('./workflows/workflows.tsx'), 'Workflows'),
})

const workflow = createRoute({
  getParentRoute: () => root,
  path: '/workflows/$id',
  validateSearch: asGiven,
  component: lazyRouteComponent(() => import('./workflows/workflow/workflow.tsx'), 'WorkflowPage'),
})

const run = createRoute({
  getParentRoute: () => root,
  path: '/workflows/$id/runs/$runId',
  validateSearch: asGiven,
  component: lazyRouteComponent(() => import('./workflows/run/run.tsx'), 'RunPage'),
})

/** The desk's work: what waits for a person, and what decides and runs by itself. */
export const work = [queue, portfolio, policies, policy, funders, workflows, workflow, run]
