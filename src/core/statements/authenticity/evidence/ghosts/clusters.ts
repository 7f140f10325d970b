export interface Cell {
  column: number
  row: number
}

/** Groups of cells that are at most `reach` columns and rows from another one of their group. */
export function clusterCells<Each extends Cell>(cells: readonly Each[], reach: number): Each[][] {
  const left = new Map(cells.map((cell) => [toKey(cell), cell]))
  const clusters: Each[][] = []
  for (const first of cells) {
    if (!left.delete(toKey(first))) continue
    const cluster = [first]
    for (const cell of cluster) cluster.push(...takeNear(left, cell, reach))
    clusters.push(cluster)
  }
  return clusters
}

function takeNear<Each extends Cell>(
  left: Map<string, Each>,
  { column, row }: Cell,
  reach: number,
): Each[] {
  const near: Each[] = []
  for (let y = row - reach; y <= row + reach; y += 1) {
    for (let x = column - reach; x <= column + reach; x += 1) {
      const key = toKey({ column: x, row: y })
      const cell = left.get(key)
      if (cell && left.delete(key)) near.push(cell)
    }
  }
  return near
}

function toKey({ column, row }: Cell): string {
  return `${column} ${row}`
}
