import type { DocumentClass } from './document-class.ts'
import { plainWords } from './vocabulary/plain-words.ts'
import { listMachineLines } from './machine-lines.ts'
import { isRunning, type PageText, type TextLine, type TextWord } from './page-text.ts'

/** What each kind of cue is looked for in, as plain words. */
export type CueTexts = Record<keyof DocumentClass['cues'] | 'subject', string>

/** Print of a size that body text does not have, as titles have that stand lower on the page. */
const LARGE = 1.35
// Re: Account Verification   SUBJECT: Payoff of agreement 4471   RE Loan 88
const SUBJECT = /^\W*(?:re|subject|reference)\b\s*[:.–—-]/i
// 02/04 Transfer to Checking 1,500.00   04 Feb 26 SAVINGS PLAN -18.00   Feb 4 DEPOSIT 5.00
const ROW =
  /^\W*(?:\d{1,4}[/.-]\d{1,2}(?:[/.-]\d{1,4})?|\p{L}{3,9}\.? \d{1,2}\b|\d{1,2} \p{L}{3,9}\b).*[.,]\d{2}\W*(?:CR|DR|[A-Z]{3})?$/u
// DD SAVINGS PLAN 20.00 1,204.11
const FIGURES = /\d[.,]\d{2}\W*(?:CR|DR|[A-Z]{3})?$/

/** The texts of some pages in which the cues of classes are looked for. */
export function buildCueTexts(pages: readonly PageText[], filename: string): CueTexts {
  const lines = pages.flatMap((page) => page.lines.map(({ text }) => text))
  const marks = listMachineLines([...lines, ...pages.flatMap(({ stamps = [] }) => stamps)])
  const body = plainWords([...lines, ...pages.flatMap(listStacked), ...marks].join(' '))
  // What a row books is no part of what the document is: a savings account pays into checking.
  const negative = plainWords([...lines.filter((line) => !ROW.test(line)), ...marks].join(' '))
  const title = plainWords([...pages.flatMap(listTitleLines), ...marks].join(' '))
  const subject = plainWords(pages.flatMap(listSubjects).join(' '))
  return { title, subject, strong: body, weak: body, negative, filename: plainWords(filename) }
}

/**
 * The lines of the page's top quarter, large print of its upper half, and the subject of a letter;
 * what running text mentions is no title.
 */
function listTitleLines({ lines, height }: PageText): string[] {
  const size = middle(lines.map(({ box }) => box[3] - box[1]))
  return lines
    .filter((line, at) => {
      const { text, box } = line
      if (FIGURES.test(text) || isRunningText(line)) return false
      const isLarge = box[3] - box[1] > LARGE * size && box[1] < height / 2
      // Right under a row stand more of its words: `From Hsu Dental  +$842.27` over `Invoice 2807`.
      if (!isLarge && at > 0 && isUnderFigures(lines[at - 1]!, line)) return false
      return box[1] < height / 4 || isLarge || SUBJECT.test(text)
    })
    .map(({ text }) => text)
}

function isUnderFigures(above: TextLine, below: TextLine): boolean {
  const isOfRow = /\p{L}/u.test(above.text) && FIGURES.test(above.text)
  return isOfRow && below.box[1] - above.box[3] < (below.box[3] - below.box[1]) / 2
}

/** Whether a column of the line is running text; short texts in columns are none. */
function isRunningText(line: TextLine): boolean {
  const cells = line.words ? listCells(line).map(({ text }) => text) : [line.text]
  return cells.some(isRunning)
}

/** The subject of each letter, as its writer names it. */
function listSubjects({ lines }: PageText): string[] {
  return lines.map(({ text }) => text).filter((text) => SUBJECT.test(text))
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** Gaps wider than this share of the height part the headings of two columns. */
const COLUMN_GAP = 0.75

/** What is broken over two lines of one column: `Monthly` over `payment`. */
function listStacked({ lines }: PageText): string[] {
  return lines.flatMap((line, at) => {
    const below = lines[at + 1]
    return below && isRightUnder(line, below) ? joinColumns(line, below) : []
  })
}

function isRightUnder({ box: above }: TextLine, { box: below }: TextLine): boolean {
  const height = above[3] - above[1]
  return below[1] > above[1] + height / 2 && below[1] - above[3] < height
}

function joinColumns(above: TextLine, below: TextLine): string[] {
  const under = listCells(below)
  return listCells(above).flatMap((cell) =>
    under
      .filter((other) => other.x0 < cell.x1 && other.x1 > cell.x0)
      .map((other) => `${cell.text} ${other.text}`),
  )
}

interface Cell {
  text: string
  x0: number
  x1: number
}

function listCells({ words = [] }: TextLine): Cell[] {
  const cells: Cell[] = []
  let last: TextWord | null = null
  for (const word of words) {
    const [x0, y0, x1, y1] = word.box
    const cell = cells.at(-1)
    if (cell && last && x0 - last.box[2] < COLUMN_GAP * (y1 - y0)) {
      cell.text += ` ${word.text}`
      cell.x1 = x1
    } else cells.push({ text: word.text, x0, x1 })
    last = word
  }
  return cells
}
