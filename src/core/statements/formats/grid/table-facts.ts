import type { PlainDate } from '../../../values/dates.ts'
import type { Cents } from '../../../values/money.ts'
import type { PrintedTexts } from '../../currency/evidence.ts'
import { isDataRow } from './columns/infer-columns.ts'
import { parseCents, scanAmount } from './cells/amounts.ts'
import { parseDate } from './cells/dates.ts'
import { selectColumns, MONEY_ROLES } from './columns/header.ts'
import type { Table } from './find-tables.ts'
import type { GridRow } from './grid-row.ts'
import { readText, type SummaryRow, type Writing } from './read-rows.ts'
import { matchesAnyLabel, labelAndValues, detectSummaryKind } from './summary-rows.ts'
import { CURRENCY_CODES } from '../../currency/currencies.ts'
import { FACT_LABELS } from './words/summary-words.ts'

/** What a file prints about a statement outside its transactions. */
export interface TableFacts {
  openingBalance: Cents | null
  closingBalance: Cents | null
  credits: Cents | null
  debits: Cents | null
  startDate: PlainDate | null
  endDate: PlainDate | null
  accountNumber: string | null
  /** `Business Checking`, from a label such as `Account name`. */
  accountName: string | null
}

/**
 * The facts of the lines above a table and of its summary rows. The lines above win, since a
 * balance that both print is stated there on purpose; totals come unsigned.
 */
export function readFacts(
  table: Table,
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
    accountName: null,
  }
  for (const row of table.preamble) readLabelLine(row, facts, writing)
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

/** The lines of a table for its currency: rows name shops and banks of other countries. */
export function tableTexts({ preamble, headings, rows }: Table): PrintedTexts {
  const lines = rows.map(({ cells }) => ({ cells, isRow: isDataRow({ cells }) }))
  const text = ({ cells }: { cells: readonly string[] }) =>
    cells.filter((cell) => cell !== '').join('  ')
  const head = [...preamble, ...headings, ...lines.filter(({ isRow }) => !isRow)]
  return { head: head.map(text), rows: lines.filter(({ isRow }) => isRow).map(text) }
}

/** Balances, totals, the account and the period of a line above the table. */
function readLabelLine(row: GridRow, facts: TableFacts, writing: Writing): void {
  const parts = labelAndValues(row.cells)
  const kind = detectSummaryKind(parts[0] ?? '')
  if (kind) {
    const amounts = parts
      .slice(1)
      .map(scanAmount)
      .filter((amount) => amount !== null)
    const amount = amounts.at(-1)
    const cents = amount ? parseCents(amount, writing.mark, writing.currency) : null
    addSummary({ kind, label: parts[0]!, ...NOTHING_PRINTED, amount: cents }, facts, writing)
  }
  parts.forEach((label, index) => readPair(label, parts[index + 1] ?? '', { facts, writing }))
}

const NOTHING_PRINTED = { debit: null, credit: null, balance: null, side: null, currency: null }

function readPair(
  label: string,
  value: string,
  into: { facts: TableFacts; writing: Writing },
): void {
  const { facts, writing } = into
  // `Girokonto DE12 3456`: the number begins with the first word that holds a digit
  const number = /\S*\d{3}.*|\S*\d\S*[ -]\d.*/.exec(value)?.[0] ?? null
  if (matchesAnyLabel(label, FACT_LABELS.account)) facts.accountNumber ??= number
  if (matchesAnyLabel(label, FACT_LABELS.accountName)) facts.accountName ??= value
  if (matchesAnyLabel(label, FACT_LABELS.start)) facts.startDate ??= parseDate(value, writing.order)
  if (matchesAnyLabel(label, FACT_LABELS.end)) facts.endDate ??= parseDate(value, writing.order)
  if (!matchesAnyLabel(label, FACT_LABELS.period)) return
  // 08/01/2024 - 08/31/2024, 01.08.2024 bis 31.08.2024
  const [start = '', end = ''] = value.split(/ (?:-|–|to|through|bis|au|al|a|t\/m) /i)
  facts.startDate ??= parseDate(start, writing.order)
  facts.endDate ??= parseDate(end, writing.order)
}

function addSummary(summary: SummaryRow, facts: TableFacts, writing: Writing): void {
  const { kind, amount, debit, credit, balance } = summary
  const printed = amount ?? credit ?? debit
  const date = dateIn(summary.label, writing)
  if (kind === 'opening') {
    facts.openingBalance ??= balance ?? printed
    facts.startDate ??= date
  } else if (kind === 'closing') {
    facts.closingBalance ??= balance ?? printed
    facts.endDate ??= date
  } else {
    facts.credits ??= unsigned(kind === 'credits' ? printed : kind === 'total' ? credit : null)
    facts.debits ??= unsigned(
      kind === 'debits' ? (amount ?? debit ?? credit) : kind === 'total' ? debit : null,
    )
  }
}

/** `Beginning balance as of 08/01/2024`. */
function dateIn(label: string, writing: Writing): PlainDate | null {
  const dates = label.split(' ').map((word) => parseDate(word, writing.order))
  return dates.find((date) => date !== null) ?? null
}

function unsigned(cents: Cents | null): Cents | null {
  return cents === null ? null : Math.abs(cents)
}
