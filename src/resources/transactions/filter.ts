import { CATEGORIES, findCategory } from '../../core/values/categories.ts'
import { toCents } from '../../core/values/money.ts'
import { nearest } from '../../core/values/text.ts'
import type { Context } from '../../platform/context.ts'
import { allOf } from '../../platform/db/page.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { evidenceIds } from './evidence.ts'
import type { TransactionQuery } from './schemas.ts'

export type Filter = Omit<TransactionQuery, 'limit' | 'cursor' | 'sort' | 'includeTotal'>

/**
 * The condition of a list over the alias t. With `metric` or `line` the rows are exactly those the
 * number counted: start_date, end_date, as_of, currency and account_ids then say how it was
 * computed,
 * and the other filters narrow that. Throws `invalid_category` and what `evidenceIds` throws.
 */
export async function conditionOf(ctx: Context, filter: Filter): Promise<Sql> {
  if (filter.metric !== undefined || filter.line !== undefined) {
    const ids = await evidenceIds(ctx, filter)
    return allOf([...plainConditions(filter), sql`t.id = any (${ids}::uuid[])`])
  }
  refuseWithoutNumber(filter)
  return allOf([...plainConditions(filter), ...computationConditions(filter)])
}

/** Parameters that only mean something for a number. */
function refuseWithoutNumber(filter: Filter): void {
  const names = ['dateRange', 'asOf', 'slug', 'denominator', 'target'] as const
  const stray = names.find((name) => filter[name] !== undefined)
  if (stray === undefined) return
  const param = stray === 'dateRange' ? 'date_range' : stray === 'asOf' ? 'as_of' : stray
  throw new ApiError(
    'invalid_parameter',
    `${param} goes with metric; a plain list takes start_date and end_date.`,
    { param },
  )
}

/** What says how a number was computed, and narrows a plain list. */
function computationConditions(filter: Filter): (Sql | undefined)[] {
  return [
    when(filter.startDate, (date) => sql`t.date >= ${date}`),
    when(filter.endDate, (date) => sql`t.date <= ${date}`),
    when(filter.currency, (currency) => sql`t.currency = ${currency}`),
    when(filter.accountIds, (ids) => sql`t.account_id = any (${ids}::uuid[])`),
  ]
}

function plainConditions(filter: Filter): (Sql | undefined)[] {
  return [
    when(filter.submissionId, (id) => sql`t.submission_id = ${id}`),
    when(filter.accountId, (id) => sql`t.account_id = ${id}`),
    when(filter.documentId, (id) => sql`t.document_id = ${id}`),
    // Data sources come with the providers; until then no row has one.
    when(filter.dataSourceId, () => sql`false`),
    when(filter.minAmount, (amount) => sql`t.amount >= ${centsOf(filter, 'min_amount', amount)}`),
    when(filter.maxAmount, (amount) => sql`t.amount <= ${centsOf(filter, 'max_amount', amount)}`),
    when(filter.direction, (side) => (side === 'inflow' ? sql`t.amount >= 0` : sql`t.amount < 0`)),
    when(filter.category, (names) => inCategories(names, 'category')),
    when(filter.categoryNot, (names) => sql`not ${inCategories(names, 'category_not')}`),
    when(filter.merchant, (name) => sql`t.merchant_name = ${name}`),
    when(filter.flag, (flag) => sql`${flag} = any (t.flags)`),
    when(filter.type, (channel) => sql`coalesce(t.channel, 'other') = ${channel}`),
    when(filter.isRevenue, (is) => sql`t.is_revenue = ${is}`),
    when(filter.isDebt, (is) => sql`t.is_debt = ${is}`),
    when(filter.isRecurring, (is) => sql`t.is_recurring = ${is}`),
    when(filter.isDuplicate, (is) => sql`t.is_duplicate = ${is}`),
    when(filter.isPending, (is) => sql`t.is_pending = ${is}`),
    when(filter.needsReview, (is) => sql`t.needs_review = ${is}`),
    when(filter.streamId, (id) => sql`t.stream_id = ${id}`),
    when(filter.positionId, (id) => sql`t.position_id = ${id}`),
    when(filter.funderId, (id) => sql`t.funder_id = ${id}`),
    when(filter.externalId, (id) => sql`t.external_id = ${id}`),
    when(filter.q, textCondition),
    when(filter.ids, (ids) => sql`t.id = any (${ids}::uuid[])`),
    when(filter.createdAfter, (at) => sql`t.created_at > ${at}`),
    when(filter.createdBefore, (at) => sql`t.created_at < ${at}`),
    when(filter.updatedAfter, (at) => sql`t.updated_at > ${at}`),
  ]
}

function when<T>(value: T | undefined, condition: (value: T) => Sql): Sql | undefined {
  return value === undefined ? undefined : condition(value)
}

/** Amounts of the query are read in the currency asked for, else with the two decimals of most. */
function centsOf({ currency }: Filter, param: string, amount: number): number {
  const cents = toCents(amount, currency)
  if (cents !== null) return cents
  const message = `${param} has more decimals than its currency.`
  throw new ApiError('invalid_parameter', message, { param })
}

/** The caller's text is matched as it stands: its % and _ are no wildcards. */
function textCondition(q: string): Sql {
  const pattern = `%${q.replace(/[\\%_]/g, String.raw`\$&`)}%`
  return sql`(t.description ilike ${pattern} or t.merchant_name ilike ${pattern})`
}

const ROOTS: readonly string[] = [...new Set(CATEGORIES.map(({ parentSlug }) => parentSlug))]
const SLUGS: readonly string[] = CATEGORIES.map(({ slug }) => slug)

/** Rows of these leaves, or of a whole root. A tenant's third segment belongs to its leaf. */
function inCategories(names: readonly string[], param: string): Sql {
  const unknown = names.find((name) => !ROOTS.includes(name) && findCategory(name) === null)
  if (unknown !== undefined) throw unknownCategory(unknown, param, [...SLUGS, ...ROOTS])
  const roots = names.filter((name) => ROOTS.includes(name))
  return sql`(coalesce(t.category_slug, '') = any (${names}::text[])
    or split_part(coalesce(t.category_slug, ''), '.', 1) = any (${roots}::text[]))`
}

/** `invalid_category` with the nearest slug. */
export function unknownCategory(
  slug: string,
  param: string,
  known: readonly string[] = SLUGS,
): ApiError {
  const near = nearest(slug, known)
  const hint = near === null ? '' : ` Did you mean ${near}?`
  return new ApiError('invalid_category', `There is no category ${slug.slice(0, 64)}.${hint}`, {
    param,
  })
}
