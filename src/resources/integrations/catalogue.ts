import { PROVIDERS } from '../../core/providers/index.ts'
import { nearest } from '../../core/values/text.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Adapter, Connector } from '../../providers/adapter.ts'
import { imapConnector } from '../../providers/imap/imap.ts'
import { mastercardAdapter } from '../../providers/mastercard/mastercard.ts'
import { plaidAdapter } from '../../providers/plaid/plaid.ts'

export const CATEGORIES = ['open_banking', 'document', 'accounting', 'fraud', 'email'] as const
export const CAPABILITIES = ['link', 'import', 'webhook', 'pull'] as const

/** A service that an integration can be made with. */
export interface ProviderEntry {
  provider: string
  category: (typeof CATEGORIES)[number]
  capabilities: readonly (typeof CAPABILITIES)[number][]
  /** Of those that are called; payloads of the others are sent to us. */
  connector: Connector | null
  /** The same of those whose customers link accounts. */
  adapter: Adapter | null
}

const CALLED = ['link', 'import', 'webhook', 'pull'] as const
const SENT = ['import'] as const

const CATEGORY_BY_NAME: Readonly<Record<string, ProviderEntry['category']>> = {
  plaid: 'open_banking',
  mastercard: 'open_banking',
  yodlee: 'open_banking',
  mx: 'open_banking',
  flinks: 'open_banking',
  decision_logic: 'open_banking',
  ocrolus: 'document',
  moneythumb: 'document',
  inscribe: 'fraud',
  codat: 'accounting',
}

const ADAPTERS: Readonly<Record<string, Adapter>> = {
  plaid: plaidAdapter,
  mastercard: mastercardAdapter,
}

/** The provider of a mailbox that is read by IMAP. */
export const MAILBOX = 'imap'

/** Every provider with code behind it: those that are called, and those whose payloads are read. */
export const PROVIDER_ENTRIES: readonly ProviderEntry[] = [
  ...PROVIDERS.map(({ name }) => ({
    provider: name,
    category: CATEGORY_BY_NAME[name] ?? 'open_banking',
    capabilities: name in ADAPTERS ? CALLED : SENT,
    connector: ADAPTERS[name] ?? null,
    adapter: ADAPTERS[name] ?? null,
  })),
  {
    provider: MAILBOX,
    category: 'email',
    capabilities: ['pull'],
    connector: imapConnector,
    adapter: null,
  },
]

export const INTEGRATION_PROVIDERS = PROVIDER_ENTRIES.map(({ provider }) => provider)

export function getEntry(provider: string): ProviderEntry {
  return PROVIDER_ENTRIES.find((entry) => entry.provider === provider)!
}

/** The credentials of a request. Throws `credentials_invalid`, which names fields, never values. */
export function requireCredentials(
  provider: string,
  given: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const names = getEntry(provider).connector?.credentialNames ?? []
  const unknown = Object.keys(given).find((name) => !names.includes(name))
  if (unknown !== undefined) throw describeUnknown(provider, unknown, names)
  const wanted = `${provider} needs ${names.join(', ')}.`
  for (const name of names) {
    const param = `credentials.${name}`
    const value = given[name]
    if (value === undefined || value === null || value === '')
      throw new ApiError('credentials_invalid', `${name} is missing: ${wanted}`, { param })
    if (typeof value !== 'string' || !/^[\x21-\x7e]{1,500}$/.test(value))
      throw new ApiError('credentials_invalid', `${name} is no credential: it is 1 to 500 visible ASCII characters.`, { param }) // prettier-ignore
  }
  return given as Record<string, string>
}

function describeUnknown(provider: string, unknown: string, names: readonly string[]): ApiError {
  const name = unknown.slice(0, 64)
  const param = `credentials.${name}`
  if (names.length === 0) {
    const message = `${provider} is not called, so it takes no credentials: send its payloads to POST /v1/integrations/import.`
    return new ApiError('credentials_invalid', message, { param })
  }
  const near = nearest(name, names)
  const hint = near === null ? ` It needs ${names.join(', ')}.` : ` Did you mean ${near}?`
  return new ApiError('credentials_invalid', `${provider} has no credential ${name}.${hint}`, { param }) // prettier-ignore
}
