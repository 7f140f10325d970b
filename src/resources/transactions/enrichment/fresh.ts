import type { NewRow } from '../create/item.ts'
import { withDefaults, type StoredTransaction } from '../../records/transactions/facts/store.ts'

type RequiredColumns = Pick<
  NewRow,
  'id' | 'account_id' | 'date' | 'position' | 'amount' | 'currency' | 'description' | 'is_pending'
>

const RARE_COLUMNS = [
  'balance',
  'mcc_code',
  'channel',
  'check_number',
  'provider_category',
  'override',
  'merchant_name',
] as const

/** What enrichment reads of a row that is not stored yet; what is null is left out. */
export type FreshRow = RequiredColumns &
  Partial<Pick<NewRow, (typeof RARE_COLUMNS)[number] | 'categories'>>

/** Omits the usually empty columns, which makes the transfer to the thread cheaper. */
export function toFresh(row: NewRow): FreshRow {
  const { id, account_id, date, position, amount, currency, description, is_pending } = row
  const required = { id, account_id, date, position, amount, currency, description, is_pending }
  const rare = RARE_COLUMNS.filter((name) => row[name] !== null).map((name) => [name, row[name]])
  const categories = row.categories.length > 0 ? { categories: row.categories } : {}
  return { ...required, ...Object.fromEntries(rare), ...categories }
}

/** Stored rows and fresh ones as they will be listed: by day, by place in the source, by id. */
export function withFresh(
  stored: readonly StoredTransaction[],
  fresh: readonly FreshRow[],
): StoredTransaction[] {
  return [...stored, ...fresh.map(toStored)].toSorted(inOrder)
}

function inOrder(left: StoredTransaction, right: StoredTransaction): number {
  if (left.date !== right.date) return left.date < right.date ? -1 : 1
  if (left.position !== right.position) return left.position - right.position
  return left.id < right.id ? -1 : 1
}

function toStored(row: FreshRow): StoredTransaction {
  return withDefaults({
    id: row.id,
    accountId: row.account_id,
    date: row.date,
    position: row.position,
    amount: row.amount,
    currency: row.currency,
    description: row.description,
    balance: row.balance ?? null,
    mccCode: row.mcc_code ?? null,
    bankType: row.channel ?? null,
    checkNumber: row.check_number ?? null,
    isPending: row.is_pending,
    isDuplicate: false,
    providerCategory: row.provider_category ?? null,
    override: row.override ?? null,
    normalizedDescription: null,
    merchantName: row.merchant_name ?? null,
    merchantId: null,
    counterparty: null,
    categories: row.categories ?? [],
    channel: null,
    flags: [],
    feeKind: null,
    isRevenue: false,
    exclusionReason: null,
    isDebt: false,
    isRecurring: false,
    streamId: null,
    positionId: null,
    positionRole: null,
    funderId: null,
    matchedTransactionId: null,
    matchScore: null,
    needsReview: false,
    sourceMerchantName: row.merchant_name ?? null,
    isEnriched: false,
  })
}
