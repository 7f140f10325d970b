import type { Cents } from '../../../values/money.ts'
import type { AccountType, ReadingHints, Statement, StatementRow } from '../../statement.ts'
import { namedCurrency, type CurrencyReading } from '../../currency/read-currency.ts'
import { isOnlyOrder, KEPT_ANYWHERE, MONTH_FIRST_CURRENCIES } from '../../currency/currencies.ts'
import { weighPlace } from '../../currency/evidence.ts'
import { blankStatement, failedReading, getLast4, type TabularReading } from '../tabular.ts'
import { detectAccountType, isBankAccount, splitAccounts, type AccountRows } from './accounts.ts'
import { accountNumberInName } from './facts/account-number.ts'
import { readFigureLines } from './facts/figure-lines.ts'
import { unreadAccount } from './facts/unread-account.ts'
import type { GridRow } from './grid-row.ts'
import { isPendingSection } from './facts/pending-section.ts'
import { findPending } from './pending.ts'
import { dateChoice, listDoubts, openColumns, OPEN_MARK, WORDLESS } from './open-questions.ts'
import { withPendingRows, type ReadPart } from './table-part.ts'
import { decideDecimalMark, hasOpenMark, provenDecimalMark, scanAmount } from './cells/amounts.ts'
import { isCardExport } from './signs/card.ts'
import { decideDateOrder, type DateReading } from './cells/dates.ts'
import { filledRows, findTables, type Table } from './find-tables.ts'
import { readHeader, selectColumns, MONEY_ROLES, type Columns } from './columns/header.ts'
import { readText } from './cells/pick-cells.ts'
import { foreignHeadings } from './columns/other-lists.ts'
import { findSummedParts } from './columns/summed-parts.ts'
import { readRows, type AccountGroup, type TransactionRow, type Writing } from './read-rows.ts'
import { isNewestFirst } from './row-order.ts'
import { proveByEdges, takeOwed } from './signs/prove-edges.ts'
import { ALL_POSITIVE, signAmounts } from './signs/sign-amounts.ts'
import type { SignedAmounts } from './signs/signed-amounts.ts'
import {
  printedCurrency,
  readFacts,
  readLabelsOverValues,
  standsOverValues,
  tableTexts,
  type TableFacts,
} from './facts/table-facts.ts'

const LOOKED_FOR =
  'No table of transactions was found: neither a header row that names a date and an amount, ' +
  'nor rows that hold a date and an amount.'

/**
 * The statements in a grid of text cells (a CSV file, a worksheet), one per account. A header row
 * is found wherever it stands; without one the columns are inferred. Rows that cannot be read are
 * `invalid_row` problems, the others are kept. Failure `no_transactions` when there is no table; a
 * table without rows is a statement without rows. What `around` holds is read as lines above the
 * first table.
 */
export function readTable(
  grid: readonly (readonly string[])[],
  hints: ReadingHints,
  around: readonly (readonly string[])[] = [],
): TabularReading {
  const other = findOtherList(grid)
  if (other !== null) return failedReading('no_transactions', other)
  const tables = findTables(grid)
  const [first] = tables
  if (!first) return failedReading('no_transactions', LOOKED_FOR)
  first.preamble = [...filledRows(around), ...first.preamble]
  const all = tables.map((table) => readOneTable(table, hints))
  const parts = withPendingRows(all.filter(({ isAnyList }) => !isAnyList))
  if (parts.length === 0) return failedReading('no_transactions', ANY_LIST)
  const statements = parts.flatMap((part) => part.statements)
  if (statements.every(({ rows }) => rows.length === 0)) {
    if (grid.some(isOverflowing)) return failedReading('no_transactions', NOT_SHOWN)
    if (grid.some(isNotLoaded)) return failedReading('no_transactions', NOT_LOADED)
  }
  statements.forEach((statement, index) => (statement.index = index))
  const problems = parts.flatMap((part) => part.problems)
  const isPending = parts.every((part) => part.isPending)
  return { statements, problems, heads: tables.flatMap(listHead), failure: null, isPending }
}

/** `Your session has expired`: a page that was saved when it had no rows to show. */
function isNotLoaded(cells: readonly string[]): boolean {
  return cells.some((cell) => UNLOADED.test(cell))
}

const UNLOADED = new RegExp(
  [
    String.raw`\bsession (?:has )?(?:expired|ended|timed out)|\bsigned you out`,
    String.raw`\b(?:could|can) ?not be (?:loaded|shown|displayed|retrieved)|\bsomething went wrong`,
    String.raw`\b(?:try again|come back) later|\btemporarily unavailable`,
  ].join('|'),
  'i',
)

/** `########`, which a sheet shows for a figure that is wider than its column. */
function isOverflowing(cells: readonly string[]): boolean {
  return cells.some((cell) => /^#{3,}$/.test(cell.trim()))
}

const NOT_LOADED =
  'The page was saved when its rows were not loaded, as its own words say. Sign in, open the list and ' +
  'save it again.'

const NOT_SHOWN =
  'The amounts are not in the file: its cells hold ######## where the columns of the sheet were ' +
  'too narrow. Widen the columns and save it again.'

/** The names of the columns in their order; of an unknown header, the line that stands as one. */
function listHead({ columns, hasHeader, preamble }: Table): string[] {
  const all = [...columns.byRole.values()].flat().toSorted((a, b) => a.index - b.index)
  if (hasHeader) return [all.map(({ name }) => name).join(' ')]
  const above = preamble.at(-1)?.cells.filter((cell) => cell !== '') ?? []
  const isHead = above.length >= LEAST_HEADINGS && !/\d/.test(above.join(''))
  return isHead ? [above.join(' ')] : []
}

/** A label and its value, or a title, are fewer. */
const LEAST_HEADINGS = 3

/** A sentence that names the headings of another kind of list; null for a list of an account. */
function findOtherList(grid: readonly (readonly string[])[]): string | null {
  const rows = grid.slice(0, HEAD_ROWS)
  const header = rows.map((cells) => readHeader(cells)).find((columns) => columns !== null) ?? null
  const all = rows.map((cells) => foreignHeadings(cells, header))
  const at = all.findIndex((each) => each.length > 0)
  const names = all[at]
  if (names === undefined || findSummedParts(rows[at]!, grid.slice(at + 1))) return null
  return `The list is none of an account: its columns are ${names.slice(0, 4).join(', ')}.`
}

/** Headings stand on one of the first lines. */
const HEAD_ROWS = 40

interface ReadTable {
  columns: Columns
  transactions: TransactionRow[]
  signed: SignedAmounts
  pending: readonly boolean[]
  facts: TableFacts
  reading: CurrencyReading
  isCard: boolean
  choices: string[]
}

const ANY_LIST =
  'The headings of the list name no money of an account, and its figures show neither money out ' +
  'nor a balance.'

function readOneTable(whole: Table, hints: ReadingHints): ReadPart {
  const { table, legends } = withoutLegends(whole)
  const reading = namedCurrency(printedCurrency(table), tableTexts(table), hints.currency)
  const { currency } = reading
  const dates = decideDates(table, reading)
  const { isOpen: isMarkOpen, ...marks } = decideMarks(table, currency)
  const writing: Writing = { order: dates.order, ...marks, currency }
  const tableRows = readRows(table, writing)
  const { transactions, summaries, groups, problems, notes } = tableRows
  const current = takeCurrentBalance(transactions)
  const { columns } = table
  const isCard = hints.accountType
    ? hints.accountType === 'credit_card'
    : isCardExport(transactions, columns)
  const opening = summaries.find(({ kind }) => kind === 'opening')?.balance ?? null
  const signed = signAmounts({ rows: transactions, columns, isCard, opening })
  const choices = [inferredChoice(table), dateChoice(dates), signed.choice, ...notes].filter(
    (text) => text !== null,
  )
  const facts = readFacts(table, summaries, writing)
  for (const [labels, values] of legends) readLabelsOverValues(labels, values, { facts, writing })
  facts.closingBalance ??= current
  const above = table.preamble.map(({ cells }) => ({ cells, isAbove: true }))
  const edges = listEdges(transactions, signed.amounts)
  const lines = [...above, ...tableRows.lines]
  const unread = readFigureLines(lines, tableRows, { facts, writing, edges })
  if (signed.isTurned) swapTotals(facts)
  const doubts = listDoubts(dates, proveByEdges(signed, facts))
  if (!hints.accountType && transactions.every(({ balance }) => balance === null))
    takeOwed(facts, signed, table.preamble)
  const isPending = isPendingSection(table)
  const pending = findPending(transactions, columns).map((isOpen) => isOpen || isPending)
  const read = { columns, transactions, signed, pending, facts, reading, isCard, choices }
  const statements = groupAccounts(read, groups).map((account, _, all) =>
    buildStatement(read, account, { hints, isOnly: all.length === 1 }),
  )
  const wordless = transactions.every(({ description }) => description === '') ? [WORDLESS] : []
  const open = transactions.length > 0 ? [...wordless, ...openColumns(columns), ...unread] : []
  const hasBalances = selectColumns(columns, 'balance').length > 0
  const isAnyList = table.isNameless === true && signed.doubt === ALL_POSITIVE && !hasBalances
  const isUnnamed = statements.every(({ accountNumber }) => accountNumber === null)
  const account = isUnnamed ? unreadAccount(lines, { rows: transactions, columns }) : []
  const amounts = isMarkOpen ? [OPEN_MARK] : []
  const found = [...problems, ...doubts, ...amounts, ...open, ...account]
  return { statements, problems: found, isPending, isAnyList }
}

/** What the running balances of the first and the last row come from, and come to. */
function listEdges(rows: readonly TransactionRow[], amounts: readonly Cents[]): Cents[] {
  return [0, rows.length - 1].flatMap((at) => {
    const balance = rows[at]?.balance ?? null
    return balance === null ? [] : [balance, balance - amounts[at]!]
  })
}

/** Where debit is money in, as in a ledger, so are the totals below. */
function swapTotals(facts: TableFacts): void {
  const { credits, debits } = facts
  facts.credits = debits
  facts.debits = credits
}

/**
 * The balance that every row repeats, which is the one of the day of the export and no running one;
 * the rows lose it.
 */
function takeCurrentBalance(rows: TransactionRow[]): number | null {
  const [first] = rows
  const isMoved = rows.some((row) => (row.amount ?? row.debit ?? row.credit ?? 0) !== 0)
  const isSame = rows.every(({ balance }) => balance !== null && balance === first!.balance)
  if (rows.length < ROWS_LEAST || !isMoved || !isSame) return null
  const current = first!.balance
  for (const row of rows) row.balance = null
  return current
}

const ROWS_LEAST = 3

/** Small tables of labels over their values, which are about the account and no rows. */
function withoutLegends(table: Table): { table: Table; legends: [GridRow, GridRow][] } {
  const legends: [GridRow, GridRow][] = []
  const rows = table.rows.filter((row, at) => {
    const below = table.rows[at + 1]
    const isLegend = below !== undefined && standsOverValues(row, below)
    if (isLegend) legends.push([row, below])
    return !isLegend && !legends.some(([, values]) => values === row)
  })
  return { table: { ...table, rows }, legends }
}

/** The accounts of a table: by lines that name them between the rows, else by their columns. */
function groupAccounts(read: ReadTable, groups: readonly AccountGroup[]): AccountRows[] {
  const { transactions, columns, isCard } = read
  const named = groups.filter(
    (group, at) => (groups[at + 1]?.from ?? transactions.length) > group.from,
  )
  if (named.length > 1)
    return named.map(({ name, accountNumber, openingBalance, from }, at) => ({
      accountNumber,
      openingBalance,
      accountType: detectAccountType(name),
      indexes: transactions.map((_, index) => index).slice(from, named[at + 1]?.from),
    }))
  const [only] = named
  if (only) {
    read.facts.accountNumber ??= only.accountNumber
    read.facts.accountName ??= only.name
    read.facts.openingBalance ??= only.openingBalance
  }
  const accounts = splitAccounts(transactions, columns, isCard)
  return accounts.length > 0 ? accounts : [NO_ROWS]
}

const NO_ROWS: AccountRows = {
  accountNumber: null,
  accountType: 'unknown',
  openingBalance: null,
  indexes: [],
}

/** A single heading, `Check number`, weighs less and shows no country. */
const PLACE_LEAST = 1

function decideDates(table: Table, { currency, currencySource }: CurrencyReading): DateReading {
  const columns = selectColumns(table.columns, 'date')
  const rows = columns.flatMap((column) => table.rows.map((row) => row.cells[column.index] ?? ''))
  const above = table.preamble.flatMap(({ cells }) => cells.flatMap((cell) => cell.split(' ')))
  const decided = decideDateOrder(rows, MONTH_FIRST_CURRENCIES.has(currency))
  if (decided.isCertain) return decided
  // Days that stand above the table are written in the same way.
  const withAbove = decideDateOrder([...rows, ...above], MONTH_FIRST_CURRENCIES.has(currency))
  if (withAbove.isCertain) return withAbove
  const { order } = decided
  const isShown =
    !KEPT_ANYWHERE.has(currency) ||
    (weighPlace(tableTexts(table)).get(currency) ?? 0) >= PLACE_LEAST
  const isUsual = isShown && order !== 'ymd' && isOnlyOrder(currency, order === 'mdy')
  return { ...decided, isCertain: isUsual && currencySource !== 'assumed' }
}

/** The mark of the table, and those of columns with one of their own (`1 199,00`; `8102.82`). */
function decideMarks(
  table: Table,
  currency: string,
): Pick<Writing, 'mark' | 'marks'> & { isOpen: boolean } {
  const columns = [...MONEY_ROLES, 'balance' as const].flatMap((role) =>
    selectColumns(table.columns, role),
  )
  const amounts = columns.map(({ index }) => ({
    index,
    printed: table.rows
      .map((row) => scanAmount(row.cells[index] ?? ''))
      .filter((amount) => amount !== null),
  }))
  const all = amounts.flatMap(({ printed }) => printed)
  const mark = decideDecimalMark(all, currency)
  const marks = amounts.flatMap(({ index, printed }) => {
    const own = provenDecimalMark(printed)
    return own === null ? [] : [[index, own] as const]
  })
  return { mark, marks: new Map(marks), isOpen: hasOpenMark(all, currency) }
}

function inferredChoice(table: Table): string | null {
  return table.hasHeader ? null : 'columns inferred from their values: the file has no header row'
}

function buildStatement(
  read: ReadTable,
  account: AccountRows,
  context: { hints: ReadingHints; isOnly: boolean },
): Statement {
  const rows = account.indexes.map((index) => buildRow(read, index))
  const currency = mostCommon(rows.map((row) => row.currency))
  const statement = blankStatement(0, namedOr(currency, read.reading))
  const own = context.isOnly ? read.facts.accountNumber : null
  const named = context.isOnly
    ? (read.facts.ownerNumber ?? accountNumberInName(context.hints.filename))
    : null
  // The column of numbers may be that of the other parties; the head states the account's own.
  const isStated = own !== null && /^[A-Z]{2}\d{2}/.test(own)
  const accountNumber = isStated ? own : (account.accountNumber ?? own ?? named)
  statement.accountNumber = accountNumber
  statement.accountLast4 = getLast4(accountNumber)
  statement.accountType = pickAccountType(read, account, context.hints)
  statement.rows = rows
  statement.choices = [...read.choices]
  if (context.isOnly) addFacts(statement, read.facts)
  else {
    statement.openingBalance = account.openingBalance
    statement.startDate = read.facts.startDate
    statement.endDate = read.facts.endDate
  }
  return statement
}

/** A currency that rows name is printed; else that of the table. */
function namedOr(named: string | null, reading: CurrencyReading): CurrencyReading {
  return named === null ? reading : { currency: named, currencySource: 'printed' }
}

function pickAccountType(read: ReadTable, account: AccountRows, hints: ReadingHints): AccountType {
  if (hints.accountType) return hints.accountType
  if (read.isCard && !isBankAccount(account.accountType)) return 'credit_card'
  return account.accountType === 'unknown'
    ? detectAccountType(read.facts.accountName ?? '')
    : account.accountType
}

/**
 * With a printed opening balance, the last running balance is the closing one if none is printed.
 */
function addFacts(statement: Statement, facts: TableFacts): void {
  const latest = isNewestFirst(statement.rows) ? statement.rows[0] : statement.rows.at(-1)
  statement.openingBalance = facts.openingBalance
  statement.closingBalance = facts.closingBalance
  if (facts.openingBalance !== null) statement.closingBalance ??= latest?.balance ?? null
  statement.printedTotals.credits = facts.credits
  statement.printedTotals.debits = facts.debits
  statement.startDate = facts.startDate
  statement.endDate = facts.endDate
}

function buildRow(read: ReadTable, index: number): StatementRow {
  const row = read.transactions[index]!
  const text = (role: Parameters<typeof readText>[2]) =>
    readText(row.cells, read.columns, role) || null
  return {
    date: row.date,
    amount: read.signed.amounts[index]!,
    description: row.description,
    balance: row.balance,
    page: null,
    box: null,
    postedOn: row.postedOn,
    lineText: row.cells.filter((cell) => cell !== '').join(' '),
    section: null,
    checkNumber: text('check'),
    externalId: text('reference'),
    bankType: text('type'),
    isPending: read.pending[index]!,
    currency: row.currency,
  }
}

function mostCommon(values: readonly (string | null)[]): string | null {
  const counts = Map.groupBy(
    values.filter((value) => value !== null),
    (value) => value,
  )
  const sorted = [...counts].sort((left, right) => right[1].length - left[1].length)
  return sorted[0]?.[0] ?? null
}
