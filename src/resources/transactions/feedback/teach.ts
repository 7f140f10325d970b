import type { TransactionOverride } from '../../../core/values/transaction.ts'
import type { Context } from '../../../platform/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { queueEnrichments } from '../../pipeline/queue-enrichment.ts'
import type { TransactionRow } from '../../records/transactions/store.ts'
import {
  countRowsElsewhere,
  findTenantRule,
  upsertTenantRule,
} from '../../records/transactions/feedback/store.ts'

export interface Taught {
  id: string
  /** The earlier override of the rule; null when it is new. */
  before: TransactionOverride | null
  /** Rows of other submissions. */
  affectedCount: number
}

/** Fields that apply to a single row only. */
const OF_ONE_ROW = ['positionId', 'matchedTransactionId', 'isDuplicate'] as const

/**
 * Makes a correction the rule for every row of the same normalized descriptor and sign; the other
 * submissions with such rows are enriched again. Throws what `toRuleKey` throws.
 */
export async function teach(
  ctx: Context,
  row: TransactionRow,
  override: TransactionOverride,
): Promise<Taught> {
  const key = toRuleKey(row, override)
  const before = await findTenantRule(ctx, key)
  const rule = { ...key, id: randomUUIDv7(), override, transactionId: row.id }
  const id = await upsertTenantRule(ctx, rule)
  const elsewhere = await countRowsElsewhere(ctx, key, row.submissionId)
  await queueEnrichments(
    ctx,
    elsewhere.map((each) => each.submissionId),
  )
  const affectedCount = elsewhere.reduce((sum, { count }) => sum + count, 0)
  return { id, before: before?.override ?? null, affectedCount }
}

/** How many rows of other submissions a rule would reach. Throws what `toRuleKey` throws. */
export async function countReached(
  ctx: Context,
  row: TransactionRow,
  override: TransactionOverride,
): Promise<number> {
  const elsewhere = await countRowsElsewhere(ctx, toRuleKey(row, override), row.submissionId)
  return elsewhere.reduce((sum, { count }) => sum + count, 0)
}

/**
 * What a rule is found by. Throws `invalid_state_transition` for single-row fields, and for a row
 * without a normalized descriptor.
 */
function toRuleKey(row: TransactionRow, override: TransactionOverride) {
  const { normalizedDescription: descriptor, amount } = row
  const single = OF_ONE_ROW.find((name) => override[name] !== undefined)
  if (single !== undefined || !descriptor) {
    const message = 'This applies to a single row only; send apply_to: this.'
    throw new ApiError('invalid_state_transition', message, { param: 'apply_to' })
  }
  return { descriptor, isInflow: amount > 0 }
}
