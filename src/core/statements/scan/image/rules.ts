import type { GrayImage } from './gray-image.ts'
import { inkThreshold } from './contrast.ts'

/** No letter is as wide as this, in inches; the lines of a table are. */
const LEAST_INCHES = 0.4
/** Thicker than this it is no line but a bar or a picture, in inches. */
const MOST_THICKNESS = 0.03
/** Scanning breaks lines at single pixels. */
const MOST_GAP = 2
/** Hairlines come out gray: the share of the way from the ink's threshold to white. */
const GRAY_SHARE = 0.6
/** Pixels of gray between a line and the paper. */
const MOST_RIM = 2
/** The feet of letters may touch and look like a line, but where a stem stands on them. */
const LEAST_THIN = 0.9

/**
 * The image without the horizontal lines of its tables, since text that touches a line is read as
 * one with it and the row is lost.
 */
export function withoutRules(image: GrayImage, dpi: number): GrayImage {
  const { width, height } = image
  const inky = inkThreshold(image)
  const threshold = inky + GRAY_SHARE * (WHITE - inky)
  const ink = { threshold, thickness: Math.ceil(MOST_THICKNESS * dpi) }
  const data = image.data.slice()
  for (let y = 0; y < height; y += 1) {
    for (const [from, to] of findRuns(image, y, { ...ink, least: LEAST_INCHES * dpi })) {
      const places = Array.from({ length: to - from }, (_, at) => from + at)
      const thin = places.filter((x) => isThin(image, { x, y }, ink))
      if (thin.length < LEAST_THIN * places.length) continue
      for (const x of thin) whiten({ width, height, data }, { x, y }, ink)
    }
  }
  return { width, height, data }
}

/** A line of a scan is frayed: its ink above and below this place goes too, with its gray rim. */
function whiten(
  { width, height, data }: GrayImage,
  { x, y }: { x: number; y: number },
  { threshold, thickness }: Ink,
): void {
  data[y * width + x] = WHITE
  for (const step of [-1, 1]) {
    let [at, rim] = [y + step, 0]
    for (; at >= 0 && at < height && Math.abs(at - y) <= thickness; at += step) {
      const shade = data[at * width + x]!
      if (shade >= threshold) rim += 1
      if (shade === WHITE || rim > MOST_RIM || (rim > 0 && shade < threshold)) break
      data[at * width + x] = WHITE
    }
  }
}

const WHITE = 255

interface Ink {
  threshold: number
  thickness: number
}

/** Stretches of ink in a row that are long enough to be a line, `to` exclusive. */
function findRuns(
  { width, data }: GrayImage,
  y: number,
  { threshold, least }: Ink & { least: number },
): [number, number][] {
  const runs: [number, number][] = []
  let [from, last] = [-1, -1]
  for (let x = 0; x <= width; x += 1) {
    const isInk = x < width && data[y * width + x]! < threshold
    if (isInk) {
      if (from < 0) from = x
      last = x
    } else if (from >= 0 && (x - last > MOST_GAP || x === width)) {
      if (last - from >= least) runs.push([from, last + 1])
      from = -1
    }
  }
  return runs
}

/** Whether the ink is no higher at this place than a line is: a letter that crosses it stays. */
function isThin(
  { width, height, data }: GrayImage,
  { x, y }: { x: number; y: number },
  { threshold, thickness }: Ink,
): boolean {
  let high = 1
  for (let up = y - 1; up >= 0 && high <= thickness && data[up * width + x]! < threshold; up -= 1)
    high += 1
  for (let down = y + 1; down < height && high <= thickness; down += 1) {
    if (data[down * width + x]! >= threshold) break
    high += 1
  }
  return high <= thickness
}
