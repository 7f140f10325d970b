import type { PlainDate } from '../../values/dates.ts'
import { getExponent } from '../../values/money.ts'
import { findLayout } from '../layout.ts'
import { LAYOUTS } from '../layouts/index.ts'
import type { PrintLine } from '../pdf/lines.ts'
import { isProven } from '../reconcile/reconcile.ts'
import { detectDecimalMark, type DecimalMark } from '../print/amounts.ts'
import { withWesternDates } from '../print/eastern-dates.ts'
import { withoutMarks } from '../print/marked-days.ts'
import { withJoinedDates } from '../print/parted-dates.ts'
import { withJoinedThousands } from '../print/parted-thousands.ts'
import { withYearsBelow } from '../print/years-below.ts'
import { provenOrder, type DateOrder } from '../print/printed-dates.ts'
import { partedLines } from './rearranged/part-words.ts'
import { listRearrangements } from './rearranged/rearrangements.ts'
import { readLine, type ReadLine } from '../print/read-line.ts'
import type { ReadingHints, Statement } from '../statement.ts'
import { MONTH_FIRST_CURRENCIES } from '../currency/currencies.ts'
import { partedTexts } from '../currency/parted-texts.ts'
import { readCurrency, type CurrencyReading } from '../currency/read-currency.ts'
import { LANGUAGES } from '../vocabulary/languages.ts'
import { GENERAL } from '../vocabulary/general.ts'
import { buildLexicon, type Lexicon } from '../vocabulary/lexicon.ts'
import { withoutAccountSums } from './account-sums.ts'
import { accountFacts, type AccountFacts } from '../head/account-facts.ts'
import { getLast4, shareNumbers, type TableStart } from '../head/account-number.ts'
import { headerAt } from './heads/columns.ts'
import { accountSpans } from '../head/account-spans.ts'
import { outsideYear, type OutsideYear } from '../head/years.ts'
import { bestStatement } from './choose.ts'
import { resolveDating } from './dating.ts'
import { feesPrinted } from '../head/fees.ts'
import type { AccountReading } from './doubts/account-reading.ts'
import { withDoubts } from './doubts/doubts.ts'
import { assembleTables } from './assembly/assemble-tables.ts'
import { withSecondDays } from './assembly/second-days.ts'
import type { PrintedTables } from './assembly/printed-tables.ts'
import { isRowLike } from '../head/labels.ts'
import { isClean, rankReading } from './rank-reading.ts'
import { placeTables, type PlacedTables } from './places/place-tables.ts'
import type { Writing } from './places/table-lines.ts'

/** The tables of one account's lines, in one or more ways; the figures decide between them. */
type Arrange = (lines: readonly ReadLine[], writing: Writing) => PlacedTables[]

const assemble: Arrange = (lines, { lexicon, mark }) => {
  const tables = assembleTables(lines, lexicon, mark)
  return [{ tables: { ...tables, rows: withSecondDays(tables.rows) }, lines }]
}

/**
 * By place where that proves something, else as usual. Lists of checks are no part of such a table;
 * they have to agree with it all the same.
 */
const place: Arrange = (lines, writing) => {
  const placed = placeTables(lines, writing)
  const usual = assemble(lines, writing)
  const listed = usual.flatMap(({ tables }) => tables.rows.filter(({ isListed }) => isListed))
  return placed.length > 0
    ? placed.map((each) => ({ ...each, tables: { ...each.tables, listed } }))
    : usual
}

interface Document {
  arrange: Arrange
  lines: readonly ReadLine[]
  lexicon: Lexicon
  mark: DecimalMark
  currency: CurrencyReading
  orders: readonly DateOrder[]
  hints: ReadingHints
  outside: OutsideYear
  layoutId: string | null
}

/**
 * The statements in printed lines, one per account; none when there is no table. `writtenAt`, when
 * the document was written, stands in for a missing year.
 */
export function readTables(
  printed: readonly PrintLine[],
  hints: ReadingHints,
  writtenAt: PlainDate | null,
): Statement[] {
  const lines = withUsualForms(printed)
  const document = describeDocument(lines, hints, writtenAt)
  const { lexicon, mark } = document
  const read = (print: readonly PrintLine[], arrange: Arrange = assemble): Statement[] => {
    const readLines = print.map((line) => readLine(line, lexicon, mark))
    const own = { ...document, arrange, lines: withoutAccountSums(readLines) }
    return withDoubts(chosenReadings(own), own.lines)
  }
  return bestReading(lines, document, read)
}

type Description = Omit<Document, 'arrange' | 'lines'>
type Read = (print: readonly PrintLine[], arrange?: Arrange) => Statement[]

/** The first reading that its figures prove and that leaves nothing open; else the likeliest. */
function bestReading(lines: readonly PrintLine[], writing: Writing, read: Read): Statement[] {
  const asPrinted = read(lines)
  if (isAllClean(asPrinted)) return asPrinted
  const parted = partedLines(lines, writing)
  const apart = parted ? read(parted) : []
  if (isAllClean(apart)) return noting(apart, PARTED)
  const placed = read(lines, place)
  if (isAllClean(placed)) return noting(placed, PLACED)
  const hasRows = asPrinted.some(({ rows }) => rows.length > 0)
  for (const { lines: print, choice, isBetterThanNone } of listRearrangements(lines, writing)) {
    const other = read(print)
    const isOnly = isBetterThanNone && !hasRows && other.some(hasProof)
    if (isOnly || isAllClean(other)) return noting(other, choice)
  }
  const rank = rankReading(placed)
  // Places alone prove nothing: a balance or a sum has to agree with them.
  return rank > Math.max(LEAST_RANK, rankReading(asPrinted)) ? noting(placed, PLACED) : asPrinted
}

function isAllClean(statements: readonly Statement[]): boolean {
  return statements.length > 0 && statements.every(isClean)
}

function describeDocument(
  lines: readonly PrintLine[],
  hints: ReadingHints,
  writtenAt: PlainDate | null,
): Description {
  const texts = lines.map(({ text }) => text)
  const layout = findLayout(lines, hints.layouts ?? LAYOUTS)
  const lexicon = layout ? buildLexicon([layout.vocabulary, ...LANGUAGES]) : GENERAL
  const currency = readCurrency(partedTexts(texts), hints.currency)
  const mark = detectDecimalMark(texts, getExponent(currency.currency))
  return {
    lexicon,
    mark,
    currency,
    orders: listDateOrders(texts, currency.currency),
    hints,
    outside: outsideYear(hints, writtenAt, lexicon),
    layoutId: layout?.id ?? null,
  }
}

/** The lines with days and amounts in the forms that are looked for, and without specks. */
function withUsualForms(printed: readonly PrintLine[]): readonly PrintLine[] {
  const lines = withoutMarks(printed.filter(({ text }) => !MARKS.test(text)))
  return withJoinedThousands(withJoinedDates(withYearsBelow(withWesternDates(lines))))
}

// `.,`   `| ~`: specks and strokes, which would part the lines of a row.
const MARKS = /^[^\p{L}\p{N}\p{Sc}]*$/u

/** Whether a printed sum or balance agrees with the rows, though others may not. */
function hasProof({ reconciliation: { checks } }: Statement): boolean {
  return checks.some(({ id, passed }) => (id === 'T2' || id === 'T3') && passed)
}

/** Figures that agree in nothing reach less. */
const LEAST_RANK = 0.1

function noting(statements: readonly Statement[], choice: string): Statement[] {
  return statements.map((statement) => ({ ...statement, choices: [...statement.choices, choice] }))
}

const PARTED = 'Dates and amounts printed without a gap are parted: only then does it reconcile.'
const PLACED = 'Columns and rows are read by their places: so the printed figures agree best.'

/** Split into accounts, where their figures prove as much as those of the whole. */
function chosenReadings(document: Document): AccountReading[] {
  const whole = readSpans(document, [{ start: 0, end: document.lines.length }])
  const spans = accountSpans(document.lines, document.lexicon)
  const split = spans.length < 2 ? whole : readSpans(document, spans)
  const isSplit = !split.some(isSummary) && provenShare(split) >= provenShare(whole)
  const chosen = isSplit ? split : whole
  return withDormantOnes(document, spans.length) ?? chosen
}

/** Balances that differ without a row between them repeat those of the rows above. */
function isSummary({
  statement: { rows, openingBalance, closingBalance },
}: AccountReading): boolean {
  const isBoth = openingBalance !== null && closingBalance !== null
  return rows.length === 0 && isBoth && openingBalance !== closingBalance
}

/**
 * Accounts of which some have no rows; null unless each is proven and differs from the one before.
 */
function withDormantOnes(document: Document, count: number): AccountReading[] | null {
  const spans = accountSpans(document.lines, document.lexicon, { isDormantOne: true })
  if (spans.length <= Math.max(count, 1)) return null
  const readings = readSpans(document, spans)
  const isOther = ({ statement }: AccountReading, at: number): boolean => {
    const before = readings[at - 1]?.statement
    return before === undefined || before.openingBalance !== statement.openingBalance
  }
  return provenShare(readings) === 1 && readings.every(isOther) ? readings : null
}

function readSpans(
  document: Document,
  spans: readonly { start: number; end: number }[],
): AccountReading[] {
  return spans
    .map(({ start, end }) => readAccount(document, document.lines.slice(start, end)))
    .filter(
      ({ statement: { rows, openingBalance, closingBalance } }) =>
        rows.length > 0 || openingBalance !== null || closingBalance !== null,
    )
    .map((reading, index) => ({ ...reading, statement: { ...reading.statement, index } }))
}

function readAccount(document: Document, lines: readonly ReadLine[]): AccountReading {
  const { lexicon, mark } = document
  const readings = document
    .arrange(lines, { lexicon, mark })
    .map((arranged) => readArranged(document, lines, arranged))
  return readings.reduce((best, other) =>
    rankReading([other.statement]) > rankReading([best.statement]) ? other : best,
  )
}

function readArranged(
  document: Document,
  lines: readonly ReadLine[],
  { tables, lines: arrangedLines }: PlacedTables,
): AccountReading {
  const { lexicon, hints, outside, orders } = document
  const own = ownFacts(document, lines, tables)
  const shared = accountFacts(document.lines, findStart(document.lines, tables, lexicon), lexicon)
  const {
    mayBeCard,
    isTypePrinted,
    isAccountCertain,
    isNumberOfOwner: _,
    ...facts
  } = { ...shared, ...withoutNulls(own) }
  // The number above the first account is not that of the next.
  const isFirst = shared.accountNumber === null || lines[0] === document.lines[0]
  const isShared = shared.isAccountCertain && isFirst
  const { figures } = tables
  const source = { lines, documentLines: document.lines, figures, lexicon, outside }
  const dating = resolveDating(tables, source, orders)
  const head = {
    index: 0,
    ...facts,
    accountType: hints.accountType ?? facts.accountType,
    accountLast4: getLast4(facts.accountNumber),
    feesPrinted: feesPrinted(lines, lexicon),
    ...accountCurrency(document, lines),
    pages: lines.length === 0 ? null : { start: lines[0]!.page, end: lines.at(-1)!.page },
    layoutId: document.layoutId,
  }
  return {
    statement: bestStatement(tables, { head, mayBeCard, lexicon }, dating),
    lexicon,
    lines: arrangedLines,
    tables,
    dating,
    printedType: hints.accountType ?? (isTypePrinted ? facts.accountType : null),
    isAccountCertain: own.accountNumber === null ? isShared : isAccountCertain,
  }
}

/** Of several accounts of one member each is known by the short number over its table. */
function ownFacts(
  document: Document,
  lines: readonly ReadLine[],
  tables: PrintedTables,
): AccountFacts {
  const { lexicon } = document
  const start = findStart(lines, tables, lexicon)
  const facts = accountFacts(lines, start, lexicon)
  const [share] = shareNumbers(lines.slice(0, start.row), lexicon)
  const isShared = facts.accountNumber === null || facts.isNumberOfOwner
  const isOneOfMany = share !== undefined && shareNumbers(document.lines, lexicon).size > 1
  return isShared && isOneOfMany
    ? { ...facts, accountNumber: share, isAccountCertain: true }
    : facts
}

/**
 * Where the first line stands that became a row, or looks like one, and the head of its table; a
 * list of accounts with their balances has no column of days. Without a head both are one.
 */
function findStart(
  lines: readonly ReadLine[],
  { rows }: PrintedTables,
  lexicon: Lexicon,
): TableStart {
  const own = new Set(rows.flatMap((row) => row.lines))
  const at = lines.findIndex((line) => own.has(line) || isRowLike(line))
  const row = at < 0 ? lines.length : at
  for (let head = Math.min(row, HEAD_LINES) - 1; head >= 0; head -= 1)
    if (headerAt(lines, head, lexicon)?.columns.some(({ role }) => role === 'date'))
      return { head, row }
  return { head: row, row }
}

/** A head has so many lines at most. */
const HEAD_LINES = 60

/** The account's own lines take precedence over the document's first page. */
function withoutNulls<Shape extends object>(facts: Shape): Partial<Shape> {
  const known = Object.entries(facts).filter(
    ([, value]) =>
      value !== null && value !== 'unknown' && !(Array.isArray(value) && value.length === 0),
  )
  return Object.fromEntries(known) as Partial<Shape>
}

/** An account of several may print a currency of its own. */
function accountCurrency(
  { currency, hints }: Document,
  lines: readonly ReadLine[],
): CurrencyReading {
  const own = readCurrency(partedTexts(lines.map(({ text }) => text)), hints.currency)
  return own.currencySource === 'printed' ? own : currency
}

function listDateOrders(texts: readonly string[], currency: string): DateOrder[] {
  const proven = provenOrder(texts)
  if (proven) return [proven]
  return MONTH_FIRST_CURRENCIES.has(currency)
    ? ['month-first', 'day-first']
    : ['day-first', 'month-first']
}

function provenShare(readings: readonly AccountReading[]): number {
  const proven = readings.filter(({ statement }) => isProven(statement))
  return readings.length === 0 ? 0 : proven.length / readings.length
}
