import { createMatchCheck } from '../../platform/http/respond.ts'
import { Reply, route } from '../../platform/route.ts'
import { listBody, parsePage } from '../../platform/wire/list-query.ts'
import { IdParams } from '../../platform/wire/shapes.ts'
import { changeBroker, createBroker } from './define.ts'
import { BrokerCreate, BrokerList, BrokerPatch, BrokerQuery, OneBroker } from './schemas.ts'
import { BROKERS, BROKER_SORTS, listBrokers } from './store.ts'

/** Who brings deals: for the lender, whose settings they are. */
export const brokerAdminRoutes = [
  route({
    endpoint: 'POST /v1/brokers',
    summary: 'Create a broker; its keys are made with POST /v1/broker/api-keys',
    scope: 'settings:write',
    status: 201,
    isAdditive: true,
    errors: ['broker_exists', 'too_many'],
    shapes: { body: BrokerCreate, returns: OneBroker },
    handle: async ({ body }, ctx) => {
      const data = await createBroker(ctx, body)
      return new Reply({ body: { data }, headers: { location: `/v1/brokers/${data.id}` } })
    },
  }),
  route({
    endpoint: 'GET /v1/brokers',
    summary: 'List brokers',
    scope: 'settings:read',
    isAdditive: true,
    shapes: { query: BrokerQuery, returns: BrokerList },
    handle: async ({ query }, ctx) =>
      listBody(await listBrokers(ctx, query, parsePage(ctx, query, BROKER_SORTS))),
  }),
  route({
    endpoint: 'GET /v1/brokers/:id',
    summary: 'Get a broker',
    scope: 'settings:read',
    isAdditive: true,
    errors: ['broker_not_found'],
    shapes: { params: IdParams, returns: OneBroker },
    handle: async ({ params }, ctx) => ({ data: await BROKERS.get(ctx, params.id) }),
  }),
  route({
    endpoint: 'PATCH /v1/brokers/:id',
    summary: 'Change a broker; a disabled one gets 403 with every key it has',
    scope: 'settings:write',
    isAdditive: true,
    errors: ['broker_not_found', 'broker_exists', 'version_conflict', 'too_many'],
    shapes: { params: IdParams, body: BrokerPatch, returns: OneBroker },
    handle: async ({ params, body, ifMatch }, ctx) => {
      const check = createMatchCheck(ifMatch, OneBroker, (current: object) => current)
      return { data: await changeBroker(ctx, params.id, { patch: body, check }) }
    },
  }),
]
