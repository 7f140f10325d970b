import { inkThreshold } from './contrast.ts'
import type { GrayImage } from './gray-image.ts'

/** Degrees; paper lies no more askew than this in a scanner, and print beyond it is left alone. */
const MOST_SKEW = 6
const COARSE_STEP = 0.5
const FINE_STEP = 0.05
/** Less than this moves no word to another line. */
const LEAST_SKEW = 0.1
/** Lines of text are distinct at this width; more pixels only cost time. */
const PROBE_WIDTH = 900
/** More ink than this is a picture or a dark table, and its points say nothing. */
const MOST_POINTS = 120_000
/** The first search only finds the half degree to search in: one of so many points is enough. */
const COARSE_STRIDE = 4

/**
 * By how many degrees clockwise the page has to be turned to be level; 0 when it is, or when there
 * is too little ink. The angle at which the ink falls into the sharpest rows wins (projection
 * profile, after Postl 1986).
 */
export function findSkew(image: GrayImage): number {
  const { points, size } = inkPoints(image)
  if (points.length < 200) return 0
  const few = points.filter((_, at) => (at >> 1) % COARSE_STRIDE === 0)
  const coarse = bestAngle(few, size, { around: 0, reach: MOST_SKEW, step: COARSE_STEP })
  const fine = bestAngle(points, size, { around: coarse, reach: COARSE_STEP, step: FINE_STEP })
  const isLimit = Math.abs(coarse) >= MOST_SKEW
  return isLimit || Math.abs(fine) < LEAST_SKEW ? 0 : Math.round(fine * 100) / 100
}

/** Whether lines of print run up and down the image rather than across it. */
export function isSideways(image: GrayImage): boolean {
  const { width, height, data } = image
  const threshold = inkThreshold(image)
  const rows = new Float64Array(height)
  const columns = new Float64Array(width)
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      if (data[at]! >= threshold) continue
      rows[y]! += 1 / width
      columns[x]! += 1 / height
    }
  }
  return unevenness(columns) > unevenness(rows)
}

/** How much the ink changes from one row to the next, on average. */
function unevenness(shares: Float64Array): number {
  let sum = 0
  for (let at = 1; at < shares.length; at += 1) sum += (shares[at]! - shares[at - 1]!) ** 2
  return sum / shares.length
}

interface Points {
  points: Float32Array
  size: number
}

function inkPoints(image: GrayImage): Points {
  const step = Math.max(1, Math.floor(image.width / PROBE_WIDTH))
  const threshold = inkThreshold(image)
  const [centerX, centerY] = [image.width / 2 / step, image.height / 2 / step]
  const found: number[] = []
  for (let y = step; y < image.height; y += step) {
    for (let x = 0; x < image.width; x += step) {
      const isInk = image.data[y * image.width + x]! < threshold
      // The lower edge of ink is enough: it lies on the baseline.
      if (isInk && image.data[(y + step) * image.width + x]! >= threshold)
        found.push(x / step - centerX, y / step - centerY)
    }
  }
  const stride = Math.ceil(found.length / 2 / MOST_POINTS)
  const kept = stride <= 1 ? found : found.filter((_, at) => (at >> 1) % stride === 0)
  return { points: Float32Array.from(kept), size: Math.ceil(2 * Math.hypot(centerX, centerY)) + 4 }
}

interface Search {
  around: number
  reach: number
  step: number
}

function bestAngle(points: Float32Array, size: number, { around, reach, step }: Search): number {
  let best = { angle: around, score: -1 }
  for (let offset = -reach; offset <= reach + step / 2; offset += step) {
    const angle = around + offset
    const score = sharpness(points, size, angle)
    if (score > best.score) best = { angle, score }
  }
  return best.angle
}

/** How unevenly the points fall into rows once turned by the angle, in degrees. */
function sharpness(points: Float32Array, size: number, angle: number): number {
  const radians = (angle * Math.PI) / 180
  const [alongX, alongY] = [Math.sin(radians), Math.cos(radians)]
  const rows = new Int32Array(size)
  // Half a row more, so that cutting off rounds.
  const middle = size / 2 + 0.5
  for (let at = 0; at < points.length; at += 2)
    rows[(points[at]! * alongX + points[at + 1]! * alongY + middle) | 0]! += 1
  return rows.reduce((sum, count) => sum + count * count, 0)
}
