import { Type, type TSchema } from 'typebox'
import { PROVIDERS, type ProviderFacts } from '../../../core/crm/providers.ts'
import { Fields } from '../../../platform/wire/shapes.ts'
import type { App } from './app.ts'

const Address = { format: 'uri', maxLength: 2000, title: 'Address' }

/** What all of them have; the map is changed at the integration that an installation makes. */
const COMMON = {
  name: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, title: 'Name of the integration' }),
  ),
  trigger: Type.Optional(
    Type.Enum(['manual', 'on_created', 'on_processed', 'on_stage_change'], {
      description: 'What writes a deal by itself; manual: workflows and requests alone.',
    }),
  ),
}

const Secret = Type.Optional(Type.String({ minLength: 1, maxLength: 8192, writeOnly: true }))

/** Of every way to prove who we are; connecting says which of them belong together. */
function listCredentials({ name, credentials }: ProviderFacts): Record<string, TSchema> {
  const names =
    name === 'rest' ? ['bearer_token', 'header_name', 'header_value'] : credentials.flat()
  return Object.fromEntries(names.map((own) => [own, Secret]))
}

/** Those that are connected by an installation; a webhook and a file have nothing to install. */
export const CRM_APPS: readonly App[] = PROVIDERS.filter(
  ({ name }) => name !== 'webhook' && name !== 'csv',
).map((facts) => {
  const needsAddress = facts.baseUrl === null
  const base_url = Type.String({
    ...Address,
    description: needsAddress ? 'Where the API is.' : 'Another server than the vendor’s, if any.',
  })
  return {
    slug: needsAddress ? `${facts.name}_crm` : facts.name,
    name: facts.label,
    description: `Writes deals into ${needsAddress ? 'a CRM by its REST API' : facts.label}.`,
    category: 'crm',
    version: '1.0.0',
    permissions: ['crm:write', 'submissions:read', 'analytics:read'],
    config: Fields({
      ...COMMON,
      ...listCredentials(facts),
      base_url: needsAddress ? base_url : Type.Optional(base_url),
    }),
    switchesOn: { crms: [facts.name] },
  }
})
