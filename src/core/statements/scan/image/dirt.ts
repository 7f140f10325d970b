import { inkThreshold } from './contrast.ts'
import type { GrayImage, PixelBox } from './gray-image.ts'
import { findBlots } from './ink.ts'

const WHITE = 255

/** The dark edge that a scanner leaves beside the paper is no deeper, in inches … */
const EDGE_DEPTH = 0.25
/** … and longer than this, in inches; print at the edge is not. */
const EDGE_LENGTH = 2

/** The image without the dark edges that a scanner's lid leaves: they look like upright print. */
export function withoutEdges(image: GrayImage, dpi: number): GrayImage {
  const { width, height } = image
  const [depth, least] = [Math.round(EDGE_DEPTH * dpi), EDGE_LENGTH * dpi]
  const threshold = inkThreshold(image)
  const strips: PixelBox[] = [
    { x0: 0, y0: 0, x1: depth, y1: height },
    { x0: width - depth, y0: 0, x1: width, y1: height },
    { x0: 0, y0: 0, x1: width, y1: depth },
    { x0: 0, y0: height - depth, x1: width, y1: height },
  ]
  const dark = strips.filter((strip) => longestOnBorder(image, strip, threshold) >= least)
  if (dark.length === 0) return image
  const data = image.data.slice()
  for (const strip of dark) whitenEdge({ width, height, data }, strip, threshold)
  return { width, height, data }
}

type Place = (at: number, depth: number) => number

/** The pixels of a strip by their place along the border of the image and their depth below it. */
function alongBorder({ width, height }: GrayImage, { x0, y0, x1, y1 }: PixelBox) {
  const isUpright = x1 - x0 < y1 - y0
  const place: Place = isUpright
    ? (at, depth) => at * width + (x0 === 0 ? depth : width - 1 - depth)
    : (at, depth) => (y0 === 0 ? depth : height - 1 - depth) * width + at
  const [length, depth] = isUpright ? [y1 - y0, x1 - x0] : [x1 - x0, y1 - y0]
  return { place, length, depth }
}

function longestOnBorder(image: GrayImage, strip: PixelBox, threshold: number): number {
  const { place, length } = alongBorder(image, strip)
  let [longest, run] = [0, 0]
  for (let at = 0; at < length; at += 1) {
    run = image.data[place(at, 0)]! < threshold ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest
}

/** From the border inwards as far as the ink goes. */
function whitenEdge(image: GrayImage, strip: PixelBox, threshold: number): void {
  const { place, length, depth } = alongBorder(image, strip)
  for (let at = 0; at < length; at += 1)
    for (let deep = 0; deep < depth && image.data[place(at, deep)]! < threshold; deep += 1)
      image.data[place(at, deep)] = WHITE
}

/** Ink no larger than this, in inches, is a point or a speck … */
const SPECK_INCHES = 0.025
/**
 * … and a speck when no letter is so near, as shares of the letter's height: even in wide type a
 * point stands nearer beside its letters, and a dot above them.
 */
const REACH_ACROSS = 0.65
const REACH_ABOVE = 0.4
/** Letters are no higher and no wider; what is larger is a frame or a picture. */
const LETTER_INCHES = 0.8

/**
 * The image without specks that stand alone: between columns the engine reads them as signs and
 * letters, and a dot behind an amount as its minus.
 */
export function withoutSpecks(image: GrayImage, dpi: number): GrayImage {
  const threshold = speckThreshold(image)
  const blots = findBlots(image, threshold)
  const isSmall = (blot: PixelBox): boolean => measure(blot) <= SPECK_INCHES * dpi
  const specks = blots.filter(isSmall)
  if (specks.length === 0) return image
  const letters = blots.filter((blot) => !isSmall(blot) && measure(blot) <= LETTER_INCHES * dpi)
  const near = new Uint8Array(image.data.length)
  for (const letter of letters) fillBox({ ...image, data: near }, getReach(letter), 1)
  const out = { ...image, data: image.data.slice() }
  for (const { x0, y0, x1, y1 } of specks) {
    if (near[((y0 + y1) >> 1) * image.width + ((x0 + x1) >> 1)] === 1) continue
    fillBox(out, { x0: x0 - 1, y0: y0 - 1, x1: x1 + 1, y1: y1 + 1 }, WHITE)
  }
  return out
}

function getReach({ x0, y0, x1, y1 }: PixelBox): PixelBox {
  const across = Math.ceil(REACH_ACROSS * (y1 - y0))
  const above = Math.ceil(REACH_ABOVE * (y1 - y0))
  return { x0: x0 - across, x1: x1 + across, y0: y0 - above, y1: y1 + above }
}

function fillBox({ width, height, data }: GrayImage, box: PixelBox, shade: number): void {
  const [from, to] = [Math.max(0, box.x0), Math.min(width, box.x1)]
  for (let y = Math.max(0, box.y0); y < Math.min(height, box.y1); y += 1)
    data.fill(shade, y * width + from, y * width + to)
}

/** Specks are often gray: halfway from the ink's threshold to white. */
function speckThreshold(image: GrayImage): number {
  const inky = inkThreshold(image)
  return inky + (WHITE - inky) / 2
}

function measure({ x0, y0, x1, y1 }: PixelBox): number {
  return Math.max(x1 - x0, y1 - y0)
}
