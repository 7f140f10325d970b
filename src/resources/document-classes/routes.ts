import { listBody, parsePage } from '../../platform/wire/list-query.ts'
import { Deleted } from '../../platform/wire/shapes.ts'
import { Reply, route } from '../../platform/route.ts'
import { changeClass, createClass, removeClass } from './define.ts'
import { CLASS_SORTS, getClass, listMatching, presentClass } from './find.ts'
import {
  ClassRef,
  ClassRemovalQuery,
  DocumentClassCreate,
  DocumentClassList,
  DocumentClassPatch,
  DocumentClassQuery,
  OneDocumentClass,
} from './schemas.ts'

export const documentClassRoutes = [
  route({
    endpoint: 'POST /v1/document-classes',
    summary: 'Define a document class of your own',
    scope: 'documents:write',
    status: 201,
    errors: ['duplicate_name'],
    shapes: { body: DocumentClassCreate, returns: OneDocumentClass },
    handle: async ({ body }, ctx) => {
      const created = await createClass(ctx, body)
      const data = await presentClass(ctx, created)
      return new Reply({ body: { data }, headers: { location: `/v1/document-classes/${data.id}` } })
    },
  }),
  route({
    endpoint: 'GET /v1/document-classes',
    summary: 'List document classes, the built-in ones first',
    scope: 'documents:read',
    shapes: { query: DocumentClassQuery, returns: DocumentClassList },
    handle: async ({ query }, ctx) => {
      return listBody(await listMatching(ctx, query, parsePage(ctx, query, CLASS_SORTS)))
    },
  }),
  route({
    endpoint: 'GET /v1/document-classes/:id',
    summary: 'Get a document class by its id or name',
    scope: 'documents:read',
    errors: ['document_class_not_found'],
    shapes: { params: ClassRef, returns: OneDocumentClass },
    handle: async ({ params }, ctx) => ({
      data: await presentClass(ctx, await getClass(ctx, params.id)),
    }),
  }),
  route({
    endpoint: 'PATCH /v1/document-classes/:id',
    summary: 'Change your own class, or the label, cues, fields and retention of a built-in one',
    scope: 'documents:write',
    errors: ['document_class_not_found', 'builtin_immutable', 'duplicate_name', 'version_conflict'],
    shapes: { params: ClassRef, body: DocumentClassPatch, returns: OneDocumentClass },
    handle: async ({ params, body, ifMatch }, ctx) => {
      const changed = await changeClass(ctx, params.id, { patch: body, ifMatch })
      return { data: await presentClass(ctx, changed) }
    },
  }),
  route({
    endpoint: 'DELETE /v1/document-classes/:id',
    summary: 'Delete a class of your own; reassign_to moves its documents first',
    scope: 'documents:write',
    errors: [
      'document_class_not_found',
      'builtin_immutable',
      'resource_in_use',
      'invalid_document_class',
    ],
    shapes: { params: ClassRef, query: ClassRemovalQuery, returns: Deleted },
    handle: async ({ params, query }, ctx) => {
      const { id } = await removeClass(ctx, params.id, query.reassignTo)
      return { data: { id, deleted: true } }
    },
  }),
]
