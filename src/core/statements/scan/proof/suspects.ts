import type { DecimalMark } from '../../print/amounts.ts'
import type { Statement } from '../../statement.ts'
import { amountForms, amountIn } from './amount-forms.ts'
import type { PrintedPage } from '../printed-page.ts'
import type { ScanWord } from '../scan-words.ts'

/** A word of a scanned page that is an amount, or stands where one should. */
export interface Suspect {
  page: PrintedPage
  word: ScanWord
  /** Whether it ends where other amounts of the page end. */
  isAligned: boolean
}

/** More readings than this take longer than a person would. */
const MOST_SUSPECTS = 60
const EDGE_DRIFT = 5
const COLUMN_SIZE = 2
/** Below this an engine is not sure of its word. */
const SURE = 85

/**
 * Words that may be misread amounts, the most doubtful first: words in a column of amounts that are
 * none, words with low confidence, and words in rows that do not add up.
 */
export function findSuspects(
  pages: readonly PrintedPage[],
  statements: readonly Statement[],
  mark: DecimalMark,
): Suspect[] {
  const broken = statements.flatMap(brokenRows)
  return pages
    .flatMap((page) => pageSuspects(page, mark))
    .map((suspect) => ({ suspect, doubt: scoreDoubt(suspect, { broken, mark }) }))
    .toSorted((a, b) => b.doubt - a.doubt)
    .slice(0, MOST_SUSPECTS)
    .map(({ suspect }) => suspect)
}

function pageSuspects(page: PrintedPage, mark: DecimalMark): Suspect[] {
  const words = page.scan?.words ?? []
  const edges = words.filter(({ text }) => amountIn(text, mark) !== null).map(({ x1 }) => x1)
  return words.flatMap((word) => {
    const isAligned = edges.filter((x1) => Math.abs(x1 - word.x1) <= EDGE_DRIFT).length
    const suspect = { page, word, isAligned: isAligned >= COLUMN_SIZE }
    const isAmount = /\d[.,]\d{2}/.test(word.text) || amountForms(word.text, mark).length > 0
    return isAmount || (suspect.isAligned && !/^\p{L}{4,}$/u.test(word.text)) ? [suspect] : []
  })
}

interface BrokenRow {
  page: number | null
  y0: number
  y1: number
}

function brokenRows({ rows, reconciliation }: Statement): BrokenRow[] {
  const running = reconciliation.checks.find(({ id }) => id === 'T3')
  return (running?.rows ?? []).flatMap((index) => {
    const near = typeof index === 'number' ? [rows[index], rows[index - 1]] : []
    return near.flatMap((row) =>
      row?.box ? [{ page: row.page, y0: row.box[1], y1: row.box[3] }] : [],
    )
  })
}

function scoreDoubt(
  { page, word }: Suspect,
  { broken, mark }: { broken: readonly BrokenRow[]; mark: DecimalMark },
): number {
  const middle = (word.y0 + word.y1) / 2
  const isBroken = broken.some(
    (row) => row.page === page.number && row.y0 <= middle && middle <= row.y1,
  )
  const isNone = amountIn(word.text, mark) === null
  const isUnsure = word.confidence < SURE
  return Number(isNone) * 4 + Number(isBroken) * 2 + Number(isUnsure) + 1 - word.confidence / 100
}
