import { isPlainDate } from '../../../values/dates.ts'
import { toCents } from '../../../values/money.ts'
import { namedCurrency, type CurrencyReading } from '../../currency/read-currency.ts'
import type { Problem } from '../../../values/problem.ts'
import type { AccountType, ReadingHints, Statement, StatementRow } from '../../statement.ts'
import { blankRow, blankStatement, getLast4, type TabularReading } from '../tabular.ts'
import { isObject, type JsonObject } from './json-object.ts'

/** Plaid's account subtypes and types that are one of ours, the subtype first. */
const ACCOUNT_TYPES: Record<string, AccountType> = {
  checking: 'checking',
  savings: 'savings',
  'money market': 'money_market',
  'credit card': 'credit_card',
  'line of credit': 'line_of_credit',
  credit: 'credit_card',
  loan: 'loan',
  investment: 'investment',
}

/** Names that every transaction of Plaid has and that no bank uses. */
const PLAID_NAMES = ['transaction_id', 'account_id', 'iso_currency_code'] as const

export function isPlaid(objects: readonly JsonObject[]): boolean {
  return PLAID_NAMES.every((name) => objects.every((object) => name in object))
}

/**
 * The accounts of a response of Plaid's `/transactions/get` or `/transactions/sync`, one statement
 * each. Plaid's amounts are positive where money leaves the account, so signs are reversed here.
 * Balances are those at the time of the call, not of a period, and are left out. Transactions
 * without a date or an exact amount are `invalid_row` problems. Source: Plaid API reference,
 * Transactions.
 */
export function readPlaid(
  root: unknown,
  objects: readonly JsonObject[],
  hints: ReadingHints,
): TabularReading {
  const accounts =
    isObject(root) && Array.isArray(root.accounts) ? root.accounts.filter(isObject) : []
  const problems: Problem[] = []
  const groups = Map.groupBy(
    objects.map((object, index) => ({ object, number: index + 1 })),
    ({ object }) => getText(object, 'account_id') ?? '',
  )
  const statements = [...groups].map(([accountId, group], index) => {
    const account = accounts.find((each) => getText(each, 'account_id') === accountId) ?? {}
    const currency = accountCurrency(account, group, hints)
    const statement = begin(account, index, { currency, hints })
    for (const { object, number } of group) takeRow(object, statement, { number, problems })
    return statement
  })
  return { statements, problems, failure: null }
}

/** The account's own code, else that of its first row, else what names and descriptions show. */
function accountCurrency(
  account: JsonObject,
  group: readonly { object: JsonObject }[],
  hints: ReadingHints,
): CurrencyReading {
  const balances = isObject(account.balances) ? account.balances : {}
  const codes = [balances, ...group.map(({ object }) => object)].map(
    (object) => getText(object, 'iso_currency_code') ?? getText(object, 'unofficial_currency_code'),
  )
  const head = [getText(account, 'name') ?? '', getText(account, 'official_name') ?? '']
  const rows = group.map(({ object }) => getText(object, 'name') ?? '')
  return namedCurrency(
    codes.find((code) => code !== null),
    { head, rows },
    hints.currency,
  )
}

function begin(
  account: JsonObject,
  index: number,
  { currency, hints }: { currency: CurrencyReading; hints: ReadingHints },
): Statement {
  const statement = blankStatement(index, currency)
  statement.accountNumber = getText(account, 'mask')
  statement.accountLast4 = getLast4(statement.accountNumber)
  const kinds = [getText(account, 'subtype'), getText(account, 'type')]
  const type = kinds.map((kind) => ACCOUNT_TYPES[kind ?? '']).find((each) => each !== undefined)
  statement.accountType = hints.accountType ?? type ?? 'unknown'
  statement.choices.push("signs reversed: Plaid's outflows are positive")
  return statement
}

function takeRow(
  object: JsonObject,
  statement: Statement,
  { number, problems }: { number: number; problems: Problem[] },
): void {
  const row = readRow(object, statement.currency)
  if (!('fault' in row)) statement.rows.push(row)
  else problems.push({ code: 'invalid_row', where: `transaction ${number}`, message: row.fault })
}

function readRow(object: JsonObject, fallback: string): StatementRow | { fault: string } {
  const date = getText(object, 'date') ?? ''
  if (!isPlainDate(date)) return { fault: `"${date}" is no date.` }
  const currency =
    getText(object, 'iso_currency_code') ?? getText(object, 'unofficial_currency_code') ?? fallback
  const written = object.amount
  const cents = typeof written === 'number' ? toCents(written, currency) : null
  if (cents === null) return { fault: `"${String(written)}" is no amount of ${currency}.` }
  const description = getText(object, 'original_description') ?? getText(object, 'name') ?? ''
  const row = blankRow(date, cents === 0 ? 0 : -cents, description)
  row.externalId = getText(object, 'transaction_id')
  row.checkNumber = getText(object, 'check_number')
  row.bankType = getText(object, 'transaction_code') ?? getText(object, 'payment_channel')
  row.isPending = object.pending === true
  row.currency = currency
  row.lineText = row.description
  return row
}

function getText(object: JsonObject, name: string): string | null {
  const value = object[name]
  return typeof value === 'string' && value !== '' ? value : null
}
