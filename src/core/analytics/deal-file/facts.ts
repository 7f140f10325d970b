import type {
  PaperBlock,
  PaperColumn,
  PaperTable,
  PaperValue,
  ValueKind,
} from '../../values/paper/paper.ts'
import { toMajor } from '../../values/money.ts'
import type { Ledger } from '../ledger.ts'
import type { ReportRequest } from '../report.ts'
import type { CommitteeFacts } from './committee/facts.ts'

/** A document of the deal; it is named by its number in the list, as D1. */
export interface DealDocument {
  id: string
  filename: string
  documentClass: string | null
  status: string
  pageCount: number | null
  authenticity: number | null
}

/** A figure of a statement that a person set and the page has otherwise. */
export interface SetFigure {
  documentId: string
  field: 'amount' | 'opening_balance' | 'closing_balance'
  /** In major units; null for a row that is not on the page. */
  printed: number | null
  /** Null for a row that was taken out. */
  set: number | null
  by: string | null
}

/** What a deal file needs beside the ledger. */
export interface DealFacts {
  /** As the lender calls the deal; the legal name of the business may be another. */
  name: string
  /** The lender's own offer in words; null when none is kept. */
  offer: string | null
  documents: readonly DealDocument[]
  setFigures: readonly SetFigure[]
  /** For the lender's own committee; null on papers for others. */
  committee: CommitteeFacts | null
  /** Where a row was read: its document and page. */
  sources: ReadonlyMap<string, { documentId: string | null; page: number | null }>
  /** Most rows of one list of evidence; the rest is counted. */
  rowsMax: number
}

/** The input of every section. */
export interface DealInput {
  ledger: Ledger
  request: ReportRequest
  facts: DealFacts
}

/** A table; its foot and its formulas follow from the columns. */
export function table(
  title: string,
  columns: PaperColumn[],
  rest: { rows: PaperValue[][]; empty: string; omitted?: string | null },
): PaperTable {
  return { kind: 'table', title, columns, omitted: null, ...rest }
}

/** A column of one kind, with its share of the width. */
export function column(
  label: string,
  as: ValueKind,
  ...[width, more = {}]: [width: number, more?: Pick<PaperColumn, 'isSummed' | 'sumOf'>]
): PaperColumn {
  return { label, as, width, ...more }
}

/** Cents as the paper has them. */
export function major({ currency }: Ledger, cents: number | null): number | null {
  return cents === null ? null : toMajor(Math.round(cents), currency)
}

/** `D2 p. 4`: where a row was read; empty for a row that came without a document. */
export function formatReference({ documents, sources }: DealFacts, transactionId: string): string {
  const source = sources.get(transactionId)
  const number = documents.findIndex(({ id }) => id === source?.documentId) + 1
  if (number === 0) return ''
  return source!.page === null ? `D${number}` : `D${number} p. ${source!.page}`
}

/** `unit_price` as words: the abbreviations of the field keep their capitals. */
export function words(name: string): string {
  return name.replaceAll('_', ' ').replaceAll(ABBREVIATIONS, (word) => word.toUpperCase())
}

const ABBREVIATIONS = /\b(?:mca|nsf|p2p|ach|llc|fico|ein|mtd)\b/g

/** Facts as a block; a kind stands with each. */
export function facts(...list: [string, PaperValue, ValueKind][]): PaperBlock {
  return { kind: 'facts', facts: list.map(([label, value, as]) => ({ label, value, as })) }
}
