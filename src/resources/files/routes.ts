import { outsideRoute, route } from '../../platform/route.ts'
import { IdParams } from '../../platform/wire/shapes.ts'
import { presentFile } from './present.ts'
import { processFile } from './process.ts'
import { listRecentFiles } from './recent/list.ts'
import { FileProcess, OneProcessedFile, RecentFileList, RecentFileQuery } from './schemas.ts'
import { getFile } from './store.ts'

export const fileRoutes = [
  outsideRoute({
    endpoint: 'POST /v1/files/process',
    operationId: 'processFile',
    summary: 'Read one file without a submission: its class, rows, fields and signals',
    description:
      'Up to 20 pages are read while the request waits, and nothing is kept of them. A longer file ' +
      'gives 202 and an id: GET /v1/files/:id has the result for 24 hours. A file that cannot be ' +
      'read has the status failed with its error. With store it becomes a document as well, of ' +
      'submission_id or of a new submission with its name. Rows have no categories: those come ' +
      'with a submission. Archives and mails with attachments are refused; send what they hold.',
    scope: 'documents:write',
    alsoStatus: [202],
    cost: 'upload',
    consumes: 'multipart',
    errors: [
      'submission_not_found',
      'unsupported_file_type',
      'duplicate_document',
      'invalid_document_class',
      'document_delayed',
    ],
    shapes: { body: FileProcess, returns: OneProcessedFile },
    handle: ({ body, files }, ctx) => processFile(ctx, { files, input: body }),
  }),
  route({
    endpoint: 'GET /v1/files/:id',
    summary: 'Get what was read from a file, within 24 hours',
    scope: 'documents:read',
    isAdditive: true,
    errors: ['file_not_found'],
    shapes: { params: IdParams, returns: OneProcessedFile },
    handle: async ({ params }, ctx) => ({ data: presentFile(ctx, await getFile(ctx, params.id)) }),
  }),
  route({
    endpoint: 'GET /v1/submissions/:id/files/recent',
    operationId: 'listRecentFiles',
    summary: 'List the newest documents of each class of a submission',
    scope: 'documents:read',
    errors: ['submission_not_found', 'invalid_document_class'],
    shapes: { params: IdParams, query: RecentFileQuery, returns: RecentFileList },
    handle: async ({ params, query }, ctx) => listRecentFiles(ctx, params.id, query),
  }),
]
