import { formatAmount, toMajor } from '../../../core/values/money.ts'
import { formatCounted, toSnake } from '../../../core/values/text.ts'
import type { TransactionOverride } from '../../../core/values/transaction.ts'
import { audit, type Change } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { insertFeedback } from '../../records/feedback/store.ts'
import { getMerchant } from '../../merchants/store.ts'
import { holdTransaction } from '../change.ts'
import { enrichAgain } from '../enrich.ts'
import { requireCategory } from '../../categories/category.ts'
import { presentTransaction } from '../present.ts'
import type { Feedback } from '../schemas.ts'
import { getTransaction, type TransactionRow } from '../../records/transactions/store.ts'
import { resolveLinks, listOtherSideIds, linkOtherSide } from './links.ts'
import {
  listOverrides,
  listSimilarIds,
  updateOverrides,
  keepCorrections,
} from '../../records/transactions/feedback/store.ts'
import { countReached, teach } from './teach.ts'

/**
 * Corrects a row. A correction takes precedence over every rule and is stored by row key, so that
 * it survives enrichment and a new reading. Small submissions are enriched at once, so the response
 * shows the result; the submission's key numbers are always recomputed by a job.
 */
export async function giveFeedback(ctx: Context, id: string, input: Feedback): Promise<object> {
  if (input.preview) return previewFeedback(ctx, id, input)
  const { feedbackId, ruleId, affectedCount } = await correct(ctx, id, input)
  const transaction = await presentTransaction(ctx, await getTransaction(ctx, id))
  return { data: { transaction, feedbackId, affectedCount, ruleId, recompute: 'queued' } }
}

/** How many rows a correction would reach; nothing is changed. Throws what `correct` throws. */
async function previewFeedback(ctx: Context, id: string, input: Feedback): Promise<object> {
  const row = await getTransaction(ctx, id)
  const override = await readOverride(ctx, row, input)
  const { applyTo = 'this' } = input
  const ids = applyTo === 'this' ? [id] : await listSimilarIds(ctx, row)
  const elsewhere = applyTo === 'tenant' ? await countReached(ctx, row, override) : 0
  return {
    data: {
      transaction: await presentTransaction(ctx, row),
      feedbackId: null,
      affectedCount: ids.length + elsewhere,
      ruleId: null,
      recompute: 'none',
    },
  }
}

export interface Correction {
  feedbackId: string
  /** The tenant rule; null when the correction applies to one submission only. */
  ruleId: string | null
  affectedCount: number
}

/**
 * Corrects the row, or all like it. Throws `transaction_not_found`, `invalid_category`,
 * `missing_field`, and what the links of `links.ts` throw.
 */
export async function correct(ctx: Context, id: string, input: Feedback): Promise<Correction> {
  const row = await holdTransaction(ctx, id)
  const override = await readOverride(ctx, row, input)
  const { applyTo = 'this' } = input
  const ids = applyTo === 'this' ? [id] : await listSimilarIds(ctx, row)
  const touched = [...new Set([...ids, ...listOtherSideIds(row, override)])]
  const before = await listOverrides(ctx, touched)
  const changes = listChanges(row, override)
  const newId = randomUUIDv7()
  const feedback = { ...buildFeedback(ctx, input, override), feedback_id: newId }
  await updateOverrides(ctx, ids, { override, feedback })
  await keepCorrections(ctx, ids)
  await linkOtherSide(ctx, row, override)
  const rule = applyTo === 'tenant' ? await teach(ctx, row, override) : null
  const affectedCount = ids.length + (rule?.affectedCount ?? 0)
  const { submissionId } = row
  const feedbackId = await insertFeedback(ctx, {
    id: newId,
    targetType: 'transaction',
    targetId: id,
    submissionId,
    kind: 'correction',
    status: 'applied',
    value: override,
    comment: input.comment ?? null,
    applyTo,
    appliedRuleId: rule?.id ?? null,
    affectedCount,
    previous: { rows: before, rule: rule?.before ?? null, changes, ...toFacts(row) },
  })
  await audit(ctx, {
    action: 'overridden',
    resourceType: 'transaction',
    resourceId: id,
    submissionId,
    summary: `Correction of ${formatCounted(affectedCount, 'transaction')}${nameRow(row)}`,
    changes,
  })
  await enrichAgain(ctx, submissionId)
  return { feedbackId, ruleId: rule?.id ?? null, affectedCount }
}

async function readOverride(
  ctx: Context,
  row: TransactionRow,
  input: Feedback,
): Promise<TransactionOverride> {
  return { ...(await buildOverride(ctx, input)), ...(await resolveLinks(ctx, row, input)) }
}

/** What the row said before, whether a person or a rule had said it. */
function listChanges(row: TransactionRow, override: TransactionOverride): Change[] {
  const before: Record<string, unknown> = { ...row, category: row.categorySlug, ...row.override }
  return Object.entries(override).map(([field, to]) => ({
    field: toSnake(field),
    from: before[field] ?? null,
    to,
  }))
}

/** `: 2025-09-30, 2,602.89` */
function nameRow({ date, amount, currency }: TransactionRow): string {
  return `: ${date}, ${formatAmount(toMajor(amount, currency), currency)}`
}

/** The row for whoever takes the correction back later. */
function toFacts({ documentId, date, amount, currency, rawDescription }: TransactionRow): object {
  const row = { date, amount: toMajor(amount, currency), currency, description: rawDescription }
  return { documentId, row }
}

const CORRECTABLE = [
  'category',
  'merchantName',
  'isRevenue',
  'isRecurring',
  'isDebt',
  'feeKind',
  'isInternalTransfer',
  'isDuplicate',
  'positionId',
  'funderId',
  'matchedTransactionId',
] as const

/** The override for enrichment. Throws `invalid_category`, and `missing_field` when empty. */
async function buildOverride(ctx: Context, given: Feedback): Promise<TransactionOverride> {
  const { category, merchantId } = given
  if (category !== undefined) requireCategory(category, 'category')
  const merchant = merchantId === undefined ? null : await getMerchant(ctx, merchantId)
  const input = merchant ? { ...given, merchantName: merchant.name } : given
  const fields = CORRECTABLE.filter((name) => input[name] !== undefined)
  if (fields.length === 0 && input.comment === undefined) {
    throw new ApiError('missing_field', 'Send at least one correction or a comment.')
  }
  return Object.fromEntries(fields.map((name) => [name, input[name]]))
}

/** The last correction as the transaction shows it. */
function buildFeedback(
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
