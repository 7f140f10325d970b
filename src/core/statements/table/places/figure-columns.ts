import type { PlacedAmount, ReadLine } from '../../print/read-line.ts'

/** Which edge the figures of a column share. */
export type Alignment = 'left' | 'right'

/** A figure that stands under others. */
export interface PlacedFigure {
  /** Index of its line. */
  line: number
  /** Index of its column. */
  column: number
  amount: PlacedAmount
}

export interface FigureColumns {
  alignment: Alignment
  /** Where the columns' edges are, most used first. */
  edges: number[]
  figures: PlacedFigure[]
}

/** Figures of one column differ in their edge by less than this, in points. */
const DRIFT = 2.5
/** More columns of figures than these are no table; those with the fewest figures are left out. */
const MAX_COLUMNS = 6
/** Figures of fewer lines make no table. */
const LEAST_FIGURES = 3

/** The columns in which figures stand under each other; null where there are too few. */
export function findFigureColumns(
  lines: readonly ReadLine[],
  alignment: Alignment,
): FigureColumns | null {
  const placed = lines.flatMap((line, at) =>
    line.amounts.map((amount) => ({ line: at, amount, edge: edgeOn(line, amount, alignment) })),
  )
  const groups: (typeof placed)[] = []
  for (const figure of placed.toSorted((a, b) => a.edge - b.edge)) {
    const last = groups.at(-1)?.at(-1)
    if (last && figure.edge - last.edge <= DRIFT) groups.at(-1)!.push(figure)
    else groups.push([figure])
  }
  const kept = groups.toSorted((a, b) => b.length - a.length).slice(0, MAX_COLUMNS)
  if ((kept[0]?.length ?? 0) < LEAST_FIGURES) return null
  const figures = kept.flatMap((group, column) =>
    group.map(({ line, amount }) => ({ line, amount, column })),
  )
  return {
    alignment,
    edges: kept.map((group) => group[group.length >> 1]!.edge),
    figures: figures.toSorted((a, b) => a.line - b.line || a.amount.from - b.amount.from),
  }
}

/** Signs and marks behind a figure are no part of its column: `1,318.00-` stands under `85.00`. */
export function edgeOn(
  line: ReadLine,
  { from, to, x0 }: PlacedAmount,
  alignment: Alignment,
): number {
  if (alignment === 'left') return x0
  const digits = line.text.slice(from, to).replace(/\D+$/, '')
  const end = from + digits.length
  const at = line.offsets.findLastIndex((offset) => offset < end)
  const word = line.words[at]!
  return word.x0 + ((word.x1 - word.x0) * (end - line.offsets[at]!)) / word.text.length
}
