import { Type } from 'typebox'
import { outsideRoute } from '../../platform/route.ts'
import { Fields, IdParams, StringEnum } from '../../platform/wire/shapes.ts'
import { exportDeal } from './export.ts'

export const exportRoutes = [
  outsideRoute({
    endpoint: 'GET /v1/submissions/:id/export',
    summary: 'Export a submission as a ZIP',
    description:
      'The original documents, the transactions as CSV and XLSX, every report as JSON, the ' +
      'underwriting file, and a manifest with hashes. Parts that the key may not read are left out.',
    scope: 'submissions:read',
    isAdditive: true,
    produces: 'binary',
    cost: 'heavy',
    errors: ['submission_not_found', 'file_too_large'],
    shapes: { params: IdParams, query: Fields({ format: Type.Optional(StringEnum(['zip'])) }) },
    handle: async ({ params }, ctx) => exportDeal(ctx, params.id),
  }),
]
