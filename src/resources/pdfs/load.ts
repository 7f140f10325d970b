import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { refuseDisabled } from '../records/data-sources/keep.ts'
import { findStoredStatus } from '../records/data-sources/store.ts'
import { changeDocument } from '../documents/changes/change.ts'
import { reparseDocument } from '../documents/changes/reread.ts'
import { isSettled } from '../records/documents/lifecycle.ts'
import { getDocument, lockSubmission, type DocumentRow } from '../records/documents/store.ts'
import { bankClasses, holdBankPdf, type PdfRef } from './find.ts'
import type { ParseResponse, PdfsParse } from './schemas.ts'
import { listPdfIds } from './store.ts'
import type { Body } from '../../platform/route.ts'

/** Excludes the rows of a PDF, without deleting them. Throws `already_inactive`. */
export async function unloadPdf(ctx: Context, ref: PdfRef): Promise<DocumentRow> {
  const { id, isIncluded } = await holdBankPdf(ctx, ref)
  if (!isIncluded) throw new ApiError('already_inactive', 'The PDF is unloaded already.')
  return changeDocument(ctx, id, { patch: { isIncluded: false }, check: async () => {} })
}

/**
 * Reads a PDF again and includes its rows, with corrections and overrides applied. Throws
 * `already_processing`, `invalid_state_transition`, `password_protected`.
 */
export async function reloadPdf(ctx: Context, ref: PdfRef): Promise<DocumentRow> {
  const { id, isIncluded } = await holdBankPdf(ctx, ref)
  await refuseDisabled(ctx, id)
  if (!isIncluded) {
    const back = await changeDocument(ctx, id, {
      patch: { isIncluded: true },
      check: async () => {},
    })
    // Including it has restarted the interrupted reading.
    if (!isSettled(back.status)) return back
  }
  return reparseDocument(ctx, id, {})
}

type SkipReason = Queued['skipped'][number]['reason']

export type Queued = Body<typeof ParseResponse>['data']

/**
 * Reads the PDFs of a submission that were not read yet, or those that failed, or all. Throws
 * `submission_not_found`.
 */
export async function parsePdfs(
  ctx: Context,
  submissionId: string,
  { force = false, only = force ? 'all' : 'unparsed' }: PdfsParse,
): Promise<Queued> {
  await lockSubmission(ctx, submissionId)
  const result: Queued = { queued: [], skipped: [] }
  for (const id of await listPdfIds(ctx, submissionId, await bankClasses(ctx))) {
    const reason = await reasonAgainst(ctx, id, only)
    if (reason !== null) {
      result.skipped.push({ id, reason })
      continue
    }
    await reparseDocument(ctx, id, { force })
    result.queued.push(id)
  }
  await audit(ctx, {
    action: 'processed',
    resourceType: 'submission',
    resourceId: submissionId,
    submissionId,
    summary: `Reading of ${result.queued.length} PDFs started`,
  })
  return result
}

/** Why a PDF is not read now; null when it is. */
async function reasonAgainst(
  ctx: Context,
  id: string,
  only: NonNullable<PdfsParse['only']>,
): Promise<SkipReason | null> {
  const document = await getDocument(ctx, id, true)
  const { status, errorCode, passwordSealed, parsedAt } = document
  if (status === 'excluded' || status === 'split') return status
  if (!isSettled(status)) return 'already_processing'
  if (only === 'unparsed' && parsedAt !== null && status !== 'failed') return 'already_parsed'
  if (only === 'failed' && status !== 'failed') return 'not_failed'
  if (errorCode === 'password_protected' && passwordSealed === null) return 'password_protected'
  return (await findStoredStatus(ctx, id)) === 'disabled' ? 'disabled' : null
}
