import { TRIGGER, type Edge } from './graph.ts'

export interface Place {
  id: string
  x: number
  y: number
}

export const BOX = { width: 190, height: 46, gapX: 28, gapY: 44 }

/** Each node one row below the lowest of those before it, the nodes of a row side by side. */
export function placeNodes(ids: readonly string[], edges: readonly Edge[]): Map<string, Place> {
  const rows = Map.groupBy(ids, (id) => findDepth(id, edges, new Set()))
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

/** The way back of a loop is not followed. */
function findDepth(id: string, edges: readonly Edge[], path: ReadonlySet<string>): number {
  if (id === TRIGGER || path.has(id)) return 0
  const before = edges.filter(({ to, from }) => to === id && !path.has(from))
  const depths = before.map(({ from }) => findDepth(from, edges, new Set([...path, id])))
  return Math.max(0, ...depths) + 1
}
