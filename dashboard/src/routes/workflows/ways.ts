import { linkVertical } from 'd3-shape'
import type { Edge } from './graph.ts'
import { BOX, type Place } from './layout.ts'

/** One line of the picture: every port of a node that leads to the same other one. */
export interface Way {
  from: string
  to: string
  ports: readonly string[]
  path: string
  /** Where it begins and ends. */
  source: Point
  target: Point
}

interface Point {
  x: number
  y: number
}

const LANE_GAP = 14

/** The lines of a graph: side by side where they leave a node, and around the nodes between. */
export function routeWays(edges: readonly Edge[], places: ReadonlyMap<string, Place>): Way[] {
  const groups = Map.groupBy(edges, ({ from, to }) => `${from} ${to}`)
  const ways = [...groups.values()].flatMap((group) => {
    const { from, to } = group[0]!
    if (!places.has(from) || !places.has(to)) return []
    return [{ from, to, ports: group.map(({ from_port }) => from_port) }]
  })
  return ways.map((way) => {
    const others = ways
      .filter(({ from }) => from === way.from)
      .toSorted((one, other) => places.get(one.to)!.x - places.get(other.to)!.x)
    const share = (others.indexOf(way) + 1) / (others.length + 1)
    const [begin, end] = [places.get(way.from)!, places.get(way.to)!]
    const source = { x: begin.x + BOX.width * share, y: begin.y + BOX.height }
    const target = { x: end.x + BOX.width / 2, y: end.y }
    const between = [...places.values()].filter(({ y }) => y > begin.y && y < end.y)
    return { ...way, source, target, path: draw(source, target, findLane(between)) }
  })
}

/** Right of every node between; null where none is. */
function findLane(between: readonly Place[]): number | null {
  if (between.length === 0) return null
  return Math.max(...between.map(({ x }) => x + BOX.width)) + LANE_GAP
}

const curve = linkVertical<unknown, Point>()
  .x(({ x }) => x)
  .y(({ y }) => y)

function draw(source: Point, target: Point, lane: number | null): string {
  if (lane === null) return curve({ source, target }) ?? ''
  const top = { x: lane, y: source.y + BOX.gapY }
  const bottom = { x: lane, y: target.y - BOX.gapY }
  return [
    curve({ source, target: top }),
    `L${bottom.x},${bottom.y}`,
    curve({ source: bottom, target }),
  ].join('')
}

const SUMMARY_MAX = 30

/** The first setting that a person would look for, such as the stage or the tag. */
export function summarizeConfig(config: Readonly<Record<string, unknown>>): string {
  const found = Object.entries(config).find(
    ([name, value]) => name !== 'submission_id' && isShort(value),
  )
  if (found === undefined) return ''
  const [name, value] = found as [string, string | number]
  const text = typeof value === 'number' ? `${name.replaceAll('_', ' ')} ${value}` : value
  return text.length > SUMMARY_MAX ? `${text.slice(0, SUMMARY_MAX - 1)}…` : text
}

function isShort(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'number'
}

/** Every port but the plain one has its word. */
export function namePorts(ports: readonly string[]): string {
  return ports
    .filter((port) => port !== 'default')
    .map((port) => port.replace(/^case:/, '').replaceAll('_', ' '))
    .join(', ')
}
