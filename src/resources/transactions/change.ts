import { audit, changesBetween } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import type { MatchCheck } from '../../platform/http/respond.ts'
import { mergeMetadata } from '../../platform/wire/metadata.ts'
import { bumpData } from '../pipeline/pipeline.ts'
import { getSubmissionForUpdate } from '../records/submissions/store.ts'
import { getAccount } from './create/account.ts'
import { requireCents, readDate } from './create/item.ts'
import { queueEnrichment } from '../pipeline/queue-enrichment.ts'
import type { TransactionPatch } from './schemas.ts'
import {
  deleteTransaction,
  getTransaction,
  updateTransaction,
  type TransactionColumns,
  type TransactionRow,
} from '../records/transactions/store.ts'

/** The row, with its submission locked. */
export async function holdTransaction(ctx: Context, id: string): Promise<TransactionRow> {
  const { submissionId } = await getTransaction(ctx, id)
  await getSubmissionForUpdate(ctx, submissionId)
  return getTransaction(ctx, id)
}

/** Changes fields of a row; its submission is enriched again. */
export async function changeTransaction(
  ctx: Context,
  id: string,
  { patch, check }: { patch: TransactionPatch; check: MatchCheck<TransactionRow> },
): Promise<TransactionRow> {
  const before = await holdTransaction(ctx, id)
  await check(before)
  await updateTransaction(ctx, id, await resolveColumns(ctx, before, patch))
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

async function resolveColumns(
  ctx: Context,
  { currency, submissionId, metadata }: TransactionRow,
  patch: TransactionPatch,
): Promise<TransactionColumns> {
  const { accountId, amount, balance } = patch
  const account = accountId === undefined ? null : await getAccount(ctx, submissionId, accountId)
  return {
    ...(patch.date === undefined ? {} : readDate(patch.date)),
    description: patch.description,
    amount: amount === undefined ? undefined : requireCents('amount', amount, currency),
    balance: balance == null ? balance : requireCents('balance', balance, currency),
    accountId: account?.id,
    metadata: patch.metadata && mergeMetadata(metadata, patch.metadata),
  }
}

export async function removeTransaction(
  ctx: Context,
  id: string,
  check: MatchCheck<TransactionRow>,
): Promise<void> {
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
