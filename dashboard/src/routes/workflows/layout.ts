import { TRIGGER, type Edge } from './graph.ts'

export interface Place {
  id: string
  x: number
  y: number
}

export const BOX = { width: 190, height: 46, gapX: 28, gapY: 44 }

/** Each node one row below the lowest of those before it, the nodes of a row side by side. */
export function placeNodes(ids: readonly string[], edges: readonly Edge[]): Map<string, Place> {
  const depths = findDepths(ids, dropWaysBack(edges))
  const rows = Map.groupBy(ids, (id) => depths.get(id) ?? 0)
  const widest = Math.max(1, ...[...rows.values()].map((row) => row.length))
  const span = widest * (BOX.width + BOX.gapX)
  const places = [...rows].flatMap(([depth, row]) =>
    row.map((id, index): Place => {
      const step = span / row.length
      return { id, x: step * (index + 0.5) - BOX.width / 2, y: depth * (BOX.height + BOX.gapY) }
    }),
  )
  return new Map(places.map((place) => [place.id, place]))
}

/** The edges but for those by which the body of a loop returns to it. */
function dropWaysBack(edges: readonly Edge[]): Edge[] {
  const kept: Edge[] = []
  const seen = new Set<string>()
  const visit = (id: string, path: ReadonlySet<string>): void => {
    seen.add(id)
    const own = new Set([...path, id])
    for (const edge of edges) {
      if (edge.from !== id || own.has(edge.to)) continue
      kept.push(edge)
      if (!seen.has(edge.to)) visit(edge.to, own)
    }
  }
  visit(TRIGGER, new Set())
  return kept
}

/** How many steps there are before each node, by the longest way. */
function findDepths(ids: readonly string[], edges: readonly Edge[]): Map<string, number> {
  const depths = new Map<string, number>()
  const find = (id: string): number => {
    const known = depths.get(id)
    if (known !== undefined) return known
    const before = edges.filter(({ to }) => to === id).map(({ from }) => find(from))
    const depth = id === TRIGGER ? 0 : Math.max(0, ...before) + 1
    depths.set(id, depth)
    return depth
  }
  for (const id of ids) find(id)
  return depths
}
