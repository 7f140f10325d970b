import { BLOCK } from './dct.ts'

const COEFFICIENTS = BLOCK * BLOCK

/** Natural place of the n-th coefficient of the zigzag (ITU T.81, figure A.6). */
const ZIGZAG = zigzag()

const TABLES = 0xdb
const SCAN = 0xda
const NO_FRAMES = [0xc4, 0xc8, 0xcc]

/**
 * The steps to which a JPEG rounds its luminance, row by row from the lowest frequency (ITU T.81,
 * B.2). Null for what is no JPEG, or has another number of colors than one or three.
 */
export function luminanceSteps(jpeg: Uint8Array): number[] | null {
  if (jpeg[0] !== 0xff || jpeg[1] !== 0xd8) return null
  const tables = new Map<number, number[]>()
  let wanted: number | null = null
  for (let at = 2; at + 4 < jpeg.length && jpeg[at] === 0xff;) {
    const mark = jpeg[at + 1]!
    const segment = jpeg.subarray(at + 4, at + 2 + jpeg[at + 2]! * 256 + jpeg[at + 3]!)
    if (mark === SCAN) break
    if (mark === TABLES) readTables(segment, tables)
    const isFrame = mark >= 0xc0 && mark <= 0xcf && !NO_FRAMES.includes(mark)
    // Precision, height, width, number of colors; of each its id, its sampling and its table.
    if (isFrame) wanted = segment[5] === 1 || segment[5] === 3 ? (segment[8] ?? null) : null
    at += 4 + segment.length
  }
  return wanted === null ? null : (tables.get(wanted) ?? null)
}

function readTables(segment: Uint8Array, tables: Map<number, number[]>): void {
  for (let at = 0; at < segment.length;) {
    const [size, id] = [segment[at]! >> 4 === 0 ? 1 : 2, segment[at]! & 15]
    const values = segment.subarray(at + 1, at + 1 + COEFFICIENTS * size)
    if (values.length < COEFFICIENTS * size) return
    const steps = Array.from<number>({ length: COEFFICIENTS })
    ZIGZAG.forEach((place, index) => {
      steps[place] = size === 1 ? values[index]! : values[2 * index]! * 256 + values[2 * index + 1]!
    })
    if (steps.every((step) => step > 0)) tables.set(id, steps)
    at += 1 + values.length
  }
}

function zigzag(): number[] {
  const places = Array.from({ length: COEFFICIENTS }, (_, place) => place)
  const diagonal = (place: number): number => (place >> 3) + (place & 7)
  // Odd diagonals go down and to the left, even ones up and to the right.
  const along = (place: number): number => (diagonal(place) % 2 === 1 ? place >> 3 : place & 7)
  return places.toSorted((a, b) => diagonal(a) - diagonal(b) || along(a) - along(b))
}

/** Luminance steps at quality 50 (ITU T.81, table K.1), which most programs scale. */
const STANDARD = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56,
  14, 17, 22, 29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113,
  92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
]

/** The steps of a quality from 1 to 100, as the Independent JPEG Group scales them. */
export function stepsOfQuality(quality: number): number[] {
  const scale = quality < 50 ? 5000 / quality : 200 - 2 * quality
  return STANDARD.map((step) => Math.max(1, Math.min(255, Math.floor((step * scale + 50) / 100))))
}
