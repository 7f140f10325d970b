import type { GrayImage } from './gray-image.ts'
import { inkThreshold } from './skew.ts'

/** Paper and ink nearer than this are one: a blank page, whose grain must not become print. */
const LEAST_DIFFERENCE = 40
/** Shades from the paper's to this share of the way to the ink's are paper. */
const PAPER_SHARE = 1 / 6

/**
 * The image with its paper white and its ink black, and the shades between in even steps: on the
 * grain of a scanner's gray the engine misses signs, points and whole rows that it reads on white.
 * An image without ink stays as it is.
 */
export function withContrast(image: GrayImage): GrayImage {
  const { ink, paper } = middleShades(image)
  if (paper - ink < LEAST_DIFFERENCE) return image
  const white = paper - PAPER_SHARE * (paper - ink)
  const shades = Uint8Array.from({ length: 256 }, (_, shade) => {
    const share = (shade - ink) / (white - ink)
    return Math.round(255 * Math.min(Math.max(share, 0), 1))
  })
  return { ...image, data: image.data.map((shade) => shades[shade]!) }
}

/** The mean shade on each side of the threshold between them. */
function middleShades(image: GrayImage): { ink: number; paper: number } {
  const threshold = inkThreshold(image)
  const dark = { count: 0, sum: 0 }
  const light = { count: 0, sum: 0 }
  for (const shade of image.data) {
    const side = shade < threshold ? dark : light
    side.count += 1
    side.sum += shade
  }
  return { ink: dark.sum / Math.max(dark.count, 1), paper: light.sum / Math.max(light.count, 1) }
}
