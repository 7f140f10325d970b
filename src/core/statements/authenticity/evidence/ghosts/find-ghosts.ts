import type { GrayImage, PixelBox } from '../../../scan/image/gray-image.ts'
import { clusterCells, type Cell } from './clusters.ts'
import { BLOCK, blockTransform, type Frequency } from './dct.ts'
import { stepsOfQuality } from './jpeg-steps.ts'

/** A JPEG as it is stored, neither turned nor resized. */
export interface JpegPicture {
  image: GrayImage
  /** To which the file rounds the coefficients of its luminance, as `luminanceSteps` gives them. */
  steps: readonly number[]
}

/** Low frequencies, which hold most of a text image; each alone indicates its quantization step. */
const FREQUENCIES: readonly Frequency[] = Array.from({ length: BLOCK * BLOCK }, (_, at) => ({
  across: at % BLOCK,
  down: Math.floor(at / BLOCK),
})).filter(({ across, down }) => across + down >= 1 && across + down <= 5)
const COUNT = FREQUENCIES.length
/** Neighboring qualities leave no trace of each other. */
const QUALITIES = Array.from({ length: 67 }, (_, at) => 30 + at)

/** Blocks with less between their darkest and their lightest pixel hold no print. */
const CONTRAST = 24
/** Coefficients of a block that must be significant for the block to count. */
const SIGNIFICANT_MIN = 5
/** An earlier step is tested from this multiple of the last one: finer ones leave little trace. */
const COARSER = 2
/** Distance to earlier steps as a share of chance: at most this for a page rounded to them … */
const ROUNDED = 0.45
/** … and at least this for a part that was not. */
const UNROUNDED = 0.75
/** Fewer blocks prove nothing about their page; a sample of this many shows its quality. */
const BLOCKS_MIN = 100
const SAMPLE = 2000
/** Blocks to each side, and above and below, whose mean counts: print is wider than high. */
const ACROSS = 3
const DOWN = 1
const AROUND_MIN = 5
/** Blocks of one part are at most this far apart: the blanks between words. */
const REACH = 2
/** Fewer different blocks are chance. */
const PART_BLOCKS = 12
/** Share of a part's blocks that differ from each other, at least: a ruled line repeats one. */
const DIFFERENT = 0.5
/** A larger part is no part, but a page composed of several. */
const PART_SHARE = 0.25

/** Blocks of print, each with its coefficients in the order of the frequencies. */
interface Blocks {
  cells: Cell[]
  columns: number
  rows: number
  values: Int16Array
  steps: readonly number[]
}

/**
 * Parts that did not go through an earlier compression of the rest (Farid, "Exposing Digital
 * Forgeries From JPEG Ghosts", 2009, by the coefficients themselves): what was once rounded to
 * coarse steps stays near their multiples when it is saved in finer ones, and what was added
 * afterwards does not. Empty when nothing shows: also where the last compression is the coarsest,
 * and where the picture was resized in between.
 */
export function findGhosts(picture: JpegPicture): PixelBox[] {
  const blocks = readBlocks(picture, 0)
  const trials = tryQualities(sampleBlocks(blocks), sampleBlocks(readBlocks(picture, BLOCK / 2)))
  const earlier = trials.reduce(
    (least, each) => (each.share < least.share ? each : least),
    NO_TRIAL,
  )
  return earlier.share <= ROUNDED ? oddParts(blocks, earlier) : []
}

/** The printed blocks of the grid that begins at this pixel offset. */
function readBlocks({ image, steps }: JpegPicture, offset: number): Blocks {
  const [columns, rows] = [image.width, image.height].map((side) =>
    Math.floor((side - offset) / BLOCK),
  ) as [number, number]
  const own = FREQUENCIES.map(({ across, down }) => steps[down * BLOCK + across]!)
  const [cells, levels]: [Cell[], Int16Array[]] = [[], []]
  const coefficients = new Float64Array(COUNT)
  const transform = blockTransform(image, FREQUENCIES)
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const corner = { x: column * BLOCK + offset, y: row * BLOCK + offset }
      if (!isPrint(image, corner)) continue
      transform(corner, coefficients)
      cells.push({ column, row })
      // As they stand in the file: decoding rounds the pixels, which blurs them a little.
      levels.push(Int16Array.from(own, (step, at) => step * Math.round(coefficients[at]! / step)))
    }
  }
  const values = new Int16Array(levels.length * COUNT)
  levels.forEach((level, at) => values.set(level, at * COUNT))
  return { cells, columns, rows, values, steps: own }
}

/** Where pixels were cut to black or white, the rest of their block is near no step. */
function isPrint({ width, data }: GrayImage, { x, y }: { x: number; y: number }): boolean {
  let [darkest, lightest] = [255, 0]
  for (let row = 0; row < BLOCK; row += 1) {
    for (let at = (y + row) * width + x, end = at + BLOCK; at < end; at += 1) {
      const shade = data[at]!
      if (shade < darkest) darkest = shade
      if (shade > lightest) lightest = shade
    }
  }
  return lightest - darkest >= CONTRAST && darkest > 0 && lightest < 255
}

function sampleBlocks({ cells, values, ...file }: Blocks): Blocks {
  const every = Math.ceil(cells.length / SAMPLE)
  const chosen = cells.flatMap((_, at) => (at % every === 0 ? [at] : []))
  const own = new Int16Array(chosen.length * COUNT)
  chosen.forEach((from, to) =>
    own.set(values.subarray(from * COUNT, (from + 1) * COUNT), to * COUNT),
  )
  return { cells: chosen.map((at) => cells[at]!), values: own, ...file }
}

/** How far each block is from the steps of an earlier quality; NaN where too little is known. */
function distancesTo(quality: number, { cells, values, steps }: Blocks): Float64Array {
  const earlier = stepsOfQuality(quality)
  const tried = FREQUENCIES.map(({ across, down }, at) => {
    const step = earlier[down * BLOCK + across]!
    return step >= COARSER * steps[at]! ? step : Infinity
  })
  return Float64Array.from(cells, (_, block) => {
    let [count, sum] = [0, 0]
    for (let at = 0; at < COUNT; at += 1) {
      const [step, value] = [tried[at]!, values[block * COUNT + at]!]
      // What is nearer to 0 than to the first multiple is near a multiple by chance.
      if (Math.abs(value) * 2 < step) continue
      const off = value / step - Math.round(value / step)
      sum += 12 * off * off
      count += 1
    }
    return count < SIGNIFICANT_MIN ? NaN : sum / count
  })
}

/** An earlier quality tested against a page. */
interface Trial {
  quality: number
  /** The distance of blocks that lie in no grid. */
  chance: number
  /** That of the page's blocks, as a share of it. */
  share: number
}

const NO_TRIAL: Trial = { quality: 0, chance: 1, share: Infinity }

/**
 * Values in steps of the file are not spread evenly between those of another; the same page in
 * another grid (Fridrich, "Steganalysis of JPEG Images", 2002) shows what chance is.
 */
function tryQualities(sample: Blocks, shifted: Blocks): Trial[] {
  return QUALITIES.flatMap((quality) => {
    const [typical, chance] = [sample, shifted].map((blocks) =>
      computeMeanDistance(distancesTo(quality, blocks)),
    ) as [number, number]
    return Number.isFinite(typical / chance) ? [{ quality, chance, share: typical / chance }] : []
  })
}

function computeMeanDistance(distances: Float64Array): number {
  const known = distances.filter((distance) => !Number.isNaN(distance))
  const sum = known.reduce((total, distance) => total + distance, 0)
  return known.length < BLOCKS_MIN ? NaN : sum / known.length
}

/** The mean of the blocks around each one; single blocks are near a step by chance. */
function smoothed({ cells, columns, rows }: Blocks, distances: Float64Array): Float64Array {
  const width = columns + 1
  // Sums over all cells above and to the left.
  const [sums, counts] = [
    new Float64Array(width * (rows + 1)),
    new Float64Array(width * (rows + 1)),
  ]
  cells.forEach(({ column, row }, block) => {
    if (Number.isNaN(distances[block]!)) return
    sums[(row + 1) * width + column + 1] = distances[block]!
    counts[(row + 1) * width + column + 1] = 1
  })
  for (const all of [sums, counts]) {
    for (let at = width; at < all.length; at += 1) {
      all[at] =
        all[at]! + all[at - width]! + (at % width === 0 ? 0 : all[at - 1]! - all[at - width - 1]!)
    }
  }
  return Float64Array.from(cells, ({ column, row }) => {
    const [left, right] = [Math.max(0, column - ACROSS), Math.min(columns, column + ACROSS + 1)]
    const [top, bottom] = [Math.max(0, row - DOWN) * width, Math.min(rows, row + DOWN + 1) * width]
    const within = (all: Float64Array): number =>
      all[bottom + right]! - all[bottom + left]! - all[top + right]! + all[top + left]!
    const count = within(counts)
    return count < AROUND_MIN ? NaN : within(sums) / count
  })
}

/** Clusters of odd blocks that do not cover the page. */
function oddParts(blocks: Blocks, { quality, chance }: Trial): PixelBox[] {
  const { cells, values } = blocks
  const distances = smoothed(blocks, distancesTo(quality, blocks))
  const odd = cells.flatMap((cell, block) =>
    distances[block]! > UNROUNDED * chance ? [{ ...cell, block }] : [],
  )
  return clusterCells(odd, REACH).flatMap((cluster) => {
    if (cluster.length < PART_BLOCKS || cluster.length > PART_SHARE * cells.length) return []
    const kinds = new Set(
      cluster.map(({ block }) => values.subarray(block * COUNT, (block + 1) * COUNT).join()),
    )
    const isPart = kinds.size >= Math.max(PART_BLOCKS, DIFFERENT * cluster.length)
    return isPart ? [around(cluster)] : []
  })
}

function around(cells: readonly Cell[]): PixelBox {
  const [columns, rows] = [cells.map(({ column }) => column), cells.map(({ row }) => row)]
  return {
    x0: Math.min(...columns) * BLOCK,
    y0: Math.min(...rows) * BLOCK,
    x1: (Math.max(...columns) + 1) * BLOCK,
    y1: (Math.max(...rows) + 1) * BLOCK,
  }
}
