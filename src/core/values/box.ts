/** `[x0, y0, x1, y1]` in points from the top left of the page. */
export type Box = [number, number, number, number]
