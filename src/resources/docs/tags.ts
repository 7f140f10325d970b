import { getPath, type Route } from '../../platform/route.ts'

export interface Tag {
  name: string
  description: string
  /** Nouns without a tag of their own; `submissions/…` is one behind the id of a submission. */
  also?: readonly string[]
}

const REPORTS = [
  'adverse-action',
  'anomalies',
  'balances',
  'bank-summary',
  'benchmarks',
  'cashflow',
  'categories',
  'coverage',
  'disclosures',
  'financials',
  'forecast',
  'merchants',
  'metrics',
  'offers',
  'recurring',
  'report',
  'risk-score',
  'scorecard',
  'statistics',
  'stips',
  'versions',
].map((noun) => `submissions/${noun}`)

/** The resources of the API, in the order of a deal's life. */
export const TAGS: readonly Tag[] = [
  { name: 'submissions', description: 'Deals: applications for financing, and their processing.' },
  { name: 'documents', description: 'Uploaded files: their class, their reading, their signals.' },
  {
    name: 'files',
    description: 'Files that are read without a submission; the newest of each class.',
  },
  { name: 'document-classes', description: 'Kinds of documents, built in and your own.' },
  { name: 'pdfs', description: 'The bank documents of a submission, with their statements.' },
  { name: 'taught-layouts', description: 'What corrections of statements mean for later ones.' },
  { name: 'file-rename-rules', description: 'Templates that name documents once they are read.' },
  { name: 'data-sources', description: 'Where transactions come from, and their accounts.' },
  { name: 'transactions', description: 'Rows of accounts: reading, writing, correcting them.' },
  { name: 'categories', description: 'The taxonomy of transactions.' },
  {
    name: 'merchants',
    description: 'Counterparties of transactions, and their groups.',
    also: ['merchant-groups'],
  },
  { name: 'positions', description: 'Open advances and loans that a merchant already pays.' },
  {
    name: 'analytics',
    description: 'Reports on one submission, each figure with its evidence; and the portfolio.',
    also: REPORTS,
  },
  { name: 'queue', description: 'What waits for a person, with its reason.' },
  { name: 'metrics', description: 'Definitions of the metrics: formula, unit, date ranges.' },
  { name: 'rules', description: 'Conditions on metrics.' },
  {
    name: 'policies',
    description: 'Sets of rules, their evaluations, overrides and back-tests.',
    also: ['submissions/policy', 'submissions/policy-evaluations'],
  },
  { name: 'funders', description: 'Who may finance a deal: criteria, offers, links, matches.' },
  { name: 'entities', description: 'Attributes that are resolved from several sources.' },
  {
    name: 'enrichers',
    description: 'What is found of a submission by its data and by lists; the results.',
    also: ['submissions/enrichers'],
  },
  { name: 'apps', description: 'What can be switched on: imports, enrichers, nodes of workflows.' },
  { name: 'iso-applications', description: 'Applications for funding, field by field.' },
  { name: 'feedback', description: 'Corrections and remarks, and how to undo them.' },
  { name: 'export', description: 'A submission as one file.' },
  { name: 'search', description: 'Full-text search of submissions, transactions and merchants.' },
  {
    name: 'workflows',
    description: 'Triggers and nodes that run by themselves; their runs and node types.',
    also: [
      'submissions/workflow',
      'workflow-executions',
      'workflow-node-types',
      'workflow-templates',
    ],
  },
  { name: 'approvals', description: 'What runs of workflows wait for a person to decide.' },
  { name: 'hooks', description: 'Addresses that other services call: of workflows, and of mail.' },
  {
    name: 'emails',
    description: 'Mails from and to a deal, its addresses, and requests for what is missing.',
    also: ['stip-requests'],
  },
  {
    name: 'upload-links',
    description: 'Links by which applicants without an account bring files to a deal.',
  },
  { name: 'email-templates', description: 'Texts of mails: the built-in ones and your own.' },
  {
    name: 'integrations',
    description: 'Providers that are called: credentials, links of customers, calls.',
  },
  {
    name: 'imports',
    description: 'Payloads of providers that become transactions.',
    also: [
      'integrations/import',
      'submissions/provider-a-assets',
      'submissions/provider-a-transactions',
      'submissions/provider-c',
      'submissions/provider-d',
      'submissions/provider-e',
      'submissions/provider-f',
    ],
  },
  {
    name: 'crm-integrations',
    description: 'Connected CRMs: what is written into them, and what is taken over.',
  },
  { name: 'webhooks', description: 'Subscriptions to events, and their deliveries.' },
  { name: 'events', description: 'What has happened, as webhooks receive it.' },
  { name: 'broker', description: 'Deals of brokers before the lender accepts them.' },
  { name: 'brokers', description: 'The brokers of a lender.' },
  { name: 'api-keys', description: 'Keys of the API: scopes, rotation, revocation.' },
  { name: 'team', description: 'Members of the organization, invitations, their sessions.' },
  {
    name: 'user',
    description: 'Settings and layout of the tenant; profile and factors of a person.',
  },
  { name: 'session', description: 'Signing in and out, for the pages of this service.' },
  { name: 'audit-log', description: 'Who did what, in a chain that can be verified.' },
  { name: 'request-log', description: 'The requests of a tenant, for developers.' },
  { name: 'usage', description: 'Calls, documents, transactions and storage of a period.' },
  { name: 'sandbox', description: 'Sample deals, events and a webhook inbox of the test mode.' },
  { name: 'health', description: 'Whether the service lives and can do its work.' },
  {
    name: 'docs',
    description: 'The documentation, as pages for people and as documents for programs.',
    also: ['openapi.json', 'favicon.ico', 'llms.txt', 'llms-full.txt', '.well-known'],
  },
]

const BY_NOUN: ReadonlyMap<string, string> = new Map(
  TAGS.flatMap(({ name, also = [] }) => [name, ...also].map((noun) => [noun, name] as const)),
)

/** The tag of a route: that of its noun, of an address within, or of what a submission has. */
export function toTag(declared: Route): string {
  const [noun = '', second, inner] = getPath(declared)
    .split('/')
    .filter((part) => part !== '' && part !== 'v1')
  if (noun !== 'submissions') return BY_NOUN.get(`${noun}/${second}`) ?? BY_NOUN.get(noun) ?? noun
  // What is known by a noun of its own, such as documents; events of one deal are a stream of it.
  const own = inner !== undefined && inner !== 'events' && BY_NOUN.get(inner)
  return BY_NOUN.get(`submissions/${inner}`) ?? (own || noun)
}
