import { createMatchCheck } from '../../platform/http/respond.ts'
import { route } from '../../platform/route.ts'
import { listBody, parsePage } from '../../platform/wire/list-query.ts'
import { Deleted, IdParams } from '../../platform/wire/shapes.ts'
import { forget } from './learn.ts'
import { presentTaughtLayout } from './present.ts'
import { OneTaughtLayout, TaughtLayoutList, TaughtLayoutQuery } from './schemas.ts'
import {
  listTaughtLayouts,
  TAUGHT_LAYOUTS,
  TAUGHT_LAYOUT_SORTS,
  type TaughtLayoutRow,
} from './store.ts'

export const taughtLayoutRoutes = [
  route({
    endpoint: 'GET /v1/taught-layouts',
    summary: 'List what corrections of statements say of later ones of the same layout',
    scope: 'documents:read',
    isAdditive: true,
    shapes: { query: TaughtLayoutQuery, returns: TaughtLayoutList },
    handle: async ({ query }, ctx) => {
      const page = parsePage(ctx, query, TAUGHT_LAYOUT_SORTS)
      const found = await listTaughtLayouts(ctx, query, page)
      return listBody(found, (row) => presentTaughtLayout(ctx, row))
    },
  }),
  route({
    endpoint: 'GET /v1/taught-layouts/:id',
    summary: 'Get what a layout was taught',
    scope: 'documents:read',
    isAdditive: true,
    errors: ['taught_layout_not_found'],
    shapes: { params: IdParams, returns: OneTaughtLayout },
    handle: async ({ params }, ctx) => ({
      data: presentTaughtLayout(ctx, await TAUGHT_LAYOUTS.get(ctx, params.id)),
    }),
  }),
  route({
    endpoint: 'DELETE /v1/taught-layouts/:id',
    summary: 'Forget what a layout was taught; documents keep their readings',
    description: 'Documents that are read from now on are read without it.',
    scope: 'documents:write',
    isAdditive: true,
    errors: ['taught_layout_not_found', 'version_conflict'],
    shapes: { params: IdParams, returns: Deleted },
    handle: async ({ params, ifMatch }, ctx) => {
      const layout = await TAUGHT_LAYOUTS.hold(ctx, params.id)
      const present = (row: TaughtLayoutRow) => presentTaughtLayout(ctx, row)
      await createMatchCheck(ifMatch, OneTaughtLayout, present)(layout)
      await forget(ctx, layout)
      return { data: { id: layout.id, deleted: true } }
    },
  }),
]
