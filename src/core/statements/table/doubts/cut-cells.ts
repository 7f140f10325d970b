import {
  isInWords,
  type PlacedAmount,
  type PlacedDate,
  type ReadLine,
} from '../../print/read-line.ts'
import type { Doubt } from '../../statement.ts'
import type { PrintedRow, PrintedTables } from '../assembly/printed-tables.ts'

/** A word of a line, as characters of its text. */
interface Token {
  from: number
  to: number
}

/** Further rows are not listed. */
const MAX_ROWS = 5

/**
 * Cells of rows of which some words are among the row's and others went nowhere: a day or a number
 * was taken for a column of its own. A cell is kept whole, or left out whole.
 */
export function cutCells({ rows }: PrintedTables): Doubt[] {
  // A list of checks has words of its own making.
  const cut = rows
    .filter(({ isListed }) => !isListed)
    .flatMap((row) =>
      row.lines
        .flatMap((line) => [...lostWords(row, line), ...overflowingWords(row, line)])
        .slice(0, 1),
    )
  return cut
    .slice(0, MAX_ROWS)
    .map((text) => ({
      code: 'words_uncertain',
      message: `${text} stands in the words of a row and was left out of them.`,
    }))
}

function lostWords(row: PrintedRow, line: ReadLine): string[] {
  const taken = takenTokens(row, line)
  const kept = row.description.flatMap((text) => text.split(' '))
  return [...line.text.matchAll(CELL)].flatMap(({ 0: cell, index: start }) => {
    const words = [...cell.matchAll(/\S+/g)]
      .map(({ 0: text, index }) => ({ text, from: start + index, to: start + index + text.length }))
      .filter(({ from, to }) => !taken.some((token) => from < token.to && token.from < to))
    const first = words.findIndex(({ text }) => LETTERS.test(text) && kept.includes(text))
    return first < 0
      ? []
      : words.slice(first).flatMap(({ text }) => (kept.includes(text) ? [] : [text]))
  })
}

/** Words that run on from kept ones into the place of a column of codes, which is left out. */
function overflowingWords({ leftOut = [], description }: PrintedRow, line: ReadLine): string[] {
  const kept = description.flatMap((text) => text.split(' '))
  const own = leftOut.filter((token) => token.line === line)
  return own.flatMap(({ from, to }) => {
    const [text, before] = [
      line.text.slice(from, to),
      /(\S+) $/.exec(line.text.slice(0, from))?.[1],
    ]
    // `Check Deposit` in a column of kinds is left out whole.
    const isWithin = own.some((token) => token.to === from - 1)
    const isWord = !isWithin && LETTERS.test(text) && !/\d/.test(text)
    return isWord && before !== undefined && kept.includes(before) ? [text] : []
  })
}

const CELL = /\S+(?: \S+)*/g
const LETTERS = /\p{L}{2}/u

/** What a line holds besides words: the days and figures of its row, and columns with a head. */
function takenTokens(row: PrintedRow, line: ReadLine): Token[] {
  const { date, postDate, cells, loose, leftOut = [] } = row
  const own = [date, ...(postDate ? [postDate] : []), ...Object.values(cells), ...loose]
  const isOwn = ({ from, x0 }: PlacedAmount | PlacedDate): boolean =>
    own.some((each) => each.from === from && each.x0 === x0)
  const days = line.dates.filter((each) => isOwn(each) && !isInWords(line, each))
  const named = leftOut.filter((each) => each.line === line)
  return [...days, ...line.amounts.filter(isOwn), ...named]
}
