import { DOCUMENT_RULES } from './authenticity/rules/index.ts'
import { applyRules, type Signal } from './authenticity/signal.ts'
import { getExponent, toMajor } from '../values/money.ts'
import type { Problem } from '../values/problem.ts'
import { withEdges } from './edges/derive-edges.ts'
import type {
  Format,
  PageChoice,
  PagesOptions,
  SeenPage,
  SightFailure,
  Tools,
} from './formats/format.ts'
import { FORMATS } from './formats/index.ts'
import { MAX_SCANNED_PAGES } from './pdf/page-limits.ts'
import type { PageText } from './page-text.ts'
import { isProven, reconcileStatement } from './reconcile.ts'
import { blankFacts } from './statement.ts'
import type { Reading, ReadingHints, ReconciliationCheck, Statement } from './statement.ts'

/** A reading with the signals of its document. */
export interface AssessedReading extends Reading {
  signals: Signal[]
}

/**
 * Reads the statements of one document and checks each against its printed figures. The format is
 * recognized by content; the name is not trusted. Never throws for bad input: a document that
 * cannot be read has a `failure`, and what was left out of it is in `problems`.
 */
export async function readStatement(
  bytes: Uint8Array,
  hints: ReadingHints,
  tools: Tools,
): Promise<AssessedReading> {
  const format = detectFormat(bytes)
  if (!format) return { ...UNSUPPORTED, signals: [] }
  const read = await format.read(bytes, hints, tools)
  const { inspection = null, pictureSoftware = [], recompressed = [], ...reading } = read
  const statements = reading.statements.map(settle)
  const problems = [
    ...reading.problems,
    ...statements.flatMap(statementProblems),
    ...(format.readPages ? statements.flatMap(unproven) : []),
  ]
  if (reading.failure) return { ...reading, statements, problems, signals: [] }
  const { facts } = reading
  const evidence = { facts, statements, inspection, pictureSoftware, recompressed }
  const signals = applyRules(DOCUMENT_RULES, evidence)
  if (statements.length > 0) return { ...reading, statements, problems, signals }
  const failure = {
    code: 'no_transactions' as const,
    message: 'No table of transactions was found in the document.',
  }
  return { ...reading, statements, problems, signals, failure }
}

/** The edges that the print leaves open, then the checks; what both settle is no doubt any more. */
function settle(read: Statement): Statement {
  const edged = withEdges(read)
  const statement = { ...edged, reconciliation: reconcileStatement(edged) }
  const doubts = (statement.doubts ?? []).filter(
    ({ code }) => code !== 'period_unknown' || !isConsistent(statement),
  )
  const { doubts: _all, ...others } = statement
  return doubts.length > 0 ? { ...others, doubts } : others
}

/** Whether printed figures prove the rows, or running balances the steps between them. */
function isConsistent(statement: Statement): boolean {
  const { checks } = statement.reconciliation
  return isProven(statement) || checks.some(({ id, passed }) => id === 'T3' && passed)
}

const CHECK_PROBLEMS: Partial<Record<ReconciliationCheck['id'], string>> = {
  T2: 'A printed total differs from the rows read',
  T3: 'A running balance does not follow from the rows above it',
  T4: 'The daily balance table differs from the rows read',
  T7: 'Rows are dated outside the period',
}

/** What a person should review, even where the balances agree. */
function statementProblems(statement: Statement): Problem[] {
  const where = `statement ${statement.index + 1}`
  const doubts = (statement.doubts ?? []).map((doubt) => ({ ...doubt, where }))
  return [
    ...assumedCurrency(statement),
    ...unexplained(statement),
    ...checkProblems(statement),
    ...wordlessRows(statement),
    ...doubts,
  ]
}

/** Print may be misread: where none of its figures proves the rows, a person compares them. */
function unproven({ index, rows, reconciliation: { status } }: Statement): Problem[] {
  if (status !== 'unverifiable' || rows.length === 0) return []
  const message = 'No printed figure proves that its rows were read right.'
  return [{ code: 'unproven', where: `statement ${index + 1}`, message }]
}

/** Money whose currency nothing shows is right only by chance. */
function assumedCurrency({ index, currency, currencySource }: Statement): Problem[] {
  if (currencySource !== 'assumed') return []
  const message = `Nothing in the document shows its currency; ${currency} is assumed.`
  return [{ code: 'currency_assumed', where: `statement ${index + 1}`, message }]
}

/** How much the rows are off, and which single mistakes would explain it; a person decides. */
function unexplained({ index, currency, reconciliation }: Statement): Problem[] {
  const { status, difference, repairCandidates } = reconciliation
  if (status !== 'unreconciled' || !difference) return []
  const off = toMajor(Math.abs(difference), currency).toFixed(getExponent(currency))
  const hints = repairCandidates.slice(0, HINTS).map(({ message }) => message)
  const message = [`The rows miss the closing balance by ${off}.`, ...hints].join(' ')
  return [{ code: 'does_not_reconcile', where: `statement ${index + 1}`, message }]
}

const HINTS = 3

/** Every row prints a description; without one its line was not read completely. */
function wordlessRows({ index, rows }: Statement): Problem[] {
  return rows.flatMap(({ page, description }, at) =>
    page !== null && description === ''
      ? [
          {
            code: 'row_without_words',
            where: `statement ${index + 1}`,
            message: `Row ${at + 1} holds no description; part of its line was not read.`,
          },
        ]
      : [],
  )
}

function checkProblems({ index, reconciliation }: Statement): Problem[] {
  return reconciliation.checks.flatMap(({ id, passed, rows }) => {
    const message = CHECK_PROBLEMS[id]
    if (passed || !message) return []
    const named = rows.slice(0, 5).map((row) => (typeof row === 'number' ? `row ${row + 1}` : row))
    return [
      {
        code: 'check_failed',
        where: `statement ${index + 1}`,
        message: `${message}: ${named.join(', ')}.`,
      },
    ]
  })
}

/** Text of a document as a person sees it. */
export interface ReadPages {
  format: string | null
  pageCount: number | null
  pages: PageText[]
  /** Whether pages were left unread that only their image holds. */
  isPart: boolean
  failure: Reading['failure']
}

/** Pages that are read, and how many of them from their image, which takes seconds each. */
const LIMITS = {
  /** Enough to classify a document, and of scans only the first page. */
  sight: { pageLimit: 3, scanLimit: 1 },
  head: { pageLimit: 3, scanLimit: 3 },
  /** Enough to see which documents a file holds; a scan of more pages would take a minute. */
  segments: { pageLimit: 60, scanLimit: 20 },
  /** Fields stand on the first pages; annexes of contracts go on for hundreds. */
  fields: { pageLimit: 60, scanLimit: MAX_SCANNED_PAGES },
  all: { pageLimit: Infinity, scanLimit: MAX_SCANNED_PAGES },
}

/** The lines of a document's pages with their places; none for formats without pages. */
export async function readPages(
  bytes: Uint8Array,
  { hints, tools }: Pick<PagesOptions, 'hints' | 'tools'>,
  part: keyof typeof LIMITS,
): Promise<ReadPages> {
  const found = detectFormat(bytes)
  const format = found?.format ?? null
  const none = { pageCount: null, pages: [], isPart: false, failure: null }
  if (!found?.readPages) return { format, ...none }
  const limits = LIMITS[part]
  const { pages, facts, failure } = await found.readPages(bytes, { hints, tools, ...limits })
  const isPart = (facts.scannedPagesCount ?? 0) >= limits.scanLimit
  return { format, pageCount: facts.pageCount, pages, isPart, failure }
}

/** One page of a document for the duration of `use`; `page_not_found` where there is none. */
export async function seePage<Result>(
  bytes: Uint8Array,
  choice: PageChoice,
  use: (page: SeenPage) => Promise<Result>,
): Promise<Result | { failure: SightFailure }> {
  const format = detectFormat(bytes)
  if (!format) return { failure: 'unsupported_file_type' }
  return format.seePage ? format.seePage(bytes, choice, use) : { failure: 'page_not_found' }
}

const UNSUPPORTED: Reading = {
  facts: blankFacts(null),
  statements: [],
  problems: [],
  failure: {
    code: 'unsupported_file_type',
    message: 'The file is neither a PDF nor a table, a bank message or an export of transactions.',
  },
}

function detectFormat(bytes: Uint8Array): Format | undefined {
  return FORMATS.find((format) => format.sniff(bytes))
}
