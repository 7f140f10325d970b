/** `[x0, y0, x1, y1]` in points from the top left of the page. */
export type Box = [number, number, number, number]

/** The smallest box around all of them, of which there must be one. */
export function boxAround(boxes: Iterable<Readonly<Box>>): Box {
  const around: Box = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x0, y0, x1, y1] of boxes) {
    around[0] = Math.min(around[0], x0)
    around[1] = Math.min(around[1], y0)
    around[2] = Math.max(around[2], x1)
    around[3] = Math.max(around[3], y1)
  }
  return around
}
