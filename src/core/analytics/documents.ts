import type { Cents } from '../values/money.ts'
import type { PlainDate } from '../values/dates.ts'

/** One value read from a document that is no bank statement; money is minor units. */
export interface DocumentField {
  value: string | number | boolean | null
  type: string
  page: number | null
  box: readonly number[] | null
}

/** A document that is no bank statement as analytics sees it: its class and what was read. */
export interface DocumentFacts {
  id: string
  documentClass: string
  subtype: string | null
  currency: string
  fields: Readonly<Record<string, DocumentField>>
  tables: readonly { name: string; rows: readonly Readonly<Record<string, unknown>>[] }[]
}

/** A sign of alteration in a bank document, not dismissed by anybody (formulas section 15). */
export interface SignalFacts {
  documentId: string
  code: string
  severity: string
  explanation: string
}

/** A printed statement whose days another source covers as well (formulas 7.2). */
export interface SourceStatement {
  id: string
  accountId: string
  documentId: string
  startDate: PlainDate
  endDate: PlainDate
  openingBalance: Cents | null
  closingBalance: Cents | null
  reconciliationStatus: string
}

/** A row as one source has it, whether or not it counts. */
export interface SourceRow {
  id: string
  accountId: string
  documentId: string | null
  statementId: string | null
  /** Of a bank's print; else of a feed, an export or a caller. */
  isPrinted: boolean
  date: PlainDate
  amount: Cents
  currency: string
}

/** A printed statement that repeats the balances and rows of another one, and counts once. */
export interface RepeatedStatement {
  accountId: string
  documentId: string
  endDate: PlainDate
  copyDocumentId: string
  /** What the copy's account is called. */
  copyAccountName: string
  isOneAccount: boolean
  /** The copy has its rows at other places of the page. */
  isOtherLayout: boolean
}

/** Statements of days that several sources cover, and the rows to compare, oldest first. */
export interface SourceFacts {
  repeats?: readonly RepeatedStatement[]
  statements: readonly SourceStatement[]
  rows: readonly SourceRow[]
}

/** The money of a field, null when it is not read or is no money. */
export function readMoney({ fields }: DocumentFacts, name: string): Cents | null {
  const field = fields[name]
  return field?.type === 'money' && typeof field.value === 'number' ? field.value : null
}

/** The text of a field, null when it is not read. */
export function readText({ fields }: DocumentFacts, name: string): string | null {
  const value = fields[name]?.value
  return typeof value === 'string' ? value : null
}

/** The date of a field, null when it is not read. */
export function readDate(document: DocumentFacts, name: string): PlainDate | null {
  return document.fields[name]?.type === 'date' ? readText(document, name) : null
}
