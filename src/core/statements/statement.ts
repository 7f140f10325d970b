import type { PlainDate } from '../values/dates.ts'
import type { Cents } from '../values/money.ts'
import type { Problem } from '../values/problem.ts'
import type { Box } from '../values/box.ts'
import type { CurrencySource } from './currency/read-currency.ts'
import type { Layout } from './layout.ts'

export type AccountType =
  | 'checking'
  | 'savings'
  | 'money_market'
  | 'credit_card'
  | 'loan'
  | 'line_of_credit'
  | 'investment'
  | 'unknown'

export type { Box } from '../values/box.ts'

/** One transaction as printed, signed for the account holder (card purchases are negative). */
export interface StatementRow {
  /** The date the bank gives it: for cards the day of purchase, else that of posting. */
  date: PlainDate
  postedOn: PlainDate | null
  amount: Cents
  description: string
  balance: Cents | null
  /** 1-based; null for formats without pages. */
  page: number | null
  box: Box | null
  /** The text of the line (or lines) the row was read from. */
  lineText: string
  /** Name of its section (`Deposits and Additions`); null when the table has none. */
  section: string | null
  checkNumber: string | null
  /** The bank's own id (OFX FITID, CSV reference), null when there is none. */
  externalId: string | null
  /** The bank's transaction type (OFX TRNTYPE, CSV type column); null when there is none. */
  bankType: string | null
  isPending: boolean
  currency: string | null
  /** The figure of a scanned row as first read, when a closer look corrected it. */
  repairedFrom?: string
  /** The id of a row that a person added. */
  addedAs?: string
}

/** Printed totals of overdraft and returned-item fees (12 CFR 1030.11). */
export interface FeesPrinted {
  overdraftPeriod: Cents | null
  overdraftYtd: Cents | null
  returnedPeriod: Cents | null
  returnedYtd: Cents | null
}

export interface StatementSection {
  name: string
  printedTotal: Cents | null
  printedCount: number | null
  parsedTotal: Cents
  parsedCount: number
  difference: Cents | null
  /** A printed sum of all money in or out rather than the total of a table. */
  isSummary?: boolean
  /** Where its rows stand in the reading: first and last of each run. */
  positions?: [number, number][]
}

/** A check of formulas section 14 (T1 … T8). */
export interface ReconciliationCheck {
  id: 'T1' | 'T2' | 'T3' | 'T4' | 'T5' | 'T6' | 'T7' | 'T8'
  passed: boolean
  /** Minor units where the check is about money. */
  expected: number | string | null
  actual: number | string | null
  /** Indexes into `rows`, or texts (dates, section names) that name what failed. */
  rows: (number | string)[]
}

export type ReconciliationStatus =
  | 'reconciled'
  | 'reconciled_by_totals'
  | 'unreconciled'
  | 'unverifiable'
  | 'empty'

export interface Reconciliation {
  status: ReconciliationStatus
  /** closing − (opening + credits − debits); null when a printed balance is missing. */
  difference: Cents | null
  checks: ReconciliationCheck[]
  repairCandidates: { kind: string; rowIndex: number | null; message: string }[]
}

/** One account's statement inside a document. What the document does not print is null. */
export interface Statement {
  index: number
  institutionName: string | null
  accountHolderNames: string[]
  /** Its lines parted by commas, in the order of the print. */
  accountHolderAddress: string | null
  /** As printed, masked or not; the caller encrypts it. */
  accountNumber: string | null
  accountLast4: string | null
  routingNumber: string | null
  accountType: AccountType
  currency: string
  /** Whether the print, the country, the tenant's setting or nothing shows the currency. */
  currencySource: CurrencySource
  startDate: PlainDate | null
  endDate: PlainDate | null
  /**
   * For credit cards: the amount owed, as a positive number (opening − credits + debits = closing).
   */
  openingBalance: Cents | null
  closingBalance: Cents | null
  /** Edges that are not printed and follow from the rows. */
  derivedEdges: readonly DerivedEdge[]
  printedTotals: {
    credits: Cents | null
    debits: Cents | null
    creditsCount: number | null
    debitsCount: number | null
  }
  averageBalancePrinted: Cents | null
  feesPrinted: FeesPrinted | null
  sections: StatementSection[]
  dailyBalances: { date: PlainDate; balance: Cents }[]
  rows: StatementRow[]
  pages: { start: number; end: number } | null
  reconciliation: Reconciliation
  /**
   * Readings chosen among several, and why (`dates read as month-first: the running balance
   * agrees`).
   */
  choices: string[]
  /** Open questions whatever the balances say. Absent where there are none. */
  doubts?: Doubt[]
  layoutId: string | null
  /** What was turned after the reading. Absent where nothing was. */
  turned?: { all: boolean; sections: string[]; dates: boolean }
  /** Equal for documents of one layout; null where nothing distinguishes one from others. */
  fingerprint?: string | null
  /** Values of this reading that follow corrections of an earlier document of its layout. */
  taught?: TaughtValue[]
  /** The statement without them; absent where there are none. */
  untaught?: Statement
}

/** A value that an earlier correction gave. */
export interface TaughtValue {
  field: string
  value: unknown
  readValue: unknown
  /** Of the layout that was taught. */
  layoutId: string
}

/** A date or a balance at the beginning or the end. */
export type DerivedEdge = 'openingBalance' | 'closingBalance' | 'startDate' | 'endDate'

/** Why a person should review a statement although its sums may agree. */
export type Doubt = Pick<Problem, 'code' | 'message'>

export type ImageFormat = 'png' | 'jpeg' | 'tiff' | 'webp'

/** `camt053` stands for camt.052 and camt.054 too, `mt940` for MT942. */
export type DocumentFormat =
  | 'pdf'
  | ImageFormat
  | 'csv'
  | 'xlsx'
  | 'xls'
  | 'ofx'
  | 'mt940'
  | 'camt053'
  | 'bai2'
  | 'qif'
  | 'cfonb120'
  | 'norma43'
  | 'json'
  | 'xml'

export interface DocumentFacts {
  /** Null when the content is of no format that is read. */
  format: DocumentFormat | null
  pageCount: number | null
  producer: string | null
  creator: string | null
  pdfVersion: string | null
  createdAtInPdf: string | null
  modifiedAtInPdf: string | null
  hasTextLayer: boolean | null
  isEncrypted: boolean | null
  revisionsCount: number | null
  /** Of the first page in points, `612 × 792`; absent for formats without pages. */
  pageSize?: string
  /** Pages that were read from their image. Absent for formats without pages. */
  scannedPagesCount?: number
  /** Name and version of the engines that read them: `tesseract.js-core 7.0.0`. */
  ocrEngine?: string
}

/** Of a document of which only the format is known. */
export function blankFacts(format: DocumentFacts['format']): DocumentFacts {
  return {
    format,
    pageCount: null,
    producer: null,
    creator: null,
    pdfVersion: null,
    createdAtInPdf: null,
    modifiedAtInPdf: null,
    hasTextLayer: null,
    isEncrypted: null,
    revisionsCount: null,
  }
}

/** What reading one document yields. `failure` is set when nothing could be read at all. */
export interface Reading {
  facts: DocumentFacts
  statements: Statement[]
  problems: Problem[]
  failure: { code: ReadingFailure; message: string } | null
}

/** Codes a document can fail with; each is in the error catalogue. */
export type ReadingFailure =
  | 'corrupt_file'
  | 'password_protected'
  | 'page_limit_exceeded'
  | 'scanned_page_limit_exceeded'
  | 'image_too_large'
  | 'no_text'
  | 'unsupported_file_type'
  | 'no_transactions'

/** What a caller may know about the document before it is read. */
export interface ReadingHints {
  filename: string
  documentClass?: string
  password?: string
  /** The tenant's setting, for a document that shows no country. */
  currency?: string
  /** The year in which the statement ends, for print that names none. */
  statementYear?: number
  /** `credit_card` turns charges printed as positive into outflows. */
  accountType?: AccountType
  /** Layouts to read with; all of them when absent. */
  layouts?: readonly Layout[]
  /** The pages that are the document, 1-based and inclusive, when it is a part of a larger file. */
  pages?: PageSpan
  /** What corrections of earlier documents of the tenant say of their layouts. */
  taught?: readonly Lesson[]
  /** Which pages are read from their image. Default `auto`: those without useful text. */
  ocr?: OcrChoice
}

/** A value that stands for the one that is read, whenever just that one is read. */
export interface Replacement<Value> {
  from: Value
  to: Value
}

/** Where the year of a statement that prints none comes from. */
export type YearSource = 'file_created' | 'filename'

/** What corrections of a statement say of every statement of its layout. */
export interface TaughtRules {
  signs?: 'turned'
  sections?: Record<string, 'turned'>
  dateOrder?: 'swapped'
  year?: YearSource
  currency?: Replacement<string>
  accountType?: Replacement<AccountType>
  institutionName?: Replacement<string | null>
  /** By the last four digits that were read, of this holder alone. */
  accountNumber?: Replacement<string | null> & { holder: string }
}

/** The rules of one layout, as plain data. */
export interface Lesson {
  layoutId: string
  fingerprint: string
  rules: TaughtRules
}

export type OcrChoice = 'auto' | 'always' | 'never'

export interface PageSpan {
  start: number
  end: number
}
