import { PROVIDERS } from '../../core/providers/index.ts'
import { outsideRoute, route, type Route } from '../../platform/route.ts'
import { IdParams } from '../../platform/wire/shapes.ts'
import { presentImport } from './present.ts'
import { ImportBody, OneImport, ProviderPayload } from './schemas.ts'
import { getImport } from './store.ts'
import { takeImport } from './take.ts'

const ERRORS = [
  'submission_not_found',
  'provider_payload_invalid',
  'missing_field',
  'import_running',
  'invalid_state_transition',
  'document_timeout',
  'document_delayed',
  'document_memory_limit',
  'document_output_limit',
  'document_crashed',
  'storage_unavailable',
] as const

/** The addresses of one provider each; assets of Plaid have one of their own. */
const ADDRESSES = [
  { name: 'plaid', path: 'provider-a-assets', what: 'an asset report of Plaid' },
  ...PROVIDERS.flatMap(({ name, route: path, title }) =>
    path === null ? [] : [{ name, path, what: `what ${title} returned` }],
  ),
]

const providerRoutes: readonly Route[] = ADDRESSES.map(({ name, path, what }) =>
  outsideRoute({
    endpoint: `POST /v1/submissions/:id/${path}`,
    summary: `Import ${what}: accounts, transactions, periods and balances`,
    description:
      'The body is the response of the provider as it came, or {payload, options} around it. Its ' +
      'transactions are kept by the ids of the provider, so that the same payload twice, or its ' +
      'pages in any order, give the same rows. 202 above 5,000 transactions: poll the import.',
    scope: 'transactions:write',
    status: 200,
    alsoStatus: [202],
    cost: 'upload',
    consumes: 'payload',
    errors: ERRORS,
    shapes: { params: IdParams, body: ProviderPayload, returns: OneImport },
    handle: ({ params, body, files }, ctx) => {
      const { options = {} } = body
      return takeImport(ctx, { submissionId: params.id, provider: name, format: path, options }, files) // prettier-ignore
    },
  }),
)

export const importRoutes: readonly Route[] = [
  ...providerRoutes,
  outsideRoute({
    endpoint: 'POST /v1/integrations/import',
    summary: 'Import a payload of any provider that is read, or a file of a bank standard',
    description:
      'payload holds what the provider returned; a file comes as multipart, or as content_base64 ' +
      'with filename.',
    scope: 'transactions:write',
    status: 200,
    alsoStatus: [202],
    cost: 'upload',
    consumes: 'payload',
    errors: [...ERRORS, 'unsupported_file_type'],
    shapes: { body: ImportBody, returns: OneImport },
    handle: ({ body, files }, ctx) => {
      const { submissionId, provider, format = provider, options = {} } = body
      return takeImport(ctx, { submissionId, provider, format, options }, files)
    },
  }),
  route({
    endpoint: 'GET /v1/imports/:id',
    summary: 'Get an import: its state, its counts, and what of the payload could not be used',
    scope: 'transactions:read',
    isAdditive: true,
    errors: ['import_not_found'],
    shapes: { params: IdParams, returns: OneImport },
    handle: async ({ params }, ctx) => ({ data: presentImport(await getImport(ctx, params.id)) }),
  }),
]
