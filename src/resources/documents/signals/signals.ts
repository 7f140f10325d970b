import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { listBody, parsePage } from '../../../platform/wire/list-query.ts'
import { bumpData } from '../../pipeline/pipeline.ts'
import { getLockedDocument } from '../changes/rows.ts'
import { getDocument } from '../../records/documents/store.ts'
import { assessDocuments } from './assess.ts'
import type { Signal, SignalQuery } from './schemas.ts'
import {
  findSignal,
  listAllSignals,
  listSignals,
  SIGNAL_SORTS,
  updateDismissal,
  type SignalRow,
} from '../../records/documents/signals/store.ts'

/** A page of the document's signals, heaviest first. Throws `document_not_found`. */
export async function listMatchingSignals(
  ctx: Context,
  documentId: string,
  query: SignalQuery,
): Promise<object> {
  await getDocument(ctx, documentId)
  const filter = { ...query, documentId }
  const page = parsePage(ctx, filter, SIGNAL_SORTS)
  return listBody(await listSignals(ctx, filter, page), toSignal)
}

/** All signals of a document, as `expand=signals` shows them. */
export async function listExpandedSignals(ctx: Context, documentId: string): Promise<Signal[]> {
  return (await listAllSignals(ctx, documentId)).map(toSignal)
}

/**
 * Dismisses or restores a signal and rescores the document. Throws
 * `document_not_found`, `signal_not_found`.
 */
export async function dismissSignal(
  ctx: Context,
  ref: { documentId: string; id: string },
  { isDismissed, reason }: { isDismissed: boolean; reason: string },
): Promise<Signal> {
  const { submissionId } = await getLockedDocument(ctx, ref.documentId)
  const before = await findSignal(ctx, ref.documentId, ref.id)
  if (!before) throw new ApiError('signal_not_found')
  await updateDismissal(ctx, ref.id, { isDismissed, by: ctx.actor.name, reason })
  await assessDocuments(ctx, submissionId)
  await bumpData(ctx, submissionId)
  await audit(ctx, {
    action: 'overridden',
    resourceType: 'document_signal',
    resourceId: ref.id,
    submissionId,
    summary: `Signal ${before.code} ${isDismissed ? 'dismissed' : 'restored'}`,
    changes: [{ field: 'is_dismissed', from: before.isDismissed, to: isDismissed }],
  })
  return toSignal((await findSignal(ctx, ref.documentId, ref.id))!)
}

function toSignal({ box, ...row }: SignalRow): Signal {
  return { ...row, bbox: box } as unknown as Signal
}
