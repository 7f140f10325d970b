import type { PlacedAmount, PlacedDate, ReadLine } from '../../print/read-line.ts'
import type { Doubt } from '../../statement.ts'
import type { PrintedRow, PrintedTables } from '../assembly/printed-tables.ts'
import { misplacedWords } from './misplaced-words.ts'

/** Figures under each other agree in an edge within this many points. */
const EDGE_DRIFT = 1.5
/** A figure inside the words of so many rows may be a foreign amount. */
const LEAST_ROWS = 3

/**
 * Words of rows that may hold print that is not theirs: figures under each other, which are a
 * column that was not read, figures in the place of other rows' cells, print on both sides of the
 * amounts, and lines under the last row of a page where no row above has any.
 */
export function uncertainWords({ rows }: PrintedTables, print: readonly ReadLine[]): Doubt[] {
  const doubts = [
    ...columnInWords(rows),
    ...withoutHead(rows),
    ...sumsOfLines(rows),
    ...cellsInWords(rows),
    ...panelInWords(rows),
    ...footInWords(rows),
    ...misplacedWords(rows, print),
  ]
  return doubts.map((message) => ({ code: 'words_uncertain', message }))
}

/** One row may have a remark under a head of something else. */
const LEAST_UNNAMED = 2

function withoutHead(rows: readonly PrintedRow[]): string[] {
  const { length } = rows.filter(({ isUnnamed }) => isUnnamed)
  return length < LEAST_UNNAMED
    ? []
    : [`No head names the words of rows, and words of ${length} rows were left out.`]
}

function columnInWords(rows: readonly PrintedRow[]): string[] {
  const loose = rows.flatMap((row) =>
    figuresInWords(row)
      .slice(-1)
      .map((figure) => ({ ...figure, isApart: isApart(row, figure) })),
  )
  const isColumn = loose.some(({ x1 }) => {
    const own = loose.filter((other) => Math.abs(other.x1 - x1) < EDGE_DRIFT)
    return own.length >= LEAST_ROWS && own.some((figure) => figure.isApart)
  })
  return isColumn
    ? [`The words of ${loose.length} rows hold figures that stand under each other.`]
    : []
}

/** `Total de saídas −120.00` over lines with 100.00 and with 20.00: the row is a sum of others. */
function sumsOfLines(rows: readonly PrintedRow[]): string[] {
  const counts = rows.map(({ cells, loose: [first], lines: [line, ...below] }) => {
    const own = cells.amount ?? cells.debit ?? cells.credit ?? first
    if (own === undefined || !line!.amounts.includes(own)) return 0
    const figures = below.flatMap(({ amounts }) => amounts)
    const sum = figures.reduce((one, { cents }) => one + Math.abs(cents), 0)
    return sum === Math.abs(own.cents) ? figures.length : 0
  })
  const summed = counts.filter((count) => count > 0)
  return summed.length > 1 && summed.some((count) => count > 1)
    ? [`${summed.length} rows are the sums of figures in their words.`]
    : []
}

/** Whether the figure is a cell of its own: equal words of several rows end in equal places. */
function isApart({ lines: [line] }: PrintedRow, { from }: PlacedAmount): boolean {
  return !/\S $/.test(line!.text.slice(0, from))
}

/** What stands in the words of a row where the other rows of its page print a figure or a day. */
function cellsInWords(rows: readonly PrintedRow[]): string[] {
  const pages = [...Map.groupBy(rows, ({ lines }) => lines[0]!.page).values()]
  const cells = pages.flatMap((own) => [
    ...readAtEdge(own),
    ...readInPlace(own, ({ cells: { balance } }) => balance ?? null),
    ...readInPlace(own, secondDay),
  ])
  return cells.map((text) => `The words of a row hold ${text} where others have a cell.`)
}

/** Figures of words that end where most rows have a figure, as one squeezed beside another. */
function readAtEdge(rows: readonly PrintedRow[]): string[] {
  const ends = rows.flatMap(({ cells, loose }) =>
    [...Object.values(cells), ...loose].map(({ x1 }) => x1),
  )
  const isUsual = (x1: number): boolean =>
    ends.filter((end) => Math.abs(end - x1) < EDGE_DRIFT).length * 2 > rows.length
  return rows.flatMap(({ cells, loose, lines, description }) => {
    const own = [...Object.values(cells), ...loose]
    const words = new Set(description.join(' ').split(' '))
    return lines.flatMap((line) =>
      line.words.flatMap(({ text, x0, x1 }) =>
        FIGURE.test(text) && words.has(text) && isUsual(x1) && !own.some((cell) => cell.x0 === x0)
          ? [text]
          : [],
      ),
    )
  })
}

/** A day on the first line of a row that is neither its first nor among its words. */
function secondDay({ date, lines: [line], description }: PrintedRow): Cell | null {
  const words = description.join(' ')
  const isOwn = ({ from, to }: Cell): boolean => words.includes(line!.text.slice(from, to))
  return line!.dates.find((day) => day.x0 > date.x1 && !isOwn(day)) ?? null
}

interface Cell {
  from: number
  to: number
  x0: number
  x1: number
}

/** Figures in the place of a cell that most rows have, in the words of those that have none. */
function readInPlace(
  rows: readonly PrintedRow[],
  getCell: (row: PrintedRow) => Cell | null,
): string[] {
  const cells = rows.flatMap((row) => getCell(row) ?? [])
  const others = rows.filter((row) => getCell(row) === null)
  if (cells.length <= others.length) return []
  const [x0, x1] = [median(cells, 'x0'), median(cells, 'x1')]
  return others.flatMap(({ lines, description }) => {
    const words = new Set(description.join(' ').split(' '))
    return lines.flatMap((line) => figuresIn(line, { x0, x1 }).filter((text) => words.has(text)))
  })
}

/** The figures of a line that reach into these edges and are no days. */
function figuresIn(line: ReadLine, { x0, x1 }: Pick<Cell, 'x0' | 'x1'>): string[] {
  const isDay = (at: number): boolean =>
    line.dates.some(({ from, to }) => line.offsets[at]! >= from && line.offsets[at]! < to)
  return line.words.flatMap(({ text, x0: from, x1: to }, at) =>
    FIGURE.test(text) && from < x1 && to > x0 && !isDay(at) ? [text] : [],
  )
}

// `10,119.14`   `21.33`   `01.19.23`, which is no day
const FIGURE = /^\d+(?:[.,'/-]\d+)+\.?$/

function median(cells: readonly Cell[], edge: 'x0' | 'x1'): number {
  const edges = cells.map((cell) => cell[edge]).toSorted((a, b) => a - b)
  return edges[edges.length >> 1]!
}

/** Figures on the first line of a row that stand in its words. */
function figuresInWords({ cells, loose, description, lines, date }: PrintedRow): PlacedAmount[] {
  const [line] = lines
  const own = [...Object.values(cells), ...loose]
  const words = description.join(' ')
  return line!.amounts.filter(
    (amount) =>
      !own.some(({ from, x0 }) => from === amount.from && x0 === amount.x0) &&
      !isDayBefore(line!.text.slice(amount.from, amount.to).trim(), date) &&
      words.includes(line!.text.slice(amount.from, amount.to).trim()),
  )
}

/** Whether the text is a day of the row's month or of the one before, `05.02`, as of a purchase. */
function isDayBefore(text: string, { first, second }: PlacedDate): boolean {
  const [, day, month] = /^(\d{2})\.(\d{2})$/.exec(text)?.map(Number) ?? []
  if (day === undefined || day < 1 || day > 31) return false
  return [first, second].some((each) => [each, (each + 10) % 12 || 12].includes(month!))
}

/** Print beside a table stands this far right of its figures, in points. */
const SIDE_GAP = 8
/** One row may have a remark behind its amount. */
const LEAST_SIDES = 2

function panelInWords(rows: readonly PrintedRow[]): string[] {
  const sides = [
    ['amounts', rows.map(wordsBehind)],
    ['days', rows.map(wordsBeforeDay)],
  ] as const
  return sides.flatMap(([what, all]) => {
    const sided = all.filter((words) => words !== '')
    // One word for all, as `Pending`, is their state.
    if (new Set(sided).size < LEAST_SIDES) return []
    return [`The words of ${sided.length} rows stand on both sides of their ${what}.`]
  })
}

/** The words left of the day of a row that has words right of it too. */
function wordsBeforeDay({ date, description, lines }: PrintedRow): string {
  const isOfDay = ({ dates }: ReadLine): boolean =>
    dates.some(({ from, x0 }) => from === date.from && x0 === date.x0)
  const words = new Set(description.join(' ').split(' '))
  const own = (line: ReadLine): ReadLine['words'] =>
    line.words.filter(({ text }) => words.has(text) && /\p{L}{2}/u.test(text))
  if (!lines.some((line) => isOfDay(line) && own(line).some(({ x0 }) => x0 > date.x1))) return ''
  return lines
    .flatMap(own)
    .flatMap(({ x1, text }) => (x1 < date.x0 - SIDE_GAP ? [text] : []))
    .join(' ')
}

/** The words right of the amounts of a row that has words left of them too. */
function wordsBehind({ cells, loose, description, lines }: PrintedRow): string {
  const [line] = lines
  const figures = [...Object.values(cells), ...loose]
  const left = Math.min(...figures.map(({ x0 }) => x0))
  const right = Math.max(...figures.map(({ x1 }) => x1)) + SIDE_GAP
  const words = new Set(description.join(' ').split(' '))
  const own = line!.words.filter(({ text }) => words.has(text) && /\p{L}{2}/u.test(text))
  if (!own.some(({ x1 }) => x1 < left)) return ''
  return own.flatMap(({ x0, text }) => (x0 > right ? [text] : [])).join(' ')
}

/** So few rows show nothing of how the others are printed. */
const LEAST_SINGLE = 4

function footInWords(rows: readonly PrintedRow[]): string[] {
  const pages = Map.groupBy(rows, ({ lines }) => lines[0]!.page)
  const last = new Set([...pages.values()].map((own) => own.at(-1)!))
  const others = rows.filter((row) => !last.has(row))
  const count = others[0]?.lines.length
  if (others.length < LEAST_SINGLE || others.some(({ lines }) => lines.length !== count)) return []
  const longer = [...last].filter((row) => row.lines.length > count! && !endsInExchange(row))
  // Lines of a row that the page ends in may stand on the next one.
  const shorter = [...last].slice(0, -1).filter((row) => row.lines.length < count!)
  return [
    ...longer.map(
      ({ lines }) =>
        `Of all rows only the last of page ${lines[0]!.page} has more lines: ${textBelow(lines)}`,
    ),
    ...shorter.map(
      ({ lines }) =>
        `Of all rows only the last of page ${lines[0]!.page} has fewer lines: ${textBelow(lines)}`,
    ),
  ]
}

// `1.159593`   `0,732170`
const RATE = /(?<![\d.,])\d{1,4}[.,]\d{4,}(?!\d)/g
/** A converted amount is rounded, and some banks round the rate that they print. */
const ROUNDED = 0.002

/** Whether the last line prints a foreign amount and the rate that make the row's amount. */
function endsInExchange({ cells, loose, lines }: PrintedRow): boolean {
  const own = cells.amount ?? cells.debit ?? cells.credit ?? loose[0]
  const { text, amounts } = lines.at(-1)!
  const rates = [...text.matchAll(RATE)].map(([rate]) => Number(rate.replace(',', '.')))
  return amounts.some(({ cents }) =>
    rates
      .flatMap((rate) => [cents * rate, cents / rate])
      .some((exchanged) => Math.abs(exchanged - own!.cents) <= 1 + ROUNDED * own!.cents),
  )
}

function textBelow(lines: readonly ReadLine[]): string {
  return lines.at(-1)!.text.slice(0, 80)
}
