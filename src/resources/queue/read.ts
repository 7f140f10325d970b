import { hasScope } from '../../core/values/access/actor.ts'
import { toMajor, type Cents } from '../../core/values/money.ts'
import { toCamel } from '../../core/values/text.ts'
import type { Context } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { listBody, parsePage } from '../../platform/wire/list-query.ts'
import { REASONS, SCOPE_OF_REASON, type Reason } from './reasons.ts'
import type { QueueItem, QueueQuery } from './schemas.ts'
import { listQueue, QUEUE_SORTS, type QueueRow } from './store.ts'
import { summarize } from './summarize.ts'

/**
 * A page of what waits for a person, with the counts of all reasons that the caller may read,
 * whichever of them the page is of. Throws `insufficient_scope`, `invalid_sort`, `invalid_cursor`.
 */
export async function readQueue(ctx: Context, query: QueueQuery): Promise<object> {
  const { submissionId, assignedTo } = query
  const page = parsePage(ctx, query, QUEUE_SORTS)
  const reasons = listReasons(ctx, query.reason)
  const readable = REASONS.filter((reason) => isReadable(ctx, reason))
  const found = await listQueue(ctx, { submissionId, assignedTo, reasons, readable }, page)
  const count = (reason: Reason): number => found.counts[reason] ?? 0
  const totalCount = reasons.reduce((sum, reason) => sum + count(reason), 0)
  const counts = Object.fromEntries(readable.map((reason) => [toCamel(reason), count(reason)]))
  return { ...listBody(page.includeTotal ? { ...found, totalCount } : found, toItem), counts }
}

const WAITING_MAX = 50

/** What waits of one deal, as far as the caller may read it. */
export async function listWaiting(ctx: Context, submissionId: string): Promise<QueueItem[]> {
  const readable = REASONS.filter((reason) => isReadable(ctx, reason))
  const page = parsePage(ctx, { limit: WAITING_MAX }, QUEUE_SORTS)
  const { rows } = await listQueue(ctx, { submissionId, reasons: readable, readable }, page)
  return rows.map(toItem)
}

/** Reasons that a key may not read are left out, or refused when they are named. */
function listReasons(ctx: Context, named: readonly Reason[] = []): readonly Reason[] {
  const barred = named.find((reason) => !isReadable(ctx, reason))
  if (barred !== undefined) {
    const message = `The key lacks the scope ${SCOPE_OF_REASON[barred]}.`
    throw new ApiError('insufficient_scope', message)
  }
  const wanted = named.length === 0 ? REASONS : named
  return REASONS.filter((reason) => wanted.includes(reason) && isReadable(ctx, reason))
}

function isReadable({ actor }: Context, reason: Reason): boolean {
  return hasScope(actor, SCOPE_OF_REASON[reason])
}

function toItem(row: QueueRow): QueueItem {
  const { id, reason, submissionId, submissionName, documentId, approvalId, policyId, since } = row
  return {
    id,
    reason,
    submissionId,
    submissionName,
    documentId,
    transactionCount: row.rows?.count ?? null,
    approvalId,
    policyId,
    summary: summarize(row),
    ...findAmount(row),
    since,
  }
}

/** The money that hangs on it: of the rows, the difference, else what the deal requests. */
function findAmount({ reason, rows, document, request }: QueueRow): {
  amount: number | null
  currency: string | null
} {
  if (reason === 'needs_review_rows') return toMoney(rows?.cents ?? null, rows?.currency ?? null)
  const difference = document?.reconciliation?.difference ?? null
  if (reason === 'unreconciled' && difference !== null)
    return toMoney(difference, document?.currency ?? null)
  return toMoney(request?.amountCents ?? null, request?.currency ?? 'USD')
}

/** Sums of several currencies are no amount. */
function toMoney(
  cents: Cents | null,
  currency: string | null,
): { amount: number | null; currency: string | null } {
  if (cents === null || currency === null) return { amount: null, currency: null }
  return { amount: toMajor(cents, currency), currency }
}
