import { boxAround, type Box } from '../../values/box.ts'
import type { QuarterTurn } from './image/gray-image.ts'

/** How a page was turned before it was read. */
export interface Uprighting {
  /** First by quarters, clockwise … */
  turn: QuarterTurn
  /** … then by this small angle about its center, in degrees clockwise. */
  skew: number
  width: number
  height: number
}

/** A box on the upright page as the box around it on the page as displayed, in points. */
export function toDisplayed([x0, y0, x1, y1]: Box, upright: Uprighting): Box {
  const corners = [x0, x1].flatMap((x) => [y0, y1].map((y) => mapCorner(x, y, upright)))
  const box = boxAround(corners.map(({ x, y }) => [x, y, x, y]))
  return box.map((point) => Math.round(point * 100) / 100) as Box
}

function mapCorner(x: number, y: number, upright: Uprighting): { x: number; y: number } {
  const { turn, skew, width, height } = upright
  const radians = (-skew * Math.PI) / 180
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)]
  const [dx, dy] = [x - width / 2, y - height / 2]
  const [levelX, levelY] = [width / 2 + cos * dx - sin * dy, height / 2 + sin * dx + cos * dy]
  if (turn === 90) return { x: levelY, y: width - levelX }
  if (turn === 180) return { x: width - levelX, y: height - levelY }
  return turn === 270 ? { x: height - levelY, y: levelX } : { x: levelX, y: levelY }
}
