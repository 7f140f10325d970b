import type { TransactionOverride } from '../../../core/values/transaction.ts'
import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { holdTransaction } from '../change.ts'
import { enrichAgain } from '../enrich.ts'
import { requireCategory } from '../category.ts'
import { presentTransaction } from '../present.ts'
import type { Feedback } from '../schemas.ts'
import { getTransaction } from '../store.ts'
import { linksOf, tieOtherSide } from './links.ts'
import { listSimilarIds, updateOverrides, upsertCorrections } from './store.ts'

/**
 * A person's word on a row: it wins over every rule, and it is kept beside the row so that it
 * survives enrichment and a new reading of the document. Small submissions are enriched at once,
 * so the answer shows what follows; the numbers at a glance come with a job either way.
 */
export async function giveFeedback(ctx: Context, id: string, wish: Feedback): Promise<object> {
  const row = await holdTransaction(ctx, id)
  const override = { ...overrideOf(wish), ...(await linksOf(ctx, row, wish)) }
  const isAll = wish.applyTo === 'similar_in_submission'
  const ids = isAll ? await listSimilarIds(ctx, row) : [id]
  await updateOverrides(ctx, ids, { override, feedback: feedbackOf(ctx, wish, override) })
  await upsertCorrections(ctx, ids)
  await tieOtherSide(ctx, row, override)
  await audit(ctx, {
    action: 'overridden',
    resourceType: 'transaction',
    resourceId: id,
    submissionId: row.submissionId,
    summary: `Correction of ${ids.length} transactions`,
    changes: Object.entries(override).map(([field, to]) => ({
      field,
      from: row.override?.[field as keyof TransactionOverride] ?? null,
      to,
    })),
  })
  await enrichAgain(ctx, row.submissionId)
  const transaction = await presentTransaction(ctx, await getTransaction(ctx, id))
  return {
    data: { transaction, affectedCount: ids.length, ruleId: null, recompute: 'queued' },
  }
}

const CORRECTABLE = [
  'category', 'merchantName', 'isRevenue', 'isRecurring', 'isDebt', 'feeKind',
  'isInternalTransfer', 'isDuplicate', 'positionId', 'funderId', 'matchedTransactionId',
] as const // prettier-ignore

/** What enrichment reads. Throws `invalid_category`, and `missing_field` when nothing is said. */
function overrideOf(wish: Feedback): TransactionOverride {
  const { category } = wish
  if (category !== undefined) requireCategory(category, 'category')
  const said = CORRECTABLE.filter((name) => wish[name] !== undefined)
  if (said.length === 0 && wish.comment === undefined) {
    throw new ApiError('missing_field', 'Send at least one correction or a comment.')
  }
  return Object.fromEntries(said.map((name) => [name, wish[name]]))
}

/** The last correction as the transaction shows it. */
function feedbackOf(
  ctx: Context,
  { comment, reason, applyTo = 'this' }: Feedback,
  override: TransactionOverride,
): Record<string, unknown> {
  return {
    ...override,
    comment: comment ?? null,
    reason: reason ?? null,
    apply_to: applyTo,
    by: ctx.actor.name,
    at: new Date(ctx.house.now()).toISOString(),
  }
}
