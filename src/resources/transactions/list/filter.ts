import { toCents, type Cents } from '../../../core/values/money.ts'
import { toSnake } from '../../../core/values/text.ts'
import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { requireCategoryOrRoot } from '../../categories/category.ts'
import type { TransactionQuery } from './schemas.ts'
import { evidenceIds } from './evidence.ts'

export type Filter = Omit<TransactionQuery, 'limit' | 'cursor' | 'sort' | 'includeTotal'>

/** A filter on columns of single rows. */
export interface RowFilter extends Filter {
  minCents?: Cents | undefined
  maxCents?: Cents | undefined
  positionRole?: string | undefined
  /** The rows that a number counted; undefined for a plain list. */
  evidenceIds?: string[] | undefined
}

/**
 * The filter of a list. With `metric`, `line` or `party` the rows are exactly those counted:
 * start_date, end_date, as_of, currency and account_ids then say how it was computed, and the other
 * filters narrow that. Throws `invalid_category` and what `evidenceIds` throws.
 */
export async function resolveFilter(ctx: Context, filter: Filter): Promise<RowFilter> {
  for (const name of filter.category ?? []) requireCategoryOrRoot(name, 'category')
  for (const name of filter.categoryNot ?? []) requireCategoryOrRoot(name, 'category_not')
  const plain = {
    ...filter,
    minCents: parseCents(filter, 'minAmount'),
    maxCents: parseCents(filter, 'maxAmount'),
  }
  const isOfNumber = [filter.metric, filter.line, filter.party].some((each) => each !== undefined)
  if (!isOfNumber) {
    refuseWithoutNumber(filter)
    return plain
  }
  const { startDate: _start, endDate: _end, currency: _currency, accountIds: _ids, ...rest } = plain
  return { ...rest, evidenceIds: await evidenceIds(ctx, filter) }
}

/** Refuses parameters that apply only to a number. */
function refuseWithoutNumber(filter: Filter): void {
  const names = [
    'dateRange',
    'asOf',
    'slug',
    'denominator',
    'target',
    'simulate',
    'revenueFormulaVersion',
  ] as const
  const misplaced = names.find((name) => filter[name] !== undefined)
  if (misplaced === undefined) return
  const param = toSnake(misplaced)
  const message = `${param} goes with metric; a plain list takes start_date and end_date.`
  throw new ApiError('invalid_parameter', message, { param })
}

/** Amounts of the query in its currency, else with two decimals. */
function parseCents(filter: Filter, name: 'minAmount' | 'maxAmount'): Cents | undefined {
  const { [name]: amount, currency } = filter
  if (amount === undefined) return undefined
  const cents = toCents(amount, currency)
  if (cents !== null) return cents
  const message = `${toSnake(name)} has more decimals than its currency.`
  throw new ApiError('invalid_parameter', message, { param: toSnake(name) })
}
