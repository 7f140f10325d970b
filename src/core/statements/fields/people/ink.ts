import type { PageImage } from '../../pdf/render.ts'
import type { Box } from '../../statement.ts'
import type { SignaturePlace } from './signatures.ts'

const POINTS_PER_INCH = 72
/** A shade under this share of the paper's is ink. */
const INK_SHADE = 0.6
/** An upright stroke of a pen or a letter has so many pixels; a printed line has fewer. */
const STROKE_PIXELS = 5
/** A stroke over more of the region's height is the side of a box. */
const SIDE_SHARE = 0.9
/** Specks of a scan cover less, and fewer columns, than the shortest signature. */
const INK_SHARE = 0.004
const COLUMNS_MIN = 5

/** Whether the place for a signature holds ink beyond the lines of the form. */
export function isInked(
  image: PageImage,
  dpi: number,
  { region, others }: SignaturePlace,
): boolean {
  const scale = dpi / POINTS_PER_INCH
  const [x0, y0, x1, y1] = toPixels(region, scale, image)
  if (x1 - x0 < 4 || y1 - y0 < 4) return false
  const masks = others.map((box) => toPixels(box, scale, image))
  const paper = readPaperShade(image)
  const isDark = (x: number, y: number): boolean =>
    readShade(image, x, y) < INK_SHADE * paper &&
    !masks.some(([left, top, right, bottom]) => x >= left && x < right && y >= top && y < bottom)
  return measure(isDark, [x0, y0, x1, y1])
}

/**
 * Ink counts in upright strokes: a line of the form, also one of a page scanned askew, is thinner;
 * the side of a box is longer.
 */
function measure(isDark: (x: number, y: number) => boolean, [x0, y0, x1, y1]: Box): boolean {
  const [width, height] = [x1 - x0, y1 - y0]
  let ink = 0
  let columns = 0
  for (let x = x0; x < x1; x += 1) {
    const strokes = listRuns(isDark, x, [y0, y1]).filter((run) => run >= STROKE_PIXELS)
    if (strokes.length === 0 || Math.max(...strokes) > SIDE_SHARE * height) continue
    ink += strokes.reduce((sum, run) => sum + run, 0)
    columns += 1
  }
  return ink > INK_SHARE * width * height && columns > COLUMNS_MIN
}

/** The lengths of the dark runs of a column. */
function listRuns(
  isDark: (x: number, y: number) => boolean,
  x: number,
  [from, to]: [number, number],
): number[] {
  const runs: number[] = []
  let run = 0
  for (let y = from; y <= to; y += 1) {
    if (y < to && isDark(x, y)) run += 1
    else if (run > 0) {
      runs.push(run)
      run = 0
    }
  }
  return runs
}

function toPixels([x0, y0, x1, y1]: Box, scale: number, { width, height }: PageImage): Box {
  const within = (value: number, most: number) => Math.max(0, Math.min(most, Math.round(value)))
  return [
    within(x0 * scale, width),
    within(y0 * scale, height),
    within(x1 * scale, width),
    within(y1 * scale, height),
  ]
}

function readShade({ width, channels, data }: PageImage, x: number, y: number): number {
  const at = (y * width + x) * channels
  return channels === 1 ? data[at]! : (data[at]! + data[at + 1]! + data[at + 2]!) / 3
}

/** The shade of most of the page, from a grid of its points. */
function readPaperShade(image: PageImage): number {
  const shades: number[] = []
  for (let y = 2; y < image.height; y += 17)
    for (let x = 2; x < image.width; x += 17) shades.push(readShade(image, x, y))
  return shades.toSorted((a, b) => a - b)[Math.floor(shades.length * 0.7)] ?? 255
}
