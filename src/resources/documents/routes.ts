import { createMatchCheck, type MatchCheck } from '../../platform/http/respond.ts'
import { Deleted, IdParams } from '../../platform/wire/shapes.ts'
import { outsideRoute, Reply, route } from '../../platform/route.ts'
import { getSubmission } from '../records/submissions/store.ts'
import { changeDocument } from './changes/change.ts'
import { removeDocument } from './changes/remove.ts'
import { renameDocument } from './changes/rename.ts'
import { reclassifyDocument, reparseDocument } from './changes/reread.ts'
import { exportWorkbook } from './exports/export-workbook.ts'
import { exportBase64, linkTo, openLink } from './exports/file.ts'
import { getParsedResults, listStatements } from './exports/parsed-results.ts'
import { correctReading } from './fields/correct.ts'
import { listMatching } from './find.ts'
import { takeUpload } from './intake/upload-request.ts'
import { OnePage, PageParams, PageQuery } from './pages/schemas.ts'
import { showPage } from './pages/show.ts'
import { toDocument } from './present.ts'
import {
  ContentQuery, DocumentList, DocumentPatch, DocumentQuery, DocumentReclassify, DocumentRename,
  DocumentReparse, DocumentSplit, DocumentUpload, DownloadQuery, ExpandQuery, OneDocument,
  OneExpandedDocument, OneInlineFile, OneLink, OneParsedResult, OneSplit, ParsedResultQuery,
  ParsedResultsPatch, SplitQuery,
  SubmissionDocumentParams, SubmissionDocumentQuery, SubmissionParams, UploadedDocuments, WorkbookQuery,
} from './schemas.ts' // prettier-ignore
import { OneSignal, SignalList, SignalParams, SignalPatch, SignalQuery } from './signals/schemas.ts'
import { dismissSignal, listExpandedSignals, listMatchingSignals } from './signals/signals.ts'
import { splitDocument } from './split/split.ts'
import { getDocument, type DocumentRow } from '../records/documents/store.ts'

/** Refuses a change when If-Match names another version. */
function matcher(ifMatch: string | null): MatchCheck<DocumentRow> {
  return createMatchCheck(ifMatch, OneDocument, toDocument)
}

const listRoutes = [
  outsideRoute({
    endpoint: 'POST /v1/submissions/:sid/documents',
    operationId: 'uploadDocuments',
    summary: 'Upload files, or give the URL of one; each is classified and read in the background',
    scope: 'documents:write',
    status: 201,
    cost: 'upload',
    consumes: 'multipart',
    errors: [
      'submission_not_found',
      'unsupported_file_type',
      'duplicate_document',
      'invalid_document_class',
      'invalid_date_range',
      'missing_field',
      'invalid_amount',
      'invalid_url',
      'url_not_allowed',
      'download_failed',
    ],
    shapes: { params: SubmissionParams, body: DocumentUpload, returns: UploadedDocuments },
    handle: ({ params, body, files }, ctx) => takeUpload(ctx, params.sid, { files, input: body }),
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
]

const recordRoutes = [
  route({
    endpoint: 'GET /v1/documents/:id',
    summary:
      'Get a document; expand=statements,signals adds its statements and authenticity signals',
    scope: 'documents:read',
    errors: ['document_not_found'],
    shapes: { params: IdParams, query: ExpandQuery, returns: OneExpandedDocument },
    handle: async ({ params, query }, ctx) => {
      const data = toDocument(await getDocument(ctx, params.id))
      const expanded = new Set(query.expand)
      return {
        data: {
          ...data,
          ...(expanded.has('statements') && { statements: await listStatements(ctx, params.id) }),
          ...(expanded.has('signals') && { signals: await listExpandedSignals(ctx, params.id) }),
        },
      }
    },
  }),
  route({
    endpoint: 'PATCH /v1/documents/:id',
    summary: 'Change name, metadata and tags of a document, or exclude it',
    scope: 'documents:write',
    isAdditive: true,
    errors: ['document_not_found', 'invalid_state_transition', 'version_conflict'],
    shapes: { params: IdParams, body: DocumentPatch, returns: OneDocument },
    handle: async ({ params, body, ifMatch }, ctx) => {
      const changed = await changeDocument(ctx, params.id, { patch: body, check: matcher(ifMatch) })
      return { data: toDocument(changed) }
    },
  }),
  route({
    endpoint: 'DELETE /v1/documents/:id',
    summary: 'Delete a document with its file, its parts and its transactions',
    scope: 'documents:write',
    errors: ['document_not_found', 'version_conflict', 'legal_hold'],
    shapes: { params: IdParams, returns: Deleted },
    handle: async ({ params, ifMatch }, ctx) => {
      await removeDocument(ctx, params.id, matcher(ifMatch))
      return { data: { id: params.id, deleted: true } }
    },
  }),
]

const verbRoutes = [
  route({
    endpoint: 'POST /v1/documents/:id/parse',
    summary: 'Read a document again, with a password when it is locked',
    scope: 'documents:write',
    status: 202,
    cost: 'heavy',
    errors: [
      'document_not_found',
      'already_processing',
      'invalid_state_transition',
      'password_protected',
      'page_not_found',
    ],
    shapes: { params: IdParams, body: DocumentReparse, returns: OneDocument },
    handle: async ({ params, body }, ctx) => ({
      data: toDocument(await reparseDocument(ctx, params.id, body)),
    }),
  }),
  route({
    endpoint: 'POST /v1/documents/:id/reclassify',
    summary: 'Set the class of a document by hand; later classifications keep it',
    scope: 'documents:write',
    errors: ['document_not_found', 'invalid_document_class', 'invalid_state_transition'],
    shapes: { params: IdParams, body: DocumentReclassify, returns: OneDocument },
    handle: async ({ params, body }, ctx) => ({
      data: toDocument(await reclassifyDocument(ctx, params.id, body)),
    }),
  }),
  outsideRoute({
    endpoint: 'POST /v1/documents/:id/split',
    summary: 'Split a PDF into documents by page ranges, given or detected',
    scope: 'documents:write',
    status: 201,
    alsoStatus: [200],
    cost: 'heavy',
    errors: [
      'document_not_found',
      'split_ranges_invalid',
      'invalid_document_class',
      'invalid_state_transition',
      'not_ready',
      'too_many_files',
      'password_protected',
      'corrupt_file',
      'page_limit_exceeded',
      'document_timeout',
      'document_delayed',
      'document_memory_limit',
      'document_output_limit',
      'document_crashed',
      'storage_unavailable',
    ],
    shapes: { params: IdParams, query: SplitQuery, body: DocumentSplit, returns: OneSplit },
    handle: async ({ params, query, body }, ctx) => {
      const dryRun = query.dryRun ?? body.dryRun ?? false
      return splitDocument(ctx, params.id, { ...body, dryRun })
    },
  }),
  route({
    endpoint: 'POST /v1/submissions/:id/documents/:docId/rename',
    operationId: 'renameDocument',
    summary:
      'Rename a document by hand, by a rule or by a template such as {{institution_name}} {{statement_month}}',
    scope: 'documents:write',
    errors: ['document_not_found', 'file_rename_rule_not_found'],
    shapes: { params: SubmissionDocumentParams, body: DocumentRename, returns: OneDocument },
    handle: async ({ params, body }, ctx) => {
      const named = { submissionId: params.id, input: body }
      return { data: toDocument(await renameDocument(ctx, params.docId, named)) }
    },
  }),
]

/** Errors of a reader that opens the pages of a document. */
const READER_ERRORS = [
  'password_protected',
  'corrupt_file',
  'page_limit_exceeded',
  'scanned_page_limit_exceeded',
  'image_too_large',
  'no_text',
  'unsupported_file_type',
  'document_timeout',
  'document_delayed',
  'document_memory_limit',
  'document_output_limit',
  'document_crashed',
] as const

const exportRoutes = [
  route({
    endpoint: 'GET /v1/documents/:id/download',
    operationId: 'getDocumentDownloadUrl',
    summary:
      'Get a temporary link that needs no key, to the file or to a searchable or annotated PDF',
    scope: 'documents:read',
    alsoStatus: [302],
    errors: ['document_not_found', 'not_ready', 'variant_unavailable'],
    shapes: { params: IdParams, query: DownloadQuery, returns: OneLink },
    handle: async ({ params, query }, ctx) => {
      const data = await linkTo(ctx, params.id, query)
      if (!query.redirect) return { data }
      return new Reply({ status: 302, body: { data }, headers: { location: data.url } })
    },
  }),
  outsideRoute({
    endpoint: 'GET /v1/documents/:id/content',
    operationId: 'downloadDocument',
    summary: 'Get the file behind a signed link',
    scope: null,
    isAdditive: true,
    produces: 'binary',
    errors: [
      'invalid_signature',
      'document_not_found',
      'storage_unavailable',
      'variant_unavailable',
      ...READER_ERRORS,
    ],
    shapes: { params: IdParams, query: ContentQuery },
    handle: async ({ params, query }, ctx) => openLink(ctx, params.id, query),
  }),
  outsideRoute({
    endpoint: 'GET /v1/submissions/:id/documents/:docId/base64',
    operationId: 'getDocumentBase64',
    summary: 'Get the file inside JSON, up to 20 MiB',
    scope: 'documents:read',
    errors: ['document_not_found', 'file_too_large', 'storage_unavailable'],
    shapes: { params: SubmissionDocumentParams, returns: OneInlineFile },
    handle: async ({ params }, ctx) => ({
      data: await exportBase64(ctx, { submissionId: params.id, id: params.docId }),
    }),
  }),
  outsideRoute({
    endpoint: 'GET /v1/submissions/:id/documents/:docId/xlsx',
    operationId: 'getDocumentXlsx',
    summary: 'Get what was read from a document as a spreadsheet',
    scope: 'documents:read',
    cost: 'heavy',
    produces: 'binary',
    errors: ['document_not_found', 'not_ready', 'file_too_large'],
    shapes: { params: SubmissionDocumentParams, query: WorkbookQuery },
    handle: async ({ params, query }, ctx) => {
      return exportWorkbook(ctx, { submissionId: params.id, id: params.docId }, query.sheets)
    },
  }),
  route({
    endpoint: 'GET /v1/documents/:id/parsed-results',
    summary: 'Get what was read from a document, with how it reconciles',
    scope: 'documents:read',
    isAdditive: true,
    errors: ['document_not_found', 'not_ready'],
    shapes: { params: IdParams, query: ParsedResultQuery, returns: OneParsedResult },
    handle: async ({ params, query }, ctx) => ({
      data: await getParsedResults(ctx, params.id, query.include),
    }),
  }),
  route({
    endpoint: 'PATCH /v1/documents/:id/parsed-results',
    operationId: 'correctDocumentParsedResults',
    summary: 'Correct values that were read; corrections apply to later readings too',
    scope: 'documents:write',
    isAdditive: true,
    errors: ['document_not_found', 'not_ready', 'unknown_field', 'invalid_type'],
    shapes: { params: IdParams, body: ParsedResultsPatch, returns: OneParsedResult },
    handle: async ({ params, body }, ctx) => {
      await correctReading(ctx, params.id, body.patches)
      return { data: await getParsedResults(ctx, params.id) }
    },
  }),
]

const signalRoutes = [
  route({
    endpoint: 'GET /v1/documents/:id/signals',
    summary: 'List authenticity signals of a document: signs that it was altered',
    scope: 'documents:read',
    isAdditive: true,
    errors: ['document_not_found'],
    shapes: { params: IdParams, query: SignalQuery, returns: SignalList },
    handle: async ({ params, query }, ctx) => listMatchingSignals(ctx, params.id, query),
  }),
  route({
    endpoint: 'PATCH /v1/documents/:id/signals/:signalId',
    summary: 'Dismiss an authenticity signal with a reason, or restore it',
    scope: 'documents:write',
    isAdditive: true,
    errors: ['document_not_found', 'signal_not_found'],
    shapes: { params: SignalParams, body: SignalPatch, returns: OneSignal },
    handle: async ({ params, body }, ctx) => ({
      data: await dismissSignal(ctx, { documentId: params.id, id: params.signalId }, body),
    }),
  }),
]

const pageRoutes = [
  outsideRoute({
    endpoint: 'GET /v1/documents/:id/pages/:n',
    summary:
      'Get a page as an image with a transaction highlighted, as text, or as words with positions',
    scope: 'documents:read',
    isAdditive: true,
    cost: 'heavy',
    errors: [
      'document_not_found',
      'page_not_found',
      'transaction_not_found',
      'storage_unavailable',
      ...READER_ERRORS,
    ],
    shapes: { params: PageParams, query: PageQuery, returns: OnePage },
    handle: async ({ params, query }, ctx) => showPage(ctx, params, query),
  }),
]

export const documentRoutes = [
  ...listRoutes,
  ...recordRoutes,
  ...verbRoutes,
  ...exportRoutes,
  ...signalRoutes,
  ...pageRoutes,
]
