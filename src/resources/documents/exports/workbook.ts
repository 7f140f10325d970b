import { balanceSign } from '../../../core/statements/reconcile/reconcile.ts'
import type { AccountType } from '../../../core/statements/statement.ts'
import { getExponent, toMajor, type Cents } from '../../../core/values/money.ts'
import {
  cellText as text,
  buildXlsx,
  type Cell,
  type Table,
} from '../../../platform/wire/tables/xlsx.ts'
import type { ParsedStatementRow } from '../parsed/store.ts'
import type { PresentedField } from '../fields/present.ts'
import type { SignalRow } from '../../records/documents/signals/store.ts'
import type { DocumentRow } from '../../records/documents/store.ts'
import type { ExportedRow, PrintedDay } from './store.ts'

export const SHEETS = ['statements', 'transactions', 'daily_balances', 'fields', 'signals'] as const
export type SheetName = (typeof SHEETS)[number]

/** Everything a workbook can show of one document. */
export interface WorkbookData {
  document: DocumentRow
  statements: ParsedStatementRow[]
  rows: ExportedRow[]
  days: PrintedDay[]
  signals: SignalRow[]
  /** Of documents other than statements; money in major units. */
  fields: PresentedField[]
}

const DATE = 'yyyy-mm-dd'
const MONEY = '#,##0.00'

/** The sheets of a document as an XLSX file, in the requested order. */
export async function writeWorkbook(
  data: WorkbookData,
  names: readonly SheetName[],
): Promise<Buffer> {
  return buildXlsx(names.map((name) => TABLES[name](data)))
}

const TABLES: Record<SheetName, (data: WorkbookData) => Table> = {
  statements: statementTable,
  transactions: transactionTable,
  daily_balances: dayTable,
  fields: fieldTable,
  signals: signalTable,
}

/** One row per statement; its computed closing balance is a formula over its own cells. */
function statementTable({ statements }: WorkbookData): Table {
  const rows = statements.map((row, index) => {
    const line = index + 2
    const isOwed = balanceSign({ accountType: row.accountType as AccountType }) === -1
    const opening = amount(row.openingBalance, row.currency)
    const credits = toMajor(row.computedCredits, row.currency)
    const debits = toMajor(row.computedDebits, row.currency)
    const closing = amount(row.closingBalance, row.currency)
    const net = isOwed ? debits - credits : credits - debits
    const computed = opening === null ? null : round(opening + net, row.currency)
    const [plus, minus] = isOwed ? ['J', 'I'] : ['I', 'J']
    return [
      row.index + 1,
      text(row.institutionName),
      text(row.accountLast4),
      row.accountType,
      row.currency,
      toSerial(row.startDate),
      toSerial(row.endDate),
      opening,
      credits,
      debits,
      computed === null
        ? null
        : { formula: `H${line}+${plus}${line}-${minus}${line}`, result: computed },
      closing,
      computed === null || closing === null
        ? null
        : { formula: `L${line}-K${line}`, result: round(closing - computed, row.currency) },
      row.reconciliation.status,
      row.transactionsCount,
    ]
  })
  return { title: 'Statements', columns: STATEMENT_COLUMNS, rows }
}

const STATEMENT_COLUMNS: Table['columns'] = [
  { header: 'Statement', width: 10 },
  { header: 'Institution', width: 28 },
  { header: 'Account', width: 10 },
  { header: 'Type', width: 14 },
  { header: 'Currency', width: 10 },
  { header: 'From', width: 12, format: DATE },
  { header: 'To', width: 12, format: DATE },
  { header: 'Opening balance', width: 16, format: MONEY },
  { header: 'Credits', width: 16, format: MONEY },
  { header: 'Debits', width: 16, format: MONEY },
  { header: 'Computed closing', width: 16, format: MONEY },
  { header: 'Printed closing', width: 16, format: MONEY },
  { header: 'Difference', width: 14, format: MONEY },
  { header: 'Reconciliation', width: 20 },
  { header: 'Transactions', width: 12 },
]

/** The rows as printed, then their totals. */
function transactionTable({ statements, rows }: WorkbookData): Table {
  const numbers = numberStatements(statements)
  const lines = rows.map((row) => [
    numbers.get(row.statementId) ?? null,
    toSerial(row.date),
    text(row.description),
    toMajor(row.amount, row.currency),
    amount(row.balance, row.currency),
    row.currency,
    text(row.categorySlug),
    text(row.merchantName),
    text(row.checkNumber),
    row.isDuplicate,
    row.page,
    row.id,
  ])
  return {
    title: 'Transactions',
    columns: TRANSACTION_COLUMNS,
    rows: [...lines, ...buildTotals(rows)],
  }
}

const TRANSACTION_COLUMNS: Table['columns'] = [
  { header: 'Statement', width: 10 },
  { header: 'Date', width: 12, format: DATE },
  { header: 'Description', width: 60 },
  { header: 'Amount', width: 16, format: MONEY },
  { header: 'Balance', width: 16, format: MONEY },
  { header: 'Currency', width: 10 },
  { header: 'Category', width: 24 },
  { header: 'Merchant', width: 28 },
  { header: 'Check', width: 10 },
  { header: 'Duplicate', width: 10 },
  { header: 'Page', width: 8 },
  { header: 'Id', width: 38 },
]

/** Amounts of several currencies have no total. */
function buildTotals(rows: ExportedRow[]): Cell[][] {
  const [first] = rows
  if (!first || rows.some(({ currency }) => currency !== first.currency)) return []
  const range = `D2:D${rows.length + 1}`
  const sum = (chosen: (cents: Cents) => boolean) =>
    toMajor(
      rows.reduce((total, { amount: cents }) => total + (chosen(cents) ? cents : 0), 0),
      first.currency,
    )
  return [
    totalLine('Credits', { formula: `SUMIF(${range},">0")`, result: sum((cents) => cents > 0) }),
    totalLine('Debits', { formula: `SUMIF(${range},"<0")`, result: sum((cents) => cents < 0) }),
    totalLine('Net', { formula: `SUM(${range})`, result: sum(() => true) }),
  ]
}

function totalLine(label: string, total: Cell): Cell[] {
  return [null, null, label, total]
}

function dayTable({ statements, days }: WorkbookData): Table {
  const numbers = numberStatements(statements)
  const currencies = new Map(statements.map(({ id, currency }) => [id, currency]))
  const rows = days.map(({ statementId, date, balance }) => [
    numbers.get(statementId) ?? null,
    toSerial(date),
    toMajor(balance, currencies.get(statementId)),
  ])
  const columns: Table['columns'] = [
    { header: 'Statement', width: 10 },
    { header: 'Date', width: 12, format: DATE },
    { header: 'Printed balance', width: 16, format: MONEY },
  ]
  return { title: 'Daily balances', columns, rows }
}

/** What is known of the document, then each field that was read from it, as corrected. */
function fieldTable({ document, fields: read }: WorkbookData): Table {
  const fields: [string, Cell][] = [
    ['Document', document.id],
    ['Name', text(document.displayName)],
    ['Original file', text(document.originalFilename)],
    ['Class', document.documentClass],
    ['Subtype', document.documentSubtype],
    ['Institution', text(document.institutionName)],
    ['From', document.periodStart],
    ['To', document.periodEnd],
    ['Pages', document.pageCount],
    ['Statements', document.statementsCount],
    ['Transactions', document.transactionsCount],
    ['Reconciliation', document.reconciliation?.status ?? null],
    ['Authenticity', document.authenticity?.level ?? null],
    ['Authenticity score', document.authenticity?.score ?? null],
    ['SHA-256', document.sha256],
    ['Read at', document.parsedAt],
  ]
  const columns = [
    { header: 'Field', width: 20 },
    { header: 'Value', width: 70 },
    { header: 'Page', width: 8 },
    { header: 'Confidence', width: 12 },
    { header: 'Check', width: 14 },
  ]
  const found = read.map(({ name, value, page, confidence, validation }): Cell[] => {
    return [name, typeof value === 'string' ? text(value) : value, page, confidence, validation]
  })
  return { title: 'Fields', columns, rows: [...fields, ...found] }
}

/** Authenticity signals, heaviest first. */
function signalTable({ signals }: WorkbookData): Table {
  const rows = signals.map((signal) => [
    signal.code,
    signal.group,
    signal.severity,
    signal.points,
    signal.page,
    text(signal.found),
    text(signal.expected),
    text(signal.explanation),
    signal.isDismissed,
    text(signal.dismissedReason),
  ])
  return { title: 'Signals', columns: SIGNAL_COLUMNS, rows }
}

const SIGNAL_COLUMNS: Table['columns'] = [
  { header: 'Signal', width: 28 },
  { header: 'Group', width: 12 },
  { header: 'Severity', width: 10 },
  { header: 'Points', width: 8 },
  { header: 'Page', width: 8 },
  { header: 'Found', width: 40 },
  { header: 'Expected', width: 40 },
  { header: 'Explanation', width: 70 },
  { header: 'Dismissed', width: 10 },
  { header: 'Reason', width: 40 },
]

function numberStatements(statements: ParsedStatementRow[]): Map<string, number> {
  return new Map(statements.map(({ id, index }) => [id, index + 1]))
}

function amount(cents: Cents | null, currency: string): number | null {
  return cents === null ? null : toMajor(cents, currency)
}

function round(major: number, currency: string): number {
  return Number(major.toFixed(getExponent(currency)))
}

/** Days since 1899-12-30, which spreadsheets call a date. */
function toSerial(date: string | null): number | null {
  return date === null ? null : Date.parse(date) / 86_400_000 + 25_569
}
