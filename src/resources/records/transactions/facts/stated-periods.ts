import { Type, type Static } from 'typebox'
import { toCents, type Cents } from '../../../../core/values/money.ts'
import type { CoveredPeriod } from '../../../../core/values/account.ts'
import type { PlainDate } from '../../../../core/values/dates.ts'
import type { Context } from '../../../../platform/context.ts'
import { json, sql } from '../../../../platform/db/sql.ts'
import { ApiError } from '../../../../platform/errors/api-error.ts'
import { Fields, Money, PlainDate as PlainDateShape } from '../../../../platform/wire/shapes.ts'
import type { Camel } from '../../../../platform/route.ts'

/** The days that data covers, both ends included, as its sender states them. */
export const PeriodInput = Fields({ start_date: PlainDateShape, end_date: PlainDateShape })

/** What a sender of rows, of an account or of a file may state about the days. */
export const STATED = {
  period: Type.Optional(PeriodInput),
  /** The balance before the first day of `period`, for the holder of the account. */
  opening_balance: Type.Optional(Money),
}

/** The same as a body has it. */
export interface StatedInput {
  period?: Camel<Static<typeof PeriodInput>> | null | undefined
  openingBalance?: number | null | undefined
}

/** A stated period as an account keeps it. */
export interface StatedPeriod {
  startDate: PlainDate
  endDate: PlainDate
  openingBalance: Cents | null
}

/**
 * What is stated, null where nothing is. Throws `invalid_date_range` for a period that ends before
 * it starts, `missing_field` for a balance without the period that it opens, `invalid_amount`.
 */
export function readStated(input: StatedInput, currency: string): StatedPeriod | null {
  const { period, openingBalance = null } = input
  if (!period) {
    if (openingBalance === null) return null
    const message = 'opening_balance needs the period that it opens.'
    throw new ApiError('missing_field', message, { param: 'period' })
  }
  if (period.endDate < period.startDate) {
    const message = 'The period ends before it starts.'
    throw new ApiError('invalid_date_range', message, { param: 'period.end_date' })
  }
  const cents = openingBalance === null ? null : toCents(openingBalance, currency)
  if (cents === null && openingBalance !== null)
    throw new ApiError('invalid_amount', undefined, { param: 'opening_balance' })
  return { ...period, openingBalance: cents }
}

/** Adds a period to what is stated of accounts; one of the same days takes its place. */
export async function addStatedPeriod(
  ctx: Context,
  accountIds: readonly string[],
  period: StatedPeriod,
): Promise<void> {
  await ctx.db.run(sql`
    update accounts set updated_at = now(),
      stated_periods = coalesce((
        select jsonb_agg(one) from jsonb_array_elements(stated_periods) as one
        where (one ->> 'startDate', one ->> 'endDate')
          <> (${period.startDate}::text, ${period.endDate}::text)), '[]') || ${json([period])}::jsonb
    where environment_id = ${ctx.environment.id} and id = any(${accountIds}::uuid[])`)
}

/** What is stated of the accounts of a submission, as covered periods. */
export async function listStatedPeriods(
  ctx: Context,
  submissionId: string,
): Promise<CoveredPeriod[]> {
  const rows = await ctx.db.rows<{ accountId: string; period: StatedPeriod }>(sql`
    select coalesce(merged_into, id) as account_id, one as period
    from accounts, jsonb_array_elements(stated_periods) as one
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
    order by one ->> 'startDate', one ->> 'endDate'`)
  return rows.map(({ accountId, period }) => ({
    ...period,
    accountId,
    documentId: null,
    statementId: null,
    isInferred: false,
    closingBalance: null,
    reconciliationStatus: 'unverifiable',
    dailyBalances: [],
  }))
}
