import type { GrayImage } from './gray-image.ts'

/** Paper and ink nearer than this are one: a blank page, whose grain must not become print. */
const LEAST_DIFFERENCE = 40
/** Shades from the paper's to this share of the way to the ink's are paper. */
const PAPER_SHARE = 1 / 6

/**
 * The image with white paper, black ink and even shades between: on the grain of a scanner's gray
 * the engine misses signs, points and whole rows that it reads on white. An image without ink stays
 * as it is.
 */
export function withContrast(image: GrayImage): GrayImage {
  const { ink, paper } = getSplit(image)
  if (paper - ink < LEAST_DIFFERENCE) return image
  const white = paper - PAPER_SHARE * (paper - ink)
  const shades = Uint8Array.from({ length: 256 }, (_, shade) => {
    const share = (shade - ink) / (white - ink)
    return Math.round(255 * Math.min(Math.max(share, 0), 1))
  })
  const data = new Uint8Array(image.data.length)
  for (let at = 0; at < data.length; at += 1) data[at] = shades[image.data[at]!]!
  return { ...image, data }
}

/** A pixel darker than this is ink: the split that separates the shades best (Otsu 1979). */
export function inkThreshold(image: GrayImage): number {
  return getSplit(image).threshold
}

interface Split {
  threshold: number
  /** The mean shade of what is darker, and of what is not. */
  ink: number
  paper: number
}

/** Each step of reading an image needs its split; images are never written to once made. */
const splits = new WeakMap<Uint8Array, Split>()

function getSplit({ data }: GrayImage): Split {
  const known = splits.get(data) ?? findSplit(data)
  splits.set(data, known)
  return known
}

function findSplit(data: Uint8Array): Split {
  const counts = new Uint32Array(256)
  for (let at = 0; at < data.length; at += 1) counts[data[at]!]! += 1
  const sum = counts.reduce((total, count, shade) => total + shade * count, 0)
  let best: Split & { variance: number } = { threshold: 128, ink: 255, paper: 255, variance: 0 }
  let [below, belowSum] = [0, 0]
  for (let shade = 0; shade < 255; shade += 1) {
    below += counts[shade]!
    belowSum += shade * counts[shade]!
    const above = data.length - below
    if (below === 0 || above === 0) continue
    const [ink, paper] = [belowSum / below, (sum - belowSum) / above]
    const variance = below * above * (ink - paper) ** 2
    if (variance > best.variance) best = { threshold: shade + 1, ink, paper, variance }
  }
  return best
}
