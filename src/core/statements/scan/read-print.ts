import type { PlainDate } from '../../values/dates.ts'
import type { Problem } from '../../values/problem.ts'
import type { PrintLine } from '../pdf/lines.ts'
import type { ReadingHints, Statement, StatementRow } from '../statement.ts'
import { isProven } from '../reconcile/reconcile.ts'
import { readTables } from '../table/read-tables.ts'
import { doubtfulDates } from './proof/doubtful-dates.ts'
import { doubtfulWords } from './proof/doubtful-words.ts'
import { displayedBox, type PrintedPage, type ScanTools } from './printed-page.ts'
import type { Repair } from './proof/prove.ts'
import { proveInOtherWays } from './proof/read-again.ts'

export interface PrintReading {
  hints: ReadingHints
  /** When the document was written, if it says so. */
  writtenAt: PlainDate | null
  tools: ScanTools | null
}

/**
 * The statements printed on pages, with boxes on the pages as displayed. Problems of scanned pages
 * name the figures that were corrected, the dates and words that are doubtful, and the statements
 * that nothing proves; `pages` are as they were read in the end.
 */
export async function readPrint(
  pages: readonly PrintedPage[],
  { hints, writtenAt, tools }: PrintReading,
): Promise<{ statements: Statement[]; problems: Problem[]; pages: readonly PrintedPage[] }> {
  // A page that prints some balance but no row, and proves nothing, is no statement.
  const read = (lines: readonly PrintLine[]): Statement[] =>
    readTables(lines, hints, writtenAt).filter(isStatement)
  if (!tools || pages.every(({ scan }) => scan === null))
    return { statements: read(pages.flatMap(({ lines }) => lines)), problems: [], pages }
  const proof = await proveInOtherWays(pages, read, tools)
  const { statements, repairs } = proof
  const scans = proof.pages.filter(({ scan }) => scan !== null)
  // A person reviews what is not proven anyway.
  const dates = await doubtfulDates(scans, statements.filter(isProven), tools)
  const words = await doubtfulWords(scans, statements, tools)
  const doubts = [...dates, ...words]
  const problems = [...repairs.map(repairProblem), ...doubts, ...unproven(statements, scans)]
  const finishing = { pages: proof.pages, repairs }
  const done = statements.map((each) => finished(each, finishing))
  return { statements: done, problems, pages: proof.pages }
}

function isStatement({ rows, reconciliation, doubts = [] }: Statement): boolean {
  if (rows.length > 0 || reconciliation.status !== 'unverifiable') return true
  return doubts.some(({ code }) => code === 'year_missing')
}

function repairProblem({ page, word, text }: Repair): Problem {
  const message = `${word.text} was read again as ${text}; only then does the statement reconcile.`
  return { code: 'figure_repaired', where: `page ${page}`, message }
}

/** Digits of a scan that no sum proves may be misread. */
function unproven(statements: readonly Statement[], scans: readonly PrintedPage[]): Problem[] {
  return statements
    .filter((statement) => !isProven(statement) && scans.some((page) => isOn(statement, page)))
    .map(({ index }) => ({
      code: 'scan_unproven',
      where: `statement ${index + 1}`,
      message: 'It was read from images, and its figures do not prove that it was read right.',
    }))
}

function isOn({ pages }: Statement, { number }: PrintedPage): boolean {
  return pages !== null && pages.start <= number && number <= pages.end
}

interface Finishing {
  pages: readonly PrintedPage[]
  repairs: readonly Repair[]
}

function finished(statement: Statement, { pages, repairs }: Finishing): Statement {
  const rows = statement.rows.map((row) => {
    const page = pages.find(({ number }) => number === row.page)
    if (!page || !row.box) return row
    const own = repairs.filter((repair) => isInside(repair, row))
    const repaired =
      own.length > 0 ? { repairedFrom: own.map(({ word }) => word.text).join(' ') } : {}
    return { ...row, box: displayedBox(row.box, page), ...repaired }
  })
  const choices = repairs
    .filter(
      ({ page }) => statement.pages !== null && isOn(statement, { number: page } as PrintedPage),
    )
    .map(
      ({ page, word, text }) =>
        `${word.text} on page ${page} reads ${text}: only then does it reconcile.`,
    )
  return { ...statement, rows, choices: [...statement.choices, ...choices] }
}

function isInside({ page, word }: Repair, { page: rowPage, box }: StatementRow): boolean {
  const middle = (word.y0 + word.y1) / 2
  return page === rowPage && box !== null && box[1] <= middle && middle <= box[3]
}
