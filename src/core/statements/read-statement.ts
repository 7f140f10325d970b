import { DOCUMENT_RULES } from './authenticity/rules/index.ts'
import { applyRules, type Signal } from './authenticity/signal.ts'
import type { Problem } from '../values/problem.ts'
import { remainingProblems, type CorrectedStatement } from './edits/causes.ts'
import { statementProblems } from './edits/problems.ts'
import { withEdges } from './reconcile/derive-edges.ts'
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
import { findBreaks, isProven, reconcileStatement } from './reconcile/reconcile.ts'
import { blankFacts } from './statement.ts'
import type { Reading, ReadingHints, Statement } from './statement.ts'
import { computeFingerprint, type Heads } from './taught/fingerprint.ts'
import { applyLesson } from './taught/lesson.ts'

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
  const { inspection = null, pictureSoftware = [], recompressed = [], heads, ...reading } = read
  const statements = applyTaught(reading, heads ?? [], hints)
  const found = [
    ...reading.problems,
    ...statements.flatMap(statementProblems),
    ...(format.readPages ? statements.flatMap(unproven) : []),
  ]
  const problems = remainingProblems(found, statements.map(toCorrected))
  if (reading.failure) return { ...reading, statements, problems, signals: [] }
  const { facts } = reading
  const evidence = { facts, statements, problems, inspection, pictureSoftware, recompressed }
  const signals = applyRules(DOCUMENT_RULES, evidence)
  if (statements.length > 0) return { ...reading, statements, problems, signals }
  const failure = {
    code: 'no_transactions' as const,
    message: 'No table of transactions was found in the document.',
  }
  return { ...reading, statements, problems, signals, failure }
}

/** The statements, reconciled, as corrections of earlier documents of their layouts have them. */
function applyTaught(
  { statements, facts }: Reading,
  heads: Heads,
  { taught = [], filename }: ReadingHints,
): Statement[] {
  const file = { filename, createdAt: facts.createdAtInPdf }
  return statements.map((read) => {
    const fingerprint = computeFingerprint(read, facts, heads)
    const statement = { ...settle(read), fingerprint }
    const lesson = taught.find((one) => one.fingerprint === fingerprint)
    return lesson ? applyLesson(statement, lesson, file) : statement
  })
}

function toCorrected(statement: Statement): CorrectedStatement {
  return { statement, corrected: new Set(statement.taught?.map(({ field }) => field)) }
}

/** The edges that the print leaves open, then the checks; what both settle is no doubt any more. */
export function settle(read: Statement): Statement {
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

/** Print may be misread: where none of its figures proves the rows, a person compares them. */
function unproven(statement: Statement): Problem[] {
  const { index, rows, reconciliation } = statement
  if (reconciliation.status !== 'unverifiable' || rows.length === 0) return []
  if (isChained(statement) || isSummed(statement)) return []
  const message = 'No printed figure proves that its rows were read right.'
  return [{ code: 'unproven', where: `statement ${index + 1}`, message }]
}

/**
 * Whether the rows lead from the printed opening to a balance behind the last of them; with one
 * behind every row, or behind the last of each day, every row is part of a step.
 */
function isChained(statement: Statement): boolean {
  const { openingBalance, derivedEdges, reconciliation } = statement
  const isOpened = openingBalance !== null && !derivedEdges.includes('openingBalance')
  const isRunning = reconciliation.checks.some(({ id, passed }) => id === 'T3' && passed)
  if (!isOpened || !isRunning) return false
  const booked = statement.rows.filter(({ isPending }) => !isPending)
  const last = findBreaks(statement).isBackward ? booked[0] : booked.at(-1)
  return last !== undefined && last.balance !== null
}

/** Whether balances follow from row to row, and the printed sums of both directions are theirs. */
function isSummed({ reconciliation: { checks } }: Statement): boolean {
  const sums = checks.filter(({ id, passed }) => id === 'T2' && passed).flatMap(({ rows }) => rows)
  const isRunning = checks.some(({ id, passed }) => id === 'T3' && passed)
  return isRunning && sums.includes('credits') && sums.includes('debits')
}

/** Text of a document as a person sees it. */
export interface ReadPages {
  format: string | null
  pageCount: number | null
  pages: PageText[]
  /** Whether some of these pages were read from their image. */
  hasScans: boolean
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
  const own = detectFormat(bytes)
  const format = own?.format ?? null
  const none = { pageCount: null, pages: [], hasScans: false, isPart: false, failure: null }
  if (!own?.readPages) return { format, ...none }
  const limits = LIMITS[part]
  const { pages, facts, failure } = await own.readPages(bytes, { hints, tools, ...limits })
  const scansCount = facts.scannedPagesCount ?? 0
  const found = { hasScans: scansCount > 0, isPart: scansCount >= limits.scanLimit }
  return { format, pageCount: facts.pageCount, pages, ...found, failure }
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
