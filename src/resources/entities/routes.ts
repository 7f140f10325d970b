import { slicePage } from '../../platform/db/page.ts'
import { createMatchCheck } from '../../platform/http/respond.ts'
import { Reply, route } from '../../platform/route.ts'
import { listBody, parsePage } from '../../platform/wire/list-query.ts'
import { Deleted } from '../../platform/wire/shapes.ts'
import {
  changeAttribute,
  createAttribute,
  createSource,
  removeAttribute,
} from './attributes/define.ts'
import { bulkSave } from './bulk/bulk-save.ts'
import { changeEntity, createEntity, removeEntity } from './define.ts'
import { exportValues } from './export/export.ts'
import { getEntity, listMatching, presentAttribute, presentEntity } from './find.ts'
import {
  AttributeCreate, AttributeList, AttributeParams, AttributePatch, AttributeQuery, BulkResponse,
  BulkSave, EntityCreate, EntityList, EntityPatch, EntityQuery, EntityRef, ExportList, ExportQuery,
  OneAttribute, OneEntity, OneSource, SourceCreate, SourceParams,
} from './schemas.ts' // prettier-ignore

/** What a source can be refused for. */
const OF_SOURCES = [
  'missing_field',
  'unknown_field',
  'invalid_document_class',
  'invalid_enum',
  'invalid_metric',
  'invalid_date_range',
  'invalid_type',
  'invalid_expression',
  'too_many',
] as const

export const entityRoutes = [
  route({
    endpoint: 'POST /v1/entities',
    summary: 'Define an entity whose attributes are resolved in every submission',
    scope: 'entities:write',
    status: 201,
    errors: ['duplicate_name', ...OF_SOURCES],
    shapes: { body: EntityCreate, returns: OneEntity },
    handle: async ({ body }, ctx) => {
      const data = presentEntity(await createEntity(ctx, body))
      return new Reply({ body: { data }, headers: { location: `/v1/entities/${data.id}` } })
    },
  }),
  route({
    endpoint: 'GET /v1/entities',
    summary: 'List entities, the built-in ones and your own, in their order',
    scope: 'entities:read',
    shapes: { query: EntityQuery, returns: EntityList },
    handle: async ({ query }, ctx) => listMatching(ctx, query),
  }),
  route({
    endpoint: 'POST /v1/entities/bulk-save',
    operationId: 'bulkSaveEntities',
    hasLargeBody: true,
    summary: 'Create and change many entities, and set their values in a submission by hand',
    scope: 'entities:write',
    alsoStatus: [207],
    errors: ['submission_not_found'],
    shapes: { body: BulkSave, returns: BulkResponse },
    handle: async ({ body }, ctx) => {
      const data = await bulkSave(ctx, body)
      return new Reply({ status: data.failed > 0 ? 207 : 200, body: { data } })
    },
  }),
  route({
    endpoint: 'GET /v1/entities/export',
    summary: 'Export the values of many submissions as JSON, CSV or XLSX',
    scope: 'entities:read',
    errors: ['submission_not_found'],
    shapes: { query: ExportQuery, returns: ExportList },
    handle: async ({ query }, ctx) => exportValues(ctx, query),
  }),
  route({
    endpoint: 'GET /v1/entities/:id',
    summary: 'Get an entity with its attributes and their sources, by its id or name',
    scope: 'entities:read',
    errors: ['entity_not_found'],
    shapes: { params: EntityRef, returns: OneEntity },
    handle: async ({ params }, ctx) => ({ data: presentEntity(await getEntity(ctx, params.id)) }),
  }),
  route({
    endpoint: 'PATCH /v1/entities/:id',
    summary: 'Change an entity; of a built-in one only label, description and order',
    scope: 'entities:write',
    errors: [
      'entity_not_found',
      'builtin_immutable',
      'invalid_enum',
      'invalid_expression',
      'version_conflict',
    ],
    shapes: { params: EntityRef, body: EntityPatch, returns: OneEntity },
    handle: async ({ params, body, ifMatch }, ctx) => {
      const check = createMatchCheck(ifMatch, OneEntity, presentEntity)
      return { data: presentEntity(await changeEntity(ctx, params.id, { patch: body, check })) }
    },
  }),
  route({
    endpoint: 'DELETE /v1/entities/:id',
    summary: 'Delete an entity of your own that nothing uses',
    scope: 'entities:write',
    errors: ['entity_not_found', 'builtin_immutable', 'resource_in_use', 'version_conflict'],
    shapes: { params: EntityRef, returns: Deleted },
    handle: async ({ params, ifMatch }, ctx) => {
      const check = createMatchCheck(ifMatch, OneEntity, presentEntity)
      return { data: { id: await removeEntity(ctx, params.id, check), deleted: true } }
    },
  }),
  route({
    endpoint: 'POST /v1/entities/:id/attributes',
    summary: 'Add an attribute to an entity, also to a built-in one',
    scope: 'entities:write',
    status: 201,
    errors: ['entity_not_found', 'duplicate_name', ...OF_SOURCES],
    shapes: { params: EntityRef, body: AttributeCreate, returns: OneAttribute },
    handle: async ({ params, body }, ctx) => {
      const data = presentAttribute(await createAttribute(ctx, params.id, body))
      const location = `/v1/entities/${data.entityId}/attributes/${data.id}`
      return new Reply({ body: { data }, headers: { location } })
    },
  }),
  route({
    endpoint: 'GET /v1/entities/:id/attributes',
    summary: 'List the attributes of an entity with their sources, in their order',
    scope: 'entities:read',
    errors: ['entity_not_found'],
    shapes: { params: EntityRef, query: AttributeQuery, returns: AttributeList },
    handle: async ({ params, query }, ctx) => {
      const { attributes } = await getEntity(ctx, params.id)
      const page = parsePage(ctx, query, ['order'])
      return listBody(slicePage([...attributes], page, ctx.house.cursors), presentAttribute)
    },
  }),
  route({
    endpoint: 'PATCH /v1/entities/:id/attributes/:aid',
    summary: 'Change an attribute; of a built-in one only label, sources and reconciliation',
    scope: 'entities:write',
    isAdditive: true,
    errors: [
      'entity_not_found',
      'attribute_not_found',
      'builtin_immutable',
      'version_conflict',
      ...OF_SOURCES,
    ],
    shapes: { params: AttributeParams, body: AttributePatch, returns: OneAttribute },
    handle: async ({ params, body, ifMatch }, ctx) => {
      const check = createMatchCheck(ifMatch, OneAttribute, presentAttribute)
      return { data: presentAttribute(await changeAttribute(ctx, params, { patch: body, check })) }
    },
  }),
  route({
    endpoint: 'DELETE /v1/entities/:id/attributes/:aid',
    summary: 'Delete an attribute of your own that nothing uses',
    scope: 'entities:write',
    isAdditive: true,
    errors: [
      'entity_not_found',
      'attribute_not_found',
      'builtin_immutable',
      'resource_in_use',
      'version_conflict',
    ],
    shapes: { params: AttributeParams, returns: Deleted },
    handle: async ({ params, ifMatch }, ctx) => {
      const check = createMatchCheck(ifMatch, OneAttribute, presentAttribute)
      return { data: { id: await removeAttribute(ctx, params, check), deleted: true } }
    },
  }),
  route({
    endpoint: 'POST /v1/entities/:eid/sources',
    summary: 'Add a source to an attribute',
    scope: 'entities:write',
    status: 201,
    errors: ['entity_not_found', 'attribute_not_found', ...OF_SOURCES],
    shapes: { params: SourceParams, body: SourceCreate, returns: OneSource },
    handle: async ({ params, body }, ctx) => ({ data: await createSource(ctx, params.eid, body) }),
  }),
]
