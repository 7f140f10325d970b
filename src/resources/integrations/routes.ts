import { createMatchCheck, type MatchCheck } from '../../platform/http/respond.ts'
import { outsideRoute, Reply, route } from '../../platform/route.ts'
import type { Context } from '../../platform/context.ts'
import { listBody, parsePage } from '../../platform/wire/list-query.ts'
import { Deleted, FreeFormInput, IdParams } from '../../platform/wire/shapes.ts'
import { CALL_SORTS, listCalls } from './calls/store.ts'
import { changeIntegration, createIntegration, removeIntegration } from './define.ts'
import { takeMastercardNotice } from './hooks/mastercard.ts'
import { takePlaidNotice } from './hooks/plaid.ts'
import { connectCustomer } from './links/connect-customer.ts'
import { exchangeToken } from './links/exchange.ts'
import { giveLinkToken } from './links/link-token.ts'
import { refreshLink } from './links/refresh.ts'
import { removeLink } from './links/remove.ts'
import { LINK_SORTS, listLinks } from './links/store.ts'
import { presentIntegration, presentLink } from './present.ts'
import {
  CallList,
  CallQuery,
  ConnectCreate,
  IntegrationCreate,
  IntegrationList,
  IntegrationPatch,
  IntegrationQuery,
  LinkList,
  LinkParams,
  LinkQuery,
  LinkTokenCreate,
  OneConnect,
  OneIntegration,
  OneLink,
  OneLinkToken,
  OneReceived,
  TokenExchange,
} from './schemas.ts'
import { INTEGRATION_SORTS, INTEGRATIONS, listIntegrations, type IntegrationRow } from './store.ts'

const CREDENTIAL_ERRORS = [
  'duplicate_name',
  'credentials_invalid',
  'invalid_url',
  'url_not_allowed',
] as const

const CALL_ERRORS = [
  'submission_not_found',
  'integration_not_found',
  'provider_not_configured',
  'provider_error',
  'provider_timeout',
] as const

/** Refuses a change by a caller whose If-Match is of another state. */
function matcher(
  ctx: Pick<Context, 'environment'>,
  ifMatch: string | null,
): MatchCheck<IntegrationRow> {
  return createMatchCheck(ifMatch, OneIntegration, (row: IntegrationRow) =>
    presentIntegration(ctx, row),
  )
}

export const integrationRoutes = [
  outsideRoute({
    endpoint: 'POST /v1/integrations',
    summary: 'Connect a provider; its credentials are sealed, and tried by one call',
    description:
      'The status is active, or error with the code of the provider in last_error. Without ' +
      'credentials it is pending; in the test mode it is active, and what it gives is invented.',
    scope: 'integrations:write',
    status: 201,
    errors: CREDENTIAL_ERRORS,
    shapes: { body: IntegrationCreate, returns: OneIntegration },
    handle: ({ body }, ctx) => createIntegration(ctx, body),
  }),
  route({
    endpoint: 'GET /v1/integrations',
    summary: 'List integrations, without their credentials',
    scope: 'integrations:read',
    shapes: { query: IntegrationQuery, returns: IntegrationList },
    handle: async ({ query }, ctx) => {
      const list = await listIntegrations(ctx, query, parsePage(ctx, query, INTEGRATION_SORTS))
      return listBody(list, (row) => presentIntegration(ctx, row))
    },
  }),
  route({
    endpoint: 'GET /v1/integrations/:id',
    summary: 'Get an integration, without its credentials',
    scope: 'integrations:read',
    errors: ['integration_not_found'],
    shapes: { params: IdParams, returns: OneIntegration },
    handle: async ({ params }, ctx) => ({
      data: presentIntegration(ctx, await INTEGRATIONS.get(ctx, params.id)),
    }),
  }),
  outsideRoute({
    endpoint: 'PATCH /v1/integrations/:id',
    summary: 'Change an integration, replace its credentials, or switch it off and on',
    description:
      'Credentials are replaced as a whole and tried; null removes them and switches the ' +
      'integration off. Another base_url needs its credentials in the same request.',
    scope: 'integrations:write',
    errors: [
      'integration_not_found',
      ...CREDENTIAL_ERRORS,
      'missing_field',
      'resource_in_use',
      'invalid_state_transition',
      'version_conflict',
    ],
    shapes: { params: IdParams, body: IntegrationPatch, returns: OneIntegration },
    handle: ({ params, body, ifMatch }, ctx) =>
      changeIntegration(ctx, params.id, { patch: body, check: matcher(ctx, ifMatch) }),
  }),
  route({
    endpoint: 'DELETE /v1/integrations/:id',
    summary: 'Delete an integration with its links; what was imported stays',
    description:
      'Credentials and tokens are destroyed at once; the provider is called until it has ' +
      'forgotten the linked accounts.',
    scope: 'integrations:write',
    errors: ['integration_not_found', 'version_conflict'],
    shapes: { params: IdParams, returns: Deleted },
    handle: async ({ params, ifMatch }, ctx) => {
      await removeIntegration(ctx, params.id, matcher(ctx, ifMatch))
      return { data: { id: params.id, deleted: true } }
    },
  }),
  route({
    endpoint: 'GET /v1/integrations/:id/calls',
    summary: 'List the last 200 calls to the provider: what, when, how they ended',
    description: 'Bodies, queries, ids of paths and secrets are never kept.',
    scope: 'integrations:read',
    isAdditive: true,
    errors: ['integration_not_found'],
    shapes: { params: IdParams, query: CallQuery, returns: CallList },
    handle: async ({ params, query }, ctx) => {
      const { id: integrationId } = await INTEGRATIONS.get(ctx, params.id)
      return listBody(await listCalls(ctx, { integrationId }, parsePage(ctx, query, CALL_SORTS)))
    },
  }),
  route({
    endpoint: 'GET /v1/integrations/:id/links',
    summary: 'List the links of an integration: whose accounts it reads, and how that goes',
    scope: 'integrations:read',
    errors: ['integration_not_found'],
    shapes: { params: IdParams, query: LinkQuery, returns: LinkList },
    handle: async ({ params, query }, ctx) => {
      const { id: integrationId } = await INTEGRATIONS.get(ctx, params.id)
      const page = parsePage(ctx, query, LINK_SORTS)
      return listBody(await listLinks(ctx, { ...query, integrationId }, page), presentLink)
    },
  }),
  route({
    endpoint: 'POST /v1/integrations/:id/links/:lid/refresh',
    summary: 'Read what is new for a link now',
    scope: 'integrations:write',
    status: 202,
    isAdditive: true,
    errors: ['link_not_found', 'invalid_state_transition'],
    shapes: { params: LinkParams, returns: OneLink },
    handle: async ({ params }, ctx) => ({
      data: presentLink(await refreshLink(ctx, { integrationId: params.id, id: params.lid })),
    }),
  }),
  route({
    endpoint: 'DELETE /v1/integrations/:id/links/:lid',
    summary: 'End a link; its token is destroyed, what was imported stays',
    scope: 'integrations:write',
    isAdditive: true,
    errors: ['link_not_found'],
    shapes: { params: LinkParams, returns: Deleted },
    handle: async ({ params }, ctx) => {
      await removeLink(ctx, { integrationId: params.id, id: params.lid })
      return { data: { id: params.lid, deleted: true } }
    },
  }),
  outsideRoute({
    endpoint: 'POST /v1/integrations/provider-a/link-token',
    operationId: 'createLinkToken',
    summary: 'Get a token with which a person links accounts at Plaid',
    description:
      'hosted_link_url is a page of Plaid to send the person to. With link_id the person signs in ' +
      'again to a link that needs it. In the test mode without credentials the token is invented.',
    scope: 'integrations:write',
    status: 201,
    errors: [
      ...CALL_ERRORS,
      'link_not_found',
      'invalid_state_transition',
      'invalid_url',
      'url_not_allowed',
    ],
    shapes: { body: LinkTokenCreate, returns: OneLinkToken },
    handle: ({ body }, ctx) => giveLinkToken(ctx, body),
  }),
  outsideRoute({
    endpoint: 'POST /v1/integrations/provider-a/exchange-token',
    operationId: 'exchangeToken',
    summary: 'Make a link of the public token that Plaid Link gave a person, and sync it',
    description:
      'In the test mode without credentials any token that begins with public-sandbox- links ' +
      'invented accounts.',
    scope: 'integrations:write',
    status: 201,
    errors: [...CALL_ERRORS, 'resource_in_use'],
    shapes: { body: TokenExchange, returns: OneLink },
    handle: ({ body }, ctx) => exchangeToken(ctx, body),
  }),
  outsideRoute({
    endpoint: 'POST /v1/integrations/provider-b/connect',
    operationId: 'connectAccounts',
    summary: 'Get the address at which a person connects accounts at Mastercard',
    description: 'In the test mode without credentials invented accounts are connected at once.',
    scope: 'integrations:write',
    status: 201,
    errors: [...CALL_ERRORS, 'invalid_url', 'url_not_allowed'],
    shapes: { body: ConnectCreate, returns: OneConnect },
    handle: ({ body }, ctx) => connectCustomer(ctx, body),
  }),
  outsideRoute({
    endpoint: 'POST /v1/hooks/plaid',
    summary: 'Take a webhook of Plaid, signed by the header Plaid-Verification',
    scope: null,
    isAdditive: true,
    cost: 'none',
    consumes: 'signed',
    signatureHeader: 'plaid-verification',
    errors: ['invalid_access_token'],
    shapes: { body: FreeFormInput, returns: OneReceived },
    handle: async ({ lines, signature }, ctx) => {
      await takePlaidNotice(ctx, { body: lines, jwt: signature })
      return new Reply({ body: { data: { received: true } } })
    },
  }),
  outsideRoute({
    endpoint: 'POST /v1/hooks/mastercard',
    summary: 'Take an event of Mastercard Connect, signed by the header x-finicity-signature',
    scope: null,
    isAdditive: true,
    cost: 'none',
    consumes: 'signed',
    signatureHeader: 'x-finicity-signature',
    errors: ['invalid_access_token'],
    shapes: { body: FreeFormInput, returns: OneReceived },
    handle: async ({ lines, signature }, ctx) => {
      await takeMastercardNotice(ctx, { body: lines, signature })
      return new Reply({ body: { data: { received: true } } })
    },
  }),
]
