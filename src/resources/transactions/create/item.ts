import { findCategory } from '../../../core/values/categories.ts'
import { isPlainDate } from '../../../core/values/dates.ts'
import { toCents } from '../../../core/values/money.ts'
import type { AssignedCategory, TransactionOverride } from '../../../core/values/transaction.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { camelize } from '../../../platform/wire/convert.ts'
import { mergeMetadata } from '../../../platform/wire/metadata.ts'
import { validate } from '../../../platform/wire/check/validate.ts'
import { requireCategory } from '../../categories/category.ts'
import { TransactionItem } from '../schemas.ts'

/** A row as it is inserted; names are those of the columns. */
export interface NewRow {
  id: string
  account_id: string
  external_id: string | null
  date: string
  posted_at: string | null
  position: number
  amount: number
  currency: string
  balance: number | null
  description: string
  merchant_name: string | null
  mcc_code: string | null
  channel: string | null
  check_number: string | null
  provider_category: string | null
  categories: AssignedCategory[]
  is_pending: boolean
  override: TransactionOverride | null
  metadata: Record<string, unknown>
}

export type ItemFacts = Omit<NewRow, 'id' | 'account_id' | 'position'>

/** A caller's value as an item. Throws the error that a single request would return. */
export function readItem(value: unknown): TransactionItem {
  validate(TransactionItem, value, 'body')
  return camelize(TransactionItem, value) as TransactionItem
}

/**
 * The columns of an item in a currency. Throws `invalid_amount` for more decimals than the currency
 * has, `invalid_date` for a day that does not exist, `invalid_category` with the nearest slug.
 */
export function toFacts(item: TransactionItem, currency: string): ItemFacts {
  const slug = readCategory(item)
  const { date, postedAt } = readDate(item.date)
  return {
    external_id: item.externalId ?? null,
    date,
    posted_at: postedAt,
    amount: requireCents('amount', item.amount, currency),
    currency,
    balance: item.balance == null ? null : requireCents('balance', item.balance, currency),
    description: item.description,
    merchant_name: item.merchantName ?? null,
    mcc_code: item.mccCode ?? null,
    channel: item.type ?? null,
    check_number: item.checkNumber ?? null,
    provider_category: slug,
    categories: slug === null ? [] : [asProvided(slug)],
    is_pending: item.isPending ?? false,
    override: slug !== null && item.lockCategory ? { category: slug } : null,
    metadata: mergeMetadata({}, item.metadata ?? {}),
  }
}

/** A date, or the date and the instant of an instant. Throws `invalid_date`. */
export function readDate(text: string): { date: string; postedAt: string | null } {
  const date = text.slice(0, 10)
  const isInstant = text.length > 10
  const isReal = isPlainDate(date) && (!isInstant || !Number.isNaN(Date.parse(text)))
  if (!isReal) throw new ApiError('invalid_date', undefined, { param: 'date' })
  return { date, postedAt: isInstant ? text : null }
}

/** Major units as cents. Throws `invalid_amount`. */
export function requireCents(param: string, major: number, currency: string): number {
  const cents = toCents(major, currency)
  if (cents === null) throw new ApiError('invalid_amount', undefined, { param })
  return cents
}

function readCategory(item: TransactionItem): string | null {
  const { category, categories: [first] = [] } = item
  const slug = category ?? (typeof first === 'object' ? first.slug : first) ?? null
  if (slug !== null) requireCategory(slug, category === undefined ? 'categories' : 'category')
  return slug
}

function asProvided(slug: string): AssignedCategory {
  return {
    slug,
    name: findCategory(slug)!.name,
    confidence: 1,
    familyConfidence: 1,
    source: 'provider',
    ruleId: null,
  }
}
