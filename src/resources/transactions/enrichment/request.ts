import { enrich } from '../../../core/enrichment/enrich.ts'
import { toMajor } from '../../../core/values/money.ts'
import { toCamel } from '../../../core/values/text.ts'
import type { EnrichedTransaction, RawTransaction } from '../../../core/values/transaction.ts'
import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { Reply } from '../../../platform/route.ts'
import { getSubmission } from '../../records/submissions/store.ts'
import { toFacts } from '../create/item.ts'
import { enrichNow, ROWS_AT_ONCE, type EnrichOptions } from '../enrich.ts'
import { toDirection, presentTransactions } from '../present.ts'
import { ENRICHED_FIELDS, type EnrichRequest, type InlineItem } from '../schemas.ts'
import { loadTenantLayer } from '../../merchants/tenant-layer.ts'
import { NOBODY } from '../../../core/values/account.ts'
import { queueEnrichment } from '../../pipeline/queue-enrichment.ts'
import {
  countTransactions,
  listTransactionsByIds,
  type TransactionRow,
} from '../../records/transactions/store.ts'

const NOTHING_YET = { enriched: 0, changed: 0, needsReview: 0, status: 'queued' }

/** Enriches a submission at once when it has few rows, else by a job. */
export async function enrichSubmissionRows(
  ctx: Context,
  submissionId: string,
  options: EnrichOptions,
): Promise<Reply> {
  await getSubmission(ctx, submissionId)
  await auditRequest(ctx, submissionId)
  if ((await countTransactions(ctx, submissionId)) <= ROWS_AT_ONCE) {
    const outcome = await enrichNow(ctx, submissionId, options)
    return new Reply({ body: { data: { ...outcome, status: 'done' } } })
  }
  await queueEnrichment(ctx, submissionId)
  return new Reply({ status: 202, body: { data: NOTHING_YET } })
}

/** Enriches stored rows with their submissions, or rows of the body without storing them. */
export async function enrichRows(ctx: Context, request: EnrichRequest): Promise<Reply> {
  const { transactionIds, transactions, persist, fields } = request
  if ((transactionIds === undefined) === (transactions === undefined)) {
    const message = 'Send either transaction_ids or transactions.'
    throw new ApiError('missing_field', message, { param: 'transaction_ids' })
  }
  if (transactionIds !== undefined) return enrichStored(ctx, transactionIds, fields)
  if (persist === true) {
    const message = 'Rows in the body are not stored; use POST /v1/transactions/bulk to store them.'
    throw new ApiError('invalid_enum', message, { param: 'persist' })
  }
  return enrichInline(ctx, transactions!, fields)
}

/** Enrichment of a row depends on the other rows, so its whole submission is enriched. */
async function enrichStored(
  ctx: Context,
  given: readonly string[],
  fields: Wanted,
): Promise<Reply> {
  const ids = [...new Set(given)]
  const rows = await listTransactionsByIds(ctx, ids)
  if (rows.length < ids.length)
    throw new ApiError('transaction_not_found', undefined, { param: 'transaction_ids' })
  const submissionIds = [...new Set(rows.map(({ submissionId }) => submissionId))].toSorted()
  for (const submissionId of submissionIds) await auditRequest(ctx, submissionId)
  if (!(await areFew(ctx, submissionIds))) {
    for (const submissionId of submissionIds) await queueEnrichment(ctx, submissionId)
    return new Reply({ status: 202, body: { data: { ...NOTHING_YET, transactions: [] } } })
  }
  const before = new Map(rows.map((row) => [row.id, row.updatedAt]))
  for (const submissionId of submissionIds) await enrichNow(ctx, submissionId)
  const after = await listTransactionsByIds(ctx, ids)
  const isChanged = ({ id, updatedAt }: TransactionRow): boolean => before.get(id) !== updatedAt
  const data = {
    enriched: after.length,
    changed: after.filter(isChanged).length,
    needsReview: after.filter(({ needsReview }) => needsReview).length,
    status: 'done',
    transactions: only(await presentTransactions(ctx, after), fields),
  }
  return new Reply({ body: { data } })
}

type Wanted = EnrichRequest['fields']

/** Each row with the wanted enrichment fields; all of them by default. */
function only(rows: readonly object[], wanted: Wanted): object[] {
  if (wanted === undefined) return [...rows]
  const unwanted = ENRICHED_FIELDS.filter((name) => !wanted.includes(name)).map(toCamel)
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !unwanted.includes(name))),
  )
}

async function auditRequest(ctx: Context, submissionId: string): Promise<void> {
  await audit(ctx, {
    action: 'processed',
    resourceType: 'submission',
    resourceId: submissionId,
    submissionId,
    summary: 'Enrichment of the transactions requested',
  })
}

async function areFew(ctx: Context, submissionIds: readonly string[]): Promise<boolean> {
  let count = 0
  for (const submissionId of submissionIds) count += await countTransactions(ctx, submissionId)
  return count <= ROWS_AT_ONCE
}

const CURRENCY_DEFAULT = 'USD'

/** Rows of one account of an unknown company; nothing is stored and no event is sent. */
async function enrichInline(
  ctx: Context,
  items: readonly InlineItem[],
  fields: Wanted,
): Promise<Reply> {
  const transactions = items.map(toRaw)
  const alone = { accounts: [], company: NOBODY, periods: [], asOf: null }
  const rows = enrich({ ...alone, transactions, tenant: await loadTenantLayer(ctx) })
  const data = {
    enriched: rows.transactions.length,
    changed: 0,
    needsReview: rows.transactions.filter(({ needsReview }) => needsReview).length,
    status: 'done',
    transactions: only(
      rows.transactions.map((row, index) => toInline(row, items[index]!)),
      fields,
    ),
  }
  return new Reply({ body: { data } })
}

function toRaw(item: InlineItem, index: number): RawTransaction {
  const facts = toFacts(item, item.currency ?? CURRENCY_DEFAULT)
  return {
    id: String(index),
    accountId: '',
    date: facts.date,
    amount: facts.amount,
    currency: facts.currency,
    description: facts.description,
    balance: facts.balance,
    mccCode: facts.mcc_code,
    bankType: facts.channel,
    checkNumber: facts.check_number,
    isPending: facts.is_pending,
    isDuplicate: false,
    providerCategory: facts.provider_category,
    override: null,
  }
}

function toInline(row: EnrichedTransaction, item: InlineItem): object {
  const [primary] = row.categories
  return {
    ...row,
    id: null,
    externalId: item.externalId ?? null,
    merchantName: row.merchantName ?? item.merchantName ?? null,
    amount: toMajor(row.amount, row.currency),
    type: row.channel,
    direction: toDirection(row.amount),
    categoryConfidence: primary!.confidence,
    categorySource: primary!.source,
    categoryRuleId: primary!.ruleId,
  }
}
