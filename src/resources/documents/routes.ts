import { IdParams } from '../../platform/http/shapes.ts'
import { Reply, route } from '../../platform/route.ts'
import { getSubmission } from '../submissions/store.ts'
import { listMatching } from './find.ts'
import { takeUpload } from './intake.ts'
import { toDocument } from './present.ts'
import {
  DocumentList, DocumentQuery, DocumentUpload, OneDocument, SubmissionDocumentQuery, SubmissionParams,
  UploadedDocuments,
} from './schemas.ts' // prettier-ignore
import { getDocument } from './store.ts'

export const documentRoutes = [
  route({
    endpoint: 'POST /v1/submissions/:sid/documents',
    summary: 'Upload files; each is classified and read in the background',
    scope: 'documents:write',
    status: 201,
    cost: 'upload',
    consumes: 'multipart',
    errors: [
      'submission_not_found', 'unsupported_file_type', 'duplicate_document', 'invalid_document_class',
    ], // prettier-ignore
    shapes: { params: SubmissionParams, body: DocumentUpload, returns: UploadedDocuments },
    handle: async ({ params, body, files }, ctx) => {
      const [first, ...others] = await takeUpload(ctx, params.sid, { files, wish: body })
      const location = `/v1/documents/${first!.id}`
      if (others.length === 0) return new Reply({ body: { data: first }, headers: { location } })
      const data = [first, ...others]
      return new Reply({ body: { data, hasMore: false, nextCursor: null } })
    },
  }),
  route({
    endpoint: 'GET /v1/submissions/:sid/documents',
    summary: 'List the documents of a submission',
    scope: 'documents:read',
    errors: ['submission_not_found', 'invalid_document_class'],
    shapes: { params: SubmissionParams, query: SubmissionDocumentQuery, returns: DocumentList },
    handle: async ({ params, query }, ctx) => {
      const { id: submissionId } = await getSubmission(ctx, params.sid)
      return listMatching(ctx, { ...query, submissionId })
    },
  }),
  route({
    endpoint: 'GET /v1/documents',
    summary: 'List documents of all submissions',
    scope: 'documents:read',
    errors: ['invalid_document_class'],
    shapes: { query: DocumentQuery, returns: DocumentList },
    handle: async ({ query }, ctx) => listMatching(ctx, query),
  }),
  route({
    endpoint: 'GET /v1/documents/:id',
    summary: 'Get a document',
    scope: 'documents:read',
    errors: ['document_not_found'],
    shapes: { params: IdParams, returns: OneDocument },
    handle: async ({ params }, ctx) => ({ data: toDocument(await getDocument(ctx, params.id)) }),
  }),
]
