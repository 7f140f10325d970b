import { evidenceIds } from '../../../core/analytics/deal-file/evidence-section.ts'
import type { CommitteeFacts } from '../../../core/analytics/deal-file/committee/facts.ts'
import type { DealFacts } from '../../../core/analytics/deal-file/facts.ts'
import { dealPaper, type PaperName } from '../../../core/analytics/deal-file/file.ts'
import type { Ledger } from '../../../core/analytics/ledger.ts'
import type { Paper, PaperBrand } from '../../../core/values/paper/paper.ts'
import { audit } from '../../../platform/audit.ts'
import { hasScope } from '../../../core/values/access/actor.ts'
import type { Context, OutsideContext } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { renderHtml } from '../../../platform/paper/html.ts'
import { renderPdf } from '../../../platform/paper/pdf/document.ts'
import { buildWorkbook } from '../../../platform/paper/workbook.ts'
import { attachment } from '../../../platform/http/attachment.ts'
import type { Reply } from '../../../platform/route.ts'
import { XLSX_TYPE } from '../../../platform/wire/tables/xlsx.ts'
import type { WindowQuery } from '../../../core/analytics/window.ts'
import { loadLedger, getDataState, resolveWindow } from '../../ledgers/ledgers.ts'
import type { LedgerQuery } from '../../ledgers/ledger-input.ts'
import { formatOfferState } from '../../records/submissions/offer-text.ts'
import { listNewestNotes } from '../../records/notes/store.ts'
import { getSubmission, type SubmissionRow } from '../../records/submissions/store.ts'
import { readSetting } from '../../settings/read.ts'
import {
  listDealDocuments,
  listHeldCorrections,
  listPolicyResults,
  listRowSources,
  listSetFigures,
} from './store.ts'

interface Format {
  contentType: string
  /** Rows of one list of evidence that the format can carry and be read. */
  rowsMax: number
  write: (paper: Paper, at: Date) => Promise<Buffer>
}

const FORMATS: Readonly<Record<string, Format>> = {
  pdf: { contentType: 'application/pdf', rowsMax: 300, write: renderPdf },
  xlsx: { contentType: XLSX_TYPE, rowsMax: 3_000, write: buildWorkbook },
  html: {
    contentType: 'text/html; charset=utf-8',
    rowsMax: 1_000,
    write: async (paper) => Buffer.from(renderHtml(paper)),
  },
}

/** The formats that a paper can be had in. */
export const PAPER_FORMATS = Object.keys(FORMATS)

/** The reports that can be had as a printed file; `report` is the whole file of an underwriter. */
export const PAPERS: readonly PaperName[] = ['report', 'scorecard']

/** Whom an underwriting file is for, and which paper that is. */
export const AUDIENCES = { recipient: 'report', committee: 'memo' } as const
/** What the memo shows beside the analytics. */
const MEMO_SCOPES = ['submissions:read', 'policies:read']

export interface PaperRequest {
  name: PaperName
  submissionId: string
  format: string
  query: LedgerQuery & WindowQuery
}

const READ_TIMEOUT_MS = 30_000

/**
 * A paper of a deal as a file. Rows stand in it when the key may read transactions. Throws
 * `submission_not_found`, `account_not_found`, `invalid_date_range` and `insufficient_scope`.
 */
export async function readPaper(ctx: OutsideContext, request: PaperRequest): Promise<Reply> {
  const { name, submissionId, format } = request
  const lacking = name === 'memo' && MEMO_SCOPES.find((scope) => !hasScope(ctx.actor, scope))
  if (lacking)
    throw new ApiError('insufficient_scope', `audience=committee requires the scope ${lacking}.`)
  const { body, contentType, at } = await writePaper(ctx, request)
  await ctx.transaction((own) =>
    audit(own, {
      action: 'exported',
      resourceType: 'submission',
      resourceId: submissionId,
      submissionId,
      summary: `The ${name} exported as ${format}`,
    }),
  )
  const filename = `${name}-${at.toISOString().slice(0, 10)}.${format}`
  return attachment(filename, contentType, body)
}

/** The bytes of a paper, with the time it says it was computed at. */
export async function writePaper(
  ctx: OutsideContext,
  request: PaperRequest,
): Promise<{ body: Buffer; contentType: string; at: Date }> {
  const { paper, at } = await buildPaper(ctx, request)
  const { write, contentType } = FORMATS[request.format]!
  return { body: await write(paper, at), contentType, at }
}

/** The paper as data, with the time it says it was computed at. */
async function buildPaper(
  ctx: OutsideContext,
  { name, submissionId, format, query }: PaperRequest,
): Promise<{ paper: Paper; at: Date }> {
  const at = new Date(ctx.house.now())
  const rowsMax = hasScope(ctx.actor, 'transactions:read') ? FORMATS[format]!.rowsMax : 0
  const { ledger, facts, brand, analyticsVersion } = await ctx.transaction(
    async (own) => {
      const { dataVersion: version } = await getDataState(own, submissionId)
      const found = await loadLedger(own, submissionId, query)
      return {
        ledger: found,
        facts: await loadFacts(own, found, { name, rowsMax }),
        brand: await readSetting<PaperBrand>(own, 'brand'),
        analyticsVersion: version,
      }
    },
    { access: 'read', timeoutMs: READ_TIMEOUT_MS, onReplica: true },
  )
  const window = resolveWindow(ledger, query)
  const request = { window, options: {}, computedAt: at.toISOString(), analyticsVersion }
  return { paper: { ...dealPaper(name, { ledger, request, facts }), brand }, at }
}

async function loadFacts(
  ctx: Context,
  ledger: Ledger,
  paper: { name: PaperName; rowsMax: number },
): Promise<DealFacts> {
  const { submissionId } = ledger
  const { rowsMax } = paper
  const submission = await getSubmission(ctx, submissionId)
  const rows = await listRowSources(ctx, submissionId, evidenceIds(ledger, rowsMax))
  return {
    name: submission.name,
    offer: formatOfferState(submission.keptOffer),
    documents: await listDealDocuments(ctx, submissionId),
    setFigures: await listSetFigures(ctx, submissionId),
    committee: paper.name === 'memo' ? await loadCommitteeFacts(ctx, submission) : null,
    sources: new Map(rows.map((row) => [row.id, row])),
    rowsMax,
  }
}

async function loadCommitteeFacts(
  ctx: Context,
  { id, dealStage, declineReasons }: SubmissionRow,
): Promise<CommitteeFacts> {
  const notes = await listNewestNotes(ctx, id)
  return {
    stage: dealStage,
    declineReasons,
    notes: notes.map(({ text, authorName, createdAt, decision, takenBackAt }) => ({
      text,
      by: authorName,
      at: createdAt,
      decision,
      isTakenBack: takenBackAt !== null,
    })),
    policies: await listPolicyResults(ctx, id),
    corrections: await listHeldCorrections(ctx, id),
  }
}
