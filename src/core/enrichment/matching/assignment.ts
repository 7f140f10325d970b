/** A possible pair of one left and one right item. */
export interface Edge {
  left: number
  right: number
  weight: number
}

/** Beyond this many rights in one component the exact search gives way to the greedy one. */
const EXACT_LIMIT = 10

/**
 * Pairs of greatest total weight in which no item is used twice. Exact for components of up to ten
 * rights, greedy by weight beyond; equal totals keep the edges that come first in the list, so the
 * result depends on nothing but the order given.
 */
export function assign(edges: readonly Edge[]): Edge[] {
  return splitComponents(edges).flatMap((component) => {
    const rights = [...new Set(component.map(({ right }) => right))]
    return rights.length <= EXACT_LIMIT
      ? assignExactly(component, rights)
      : assignGreedily(component)
  })
}

/** Edges that share an item, directly or through others, together; in order of first edge. */
function splitComponents(edges: readonly Edge[]): Edge[][] {
  const roots = new Map<string, string>()
  const findRoot = (item: string): string => {
    let root = item
    while (roots.get(root) !== undefined) root = roots.get(root)!
    // What was walked once is near the root from then on.
    for (let next = item; next !== root;) {
      const above = roots.get(next)!
      roots.set(next, root)
      next = above
    }
    return root
  }
  for (const { left, right } of edges) {
    const [one, other] = [findRoot(`left ${left}`), findRoot(`right ${right}`)]
    if (one !== other) roots.set(other, one)
  }
  return [...Map.groupBy(edges, ({ left }) => findRoot(`left ${left}`)).values()]
}

interface Plan {
  weight: number
  edges: readonly Edge[]
}

/** Best plan for each set of used rights, left by left. */
function assignExactly(edges: readonly Edge[], rights: readonly number[]): readonly Edge[] {
  const bitOf = new Map(rights.map((right, index) => [right, 1 << index]))
  let plans = new Map<number, Plan>([[0, { weight: 0, edges: [] }]])
  for (const left of new Set(edges.map((edge) => edge.left))) {
    const next = new Map(plans)
    for (const edge of edges.filter((candidate) => candidate.left === left)) {
      addPlansWith(edge, bitOf.get(edge.right)!, { plans, next })
    }
    plans = next
  }
  let best: Plan = { weight: 0, edges: [] }
  for (const plan of plans.values()) if (plan.weight > best.weight) best = plan
  return best.edges
}

function addPlansWith(
  edge: Edge,
  bit: number,
  { plans, next }: { plans: ReadonlyMap<number, Plan>; next: Map<number, Plan> },
): void {
  for (const [used, plan] of plans) {
    const weight = plan.weight + edge.weight
    const isTaken = (used & bit) !== 0
    if (isTaken || weight <= (next.get(used | bit)?.weight ?? 0)) continue
    next.set(used | bit, { weight, edges: [...plan.edges, edge] })
  }
}

function assignGreedily(edges: readonly Edge[]): Edge[] {
  const usedLefts = new Set<number>()
  const usedRights = new Set<number>()
  return edges
    .toSorted((left, right) => right.weight - left.weight)
    .filter((edge) => {
      if (usedLefts.has(edge.left) || usedRights.has(edge.right)) return false
      usedLefts.add(edge.left)
      usedRights.add(edge.right)
      return true
    })
}
