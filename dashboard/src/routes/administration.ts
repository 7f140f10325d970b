import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { asGiven, root } from '../root.ts'
import { settings } from './settings-routes.ts'

const developers = createRoute({
  getParentRoute: () => root,
  path: '/developers',
  validateSearch: asGiven,
  component: lazyRouteComponent(() => import('./developers/developers.tsx'), 'Developers'),
})

const developersStart = createRoute({
  getParentRoute: () => developers,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/developers/keys' })
  },
})

const keys = createRoute({
  getParentRoute: () => developers,
  path: 'keys',
  component: lazyRouteComponent(() => import('./developers/keys/keys.tsx'), 'Keys'),
})

const requests = createRoute({
  getParentRoute: () => developers,
  path: 'requests',
  component: lazyRouteComponent(() => import('./developers/requests/requests.tsx'), 'Requests'),
})

const events = createRoute({
  getParentRoute: () => developers,
  path: 'events',
  component: lazyRouteComponent(() => import('./developers/events/events.tsx'), 'Events'),
})

const webhooks = createRoute({
  getParentRoute: () => developers,
  path: 'webhooks',
  component: lazyRouteComponent(() => import('./developers/webhooks/webhooks.tsx'), 'Webhooks'),
})

const webhook = createRoute({
  getParentRoute: () => developers,
  path: 'webhooks/$id',
  component: lazyRouteComponent(() => import('./developers/webhooks/webhook.tsx'), 'WebhookPage'),
})

const usage = createRoute({
  getParentRoute: () => developers,
  path: 'usage',
  component: lazyRouteComponent(() => import('./developers/usage/usage.tsx'), 'UsagePage'),
})

const agents = createRoute({
  getParentRoute: () => developers,
  path: 'agents',
  component: lazyRouteComponent(() => import('./developers/agents/agents.tsx'), 'Agents'),
})

const search = createRoute({
  getParentRoute: () => root,
  path: '/search',
  validateSearch: asGiven,
  component: lazyRouteComponent(() => import('./search/search.tsx'), 'Search'),
})

const merchants = createRoute({
  getParentRoute: () => root,
  path: '/merchants',
  validateSearch: asGiven,
  component: lazyRouteComponent(() => import('./merchants/layout.tsx'), 'MerchantPages'),
})

const merchantList = createRoute({
  getParentRoute: () => merchants,
  path: '/',
  component: lazyRouteComponent(() => import('./merchants/merchants.tsx'), 'Merchants'),
})

const merchantGroups = createRoute({
  getParentRoute: () => merchants,
  path: 'groups',
  component: lazyRouteComponent(() => import('./merchants/groups.tsx'), 'MerchantGroups'),
})

const corrections = createRoute({
  getParentRoute: () => merchants,
  path: 'corrections',
  component: lazyRouteComponent(() => import('./merchants/corrections.tsx'), 'Corrections'),
})

const brokerDeals = createRoute({
  getParentRoute: () => root,
  path: '/broker',
  validateSearch: asGiven,
  component: lazyRouteComponent(() => import('./broker/deals.tsx'), 'BrokerDeals'),
})

const brokerDeal = createRoute({
  getParentRoute: () => root,
  path: '/broker/$id',
  validateSearch: asGiven,
  component: lazyRouteComponent(() => import('./broker/deal.tsx'), 'BrokerDeal'),
})

const email = createRoute({
  getParentRoute: () => root,
  path: '/email',
  validateSearch: asGiven,
  component: lazyRouteComponent(() => import('./email/layout.tsx'), 'EmailPages'),
})

const messages = createRoute({
  getParentRoute: () => email,
  path: '/',
  component: lazyRouteComponent(() => import('./email/messages.tsx'), 'Messages'),
})

const templates = createRoute({
  getParentRoute: () => email,
  path: 'templates',
  component: lazyRouteComponent(() => import('./email/templates.tsx'), 'Templates'),
})

const template = createRoute({
  getParentRoute: () => email,
  path: 'templates/$id',
  component: lazyRouteComponent(() => import('./email/template.tsx'), 'TemplatePage'),
})

const appPages = createRoute({
  getParentRoute: () => root,
  path: '/apps',
  validateSearch: asGiven,
  component: lazyRouteComponent(() => import('./apps/layout.tsx'), 'AppPages'),
})

const apps = createRoute({
  getParentRoute: () => appPages,
  path: '/',
  component: lazyRouteComponent(() => import('./apps/apps.tsx'), 'Apps'),
})

const integrations = createRoute({
  getParentRoute: () => appPages,
  path: 'integrations',
  component: lazyRouteComponent(
    () => import('./apps/integrations/integrations.tsx'),
    'Integrations',
  ),
})

const crmList = createRoute({
  getParentRoute: () => appPages,
  path: 'crm',
  component: lazyRouteComponent(() => import('./apps/crm/crm-list.tsx'), 'CrmList'),
})

const crm = createRoute({
  getParentRoute: () => appPages,
  path: 'crm/$id',
  component: lazyRouteComponent(() => import('./apps/crm/crm.tsx'), 'CrmPage'),
})

/** What an organization sets up: programs, merchants, mail, settings; and the portal of brokers. */
export const administration = [
  developers.addChildren([
    developersStart,
    keys,
    requests,
    events,
    webhooks,
    webhook,
    usage,
    agents,
  ]),
  search,
  merchants.addChildren([merchantList, merchantGroups, corrections]),
  appPages.addChildren([apps, integrations, crmList, crm]),
  settings,
  email.addChildren([messages, templates, template]),
  brokerDeals,
  brokerDeal,
] as const
