import type { PlainDate } from '../../../../values/dates.ts'
import type { Cents } from '../../../../values/money.ts'
import type { PrintedTexts } from '../../../currency/evidence.ts'
import { CURRENCY_CODES } from '../../../currency/currencies.ts'
import { parseCents, scanAmount } from '../cells/amounts.ts'
import { parseDate } from '../cells/dates.ts'
import { selectColumns, MONEY_ROLES } from '../columns/header.ts'
import { isDataRow } from '../columns/infer-columns.ts'
import type { Table } from '../find-tables.ts'
import type { GridRow } from '../grid-row.ts'
import { readText } from '../cells/pick-cells.ts'
import type { SummaryRow, Writing } from '../read-rows.ts'
import { FACT_LABELS } from '../words/summary-words.ts'
import { accountNumberIn, isSortCode, ownerNumberIn } from './account-number.ts'
import { datesIn, periodIn } from './period-line.ts'
import { matchesAnyLabel, labelAndValues, detectSummaryKind } from './summary-rows.ts'

/** What a file prints about a statement outside its transactions. */
export interface TableFacts {
  openingBalance: Cents | null
  closingBalance: Cents | null
  credits: Cents | null
  debits: Cents | null
  startDate: PlainDate | null
  endDate: PlainDate | null
  accountNumber: string | null
  /** That of a member, which stands for an account where none has a number. */
  ownerNumber: string | null
  /** `Business Checking`, from a label such as `Account name`. */
  accountName: string | null
}

/**
 * The facts of the lines above a table and of its summary rows. The lines above win, since a
 * balance that both print is stated there on purpose; totals come unsigned.
 */
export function readFacts(
  table: Pick<Table, 'preamble'>,
  summaries: readonly SummaryRow[],
  writing: Writing,
): TableFacts {
  const facts: TableFacts = {
    openingBalance: null,
    closingBalance: null,
    credits: null,
    debits: null,
    startDate: null,
    endDate: null,
    accountNumber: null,
    ownerNumber: null,
    accountName: null,
  }
  table.preamble.forEach((row, at) =>
    readLabelLine(row, table.preamble[at + 1], { facts, writing }),
  )
  for (const summary of summaries) addSummary(summary, facts, writing)
  return facts
}

/** The currency printed above a table, in a heading, or in its first row; null if none is. */
export function printedCurrency(table: Table): string | null {
  for (const row of table.preamble) {
    const [label = '', value = ''] = labelAndValues(row.cells)
    const code = value.toUpperCase()
    if (matchesAnyLabel(label, FACT_LABELS.currency) && CURRENCY_CODES.has(code)) return code
  }
  const named = MONEY_ROLES.flatMap((role) => selectColumns(table.columns, role)).find(
    (column) => column.currency !== null,
  )
  const first = table.rows[0] ? readText(table.rows[0].cells, table.columns, 'currency') : ''
  return named?.currency ?? (CURRENCY_CODES.has(first.toUpperCase()) ? first.toUpperCase() : null)
}

/**
 * The lines of a table for its currency: rows name shops and banks of other countries, but for the
 * account that every row names.
 */
export function tableTexts({ preamble, headings, rows, columns }: Table): PrintedTexts {
  const lines = rows.map(({ cells }) => ({ cells, isRow: isDataRow({ cells }) }))
  const head = [...preamble, ...headings, ...lines.filter(({ isRow }) => !isRow)].map(lineText)
  const data = lines.filter(({ isRow }) => isRow)
  const own = selectColumns(columns, 'account').flatMap(({ index }) => {
    const [number = '', ...others] = new Set(data.map(({ cells }) => cells[index] ?? ''))
    return others.length === 0 ? [number] : []
  })
  return { head: [...head, ...own], rows: data.map(lineText) }
}

function lineText({ cells }: { cells: readonly string[] }): string {
  return cells.filter((cell) => cell !== '').join('  ')
}

/** Balances, totals, the account and the period of a line above the table. */
function readLabelLine(
  row: GridRow,
  below: GridRow | undefined,
  { facts, writing }: { facts: TableFacts; writing: Writing },
): void {
  const parts = labelAndValues(row.cells)
  readLabelledAmounts(parts, facts, writing)
  readLabelsOverValues(row, below, { facts, writing })
  const text = lineText(row)
  const period = facts.startDate === null ? periodIn(text, writing.order) : null
  if (period) {
    facts.startDate = period.start
    facts.endDate = period.end
  }
  parts.forEach((label, index) => readPair(label, parts[index + 1] ?? '', { facts, writing }))
  if (below) readLabelOverValue(row, below, { facts, writing })
  takeNumber(facts, accountNumberIn(text))
  facts.ownerNumber ??= ownerNumberIn(text)
}

/** `#Za okres:` over `01.03.2026` | `31.03.2026`, `#Waluta` | `#Numer rachunku` over each's own. */
function readLabelOverValue(
  row: GridRow,
  below: GridRow,
  into: { facts: TableFacts; writing: Writing },
): void {
  const filled = row.cells.filter((cell) => cell !== '')
  if (filled.some((cell) => /\d/.test(cell))) return
  const [label = '', second] = filled
  if (second === undefined) readPair(label, lineText(below), into)
  else row.cells.forEach((cell, at) => readPair(cell, below.cells[at] ?? '', into))
}

/** `Opening balance` | `5120.00`, and `Total in` | `10` | `Total out` | `5` on one line. */
function readLabelledAmounts(parts: readonly string[], facts: TableFacts, writing: Writing): void {
  parts.forEach((label, at) => {
    const kind = detectSummaryKind(label)
    if (!kind) return
    const until = parts.findIndex((part, index) => index > at && detectSummaryKind(part) !== null)
    const cents = lastAmount(parts.slice(at + 1, until < 0 ? undefined : until), writing)
    if (cents !== null)
      addSummary({ kind, label, ...NOTHING_PRINTED, isAbove: true, amount: cents }, facts, writing)
  })
}

function lastAmount(parts: readonly string[], writing: Writing): Cents | null {
  const amount = parts
    .map(scanAmount)
    .filter((each) => each !== null)
    .at(-1)
  return amount ? parseCents(amount, writing.mark, writing.currency) : null
}

/** `Opening Balance,Debits,Credits,Closing Bal` over `45120.50,96864.04,166640.07,114896.53` */
export function readLabelsOverValues(
  row: GridRow,
  below: GridRow | undefined,
  { facts, writing }: { facts: TableFacts; writing: Writing },
): boolean {
  const kinds = row.cells.map(detectSummaryKind)
  if (!below || !standsOverValues(row, below)) return false
  kinds.forEach((kind, at) => {
    const amount = scanAmount(below.cells[at] ?? '')
    const cents = amount && parseCents(amount, writing.mark, writing.currency)
    if (kind && cents !== null)
      addSummary(
        { kind, label: row.cells[at]!, ...NOTHING_PRINTED, isAbove: true, amount: cents },
        facts,
        writing,
      )
  })
  return true
}

/** Two labels of sums over amounts, or one in a row of labels of which each has its own number. */
export function standsOverValues({ cells }: GridRow, below: GridRow): boolean {
  const kinds = cells.filter((cell) => detectSummaryKind(cell) !== null)
  const isAmount = (cell: string): boolean => scanAmount(cell) !== null
  if (kinds.length === 0 || cells.some(isAmount)) return false
  if (kinds.length > 1) return below.cells.some(isAmount)
  const places = cells.flatMap((cell, at) => (cell === '' ? [] : [at]))
  const values = below.cells.flatMap((cell, at) => (isAmount(cell) ? [at] : []))
  return places.length > 2 && String(places) === String(values)
}

export const NOTHING_PRINTED = {
  debit: null,
  credit: null,
  balance: null,
  side: null,
  currency: null,
}

/** The first number stands; one of a program, such as `acc_01J7X4417`, until another is found. */
function takeNumber(facts: TableFacts, found: string | null): void {
  const { accountNumber: known } = facts
  if (known === null || (found !== null && OF_PROGRAM.test(known))) facts.accountNumber = found
}

const OF_PROGRAM = /^[a-z]{2,}_/i

function withoutSortCode(label: string, number: string | null): string | null {
  return number !== null && isSortCode(label, number) ? null : number
}

function readPair(
  label: string,
  value: string,
  into: { facts: TableFacts; writing: Writing },
): void {
  const { facts, writing } = into
  // `Girokonto DE12 3456`: the number begins with the first word that holds a digit
  const number = /\S*\d{3}.*|\S*\d\S*[ -]\d.*/.exec(value)?.[0] ?? null
  if (matchesAnyLabel(label, FACT_LABELS.account))
    takeNumber(facts, accountNumberIn(`${label} ${value}`) ?? withoutSortCode(label, number))
  if (matchesAnyLabel(label, FACT_LABELS.accountName)) facts.accountName ??= value
  if (matchesAnyLabel(label, FACT_LABELS.start)) facts.startDate ??= parseDate(value, writing.order)
  if (matchesAnyLabel(label, FACT_LABELS.end)) facts.endDate ??= parseDate(value, writing.order)
  if (!matchesAnyLabel(label, FACT_LABELS.period)) return
  // 08/01/2024 - 08/31/2024, 01.08.2024 bis 31.08.2024
  const [start, end] = datesIn(value, writing.order)
  facts.startDate ??= start ?? null
  facts.endDate ??= end ?? null
}

/** Takes what a label and its figure say; a balance of some day is placed by its day later. */
export function addSummary(summary: SummaryRow, facts: TableFacts, writing: Writing): void {
  const { kind, amount, debit, credit, balance, side } = summary
  const shown = amount ?? unlessZero(credit) ?? negated(unlessZero(debit)) ?? credit
  const printed = side === 'debit' && shown !== null ? -Math.abs(shown) : shown
  const date = dateIn(summary.label, writing)
  if (kind === 'standing') return
  if (kind === 'opening') {
    facts.openingBalance ??= balance ?? printed
    facts.startDate ??= date
  } else if (kind === 'closing') {
    facts.closingBalance ??= balance ?? printed
    facts.endDate ??= date
  } else if (kind !== 'daily') {
    const isDebit = kind === 'debits' || (kind === 'total' && side === 'debit')
    const isCredit = kind === 'credits' || (kind === 'total' && side === 'credit')
    facts.credits ??= unsigned(isCredit ? printed : kind === 'total' ? credit : null)
    facts.debits ??= unsigned(
      isDebit ? (amount ?? debit ?? credit) : kind === 'total' ? debit : null,
    )
  }
}

/** A column that a row does not use may print a zero. */
function unlessZero(cents: Cents | null): Cents | null {
  return cents === 0 ? null : cents
}

function negated(cents: Cents | null): Cents | null {
  return cents === null ? null : -Math.abs(cents)
}

/** `Beginning balance as of 08/01/2024`. */
function dateIn(label: string, writing: Writing): PlainDate | null {
  const dates = label.split(' ').map((word) => parseDate(word, writing.order))
  return dates.find((date) => date !== null) ?? null
}

function unsigned(cents: Cents | null): Cents | null {
  return cents === null ? null : Math.abs(cents)
}
