import { readLine, cutLine, type ReadLine } from '../../print/read-line.ts'
import type { DecimalMark } from '../../print/amounts.ts'
import type { Lexicon } from '../../vocabulary/lexicon.ts'
import { findPhrases } from '../../vocabulary/phrases.ts'
import { readTotal } from '../heads/titles.ts'
import { movingFigures, type FigureLine } from './column-roles.ts'
import { dateIn, hasDay, isAt } from './date-columns.ts'
import type { FigureColumns } from './figure-columns.ts'
import type { Places } from './places.ts'
import type { TableLine } from './row-blocks.ts'

/** What is known of the print while it is arranged. */
export interface Writing {
  lexicon: Lexicon
  mark: DecimalMark
}

/** Lines of one table stand nearer to each other than this share of their height. */
const NEAR = 1.2

/**
 * The indexes of the lines from the first to the last that print a day in a column, page by page,
 * with those that stand right above and below; with `goesOn` also those at the top of later pages
 * without any day.
 */
export function findRegion(
  lines: readonly ReadLine[],
  dateColumns: readonly number[],
  goesOn: boolean,
): number[] {
  const isDated = (line: ReadLine): boolean =>
    dateColumns.some((column) => dateIn(line, column) !== null)
  const printed = [...lines.keys()].filter((at) => lines[at]!.words.length > 0)
  const pages = Map.groupBy(printed, (at) => lines[at]!.page)
  const first = printed.find((at) => isDated(lines[at]!)) ?? Infinity
  return [...pages.values()].flatMap((own) => {
    let start = own.findIndex((at) => isDated(lines[at]!))
    let end = own.findLastIndex((at) => isDated(lines[at]!))
    // On a page without a day the rows of the last one may go on from its top.
    if (start < 0 && (!goesOn || own[0]! < first)) return []
    if (start < 0) start = end = 0
    while (isNear(lines[own[start - 1]!], lines[own[start]!])) start -= 1
    while (isNear(lines[own[end]!], lines[own[end + 1]!])) end += 1
    return own.slice(start, end + 1)
  })
}

function isNear(upper: ReadLine | undefined, lower: ReadLine | undefined): boolean {
  if (!upper || !lower) return false
  return lower.y0 - upper.y1 < NEAR * (lower.y1 - lower.y0)
}

/** The figures of each line that has any and is no line of a sum, in print order. */
export function figureLines(
  lines: readonly ReadLine[],
  { figures }: FigureColumns,
  { lexicon }: Writing,
): FigureLine[] {
  const byLine = Map.groupBy(figures, ({ line }) => line)
  return [...byLine].flatMap(([at, own]) => (isSum(lines[at]!, lexicon) ? [] : [own]))
}

function isSum(line: ReadLine, lexicon: Lexicon): boolean {
  return line.dates.length === 0 && readTotal(line, lexicon) !== null
}

/** `Statement Summary: Opening Balance 2,45,875.00 Debits 11,69,804.84` right below the rows. */
function namesEdges({ plain, amounts }: ReadLine, { figures }: Lexicon): boolean {
  const edges = findPhrases(figures, plain).filter(
    ({ meaning }) => meaning === 'opening' || meaning === 'closing',
  )
  return amounts.length > (edges[0]?.start === 0 ? 0 : 1) && edges.length > 0
}

/** What stands on each line of the table; a head above its first amount is left out. */
export function tableLines(
  lines: readonly ReadLine[],
  places: Places,
  { lexicon }: Writing,
): TableLine[] {
  const placed = places.region.map((index) => {
    const own = tableLine(lines[index]!, index, places)
    const isLoose = !own.isMoving && !own.isDated
    const isTotal = isSum(own.line, lexicon) || (isLoose && namesEdges(own.line, lexicon))
    // A sum whose figure stands beside the columns closes the table like one within them.
    return { ...own, isFigures: own.isFigures || (!own.isMoving && isTotal), isSum: isTotal }
  })
  const left = Math.min(...[...places.byLine.values()].flat().map(({ amount }) => amount.x0))
  // A head may go on in the place of days: `Data` over `księgowania`.
  const isInDays = ({ x0 }: ReadLine): boolean =>
    places.dateColumns.some((column) => isAt(x0, column))
  const isHead = ({ line, isMoving, isFigures, isDated }: TableLine): boolean =>
    !isMoving && !isFigures && !isDated && line.x1 > left && line.text.includes('  ')
  const pages = Map.groupBy(placed, ({ line }) => line.page)
  return [...pages.values()].flatMap((own) => {
    const first = own.findIndex(({ isMoving }) => isMoving)
    const day = own.findIndex(({ isDated }) => isDated)
    return own.filter(
      (each, at) => (at > first || !isHead(each)) && (at >= day || !isInDays(each.line)),
    )
  })
}

function tableLine(line: ReadLine, index: number, places: Places): Omit<TableLine, 'isSum'> {
  const { byLine, roles, dateColumns } = places
  const own = byLine.get(index) ?? []
  const isMoving = movingFigures(own, roles).length === 1
  return {
    index,
    line,
    isDated: hasDay(line, dateColumns),
    isMoving,
    isFigures: !isMoving && own.some(({ column }) => roles[column] !== 'none'),
  }
}

/** Words beside a table stand this far right of it, in points. */
const SIDE_GAP = 12

/** The lines without what stands right of the table; their places in the list stay. */
export function withoutSide(
  lines: readonly ReadLine[],
  { edge, byLine }: Places,
  { lexicon, mark }: Writing,
): readonly ReadLine[] {
  // Where an amount has a line of its own, words on the others run on above it.
  const hasWords = [...byLine].some(([at, [figure]]) =>
    /\p{L}/u.test(lines[at]!.text.slice(0, figure?.amount.from)),
  )
  if (!hasWords) return lines
  return lines.map((line) => {
    if (line.x1 <= edge + SIDE_GAP) return line
    const cut = cutLine(line, { x0: -Infinity, x1: edge + SIDE_GAP })
    return cut ? readLine(cut, lexicon, mark) : { ...line, ...EMPTY }
  })
}

const EMPTY = { words: [], text: '', offsets: [], plain: [], amounts: [], dates: [] }
