/** A picture in shades of gray, row by row from the top left; 0 is black, 255 white. */
export interface GrayImage {
  width: number
  height: number
  data: Uint8Array
}

/** Clockwise, in degrees. */
export type QuarterTurn = 0 | 90 | 180 | 270

/** A rectangle of whole pixels; `x1` and `y1` are exclusive. */
export interface PixelBox {
  x0: number
  y0: number
  x1: number
  y1: number
}

const WHITE = 255

export function turned(image: GrayImage, turn: QuarterTurn): GrayImage {
  if (turn === 0) return image
  const { width, height, data } = image
  const [outWidth, outHeight] = turn === 180 ? [width, height] : [height, width]
  const out = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [outX, outY] =
        turn === 90
          ? [height - 1 - y, x]
          : turn === 180
            ? [width - 1 - x, height - 1 - y]
            : [y, width - 1 - x]
      out[outY * outWidth + outX] = data[y * width + x]!
    }
  }
  return { width: outWidth, height: outHeight, data: out }
}

/** The image turned clockwise about its center in the same size, with white corners. */
export function rotated(image: GrayImage, degrees: number): GrayImage {
  const { width, height } = image
  const radians = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)]
  const [centerX, centerY] = [(width - 1) / 2, (height - 1) / 2]
  const out = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1) {
    const dy = y - centerY
    let fromX = centerX - cos * centerX + sin * dy
    let fromY = centerY + sin * centerX + cos * dy
    for (let x = 0; x < width; x += 1) {
      out[y * width + x] = sampleAt(image, fromX, fromY)
      fromX += cos
      fromY -= sin
    }
  }
  return { width, height, data: out }
}

/** The part of the image inside the box; what lies outside of the image is white. */
export function cropped(image: GrayImage, box: PixelBox): GrayImage {
  const width = Math.max(1, box.x1 - box.x0)
  const height = Math.max(1, box.y1 - box.y0)
  const out = new Uint8Array(width * height).fill(WHITE)
  const from = Math.max(0, box.x0)
  const to = Math.min(image.width, box.x1)
  if (from >= to) return { width, height, data: out }
  for (let y = Math.max(0, box.y0); y < Math.min(image.height, box.y1); y += 1) {
    const row = y * image.width
    out.set(image.data.subarray(row + from, row + to), (y - box.y0) * width + from - box.x0)
  }
  return { width, height, data: out }
}

/** The image at `factor` times its size, smoothly between the pixels. */
export function scaled(image: GrayImage, factor: number): GrayImage {
  const width = Math.max(1, Math.round(image.width * factor))
  const height = Math.max(1, Math.round(image.height * factor))
  const data = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1) {
    const fromY = clamp((y + 0.5) / factor - 0.5, image.height - 1)
    for (let x = 0; x < width; x += 1) {
      data[y * width + x] = sampleAt(image, clamp((x + 0.5) / factor - 0.5, image.width - 1), fromY)
    }
  }
  return { width, height, data }
}

function clamp(value: number, most: number): number {
  return Math.min(Math.max(value, 0), most)
}

/** Between four pixels; white outside of the image. */
function sampleAt({ width, height, data }: GrayImage, x: number, y: number): number {
  if (x < 0 || y < 0 || x >= width || y >= height) return WHITE
  const left = x | 0
  const top = y | 0
  const right = left + 1 < width ? 1 : 0
  const below = top + 1 < height ? width : 0
  const at = top * width + left
  // Most of a page is paper.
  if ((data[at]! & data[at + right]! & data[at + below]! & data[at + below + right]!) === WHITE)
    return WHITE
  const shareX = x - left
  const upper = data[at]! + (data[at + right]! - data[at]!) * shareX
  const lower = data[at + below]! + (data[at + below + right]! - data[at + below]!) * shareX
  return (upper + (lower - upper) * (y - top) + 0.5) | 0
}
