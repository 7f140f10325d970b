import type { Role } from './deal.ts'

/** How the fields of a CRM that are ours are named: `Risk score` → `assay_risk_score`. */
type NameField = (label: string) => string

/** One way to prove who we are: the credentials that it needs. */
export type CredentialForm = readonly string[]

/** What is true of a CRM whatever a tenant does with it. */
export interface ProviderFacts {
  name: ProviderName
  label: string
  /** Any of them; no credentials at all where one is empty. */
  credentials: readonly CredentialForm[]
  /** Where its API is; null where the tenant gives the address. */
  baseUrl: string | null
  sandboxUrl: string | null
  /** What a hundred percent is there. */
  percentScale: 1 | 100
  batchMax: number
  /** Its objects by what they stand for, as a new integration has them. */
  objects: Partial<Record<Role, string>>
  /** Roles that it has no object for, whatever it is named. */
  lacks: readonly Role[]
  /** Fields that hold the object of another role, by that role. */
  links: Partial<Record<Role, Partial<Record<Role, string>>>>
  nameField: NameField
  canPull: boolean
}

export const PROVIDER_NAMES = [
  'hubspot',
  'salesforce',
  'zoho',
  'pipedrive',
  'rest',
  'webhook',
  'csv',
] as const
export type ProviderName = (typeof PROVIDER_NAMES)[number]

const toWords = (label: string): string[] =>
  label
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
const toSnake: NameField = (label) => toWords(label).join('_')
const capitalized: NameField = (label) =>
  toWords(label)
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('_')

const PLAIN_OBJECTS = {
  company: 'company',
  contact: 'contact',
  deal: 'deal',
  statement: 'statement',
  position: 'position',
} as const

const PLAIN = {
  baseUrl: null,
  sandboxUrl: null,
  percentScale: 100,
  objects: PLAIN_OBJECTS,
  lacks: ['file'],
  links: {},
  nameField: toSnake,
  canPull: false,
} as const

export const PROVIDERS: readonly ProviderFacts[] = [
  {
    name: 'hubspot',
    label: 'HubSpot',
    credentials: [['access_token'], ['client_id', 'client_secret', 'refresh_token']],
    baseUrl: 'https://api.hubapi.com',
    sandboxUrl: null,
    // A property of the type percentage holds 0.5 for 50 %.
    percentScale: 1,
    batchMax: 100,
    objects: { company: 'companies', contact: 'contacts', deal: 'deals' },
    lacks: [],
    // Associations, and no properties.
    links: {
      contact: { company: 'associated_company' },
      deal: { company: 'associated_company' },
      file: { deal: 'associated_deal' },
    },
    nameField: (label) => `assay_${toSnake(label)}`,
    canPull: true,
  },
  {
    name: 'salesforce',
    label: 'Salesforce',
    credentials: [
      ['client_id', 'username', 'private_key'],
      ['client_id', 'client_secret', 'refresh_token'],
    ],
    baseUrl: 'https://login.salesforce.com',
    sandboxUrl: 'https://test.salesforce.com',
    percentScale: 100,
    batchMax: 200,
    objects: { company: 'Account', contact: 'Contact', deal: 'Opportunity' },
    lacks: ['file'],
    links: { contact: { company: 'AccountId' }, deal: { company: 'AccountId' } },
    nameField: (label) => `Assay_${capitalized(label)}__c`,
    canPull: true,
  },
  {
    name: 'zoho',
    label: 'Zoho CRM',
    credentials: [['client_id', 'client_secret', 'refresh_token']],
    baseUrl: 'https://accounts.zoho.com',
    sandboxUrl: null,
    percentScale: 100,
    batchMax: 100,
    objects: { company: 'Accounts', contact: 'Contacts', deal: 'Deals' },
    lacks: ['file'],
    links: { contact: { company: 'Account_Name' }, deal: { company: 'Account_Name' } },
    nameField: (label) => `Assay_${capitalized(label)}`,
    canPull: true,
  },
  {
    name: 'pipedrive',
    label: 'Pipedrive',
    credentials: [['api_token'], ['client_id', 'client_secret', 'refresh_token']],
    baseUrl: 'https://api.pipedrive.com',
    sandboxUrl: null,
    percentScale: 100,
    // It takes one object a call.
    batchMax: 100,
    objects: { company: 'organizations', contact: 'persons', deal: 'deals' },
    lacks: ['statement', 'position', 'file'],
    links: { contact: { company: 'org_id' }, deal: { company: 'org_id' } },
    nameField: (label) => `Assay ${label}`,
    canPull: true,
  },
  { ...PLAIN, name: 'rest', label: 'A REST API', credentials: [[]], batchMax: 100 },
  {
    ...PLAIN,
    name: 'webhook',
    label: 'A webhook',
    credentials: [['signing_secret']],
    batchMax: 100,
  },
  { ...PLAIN, name: 'csv', label: 'CSV files', credentials: [[]], batchMax: 1000 },
]

/** The facts of a provider. */
export function findProvider(name: string): ProviderFacts {
  return PROVIDERS.find((one) => one.name === name)!
}

/** Names that people look for here and that have no API that we could try. */
const WITHOUT_API = ['lendsaas', 'centrex', 'cloudsquare', 'monday']

/** What to take instead of a provider that is not offered; empty for any other name. */
export function suggestProvider(name: string): string {
  return WITHOUT_API.includes(name.toLowerCase())
    ? ` ${name} has no public API that could be tried; connect it with the provider rest, webhook or csv.`
    : ''
}
