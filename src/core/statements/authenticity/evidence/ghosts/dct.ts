import type { GrayImage } from '../../../scan/image/gray-image.ts'

/** Pixels along the side of a block (ITU T.81, A.3.1). */
export const BLOCK = 8

/** A wave of a block: so many half turns across it, and down. */
export interface Frequency {
  across: number
  down: number
}

/** Row `n`: the wave of frequency `n` over the pixels of a line, scaled as JPEG scales it. */
const WAVES = Float64Array.from({ length: BLOCK * BLOCK }, (_, at) => {
  const [frequency, pixel] = [Math.floor(at / BLOCK), at % BLOCK]
  const scale = frequency === 0 ? Math.SQRT1_2 : 1
  return (scale / 2) * Math.cos(((2 * pixel + 1) * frequency * Math.PI) / (2 * BLOCK))
})

/**
 * Coefficients of one block of a picture (ITU T.81, A.3.3), written into `out` in the order of the
 * frequencies. The block must lie inside of the picture.
 */
export type BlockTransform = (corner: { x: number; y: number }, out: Float64Array) => void

/** The transform of the blocks of a picture, of these frequencies alone. */
export function blockTransform(
  { width, data }: GrayImage,
  frequencies: readonly Frequency[],
): BlockTransform {
  const waves = 1 + Math.max(...frequencies.map(({ across }) => across))
  const lines = new Float64Array(BLOCK * BLOCK)
  return ({ x, y }, out) => {
    for (let row = 0; row < BLOCK; row += 1) {
      const from = (y + row) * width + x
      for (let wave = 0; wave < waves; wave += 1) {
        let sum = 0
        for (let at = 0; at < BLOCK; at += 1) sum += WAVES[wave * BLOCK + at]! * data[from + at]!
        lines[wave * BLOCK + row] = sum
      }
    }
    frequencies.forEach(({ across, down }, index) => {
      let sum = 0
      for (let at = 0; at < BLOCK; at += 1) {
        sum += WAVES[down * BLOCK + at]! * lines[across * BLOCK + at]!
      }
      out[index] = sum
    })
  }
}
