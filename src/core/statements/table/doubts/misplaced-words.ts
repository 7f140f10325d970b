import { wordsOfEither } from '../assembly/completed/late-amounts.ts'
import type { PrintedRow } from '../assembly/printed-tables.ts'
import { findWrapGap } from '../assembly/wrap-gap.ts'
import type { PlacedAmount, ReadLine } from '../../print/read-line.ts'

/** Words of rows that may be those of another row, or no words at all. */
export function misplacedWords(rows: readonly PrintedRow[], print: readonly ReadLine[]): string[] {
  const open = wordsOfEither(rows).slice(0, 1)
  return [
    ...codesInWords(rows),
    ...headingsInWords(rows, print),
    ...ownCellsInWords(rows),
    ...open.map((text) => `A line may be of the row above it or of the one below: ${text}`),
  ]
}

/** Lines as far from the rest of their row as another row is, where most stand nearer. */
function headingsInWords(rows: readonly PrintedRow[], print: readonly ReadLine[]): string[] {
  const most = findWrapGap(print)
  if (most === null) return []
  const apart = rows.flatMap(({ lines }) => {
    const sorted = lines.toSorted((a, b) => a.page - b.page || a.y0 - b.y0)
    return sorted.slice(1).flatMap((line, at) => {
      const above = sorted[at]!
      return line.page === above.page && line.y0 - above.y1 > most ? [above.text] : []
    })
  })
  return apart.slice(0, 1).map((text) => `A line among the words may be a heading: ${text}`)
}

/** Codes under each other are a column of their own on so large a share of the rows. */
const CODES_SHARE = 0.8
/** … and on so many. */
const LEAST_CODES = 4
/** Codes of one column begin within so many points of each other. */
const CODE_DRIFT = 2
// 398259791907   TBKTCH1RL8   26-0119
const CODE = /^(?=(?:.*\d){4})[A-Z\d][A-Z\d/-]{4,}$/

/** Codes in a column of their own: nothing says whether they are words of the rows. */
function codesInWords(rows: readonly PrintedRow[]): string[] {
  const printed = rows.filter(({ isListed }) => !isListed)
  const codes = printed.flatMap((row) => codesApart(row))
  const isColumn = codes.some(
    ({ x0 }) =>
      codes.filter((other) => Math.abs(other.x0 - x0) < CODE_DRIFT).length >=
      Math.max(LEAST_CODES, CODES_SHARE * printed.length),
  )
  return isColumn
    ? [`The words of rows hold codes in a column of their own: ${codes[0]!.text}.`]
    : []
}

/** The cells of a row's first line that are one code, among its words and not all of them. */
function codesApart({ lines: [line], description }: PrintedRow): { x0: number; text: string }[] {
  const words = new Set(description.join(' ').split(' '))
  if (words.size < 2) return []
  return [...line!.text.matchAll(/(?<=^| {2})\S+(?= {2}|$)/g)].flatMap(({ 0: text, index }) => {
    const at = line!.offsets.indexOf(index)
    return at >= 0 && CODE.test(text) && words.has(text) ? [{ x0: line!.words[at]!.x0, text }] : []
  })
}

/** Words of rows that are their own cells once more: an amount, or the clock below their day. */
function ownCellsInWords(rows: readonly PrintedRow[]): string[] {
  const printed = rows.filter(({ isListed }) => !isListed)
  return [
    ...printed.flatMap(amountsInWords).map((text) => `The words of a row hold its amount: ${text}`),
    ...printed.flatMap(clocksInWords).map((text) => `The words of a row hold its clock: ${text}`),
  ].slice(0, MOST)
}

/** Further ones are not listed. */
const MOST = 5

/** The amount of a row in another cell of its lines, of which nothing was left out. */
function amountsInWords({ cells, loose, lines, description, leftOut = [] }: PrintedRow): string[] {
  const own = cells.amount ?? cells.debit ?? cells.credit ?? loose[0]
  const used = [...Object.values(cells), ...loose]
  const words = new Set(description.join(' ').split(' '))
  return lines.flatMap((line) => {
    const isFree = ({ from, x0 }: PlacedAmount): boolean =>
      !used.some((each) => each.from === from && each.x0 === x0) &&
      !leftOut.some((each) => each.line === line && each.from <= from && from < each.to)
    return line.amounts
      .filter(({ cents }) => cents !== 0 && cents === own?.cents)
      .filter((amount) => isFree(amount) && isCell(line, amount))
      .map(({ from, to }) => line.text.slice(from, to).trim())
      .filter((text) => words.has(text))
  })
}

function isCell({ text }: ReadLine, { from, to }: PlacedAmount): boolean {
  return /(?:^| {2})\W*$/.test(text.slice(0, from)) && /^\W*(?:$| {2})/.test(text.slice(to))
}

// `08:14 AM`   `17:20:31`
const CLOCK = /^\d{1,2}:\d{2}(?::\d{2})?(?= |$)/

/** The clock that begins a further line of a row where its first one has the day. */
function clocksInWords({ date, lines: [, ...below], description }: PrintedRow): string[] {
  const words = new Set(description.join(' ').split(' '))
  return below.flatMap(({ text, words: [first] }) => {
    const [clock] = CLOCK.exec(text) ?? []
    return clock !== undefined && first!.x0 < date.x1 && words.has(clock) ? [clock] : []
  })
}
