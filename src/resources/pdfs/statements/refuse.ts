import { nearestYear, setDateOrder, setYear } from '../../../core/statements/edits/dates.ts'
import type { PlacedStatement } from '../../../core/statements/edits/rows.ts'
import { inCurrency } from '../../../core/statements/edits/currency.ts'
import type { Statement } from '../../../core/statements/statement.ts'
import { getExponent, toCents } from '../../../core/values/money.ts'
import { didYouMean } from '../../../core/values/text.ts'
import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { findAccount } from '../../records/data-sources/accounts/store.ts'
import type { DocumentRow } from '../../records/documents/store.ts'
import type { StatementValues } from '../../documents/statements/overrides.ts'
import type { StatementPatch } from '../schemas.ts'

/** An edited statement with the request that edits it. */
export interface Attempt {
  patch: StatementPatch
  read: PlacedStatement
  values: StatementValues
  after: PlacedStatement
  /** Of the statement in the request. */
  param: string
}

/**
 * Refuses what the statement cannot take. Throws `invalid_amount`, `invalid_currency`,
 * `invalid_date`, `invalid_enum`.
 */
export function refuseImpossible(attempt: Attempt): void {
  refuseCurrency(attempt)
  refuseAmounts(attempt)
  refuseSections(attempt)
  refuseDateOrder(attempt)
  refuseYear(attempt)
  refusePeriod(attempt)
}

function refuseCurrency({ values: { currency }, read, param }: Attempt): void {
  if (currency === undefined) return
  const codes = Intl.supportedValuesOf('currency')
  const isKnown = codes.includes(currency)
  if (isKnown && inCurrency(read.statement, currency) !== null) return
  const message = isKnown
    ? `The statement prints amounts with more decimals than ${currency} has.`
    : `${currency} is not a currency of ISO 4217.${didYouMean(currency, codes)}`
  throw new ApiError('invalid_currency', message, {
    param: param === '' ? 'currency' : `${param}.currency`,
  })
}

function refuseAmounts({ patch, after, param }: Attempt): void {
  const { currency } = after.statement
  const rows = (patch.rows ?? []).flatMap(({ amount, balance }, at) => [
    [`rows[${at}].amount`, amount] as const,
    [`rows[${at}].balance`, balance] as const,
  ])
  const amounts = [
    ['opening_balance', patch.openingBalance] as const,
    ['closing_balance', patch.closingBalance] as const,
    ...rows,
  ]
  for (const [field, amount] of amounts) {
    if (amount == null || toCents(amount, currency) !== null) continue
    const digits = getExponent(currency)
    const message = `${currency} has ${digits} decimals; the nearest amount is ${amount.toFixed(digits)}.`
    throw new ApiError('invalid_amount', message, { param: `${param}.${field}` })
  }
}

function refuseSections({ patch, read, param }: Attempt): void {
  const names = read.statement.sections.map(({ name }) => name)
  for (const [at, { name }] of (patch.sections ?? []).entries()) {
    if (names.includes(name)) continue
    const known = names.length === 0 ? 'It has none.' : `Its sections: ${names.join(', ')}.`
    const message = `The statement has no section ${name}. ${known}${didYouMean(name, names)}`
    throw new ApiError('invalid_enum', message, { param: `${param}.sections[${at}].name` })
  }
}

function refuseDateOrder({ values, read, param }: Attempt): void {
  if (values.date_order === undefined) return
  if (setDateOrder(read.statement, values.date_order) !== null) return
  const dates = read.statement.rows.map(({ date }) => date)
  const first = dates.find((date) => Number(date.slice(8)) > 12)
  const message = `${first ?? 'A date'} does not exist with day and month exchanged; send as_read.`
  throw new ApiError('invalid_date', message, { param: `${param}.date_order` })
}

function refuseYear({ values: { year }, patch, read, param }: Attempt): void {
  if (year === undefined || patch.year == null) return
  const ordered = order(read.statement, patch)
  if (setYear(ordered, year) !== null) return
  const near = nearestYear(ordered, year)
  const message =
    near === null
      ? 'The statement has no date that a year could complete.'
      : `A 29 February of the statement would not exist if it ended in ${year}; ${near} can be.`
  throw new ApiError('invalid_date', message, { param: `${param}.year` })
}

function order(statement: Statement, { dateOrder }: StatementPatch): Statement {
  return dateOrder ? (setDateOrder(statement, dateOrder) ?? statement) : statement
}

function refusePeriod({ after: { statement }, param }: Attempt): void {
  const { startDate, endDate } = statement
  if (startDate === null || endDate === null || startDate <= endDate) return
  const message = `The statement would end on ${endDate}, before it starts.`
  throw new ApiError('invalid_date', message, { param: `${param}.end_date` })
}

/** Throws `account_not_found`, `invalid_currency`. */
export async function refuseAccount(
  ctx: Context,
  document: DocumentRow,
  { patch: { accountId }, after, param }: Attempt,
): Promise<void> {
  if (accountId == null) return
  const account = await findAccount(ctx, document.submissionId, accountId)
  const name = `${param}.account_id`
  if (!account || account.mergedInto !== null) {
    throw new ApiError('account_not_found', 'The submission has no such account.', { param: name })
  }
  if (account.currency === after.statement.currency) return
  const message = `The account is in ${account.currency}, the statement in ${after.statement.currency}.`
  throw new ApiError('invalid_currency', message, { param: name })
}
