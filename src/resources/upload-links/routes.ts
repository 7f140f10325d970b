import { outsideRoute, Reply, route } from '../../platform/route.ts'
import { listBody, parsePage } from '../../platform/wire/list-query.ts'
import { Deleted, IdParams } from '../../platform/wire/shapes.ts'
import { getSubmission } from '../records/submissions/store.ts'
import { makeUploadLink, presentLinks, revokeUploadLink } from './make.ts'
import {
  OneOpenedLink,
  OneUploadLink,
  UploadLinkCreate,
  UploadLinkList,
  UploadLinkParams,
  UploadLinkQuery,
} from './schemas.ts'
import { listUploadLinks, UPLOAD_LINK_SORTS } from './store.ts'
import { bringFiles, openUploadLink } from './use.ts'

export const uploadLinkRoutes = [
  route({
    endpoint: 'POST /v1/submissions/:sid/upload-links',
    operationId: 'createUploadLink',
    summary: 'Make a link by which an applicant without an account brings files to a deal',
    description:
      'The address is shown once, and can go into any mail or message. Whoever has it sees what ' +
      'is wanted and brings files; nothing else of the deal is shown. It ends by itself.',
    scope: 'documents:write',
    status: 201,
    isAdditive: true,
    errors: ['submission_not_found', 'invalid_format'],
    shapes: { params: UploadLinkParams, body: UploadLinkCreate, returns: OneUploadLink },
    handle: async ({ params, body }, ctx) => ({
      data: await makeUploadLink(ctx, params.sid, body ?? {}),
    }),
  }),
  route({
    endpoint: 'GET /v1/submissions/:sid/upload-links',
    operationId: 'listUploadLinks',
    summary: 'List the upload links of a deal, with what came by each',
    scope: 'documents:read',
    isAdditive: true,
    errors: ['submission_not_found'],
    shapes: { params: UploadLinkParams, query: UploadLinkQuery, returns: UploadLinkList },
    handle: async ({ params, query }, ctx) => {
      const { id: submissionId } = await getSubmission(ctx, params.sid)
      const page = parsePage(ctx, query, UPLOAD_LINK_SORTS)
      const found = await listUploadLinks(ctx, { submissionId }, page)
      return listBody({ ...found, rows: await presentLinks(ctx, found.rows) })
    },
  }),
  route({
    endpoint: 'DELETE /v1/upload-links/:id',
    summary: 'Take an upload link back; what came by it stays',
    scope: 'documents:write',
    isAdditive: true,
    errors: ['upload_link_not_found'],
    shapes: { params: IdParams, returns: Deleted },
    handle: async ({ params: { id } }, ctx) => {
      await revokeUploadLink(ctx, id)
      return { data: { id, deleted: true } }
    },
  }),
  route({
    endpoint: 'GET /v1/upload-links/:id',
    summary: 'Get what the holder of an upload link sees: what is wanted, and what was received',
    description: 'With the token of the link as the access token, or with a key.',
    scope: 'uploads:read',
    isAdditive: true,
    errors: ['upload_link_not_found'],
    shapes: { params: IdParams, returns: OneOpenedLink },
    handle: async ({ params }, ctx) => ({ data: await openUploadLink(ctx, params.id) }),
  }),
  outsideRoute({
    endpoint: 'POST /v1/upload-links/:id/files',
    operationId: 'uploadFilesByLink',
    summary: 'Bring files to the deal of an upload link, all or none',
    description: 'With the token of the link as the access token, or with a key.',
    scope: 'uploads:write',
    status: 201,
    cost: 'upload',
    consumes: 'multipart',
    isAdditive: true,
    errors: ['upload_link_not_found', 'unsupported_file_type', 'duplicate_document'],
    shapes: { params: IdParams, returns: OneOpenedLink },
    handle: async ({ params, files }, ctx) =>
      ctx.commit(async (own) => {
        const data = await bringFiles(own, params.id, files)
        return new Reply({ body: { data } })
      }),
  }),
]
