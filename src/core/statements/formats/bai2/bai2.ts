import type { PlainDate } from '../../../values/dates.ts'
import type { Problem } from '../../../values/problem.ts'
import type { ReadingHints, Statement } from '../../statement.ts'
import { namedCurrency, type CurrencyReading } from '../../currency/read-currency.ts'
import { compactDay } from '../compact-day.ts'
import { decodeText } from '../decode/decode-text.ts'
import { blankStatement, failedReading, getLast4, type TabularReading } from '../tabular.ts'
import { readAccountHead, type AccountFigure } from './account.ts'
import { checkControls } from './control.ts'
import { readDetail, type DetailContext } from './detail.ts'
import { splitFields, readRecords } from './records.ts'
import { buildTree, type Bai2Account, type Bai2Group } from './tree.ts'

/** Group status (BAI2 specification, record 02) of groups that report no transactions. */
const UNCOUNTED: Record<string, string> = { '2': 'a deletion', '4': 'a test' }
/** As-of-date modifiers of figures that are not final. */
const INTERIM: ReadonlySet<string> = new Set(['1', '3'])

const BROKEN =
  'The file is no BAI2 file: it has no file header (01) with groups (02) and accounts (03) behind it.'

/**
 * The statements of a BAI2 file, one per account and currency: the days of an account are one
 * statement, with the ledger balance of each day. Control totals and counts are checked and named
 * in `control_total_mismatch`; bad details are `invalid_row` problems. Failures: `corrupt_file`
 * when header, group or account are missing, `no_transactions` when there is no account.
 */
export function readBai2(bytes: Uint8Array, hints: ReadingHints): TabularReading {
  const { records, faults } = readRecords(decodeText(bytes))
  const { files, unplaced } = buildTree(records)
  const groups = files.flatMap((file) => file.children)
  if (groups.length === 0) return failedReading('corrupt_file', BROKEN)
  const unplacedProblems = [...faults, ...unplaced.map(({ line }) => line)].map(
    buildUnplacedProblem,
  )
  const problems = [...files.flatMap(checkControls), ...unplacedProblems]
  const book: DayBook = { statements: [], byKey: new Map(), problems, hints }
  for (const group of groups) readGroup(group, book)
  for (const { statement, days } of book.byKey.values()) closeDays(statement, days)
  const { statements } = book
  if (statements.length === 0) return failedReading('no_transactions', 'The file holds no account.')
  return { statements, problems, failure: null }
}

function buildUnplacedProblem(line: number): Problem {
  const message = 'The record is outside of any account or has no BAI2 code.'
  return { code: 'invalid_row', where: `line ${line}`, message }
}

interface AccountDay {
  date: PlainDate
  figures: readonly AccountFigure[]
}

interface OpenAccount {
  statement: Statement
  days: AccountDay[]
}

interface DayBook {
  statements: Statement[]
  byKey: Map<string, OpenAccount>
  problems: Problem[]
  hints: ReadingHints
}

function readGroup(group: Bai2Group, book: DayBook): void {
  const [, , status = '', day = '', , currency = '', modifier = ''] = splitFields(group.header)
  const where = `line ${group.header.line}`
  const date = compactDay(day)
  const uncounted = UNCOUNTED[status]
  if (uncounted !== undefined) {
    const message = `The group is marked as ${uncounted} (status ${status}) and was not read.`
    book.problems.push({ code: 'group_not_read', where, message })
  } else if (date === null) {
    const message = `"${day}" is no as-of date; the group was not read.`
    book.problems.push({ code: 'group_not_read', where, message })
  } else {
    const context = { date, currency: groupCurrency(group, currency, book.hints) }
    const isPending = INTERIM.has(modifier)
    for (const account of group.children) readAccount(account, { ...context, isPending }, book)
  }
}

/** The standard counts a group without a currency in dollars; its banks may show another one. */
function groupCurrency(group: Bai2Group, named: string, hints: ReadingHints): CurrencyReading {
  const [, originator = ''] = splitFields(group.header)
  const rows = group.children.flatMap((account) => account.children.map(({ body }) => body))
  const head = [`Routing ${originator}`]
  const { currency, currencySource } = namedCurrency(named, { head, rows }, hints.currency)
  return { currency, currencySource: currencySource === 'assumed' ? 'derived' : currencySource }
}

interface AccountContext extends Omit<DetailContext, 'currency'> {
  currency: CurrencyReading
}

function readAccount(account: Bai2Account, context: AccountContext, book: DayBook): void {
  const head = readAccountHead(account.header)
  const reading: CurrencyReading =
    head.currency === null
      ? context.currency
      : { currency: head.currency, currencySource: 'printed' }
  const { currency } = reading
  const { statement, days } = statementFor(`${head.accountNumber}|${currency}`, book, {
    accountNumber: head.accountNumber,
    reading,
    date: context.date,
  })
  days.push({ date: context.date, figures: head.figures })
  for (const record of account.children) {
    const row = readDetail(record, { ...context, currency })
    if (row === null) continue
    if (!('fault' in row)) statement.rows.push(row)
    else
      book.problems.push({ code: 'invalid_row', where: `line ${record.line}`, message: row.fault })
  }
}

/** The statement of an account so far; a day that it has already begins another one. */
function statementFor(
  key: string,
  book: DayBook,
  known: { accountNumber: string; reading: CurrencyReading; date: PlainDate },
): OpenAccount {
  const open = book.byKey.get(key)
  if (open && !open.days.some(({ date }) => date === known.date)) return open
  if (open) closeDays(open.statement, open.days)
  const statement = blankStatement(book.statements.length, known.reading)
  statement.accountNumber = known.accountNumber || null
  statement.accountLast4 = getLast4(known.accountNumber)
  statement.accountType = book.hints.accountType ?? 'unknown'
  const begun = { statement, days: [] }
  book.statements.push(statement)
  book.byKey.set(key, begun)
  return begun
}

/**
 * Opening ledger balance (`010`) of the first day, closing one (`015`) of the last and of each,
 * and the total of credits (`100`) and debits (`400`) where every day states it.
 */
function closeDays(statement: Statement, days: readonly AccountDay[]): void {
  const sorted = days.toSorted((left, right) => left.date.localeCompare(right.date))
  const [first] = sorted
  const last = sorted.at(-1)
  if (!first || !last) return
  statement.startDate = first.date
  statement.endDate = last.date
  statement.openingBalance = figure(first, '010')?.amount ?? null
  statement.closingBalance = figure(last, '015')?.amount ?? null
  statement.dailyBalances = sorted.flatMap((day) => {
    const balance = figure(day, '015')?.amount ?? null
    return balance === null ? [] : [{ date: day.date, balance }]
  })
  statement.rows.sort((left, right) => left.date.localeCompare(right.date))
  // Interim figures are not booked, so their totals are those of no row that counts.
  if (statement.rows.some((row) => row.isPending)) return
  const credits = sorted.map((day) => figure(day, '100'))
  const debits = sorted.map((day) => figure(day, '400'))
  statement.printedTotals = {
    credits: total(credits.map((each) => each?.amount)),
    debits: total(debits.map((each) => each?.amount)),
    creditsCount: total(credits.map((each) => each?.itemCount)),
    debitsCount: total(debits.map((each) => each?.itemCount)),
  }
}

function figure(day: AccountDay, code: string): AccountFigure | undefined {
  return day.figures.find((each) => each.code === code)
}

function total(numbers: readonly (number | null | undefined)[]): number | null {
  return numbers.reduce<number | null>(
    (sum, number) => (sum === null || number == null ? null : sum + number),
    0,
  )
}
