import type { Imported, ImportedAccount, ImportedRow, ImportedStatement } from '../../../providers/imported.ts' // prettier-ignore
import { isEmpty, readPayload } from '../../../providers/index.ts'
import type { Problem } from '../../../values/problem.ts'
import { readCurrency, type CurrencyReading } from '../../currency/read-currency.ts'
import { decodeText } from '../decode/decode-text.ts'
import type { ReadingHints, Statement, StatementRow } from '../../statement.ts'
import { blankRow, blankStatement, failedReading, getLast4, takePeriod, type TabularReading } from '../tabular.ts' // prettier-ignore

/** A provider's payload that came as a file: the rows that its import would give. */
export function readProviderFile(
  text: string,
  provider: string,
  hints: ReadingHints,
): TabularReading {
  const options = { timezone: null, currency: hints.currency ?? null, sign: 'auto' as const }
  const imported = readPayload(text, provider, options)
  const problems = imported.problems.map(({ pointer, code, message }) => toProblem(pointer, code, message)) // prettier-ignore
  if (!isEmpty(imported)) {
    const statements = listStatements(imported, hints).map(({ statement }) => statement)
    return { statements, problems, failure: null }
  }
  const [first] = imported.problems
  const where = first ? ` ${first.pointer}: ${first.message}` : ''
  return { ...failedReading('no_transactions', `The payload holds no transactions.${where}`), problems } // prettier-ignore
}

/** The XML of DecisionLogic, as it came. */
export function readReportXml(bytes: Uint8Array, hints: ReadingHints): TabularReading {
  return readProviderFile(decodeText(bytes), 'decision_logic', hints)
}

function toProblem(pointer: string, code: string, message: string): Problem {
  const isRow = ['invalid_date', 'invalid_amount', 'missing_sign', 'missing_account'].includes(code)
  return { code: isRow ? 'invalid_row' : code, where: pointer === '' ? null : pointer, message }
}

/** What the rows of one account come to. */
export interface AccountStatement {
  accountId: string
  /** Whether the provider states its period; else it holds the rows that no period has. */
  isPeriod: boolean
  statement: Statement
}

/**
 * The statements of a payload: one for each period that the provider states, and one of the rows
 * of an account that are in none of them.
 */
export function listStatements(
  imported: Imported,
  hints: Pick<ReadingHints, 'currency' | 'accountType'>,
): AccountStatement[] {
  const rows = Map.groupBy(imported.rows, ({ accountId }) => accountId)
  const periods = Map.groupBy(imported.statements, ({ accountId }) => accountId)
  const found: AccountStatement[] = []
  for (const account of imported.accounts) {
    const accountId = account.id
    const left = new Set(rows.get(accountId) ?? [])
    const currency = findCurrency(account, [...left], hints)
    const begin = (): Statement => beginStatement(account, currency, hints)
    for (const period of periods.get(accountId) ?? [])
      found.push({ accountId, isPeriod: true, statement: takeStatement(begin(), period, left) })
    if (left.size === 0) continue
    const others = [...left].map((row) => toRow(row, currency.currency))
    found.push({ accountId, isPeriod: false, statement: { ...begin(), rows: others } })
  }
  return found.map((one, index) => ({ ...one, statement: { ...one.statement, index } }))
}

function findCurrency(
  { currency, isCurrencyGiven, name }: ImportedAccount,
  rows: readonly ImportedRow[],
  hints: Pick<ReadingHints, 'currency'>,
): CurrencyReading {
  if (isCurrencyGiven) return { currency, currencySource: 'printed' }
  const texts = { head: [name ?? ''], rows: rows.map(({ description }) => description) }
  const read = readCurrency(texts, hints.currency)
  // Amounts were read with the decimals of this currency.
  return { currency, currencySource: read.currency === currency ? read.currencySource : 'assumed' }
}

function beginStatement(
  account: ImportedAccount,
  currency: CurrencyReading,
  { accountType }: Pick<ReadingHints, 'accountType'>,
): Statement {
  return {
    ...blankStatement(0, currency),
    institutionName: account.institutionName,
    accountHolderNames: account.holderNames,
    accountNumber: account.number,
    accountLast4: getLast4(account.number),
    accountType: accountType ?? account.type,
  }
}

function takeStatement(
  statement: Statement,
  period: ImportedStatement,
  left: Set<ImportedRow>,
): Statement {
  const own = [...left].filter(({ date }) => period.startDate <= date && date <= period.endDate)
  for (const row of own) left.delete(row)
  takePeriod(statement, period.startDate, period.endDate)
  const { openingBalance, closingBalance, dailyBalances } = period
  const rows = own.map((row) => toRow(row, statement.currency))
  return { ...statement, openingBalance, closingBalance, dailyBalances, rows }
}

function toRow(row: ImportedRow, currency: string): StatementRow {
  const own = blankRow(row.date, row.amount, row.description)
  return {
    ...own,
    balance: row.balance,
    page: row.page,
    lineText: own.description,
    checkNumber: row.checkNumber,
    externalId: row.externalId,
    bankType: row.type,
    isPending: row.isPending,
    currency: row.currency === currency ? null : row.currency,
  }
}
