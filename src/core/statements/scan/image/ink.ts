import type { GrayImage, PixelBox } from './gray-image.ts'

/** Connected ink, with the number of its pixels. */
export interface Blot extends PixelBox {
  pixels: number
}

interface Run {
  x0: number
  x1: number
  blot: number
}

/**
 * The connected pieces of ink, each a letter, a part of one, or a picture: found row by row,
 * joining the runs of a row with those they touch above (Rosenfeld and Pfaltz 1966).
 */
export function findBlots(image: GrayImage, threshold: number): Blot[] {
  const blots: Blot[] = []
  const parents: number[] = []
  let above: Run[] = []
  for (let y = 0; y < image.height; y += 1) {
    const runs = findRuns(image, y, threshold)
    let first = 0
    for (const run of runs) {
      while (first < above.length && above[first]!.x1 < run.x0) first += 1
      for (let at = first; at < above.length && above[at]!.x0 <= run.x1; at += 1)
        join(run, findRoot(parents, above[at]!.blot), { blots, parents })
      if (run.blot < 0) run.blot = parents.push(parents.length) - 1
      cover(blots, findRoot(parents, run.blot), { ...run, y })
    }
    above = runs
  }
  return blots.filter((_, index) => parents[index] === index)
}

function findRuns({ width, data }: GrayImage, y: number, threshold: number): Run[] {
  const runs: Run[] = []
  let start = -1
  for (let x = 0; x <= width; x += 1) {
    const isInk = x < width && data[y * width + x]! < threshold
    if (isInk && start < 0) start = x
    if (!isInk && start >= 0) {
      runs.push({ x0: start, x1: x, blot: -1 })
      start = -1
    }
  }
  return runs
}

function findRoot(parents: number[], index: number): number {
  let root = index
  while (parents[root] !== root) {
    parents[root] = parents[parents[root]!]!
    root = parents[root]!
  }
  return root
}

/** A run that touches two pieces joins them. */
function join(run: Run, other: number, { blots, parents }: { blots: Blot[]; parents: number[] }) {
  const own = run.blot < 0 ? other : findRoot(parents, run.blot)
  run.blot = own
  if (own === other) return
  const [kept, gone] = [blots[own]!, blots[other]!]
  parents[other] = own
  kept.x0 = Math.min(kept.x0, gone.x0)
  kept.y0 = Math.min(kept.y0, gone.y0)
  kept.x1 = Math.max(kept.x1, gone.x1)
  kept.y1 = Math.max(kept.y1, gone.y1)
  kept.pixels += gone.pixels
}

function cover(blots: Blot[], index: number, { x0, x1, y }: Run & { y: number }): void {
  const blot = (blots[index] ??= { x0, y0: y, x1, y1: y, pixels: 0 })
  blot.x0 = Math.min(blot.x0, x0)
  blot.x1 = Math.max(blot.x1, x1)
  blot.y1 = y + 1
  blot.pixels += x1 - x0
}
