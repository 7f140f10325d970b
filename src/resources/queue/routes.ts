import { route } from '../../platform/route.ts'
import { QueueList, QueueQuery } from './schemas.ts'
import { readQueue } from './read.ts'

export const queueRoutes = [
  route({
    endpoint: 'GET /v1/queue',
    summary: 'List what waits for a person, the longest first, with counts by reason',
    description:
      'One item for each policy whose last evaluation is left to a person, each deal with rows of ' +
      'an uncertain category, each document with high or critical signs of alteration that nobody ' +
      'has dismissed or accepted, each one without a known class, each one that does not ' +
      'reconcile or needs a check, each deal whose statements leave months out, each approval ' +
      'that a workflow waits for, and each document or deal that failed. Deals that are reviewed, ' +
      'archived, funded, declined or withdrawn wait for approvals alone. An item goes as soon as ' +
      'its cause does. Reasons that a key may not read are left out, or refused when named; ' +
      'counts are of every reason whichever the page is of.',
    scope: 'submissions:read',
    isAdditive: true,
    shapes: { query: QueueQuery, returns: QueueList },
    handle: async ({ query }, ctx) => readQueue(ctx, query),
  }),
]
