import { toMajor } from '../../core/values/money.ts'
import type { Context } from '../../platform/context.ts'
import { listGroupSlugs } from '../merchants/store.ts'
import type { CurrencyTotals } from './list/store.ts'
import { unpackCategories } from '../records/transactions/categories.ts'
import { listDuplicateIds, type TransactionRow } from '../records/transactions/store.ts'

const UNKNOWN_COUNTERPARTY = { name: null, type: 'unknown' }

/** Rows as resources 7.1 shows them, each with the duplicates it stands for. */
export async function presentTransactions(
  ctx: Context,
  rows: readonly TransactionRow[],
): Promise<PresentTransaction[]> {
  const duplicates = await listDuplicateIds(
    ctx,
    rows.map(({ id }) => id),
  )
  const merchantIds = rows.flatMap(({ merchantId }) => merchantId ?? [])
  const groups = await listGroupSlugs(ctx, [...new Set(merchantIds)])
  return rows.map((row) => ({
    ...toTransaction(ctx, row),
    duplicateIds: duplicates.get(row.id) ?? [],
    merchantGroupSlugs: groups.get(row.merchantId ?? '') ?? [],
  }))
}

export async function presentTransaction(
  ctx: Context,
  row: TransactionRow,
): Promise<PresentTransaction> {
  const [shown] = await presentTransactions(ctx, [row])
  return shown!
}

/** The row's fields, amounts in major units, and derived fields. */
export type PresentTransaction = TransactionRow & Record<string, unknown>

function toTransaction(ctx: Context, row: TransactionRow): PresentTransaction {
  const { amount, balance, currency, override, feedback } = row
  const categories = unpackCategories(row.categories)
  const [primary] = categories
  return {
    ...row,
    amount: toMajor(amount, currency),
    balance: balance === null ? null : toMajor(balance, currency),
    type: row.channel ?? 'other',
    categories,
    direction: toDirection(amount),
    counterparty: row.counterparty ?? UNKNOWN_COUNTERPARTY,
    categoryConfidence: primary?.confidence ?? null,
    categorySource: primary?.source ?? null,
    categoryRuleId: primary?.ruleId ?? null,
    reference: textIn(row, 'bank_reference'),
    revenueOverride: toRevenueOverride(override?.isRevenue),
    revenueOverrideReason:
      override?.isRevenue === undefined ? null : (feedback?.['reason'] ?? null),
    corrected: toCorrected(row),
    evidence: {
      documentId: row.documentId,
      page: row.page,
      bbox: row.box,
      lineText: row.lineText,
      repairedFrom: textIn(row, 'repaired_from'),
    },
    livemode: ctx.environment.mode === 'live',
  }
}

/** What the statement says where a person set something else; null for a row as it was read. */
function toCorrected({ asRead, currency }: TransactionRow): object | null {
  if (asRead === null) return null
  const { by = null, at = null, feedbackId = null, date, amount, description } = asRead
  const isRead = amount !== undefined
  const cents = isRead ? toMajor(amount, asRead.currency ?? currency) : null
  return { by, at, feedbackId, read: isRead ? { date, amount: cents, description } : null }
}

export function toDirection(amount: number): 'inflow' | 'outflow' {
  return amount >= 0 ? 'inflow' : 'outflow'
}

/** A text in the metadata of a reading, such as the bank's reference. */
function textIn({ metadata }: TransactionRow, name: string): string | null {
  const text = metadata[name]
  return typeof text === 'string' ? text : null
}

function toRevenueOverride(isRevenue: boolean | undefined): 'include' | 'exclude' | null {
  if (isRevenue === undefined) return null
  return isRevenue ? 'include' : 'exclude'
}

/** Sums in major units; amounts of several currencies have no sum. */
export function toTotals(sums: readonly CurrencyTotals[]): Record<string, unknown> {
  const count = sums.reduce((total, each) => total + each.count, 0)
  const [only, second] = sums
  if (second !== undefined) return { inflow: null, outflow: null, count, currency: null }
  const { currency = null, inflow = 0, outflow = 0 } = only ?? {}
  return {
    inflow: currency === null ? 0 : toMajor(inflow, currency),
    outflow: currency === null ? 0 : toMajor(outflow, currency),
    count,
    currency,
  }
}
