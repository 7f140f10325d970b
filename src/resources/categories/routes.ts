import { route } from '../../platform/route.ts'
import { listCategories } from './list.ts'
import { CategoryList, CategoryQuery } from './schemas.ts'

export const categoryRoutes = [
  route({
    endpoint: 'GET /v1/categories',
    summary: 'List the transaction categories: all 140 leaves, or a tree',
    scope: 'transactions:read',
    errors: ['invalid_category'],
    shapes: { query: CategoryQuery, returns: CategoryList },
    handle: async ({ query }, ctx) => listCategories(ctx, query),
  }),
]
