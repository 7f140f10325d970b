export interface Source {
  slug: string
  name: string
  amount: number
  count: number
}

interface Category {
  slug: string
  name: string
  inflow: number
  count: number
  children: readonly unknown[]
}

/** The leaves that money came in by, the largest first. */
export function listSources(categories: readonly Category[]): Source[] {
  return categories
    .flatMap(listLeaves)
    .filter(({ inflow }) => inflow > 0)
    .map(({ slug, name, inflow, count }) => ({ slug, name, amount: inflow, count }))
    .toSorted((one, other) => other.amount - one.amount)
}

function listLeaves(category: Category): Category[] {
  const children = category.children as Category[]
  return children.length === 0 ? [category] : children.flatMap(listLeaves)
}
