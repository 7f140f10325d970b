import { outsideRoute, route } from '../../platform/route.ts'
import { listBody, parsePage, sliceFixed } from '../../platform/wire/list-query.ts'
import { toDeliveryId } from '../webhooks/deliveries/delivery-id.ts'
import { requireEventType } from '../webhooks/subscribe.ts'
import { createSampleDeal } from './deals/create.ts'
import { listSamples } from './deals/samples.ts'
import { fireEvent } from './fire-event.ts'
import { changeInbox, emptyInbox, readInbox } from './inbox/change.ts'
import { Emptied, InboxChange, MessageList, MessageQuery, OneInbox } from './inbox/schemas.ts'
import { listMessages, MESSAGE_SORTS, MESSAGES_MAX } from '../webhooks/inbox/store.ts'
import {
  OneFiredEvent,
  OneSampleDeal,
  SampleDealCreate,
  SampleList,
  SampleQuery,
  SandboxEvent,
} from './schemas.ts'

export const sandboxRoutes = [
  route({
    endpoint: 'POST /v1/sandbox/events',
    summary: 'Fire an event of any type with its example data',
    description:
      'Stored, listed and delivered like any other event of the test environment. With submission_id, its data has the ids of that submission.',
    scope: 'webhooks:write',
    status: 202,
    isAdditive: true,
    isTestOnly: true,
    errors: ['invalid_event_type', 'submission_not_found'],
    shapes: { body: SandboxEvent, returns: OneFiredEvent },
    handle: async ({ body }, ctx) => ({ data: await fireEvent(ctx, body) }),
  }),
  route({
    endpoint: 'GET /v1/sandbox/samples',
    summary: 'List the sample deals with their expected results',
    scope: 'submissions:read',
    isAdditive: true,
    isTestOnly: true,
    shapes: { query: SampleQuery, returns: SampleList },
    handle: async ({ query }, ctx) => {
      const samples = (await listSamples()).map((sample) => ({ id: sample.name, ...sample }))
      return listBody(sliceFixed(ctx, query, samples))
    },
  }),
  outsideRoute({
    endpoint: 'POST /v1/sandbox/deals',
    summary: 'Create and process a submission with the files of a sample deal',
    scope: 'submissions:write',
    status: 201,
    isAdditive: true,
    isTestOnly: true,
    errors: [
      'external_id_exists',
      'invalid_parameter',
      'storage_unavailable',
      'storage_quota_exceeded',
      'infected_file',
      'scanner_unavailable',
    ],
    shapes: { body: SampleDealCreate, returns: OneSampleDeal },
    handle: async ({ body }, ctx) => createSampleDeal(ctx, body),
  }),
  route({
    endpoint: 'GET /v1/sandbox/inbox',
    summary: 'Get the inbox, a test receiver for webhooks',
    scope: 'webhooks:read',
    isAdditive: true,
    isTestOnly: true,
    shapes: { returns: OneInbox },
    handle: async (_, ctx) => ({ data: await readInbox(ctx) }),
  }),
  route({
    endpoint: 'PATCH /v1/sandbox/inbox',
    summary: 'Set the status and delay of responses of the inbox',
    scope: 'webhooks:write',
    isAdditive: true,
    isTestOnly: true,
    shapes: { body: InboxChange, returns: OneInbox },
    handle: async ({ body }, ctx) => ({ data: await changeInbox(ctx, body) }),
  }),
  route({
    endpoint: 'GET /v1/sandbox/inbox/messages',
    summary: `List messages of the inbox, newest first; it keeps ${MESSAGES_MAX}`,
    scope: 'webhooks:read',
    isAdditive: true,
    isTestOnly: true,
    errors: ['invalid_event_type'],
    shapes: { query: MessageQuery, returns: MessageList },
    handle: async ({ query }, ctx) => {
      if (query.eventType !== undefined) requireEventType(query.eventType, 'event_type')
      const page = parsePage(ctx, query, MESSAGE_SORTS)
      const list = await listMessages(ctx, query, page)
      const shown = (row: (typeof list.rows)[number]): object => ({
        ...row,
        deliveryId: toDeliveryId(row.deliveryId),
      })
      return listBody(list, shown)
    },
  }),
  route({
    endpoint: 'DELETE /v1/sandbox/inbox/messages',
    operationId: 'clearSandboxInbox',
    summary: 'Empty the inbox',
    scope: 'webhooks:write',
    isAdditive: true,
    isTestOnly: true,
    shapes: { returns: Emptied },
    handle: async (_, ctx) => ({ data: { deletedCount: await emptyInbox(ctx) } }),
  }),
]
