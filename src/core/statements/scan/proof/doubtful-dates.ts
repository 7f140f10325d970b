import type { Problem } from '../../../values/problem.ts'
import type { Statement, StatementRow } from '../../statement.ts'
import { lookAgain } from './look-again.ts'
import type { PrintedPage, ScanTools } from '../printed-page.ts'
import type { ScanWord } from '../scan-words.ts'

/** Below this confidence the date is read again. */
const SURE = 85
/** More readings than this take longer than a person would. */
const MOST_LOOKS = 60
const DATE_ALPHABET = '0123456789/.-'

/** The date stands among so many first words of a row. */
const DATE_WORDS = 4

/**
 * Rows of scans whose date may be misread. No sum proves a date, so each date with low confidence
 * or out of order is read again enlarged; where the two readings differ a person has to look.
 */
export async function doubtfulDates(
  scans: readonly PrintedPage[],
  statements: readonly Statement[],
  tools: ScanTools,
): Promise<Problem[]> {
  const problems: Problem[] = []
  let looks = 0
  for (const page of scans) {
    const doubts = statements.flatMap((statement) => doubtsOn(page, statement))
    if (doubts.length === 0) continue
    const image = await page.scan!.image()
    if (!image) continue
    for (const { row, word } of doubts) {
      if (looks >= MOST_LOOKS) break
      looks += 1
      const ocr = { engine: await tools.ocr(), alphabet: DATE_ALPHABET, dpi: page.scan!.dpi }
      const texts = await lookAgain(image, word, ocr)
      if (texts.length > 0 && texts.every((text) => digits(text) === digits(word.text))) continue
      problems.push(buildProblem(row, page, texts))
    }
  }
  return problems
}

function buildProblem({ date }: StatementRow, { number }: PrintedPage, texts: string[]): Problem {
  const others = texts.length > 0 ? `; a closer look says ${texts.join(' or ')}` : ''
  return {
    code: 'doubtful_date',
    where: `page ${number}`,
    message: `The date ${date} is doubtful${others}.`,
  }
}

interface Doubt {
  row: StatementRow
  word: ScanWord
}

function doubtsOn({ number, scan }: PrintedPage, { rows }: Statement): Doubt[] {
  const jumps = outOfOrder(rows)
  return rows.flatMap((row, index) => {
    if (row.page !== number || !row.box) return []
    const [x0, y0, , y1] = row.box
    const words = scan!.words
      .filter((word) => word.baseline >= y0 && word.baseline <= y1 && word.x0 >= x0 - 1)
      .toSorted((a, b) => a.x0 - b.x0)
    const word = words.slice(0, DATE_WORDS).find(({ text }) => hasRowDay(row, text))
    if (!word || (word.confidence >= SURE && !jumps.has(index))) return []
    return [{ row, word }]
  })
}

/** Whether a word has the day of a row's date in it: 01/05   06.02.   2025-04-30   05 */
function hasRowDay({ date }: StatementRow, text: string): boolean {
  const isAmount = /\d[.,]\d{2}\D*$/.test(text) && !/^\d{2}\.\d{2}\.?$/.test(text)
  return (
    !isAmount &&
    digits(text)
      .split(' ')
      .map(Number)
      .includes(Number(date.slice(-2)))
  )
}

/** The numbers of a word, whatever parts them: a closer look sees digits alone. */
function digits(text: string): string {
  return text.match(/\d+/g)?.join(' ') ?? ''
}

/** Rows that break the order, up or down, that most of the rows keep. */
function outOfOrder(rows: readonly StatementRow[]): Set<number> {
  const steps = rows
    .slice(1)
    .map((row, at) => Math.sign(row.date < rows[at]!.date ? -1 : row.date > rows[at]!.date ? 1 : 0))
  const direction = steps.reduce<number>((sum, step) => sum + step, 0) >= 0 ? 1 : -1
  const broken = new Set<number>()
  steps.forEach((step, at) => {
    if (step === -direction) [at, at + 1].forEach((index) => broken.add(index))
  })
  return broken
}
