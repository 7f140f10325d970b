import { createMatchCheck } from '../../platform/http/respond.ts'
import { route } from '../../platform/route.ts'
import { listBody } from '../../platform/wire/list-query.ts'
import type { DocumentRow } from '../records/documents/store.ts'
import { getPdf, listPdfs } from './find.ts'
import { parsePdfs, reloadPdf, unloadPdf } from './load.ts'
import { presentPdf } from './present.ts'
import { reviewPdf } from './review.ts'
import {
  OnePdf,
  ParseResponse,
  PdfCurrency,
  PdfList,
  PdfParams,
  PdfQuery,
  PdfReview,
  PdfsParse,
  StatementList,
  StatementsPatch,
  SubmissionParams,
} from './schemas.ts'
import { changeCurrency, editStatements } from './statements/edit.ts'

/** Refuses a change when If-Match names another version. */
const readRoutes = [
  route({
    endpoint: 'GET /v1/submissions/:id/pdfs',
    summary: 'List the bank documents of a submission with their statements',
    scope: 'documents:read',
    errors: ['submission_not_found'],
    shapes: { params: SubmissionParams, query: PdfQuery, returns: PdfList },
    handle: async ({ params, query }, ctx) => listPdfs(ctx, params.id, query),
  }),
  route({
    endpoint: 'GET /v1/submissions/:id/pdfs/:pid',
    summary: 'Get a document with its statements, by document id',
    description: 'A document of another kind, such as a tax form, has no statements.',
    scope: 'documents:read',
    errors: ['pdf_not_found'],
    shapes: { params: PdfParams, returns: OnePdf },
    handle: async ({ params }, ctx) => ({ data: await presentPdf(ctx, await getPdf(ctx, params)) }),
  }),
]

const reviewRoutes = [
  route({
    endpoint: 'PUT /v1/submissions/:id/pdfs/:pid',
    operationId: 'reviewSubmissionPdf',
    summary: 'Approve or reject a document, or mark it for review',
    scope: 'documents:write',
    errors: ['pdf_not_found', 'invalid_state_transition', 'version_conflict'],
    shapes: { params: PdfParams, body: PdfReview, returns: OnePdf },
    handle: async ({ params, body, ifMatch }, ctx) => {
      const check = createMatchCheck(ifMatch, OnePdf, (row: DocumentRow) => presentPdf(ctx, row))
      const options = { review: body, check }
      return { data: await presentPdf(ctx, await reviewPdf(ctx, params, options)) }
    },
  }),
  route({
    endpoint: 'POST /v1/submissions/:id/pdfs/:pid/currency',
    operationId: 'setSubmissionPdfCurrency',
    summary: 'Set the currency of a bank document or one of its statements',
    scope: 'documents:write',
    errors: ['pdf_not_found', 'invalid_currency'],
    shapes: { params: PdfParams, body: PdfCurrency, returns: OnePdf },
    handle: async ({ params, body }, ctx) => ({
      data: await presentPdf(ctx, await changeCurrency(ctx, params, body)),
    }),
  }),
  route({
    endpoint: 'PATCH /v1/submissions/:id/pdfs/:pid/statements',
    operationId: 'correctSubmissionPdfStatements',
    summary: 'Correct statements; each is reconciled again',
    description:
      'Every field is an override: it applies to later readings too, and null removes it. rows ' +
      'changes, removes (is_removed) and adds rows; apply_repair applies one of the suggested ' +
      'repairs to its row. What holds for the whole layout (signs, sections, date_order, year, ' +
      'currency, account_type, institution_name, account_number) is taught: later documents of ' +
      'the same layout_fingerprint are read with it, see GET /v1/taught-layouts. The response ' +
      'has the new reconciliation, and in review_causes what remains. If-Match takes the ETag of ' +
      'GET /v1/submissions/:id/pdfs/:pid.',
    scope: 'documents:write',
    errors: [
      'pdf_not_found',
      'account_not_found',
      'transaction_not_found',
      'invalid_currency',
      'version_conflict',
    ],
    shapes: { params: PdfParams, body: StatementsPatch, returns: StatementList },
    handle: async ({ params, body, ifMatch }, ctx) => {
      const check = createMatchCheck(ifMatch, OnePdf, (row: DocumentRow) => presentPdf(ctx, row))
      const options = { patches: body.statements, check }
      const document = await editStatements(ctx, params, options)
      const { statements } = (await presentPdf(ctx, document)) as { statements: object[] }
      return listBody({ rows: statements, nextCursor: null })
    },
  }),
]

const loadRoutes = [
  route({
    endpoint: 'POST /v1/submissions/:id/pdfs/parse',
    summary: 'Read the unread, the failed or all bank documents of a submission',
    scope: 'documents:write',
    status: 202,
    cost: 'heavy',
    errors: ['submission_not_found'],
    shapes: { params: SubmissionParams, body: PdfsParse, returns: ParseResponse },
    handle: async ({ params, body }, ctx) => ({ data: await parsePdfs(ctx, params.id, body) }),
  }),
  route({
    endpoint: 'POST /v1/submissions/:id/pdfs/:pid/reload',
    summary: 'Read a bank document again and include its rows',
    scope: 'documents:write',
    status: 202,
    cost: 'heavy',
    errors: [
      'pdf_not_found',
      'already_processing',
      'invalid_state_transition',
      'password_protected',
    ],
    shapes: { params: PdfParams, returns: OnePdf },
    handle: async ({ params }, ctx) => ({
      data: await presentPdf(ctx, await reloadPdf(ctx, params)),
    }),
  }),
  route({
    endpoint: 'POST /v1/submissions/:id/pdfs/:pid/unload',
    summary: 'Exclude the rows of a bank document, without deleting them',
    scope: 'documents:write',
    errors: ['pdf_not_found', 'already_inactive', 'invalid_state_transition'],
    shapes: { params: PdfParams, returns: OnePdf },
    handle: async ({ params }, ctx) => ({
      data: await presentPdf(ctx, await unloadPdf(ctx, params)),
    }),
  }),
]

export const pdfRoutes = [...readRoutes, ...reviewRoutes, ...loadRoutes]
