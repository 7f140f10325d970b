import type { PlainDate } from '../../values/dates.ts'
import { findLayout } from '../layout.ts'
import { LAYOUTS } from '../layouts/index.ts'
import type { PrintLine } from '../pdf/lines.ts'
import { isProven } from '../reconcile.ts'
import { detectDecimalMark, type DecimalMark } from '../print/amounts.ts'
import { provenOrder, type DateOrder } from '../print/printed-dates.ts'
import { partedLines } from './part-words.ts'
import { readLine, type ReadLine } from '../print/read-line.ts'
import type { ReadingHints, Statement } from '../statement.ts'
import { CURRENCY_CUES, MONTH_FIRST_CURRENCIES } from '../vocabulary/currencies.ts'
import { LANGUAGES } from '../vocabulary/languages.ts'
import { buildLexicon, type Lexicon } from '../vocabulary/lexicon.ts'
import { accountFacts } from '../head/account-facts.ts'
import { getLast4 } from '../head/account-number.ts'
import { accountSpans } from '../head/account-spans.ts'
import { outsideYear, type OutsideYear } from '../head/years.ts'
import { bestStatement } from './choose.ts'
import { resolveDating } from './dating.ts'
import { feesPrinted } from '../head/fees.ts'
import type { AccountReading } from './doubts/account-reading.ts'
import { withDoubts } from './doubts/doubts.ts'
import { assembleTables } from './assembly/assemble-tables.ts'
import type { PrintedTables } from './assembly/printed-tables.ts'
import { isRowLike } from '../head/labels.ts'

interface Document {
  lines: readonly ReadLine[]
  lexicon: Lexicon
  mark: DecimalMark
  currency: string
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
  lines: readonly PrintLine[],
  hints: ReadingHints,
  writtenAt: PlainDate | null,
): Statement[] {
  const texts = lines.map(({ text }) => text)
  const layout = findLayout(lines, hints.layouts ?? LAYOUTS)
  const lexicon = layout ? buildLexicon([layout.vocabulary, ...LANGUAGES]) : GENERAL
  const mark = detectDecimalMark(texts)
  const currency = hints.currency ?? detectCurrency(texts)
  const document = {
    lexicon,
    mark,
    currency,
    orders: listDateOrders(texts, currency),
    hints,
    outside: outsideYear(hints, writtenAt, lexicon),
    layoutId: layout?.id ?? null,
  }
  const read = (print: readonly PrintLine[]): Statement[] => {
    const own = { ...document, lines: print.map((line) => readLine(line, lexicon, mark)) }
    return withDoubts(chosenReadings(own), own.lines)
  }
  const asPrinted = read(lines)
  if (asPrinted.length > 0 && asPrinted.every(isClean)) return asPrinted
  const parted = partedLines(lines, document)
  const apart = parted ? read(parted) : []
  if (apart.length === 0 || !apart.every(isClean)) return asPrinted
  return apart.map((statement) => ({ ...statement, choices: [...statement.choices, PARTED] }))
}

const PARTED = 'Dates and amounts printed without a gap are parted: only then does it reconcile.'

/** Whether the figures prove a statement, and no doubt remains. */
function isClean({ reconciliation: { status, checks }, doubts }: Statement): boolean {
  const isOpen = status.startsWith('un') || doubts !== undefined
  return !isOpen && checks.every(({ id, passed }) => passed || id === 'T6' || id === 'T8')
}

/** Split into accounts, where their figures prove as much as those of the whole. */
function chosenReadings(document: Document): AccountReading[] {
  const whole = readSpans(document, [{ start: 0, end: document.lines.length }])
  const spans = accountSpans(document.lines, document.lexicon)
  const split = spans.length < 2 ? whole : readSpans(document, spans)
  const chosen = provenShare(split) >= provenShare(whole) ? split : whole
  return withDormantOnes(document, spans.length) ?? chosen
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

const GENERAL = buildLexicon(LANGUAGES)

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
  const { lexicon, mark, hints, currency, outside, orders } = document
  const tables = assembleTables(lines, lexicon, mark)
  const own = accountFacts(lines, findFirstRow(lines, tables), lexicon)
  const shared = accountFacts(document.lines, findFirstRow(document.lines, tables), lexicon)
  const { mayBeCard, isTypePrinted, isAccountCertain, ...facts } = {
    ...shared,
    ...withoutNulls(own),
  }
  const source = { lines, documentLines: document.lines, figures: tables.figures, lexicon, outside }
  const dating = resolveDating(tables, source, orders)
  const head = {
    index: 0,
    ...facts,
    accountType: hints.accountType ?? facts.accountType,
    accountLast4: getLast4(facts.accountNumber),
    feesPrinted: feesPrinted(lines, lexicon),
    currency,
    pages: lines.length === 0 ? null : { start: lines[0]!.page, end: lines.at(-1)!.page },
    layoutId: document.layoutId,
  }
  return {
    statement: bestStatement(tables, { head, mayBeCard, lexicon }, dating),
    lexicon,
    lines,
    tables,
    dating,
    printedType: hints.accountType ?? (isTypePrinted ? facts.accountType : null),
    isAccountCertain: own.accountNumber === null ? shared.isAccountCertain : isAccountCertain,
  }
}

/** The index of the first line that became a row, or looks like one. */
function findFirstRow(lines: readonly ReadLine[], { rows }: PrintedTables): number {
  const own = new Set(rows.flatMap((row) => row.lines))
  const at = lines.findIndex((line) => own.has(line) || isRowLike(line))
  return at < 0 ? lines.length : at
}

/** The account's own lines take precedence over the document's first page. */
function withoutNulls<Shape extends object>(facts: Shape): Partial<Shape> {
  const known = Object.entries(facts).filter(
    ([, value]) =>
      value !== null && value !== 'unknown' && !(Array.isArray(value) && value.length === 0),
  )
  return Object.fromEntries(known) as Partial<Shape>
}

function detectCurrency(texts: readonly string[]): string {
  const weights = new Map<string, number>()
  for (const { currency, pattern, weight } of CURRENCY_CUES) {
    const count = texts.filter((text) => pattern.test(text)).length
    if (count > 0)
      weights.set(currency, (weights.get(currency) ?? 0) + weight + Math.min(count, 10) / 10)
  }
  return [...weights].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 'USD'
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
