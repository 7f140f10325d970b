import { audit, changesBetween } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { mergeMetadata } from '../../platform/wire/metadata.ts'
import { bumpData } from '../pipeline/pipeline.ts'
import { getSubmissionForUpdate } from '../records/submissions/store.ts'
import { getAccount } from './create/account.ts'
import { centsOf, readDate } from './create/item.ts'
import { queueEnrichment } from '../pipeline/queue-enrichment.ts'
import type { TransactionPatch } from './schemas.ts'
import {
  deleteTransaction,
  getTransaction,
  updateTransaction,
  type TransactionColumns,
  type TransactionRow,
} from '../records/transactions/store.ts'

/** Refuses a change by a caller who saw another state. */
type Check = (current: TransactionRow) => Promise<void>

/** The row, with its submission held against every other change of its data. */
export async function holdTransaction(ctx: Context, id: string): Promise<TransactionRow> {
  const { submissionId } = await getTransaction(ctx, id)
  await getSubmissionForUpdate(ctx, submissionId)
  return getTransaction(ctx, id)
}

/** Changes what a row says; what it means is thought about again. */
export async function changeTransaction(
  ctx: Context,
  id: string,
  { wish, check }: { wish: TransactionPatch; check: Check },
): Promise<TransactionRow> {
  const before = await holdTransaction(ctx, id)
  await check(before)
  await updateTransaction(ctx, id, await columnsOf(ctx, before, wish))
  const after = await getTransaction(ctx, id)
  const fields = ['date', 'amount', 'balance', 'accountId'] as const
  await audit(ctx, {
    action: 'updated',
    resourceType: 'transaction',
    resourceId: id,
    submissionId: before.submissionId,
    summary: 'Transaction changed',
    changes: changesBetween(before, after, fields),
  })
  await recompute(ctx, before.submissionId)
  return after
}

async function columnsOf(
  ctx: Context,
  { currency, submissionId, metadata }: TransactionRow,
  wish: TransactionPatch,
): Promise<TransactionColumns> {
  const { accountId, amount, balance } = wish
  const account = accountId === undefined ? null : await getAccount(ctx, submissionId, accountId)
  return {
    ...(wish.date === undefined ? {} : readDate(wish.date)),
    description: wish.description,
    amount: amount === undefined ? undefined : centsOf('amount', amount, currency),
    balance: balance == null ? balance : centsOf('balance', balance, currency),
    accountId: account?.id,
    metadata: wish.metadata && mergeMetadata(metadata, wish.metadata),
  }
}

export async function removeTransaction(ctx: Context, id: string, check: Check): Promise<void> {
  const row = await holdTransaction(ctx, id)
  await check(row)
  await deleteTransaction(ctx, id)
  await audit(ctx, {
    action: 'deleted',
    resourceType: 'transaction',
    resourceId: id,
    submissionId: row.submissionId,
    summary: 'Transaction deleted',
  })
  await recompute(ctx, row.submissionId)
}

async function recompute(ctx: Context, submissionId: string): Promise<void> {
  await bumpData(ctx, submissionId)
  await queueEnrichment(ctx, submissionId)
}
