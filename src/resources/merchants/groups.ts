import { GROUPS, type MerchantGroup } from '../../core/enrichment/data/merchant-groups.ts'
import { nearest } from '../../core/values/text.ts'
import type { Context } from '../../platform/context.ts'
import { slicePage } from '../../platform/db/page.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { listBody, parsePage } from '../../platform/wire/list-query.ts'
import { toGroupId } from './identity.ts'
import { presentMerchant } from './present.ts'
import type { GroupQuery } from './schemas.ts'
import { countByGroup, listMerchants, MERCHANT_SORTS } from './store.ts'

const SLUGS = GROUPS.map(({ slug }) => slug)

/** Merchants that `expand=merchants` shows, the ones with most transactions; the rest by filter. */
const SHOWN_MERCHANTS = 100

/** The built-in groups in the order of the taxonomy. */
export async function listGroups(ctx: Context, query: GroupQuery): Promise<object> {
  const page = parsePage(ctx, query, ['slug'])
  const q = query.q?.toLowerCase() ?? ''
  const wanted = GROUPS.filter(
    ({ slug, name }) => slug.includes(q) || name.toLowerCase().includes(q),
  )
  const counts = await countByGroup(ctx)
  const groups = query.isBuiltin === false ? [] : wanted.map((group) => present(group, counts))
  return listBody(slicePage(groups, page, ctx.house.cursors))
}

/** By id or slug. Throws `merchant_group_not_found`. */
export async function getGroup(
  ctx: Context,
  idOrSlug: string,
  expand: readonly string[],
): Promise<object> {
  const group = GROUPS.find(({ slug }) => slug === idOrSlug || toGroupId(slug) === idOrSlug)
  if (!group) throw new ApiError('merchant_group_not_found')
  const shown = present(group, await countByGroup(ctx))
  if (!expand.includes('merchants')) return shown
  const page = parsePage(ctx, { limit: SHOWN_MERCHANTS }, MERCHANT_SORTS)
  const { rows } = await listMerchants(ctx, { group: group.slug }, page)
  return { ...shown, merchants: rows.map(presentMerchant) }
}

/** Throws `invalid_enum` with the nearest slug. */
export function requireGroups(slugs: readonly string[]): void {
  const wrong = slugs.find((slug) => !SLUGS.includes(slug))
  if (wrong === undefined) return
  const near = nearest(wrong, SLUGS)
  const hint = near === null ? '' : ` Did you mean ${near}?`
  const message = `There is no merchant group ${wrong.slice(0, 64)}.${hint}`
  throw new ApiError('invalid_enum', message, { param: 'groups' })
}

function present(group: MerchantGroup, counts: ReadonlyMap<string, number>) {
  return {
    ...group,
    id: toGroupId(group.slug),
    isBuiltin: true,
    merchantsCount: counts.get(group.slug) ?? 0,
    createdAt: null,
  }
}
