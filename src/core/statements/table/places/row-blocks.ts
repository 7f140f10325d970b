import type { ReadLine } from '../../print/read-line.ts'

/** A line of a table, and what stands on it. */
export interface TableLine {
  /** Index among the lines of the document. */
  index: number
  line: ReadLine
  /** It prints the day that its row begins with. */
  isDated: boolean
  /** It prints one amount that moves money. */
  isMoving: boolean
  /** It prints figures, but no amount of one row: a balance, sums. */
  isFigures: boolean
  /** Its words say that it sums up rows above it. */
  isSum: boolean
}

/** Lines of one row. */
export type Block = readonly TableLine[]

/** Distances between lines are compared in steps of this, in points. */
const STEP = 0.5

/**
 * The lines as rows: those that stand nearer to each other than rows do. The distance that parts
 * rows is the one under which most blocks hold one amount.
 */
export function splitRows(lines: readonly TableLine[]): Block[] {
  const distances = lines.slice(1).map((line, at) => distance(lines[at]!, line))
  const finite = distances.filter((each) => Number.isFinite(each))
  const limits = [0, ...new Set(finite.map((each) => Math.round(each / STEP) * STEP + STEP / 2))]
  const splits = limits.toSorted((a, b) => a - b).map((limit) => splitAt(lines, distances, limit))
  const scores = splits.map(scoreBlocks)
  const best = splits[scores.indexOf(Math.max(...scores))] ?? []
  return best.flatMap(partRows)
}

function distance(above: TableLine, below: TableLine): number {
  return above.line.page === below.line.page ? below.line.y1 - above.line.y1 : Infinity
}

function splitAt(
  lines: readonly TableLine[],
  distances: readonly number[],
  limit: number,
): TableLine[][] {
  const blocks: TableLine[][] = []
  for (const [at, line] of lines.entries()) {
    const isApart = at === 0 || distances[at - 1]! > limit
    // A balance or a line of sums belongs to no row.
    const isAlone = line.isFigures || blocks.at(-1)?.at(-1)?.isFigures === true
    if (isApart || isAlone) blocks.push([line])
    else blocks.at(-1)!.push(line)
  }
  return blocks
}

/** A block with several amounts hides rows; one with none is rather a part of its neighbor. */
const LOOSE_COST = 0.4

function scoreBlocks(blocks: readonly TableLine[][]): number {
  return blocks.reduce((score, block) => {
    if (block.some(({ isFigures }) => isFigures)) return score
    const moving = block.filter(({ isMoving }) => isMoving).length
    return score + (moving === 0 ? -LOOSE_COST : 2 - moving)
  }, 0)
}

/** A block with several amounts as one block each: a row begins with its day, or its amount. */
function partRows(block: TableLine[]): TableLine[][] {
  if (block.filter(({ isMoving }) => isMoving).length < 2) return [block]
  const rows: TableLine[][] = []
  for (const line of block) {
    const own = rows.at(-1)
    const isWhole = own?.some(({ isMoving }) => isMoving) ?? true
    if (isWhole && (line.isMoving || line.isDated)) rows.push([line])
    else if (own) own.push(line)
    else rows.push([line])
  }
  return rows
}
