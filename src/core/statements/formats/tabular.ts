import type { PlainDate } from '../../values/dates.ts'
import type { Cents } from '../../values/money.ts'
import type { CurrencyReading } from '../currency/read-currency.ts'
import type { Problem } from '../../values/problem.ts'
import type { Reading, Statement, StatementRow } from '../statement.ts'

/** What a format without pages (CSV, OFX, workbooks, bank messages) yields. */
export interface TabularReading {
  statements: Statement[]
  problems: Problem[]
  failure: Reading['failure']
  /** How its tables call their columns. */
  heads?: readonly string[]
  /** None of its rows is booked yet, as its headings say. */
  isPending?: boolean
}

/**
 * A statement with nothing known: what a document does not print stays null. Its reconciliation is
 * `unverifiable` until the caller reconciles it.
 */
export function blankStatement(
  index: number,
  { currency, currencySource }: CurrencyReading,
): Statement {
  return {
    index,
    institutionName: null,
    accountHolderNames: [],
    accountHolderAddress: null,
    accountNumber: null,
    accountLast4: null,
    routingNumber: null,
    accountType: 'unknown',
    currency,
    currencySource,
    startDate: null,
    endDate: null,
    openingBalance: null,
    closingBalance: null,
    derivedEdges: [],
    printedTotals: { credits: null, debits: null, creditsCount: null, debitsCount: null },
    averageBalancePrinted: null,
    feesPrinted: null,
    sections: [],
    dailyBalances: [],
    rows: [],
    pages: null,
    reconciliation: { status: 'unverifiable', difference: null, checks: [], repairCandidates: [] },
    choices: [],
    layoutId: null,
  }
}

/** A row with only a date, an amount and a text. */
export function blankRow(date: PlainDate, amount: Cents, description: string): StatementRow {
  return {
    date,
    postedOn: null,
    amount,
    description: description.replace(/\s+/g, ' ').trim(),
    balance: null,
    page: null,
    box: null,
    lineText: '',
    section: null,
    checkNumber: null,
    externalId: null,
    bankType: null,
    isPending: false,
    currency: null,
  }
}

/** Sets the period. One that ends before it begins is ignored, and noted in `choices`. */
export function takePeriod(
  statement: Statement,
  start: PlainDate | null,
  end: PlainDate | null,
): void {
  if (start !== null && end !== null && start > end) {
    statement.choices.push(`the period ${start} to ${end} was ignored: it ends before it begins`)
    return
  }
  statement.startDate = start
  statement.endDate = end
}

export function failedReading(
  code: NonNullable<Reading['failure']>['code'],
  message: string,
): TabularReading {
  return { statements: [], problems: [], failure: { code, message } }
}

/**
 * The last four digits of an account or card number, null when fewer than three are shown: behind a
 * mask only the digits at the end are.
 */
export function getLast4(accountNumber: string | null): string | null {
  // 19-2000145399/0800: the code of the bank stands behind the slash.
  const own = (accountNumber ?? '').replace(/(?<=\d{4})\/\d{4}$/, '')
  const shown = own.split(/[xX*•·●…]{2,}|\.{3}/).at(-1)!
  const digits = shown.replace(/\D/g, '')
  return digits.length < 3 ? null : digits.slice(-4)
}
