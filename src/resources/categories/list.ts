import { CATEGORIES, TAXONOMY_VERSION, type Category } from '../../core/values/categories.ts'
import { nearest } from '../../core/values/text.ts'
import type { Context } from '../../platform/context.ts'
import { slicePage } from '../../platform/db/page.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { LIMIT_MAX, listBody, parsePage } from '../../platform/wire/list-query.ts'
import type { CategoryQuery } from './schemas.ts'
import type { Body } from '../../platform/route.ts'

type Query = Body<typeof CategoryQuery>

interface Named {
  slug: string
}

const ROOTS: readonly string[] = [...new Set(CATEGORIES.map(({ parentSlug }) => parentSlug))]

/** The taxonomy in its order, all of it unless a limit is given. */
export function listCategories(ctx: Context, query: Query): object {
  const leaves = CATEGORIES.filter(matcher(query)).map(toLeaf)
  const isTree = query.tree ?? query.flat === false
  const all: Named[] = isTree ? toTree(leaves) : leaves
  const page = parsePage(ctx, { limit: LIMIT_MAX, ...query }, ['slug'])
  const items = all.map((category) => ({ id: category.slug, ...category }))
  const meta = { taxonomy_version: TAXONOMY_VERSION }
  return listBody(slicePage(items, page, ctx.house.cursors), undefined, meta)
}

/** Matches when slug, name and description together contain every word of `q`. */
function matcher({ root, q }: Query): (category: Category) => boolean {
  if (root !== undefined && !ROOTS.includes(root)) throw unknownRoot(root)
  const words = (q ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  return ({ slug, name, description, parentSlug }) => {
    const text = `${slug} ${name} ${description}`.toLowerCase()
    const isInRoot = root === undefined || parentSlug === root
    return isInRoot && words.every((word) => text.includes(word))
  }
}

function unknownRoot(root: string): ApiError {
  const near = nearest(root, ROOTS)
  const hint = near === null ? ` Roots: ${ROOTS.join(', ')}.` : ` Did you mean ${near}?`
  return new ApiError('invalid_category', `There is no root ${root}.${hint}`, { param: 'root' })
}

function toLeaf(category: Category): Category & { isTenantDefined: boolean; isDebt: string } {
  const { trueRevenue, debt } = category
  const named = { isTrueRevenue: trueRevenue, isDebt: debt }
  return { ...category, ...named, isTenantDefined: false }
}

function toTree(leaves: readonly ReturnType<typeof toLeaf>[]): Named[] {
  const byRoot = Map.groupBy(leaves, ({ parentSlug }) => parentSlug)
  return [...byRoot].map(([slug, children]) => ({
    slug,
    name: slug === 'cogs' ? 'COGS' : `${slug[0]!.toUpperCase()}${slug.slice(1)}`,
    parentSlug: null,
    children,
  }))
}
