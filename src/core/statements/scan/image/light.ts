import type { GrayImage } from './gray-image.ts'

/** The light is measured on tiles of this size, in inches: higher than lines of print. */
const TILE_INCHES = 0.25
/** So many of a tile's pixels are darker than its paper: print covers less than the rest. */
const DARKER_SHARE = 0.75
/** A bar or a picture is dark across no more tiles than this in one direction; a shadow is. */
const REACH = 2
/** A page whose darkest paper has this share of the lightest is lit evenly. */
const EVEN_SHARE = 0.9
/** Darker than this, nothing differs from its shadow. */
const LEAST_PAPER = 40
const WHITE = 255

interface Tiles {
  size: number
  across: number
  down: number
  shades: Float32Array
}

/**
 * The image as under even light: each pixel against the paper around it. A photo has a shadow, and
 * no single threshold parts ink from paper on both sides of it. An evenly lit image stays as it is.
 */
export function withEvenLight(image: GrayImage, dpi: number): GrayImage {
  const paper = spread(measurePaper(image, Math.max(8, Math.round(TILE_INCHES * dpi))))
  const [least, most] = [Math.min(...paper.shades), Math.max(...paper.shades)]
  if (least >= EVEN_SHARE * most) return image
  const { width, height, data } = image
  const out = new Uint8Array(data.length)
  for (let y = 0; y < height; y += 1) {
    const shades = shadesAlong(paper, y, width)
    for (let x = 0, at = y * width; x < width; x += 1, at += 1)
      out[at] = Math.min(WHITE, (data[at]! * WHITE) / Math.max(shades[x]!, LEAST_PAPER))
  }
  return { width, height, data: out }
}

function measurePaper({ width, height, data }: GrayImage, size: number): Tiles {
  const [across, down] = [Math.ceil(width / size), Math.ceil(height / size)]
  const shades = Float32Array.from({ length: across * down }, (_, tile) => {
    const [x0, y0] = [(tile % across) * size, Math.floor(tile / across) * size]
    const counts = new Uint32Array(256)
    const [x1, y1] = [Math.min(x0 + size, width), Math.min(y0 + size, height)]
    for (let y = y0; y < y1; y += 1)
      for (let x = x0; x < x1; x += 1) counts[data[y * width + x]!]! += 1
    return findShare(counts, DARKER_SHARE * (x1 - x0) * (y1 - y0))
  })
  return { size, across, down, shades }
}

function findShare(counts: Uint32Array, count: number): number {
  let below = 0
  return counts.findIndex((some) => (below += some) >= count)
}

/** The lightest paper near each tile, then smooth: what is dark is a bar unless all around is. */
function spread(tiles: Tiles): Tiles {
  const lightest = withNeighbors(tiles, (shades) => Math.max(...shades))
  return withNeighbors(lightest, (shades) => shades.reduce((a, b) => a + b, 0) / shades.length)
}

function withNeighbors(tiles: Tiles, combine: (shades: number[]) => number): Tiles {
  const { across, down } = tiles
  const shades = tiles.shades.map((_, tile) => {
    const [column, row] = [tile % across, Math.floor(tile / across)]
    const near: number[] = []
    for (let y = Math.max(0, row - REACH); y <= Math.min(down - 1, row + REACH); y += 1)
      for (let x = Math.max(0, column - REACH); x <= Math.min(across - 1, column + REACH); x += 1)
        near.push(tiles.shades[y * across + x]!)
    return combine(near)
  })
  return { ...tiles, shades }
}

/** The paper's shade along a row of pixels, between the centers of tiles. */
function shadesAlong({ size, across, down, shades }: Tiles, y: number, width: number) {
  const [upper, lower, share] = between(y, size, down)
  const row = Float32Array.from({ length: across }, (_, x) => {
    const [above, below] = [shades[upper * across + x]!, shades[lower * across + x]!]
    return above + (below - above) * share
  })
  return Float32Array.from({ length: width }, (_, x) => {
    const [left, right, part] = between(x, size, across)
    return row[left]! + (row[right]! - row[left]!) * part
  })
}

function between(place: number, size: number, count: number): [number, number, number] {
  const at = Math.min(Math.max((place + 0.5) / size - 0.5, 0), count - 1)
  const first = Math.floor(at)
  return [first, Math.min(first + 1, count - 1), at - first]
}
