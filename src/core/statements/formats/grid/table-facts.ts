import type { PlainDate } from '../../../values/dates.ts'
import type { Cents } from '../../../values/money.ts'
import { centsOf, scanAmount } from './cells/amounts.ts'
import { parseDate } from './cells/dates.ts'
import type { GridRow, Table } from './find-tables.ts'
import type { SummaryRow, Writing } from './read-rows.ts'
import { isOneOf, summaryKindOf } from './summary-rows.ts'
import { CURRENCY_CODES } from './words/currency-words.ts'
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
}

/**
 * The facts of the lines above a table and of its summary rows. The lines above win, since a balance
 * that both print is stated there on purpose; totals come unsigned.
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
  }
  for (const row of table.preamble) readLabelLine(row, facts, writing)
  for (const summary of summaries) addSummary(summary, facts, writing)
  return facts
}

/** The currency that a line above the table names (`Currency: EUR`), null when none does. */
export function currencyAbove(table: Table): string | null {
  for (const row of table.preamble) {
    const [label = '', value = ''] = labelAndValues(row)
    if (isOneOf(label, FACT_LABELS.currency) && CURRENCY_CODES.has(value.toUpperCase()))
      return value.toUpperCase()
  }
  return null
}

/** `Account number: 1234`, `Account number` | `1234` and `From` | `x` | `To` | `y` are all labels with values. */
function readLabelLine(row: GridRow, facts: TableFacts, writing: Writing): void {
  const parts = labelAndValues(row)
  const kind = summaryKindOf(parts[0] ?? '')
  if (kind) {
    const amounts = parts
      .slice(1)
      .map(scanAmount)
      .filter((amount) => amount !== null)
    const amount = amounts.at(-1)
    const cents = amount ? centsOf(amount, writing.mark, writing.currency) : null
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
  if (isOneOf(label, FACT_LABELS.account) && /\d{3}/.test(value)) facts.accountNumber ??= value
  if (isOneOf(label, FACT_LABELS.start)) facts.startDate ??= parseDate(value, writing.order)
  if (isOneOf(label, FACT_LABELS.end)) facts.endDate ??= parseDate(value, writing.order)
  if (!isOneOf(label, FACT_LABELS.period)) return
  // 08/01/2024 - 08/31/2024, 01.08.2024 bis 31.08.2024
  const [start = '', end = ''] = value.split(/ (?:-|–|to|through|bis|au|al|a|t\/m) /i)
  facts.startDate ??= parseDate(start, writing.order)
  facts.endDate ??= parseDate(end, writing.order)
}

function labelAndValues(row: GridRow): string[] {
  return row.cells
    .flatMap((cell) => (/^[\p{L} .#]+:/u.test(cell) ? splitAtColon(cell) : [cell]))
    .filter((cell) => cell !== '')
}

function splitAtColon(cell: string): string[] {
  const at = cell.indexOf(':')
  return [cell.slice(0, at).trim(), cell.slice(at + 1).trim()]
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
