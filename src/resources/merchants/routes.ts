import type { Context } from '../../platform/context.ts'
import { createMatchCheck } from '../../platform/http/respond.ts'
import { route } from '../../platform/route.ts'
import { listBody, parsePage } from '../../platform/wire/list-query.ts'
import { IdParams } from '../../platform/wire/shapes.ts'
import { changeMerchant } from './change.ts'
import { extract } from './extract.ts'
import { getGroup, listGroups } from './groups.ts'
import { presentMerchant } from './present.ts'
import {
  ExtractResponse,
  ExtractRequest,
  GroupExpand,
  GroupList,
  GroupParams,
  GroupQuery,
  MerchantList,
  MerchantPatch,
  MerchantExpand,
  MerchantQuery,
  OneGroup,
  OneMerchant,
} from './schemas.ts'
import { getMerchant, listMerchants, MERCHANT_SORTS } from './store.ts'

const groupList = {
  summary: 'List merchant groups with risk level and number of merchants',
  scope: 'transactions:read',
  shapes: { query: GroupQuery, returns: GroupList },
  handle: async ({ query }: { query: GroupQuery }, ctx: Context) => listGroups(ctx, query),
}

const oneGroup = {
  summary: 'Get a merchant group by id or slug; expand=merchants adds its merchants',
  scope: 'transactions:read',
  errors: ['merchant_group_not_found'],
  shapes: { params: GroupParams, query: GroupExpand, returns: OneGroup },
  handle: async ({ params, query }: GroupInput, ctx: Context) => ({
    data: await getGroup(ctx, params.id, query.expand ?? []),
  }),
} as const

interface GroupInput {
  params: { id: string }
  query: { expand?: string[] }
}

export const merchantRoutes = [
  route({ endpoint: 'GET /v1/merchants/groups', operationId: 'listMerchantGroups', ...groupList }),
  route({ endpoint: 'GET /v1/merchants/groups/:id', operationId: 'getMerchantGroup', ...oneGroup }),
  // The interface has both addresses.
  route({
    endpoint: 'GET /v1/merchant-groups',
    operationId: 'listMerchantGroupsAlias',
    ...groupList,
  }),
  route({
    endpoint: 'GET /v1/merchant-groups/:id',
    operationId: 'getMerchantGroupAlias',
    ...oneGroup,
  }),
  route({
    endpoint: 'GET /v1/merchants',
    summary: 'List merchants of your transactions, then those of the registry',
    scope: 'transactions:read',
    shapes: { query: MerchantQuery, returns: MerchantList },
    handle: async ({ query }, ctx) => {
      const page = parsePage(ctx, query, MERCHANT_SORTS)
      const list = await listMerchants(ctx, query, page)
      return listBody(list, presentMerchant)
    },
  }),
  route({
    endpoint: 'GET /v1/merchants/:id',
    summary: 'Get a merchant',
    scope: 'transactions:read',
    errors: ['merchant_not_found'],
    shapes: { params: IdParams, query: MerchantExpand, returns: OneMerchant },
    handle: async ({ params }, ctx) => ({
      data: presentMerchant(await getMerchant(ctx, params.id)),
    }),
  }),
  route({
    endpoint: 'PATCH /v1/merchants/:id',
    summary: 'Set your own groups, category or aliases of a merchant',
    description:
      'Applies to all transactions of the environment, before the registry. Submissions that name ' +
      'the merchant are enriched again; meta.submissions_count is their number.',
    scope: 'transactions:write',
    isAdditive: true,
    errors: ['merchant_not_found', 'invalid_category', 'version_conflict'],
    shapes: { params: IdParams, body: MerchantPatch, returns: OneMerchant },
    handle: async ({ params, body, ifMatch }, ctx) => {
      const changed = await changeMerchant(ctx, params.id, {
        patch: body,
        check: createMatchCheck(ifMatch, OneMerchant, presentMerchant),
      })
      const meta = { submissions_count: changed.submissionsCount }
      return { data: presentMerchant(changed.merchant), meta }
    },
  }),
  route({
    endpoint: 'POST /v1/merchants/extract',
    summary: 'Extract the merchants of up to 1,000 descriptions; nothing is stored',
    scope: 'transactions:read',
    cost: 'heavy',
    shapes: { body: ExtractRequest, returns: ExtractResponse },
    handle: async ({ body }, ctx) => extract(ctx, body),
  }),
]
