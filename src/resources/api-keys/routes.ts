import { listBody, parsePage } from '../../platform/wire/list-query.ts'
import { Deleted, IdParams } from '../../platform/wire/shapes.ts'
import { Reply, route } from '../../platform/route.ts'
import { createApiKey, rotateApiKey } from './mint.ts'
import {
  ApiKeyCreate,
  ApiKeyDeactivate,
  ApiKeyDelete,
  ApiKeyList,
  ApiKeyQuery,
  ApiKeyRotate,
  OneApiKey,
  OneMintedApiKey,
} from './schemas.ts'
import { activateApiKey, deactivateApiKey, revokeApiKey } from './status.ts'
import { API_KEY_SORTS, getApiKey, listApiKeys } from './store.ts'

const GRACE_HOURS_DEFAULT = 24

/** Of what ends a key: `confirm` admits the last two. */
const ENDING_ERRORS = ['insufficient_scope', 'last_admin_key', 'confirmation_required'] as const

export const apiKeyRoutes = [
  route({
    endpoint: 'POST /v1/api-keys',
    summary: 'Create an API key; the key is shown only once',
    scope: 'keys:write',
    status: 201,
    errors: ['live_key_required', 'insufficient_scope'],
    shapes: { body: ApiKeyCreate, returns: OneMintedApiKey },
    handle: async ({ body }, ctx) => {
      const data = await createApiKey(ctx, body)
      return new Reply({ body: { data }, headers: { location: `/v1/api-keys/${data.id}` } })
    },
  }),
  route({
    endpoint: 'GET /v1/api-keys',
    summary: 'List API keys, without their secrets',
    scope: 'keys:read',
    shapes: { query: ApiKeyQuery, returns: ApiKeyList },
    handle: async ({ query }, ctx) =>
      listBody(await listApiKeys(ctx, query, parsePage(ctx, query, API_KEY_SORTS))),
  }),
  route({
    endpoint: 'GET /v1/api-keys/:id',
    summary: 'Get an API key, without its secret',
    scope: 'keys:read',
    errors: ['api_key_not_found'],
    shapes: { params: IdParams, returns: OneApiKey },
    handle: async ({ params }, ctx) => ({ data: await getApiKey(ctx, params.id) }),
  }),
  route({
    endpoint: 'DELETE /v1/api-keys/:id',
    summary: 'Revoke an API key, permanently',
    scope: 'keys:write',
    errors: ['api_key_not_found', ...ENDING_ERRORS],
    shapes: { params: IdParams, query: ApiKeyDelete, returns: Deleted },
    handle: async ({ params, query }, ctx) => {
      await revokeApiKey(ctx, params.id, query)
      return { data: { id: params.id, deleted: true } }
    },
  }),
  route({
    endpoint: 'POST /v1/api-keys/:id/activate',
    summary: 'Activate an API key',
    scope: 'keys:write',
    errors: [
      'api_key_not_found',
      'already_active',
      'invalid_state_transition',
      'insufficient_scope',
    ],
    shapes: { params: IdParams, returns: OneApiKey },
    handle: async ({ params }, ctx) => ({ data: await activateApiKey(ctx, params.id) }),
  }),
  route({
    endpoint: 'POST /v1/api-keys/:id/deactivate',
    summary: 'Deactivate an API key; it can be activated again',
    scope: 'keys:write',
    errors: ['api_key_not_found', 'already_inactive', 'invalid_state_transition', ...ENDING_ERRORS],
    shapes: { params: IdParams, body: ApiKeyDeactivate, returns: OneApiKey },
    handle: async ({ params, body }, ctx) => ({
      data: await deactivateApiKey(ctx, params.id, body),
    }),
  }),
  route({
    endpoint: 'POST /v1/api-keys/:id/rotate',
    summary: 'Replace an API key; the old one works for another 24 hours',
    scope: 'keys:write',
    status: 201,
    errors: ['api_key_not_found', 'invalid_state_transition', 'insufficient_scope'],
    shapes: { params: IdParams, body: ApiKeyRotate, returns: OneMintedApiKey },
    handle: async ({ params, body }, ctx) => {
      const data = await rotateApiKey(ctx, params.id, body.graceHours ?? GRACE_HOURS_DEFAULT)
      return new Reply({ body: { data }, headers: { location: `/v1/api-keys/${data.id}` } })
    },
  }),
]
