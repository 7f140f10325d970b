import { audit, changesBetween } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import type { MatchCheck } from '../../platform/http/respond.ts'
import { holdName } from '../../platform/db/record-store.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { bumpData } from '../pipeline/pipeline.ts'
import { requireCategory } from '../categories/category.ts'
import { queueEnrichments } from '../pipeline/queue-enrichment.ts'
import { requireGroups } from './groups.ts'
import type { MerchantPatch } from './schemas.ts'
import { getMerchant, listSubmissionsNaming, upsertMerchant, type MerchantRow } from './store.ts'

/**
 * Changes the tenant's groups, category or aliases of a merchant, which take precedence over the
 * registry. Submissions that name it are enriched again. Throws `merchant_not_found`,
 * `invalid_category`, `invalid_enum`.
 */
export async function changeMerchant(
  ctx: Context,
  id: string,
  { patch, check }: { patch: MerchantPatch; check: MatchCheck<MerchantRow> },
): Promise<{ merchant: MerchantRow; submissionsCount: number }> {
  await holdName(ctx, `merchant ${id.toLowerCase()}`)
  const before = await getMerchant(ctx, id)
  await check(before)
  const { defaultCategory, aliases } = patch
  const groups = listSlugs(patch.groups)
  if (groups) requireGroups(groups)
  if (defaultCategory) requireCategory(defaultCategory, 'default_category')
  const words = aliases?.map(normalizeAlias)
  // Enrichment locks a submission before the merchants of its rows, so this does too.
  if (groups !== undefined) await refreshNaming(ctx, id)
  await upsertMerchant(ctx, before, {
    ownGroups: groups,
    ownCategory: defaultCategory,
    ownAliases: words,
  })
  const merchant = await getMerchant(ctx, id)
  await audit(ctx, {
    action: 'updated',
    resourceType: 'merchant',
    resourceId: id,
    summary: `Merchant ${merchant.name} changed`,
    changes: changesBetween(before, merchant, ['groupSlugs', 'defaultCategory', 'aliases']),
  })
  // A category or an alias changes enriched rows.
  const isOfRows = defaultCategory !== undefined || words !== undefined
  const submissionIds = isOfRows ? await listSubmissionsNaming(ctx, id, words ?? []) : []
  await queueEnrichments(ctx, submissionIds)
  return { merchant, submissionsCount: submissionIds.length }
}

/** A group is named by its slug, or as a merchant shows it. */
function listSlugs(groups: MerchantPatch['groups']): string[] | null | undefined {
  if (!groups) return groups
  return groups.map((group) => (typeof group === 'string' ? group : group.slug))
}

/** Groups are read when numbers are computed, so stored numbers are outdated. */
async function refreshNaming(ctx: Context, merchantId: string): Promise<void> {
  const submissionIds = await listSubmissionsNaming(ctx, merchantId, [])
  for (const submissionId of submissionIds.toSorted()) await bumpData(ctx, submissionId)
}

/** A shorter alias would match unrelated rows. */
const ALIAS_CHARS_MIN = 3

function normalizeAlias(alias: string): string {
  const words = alias.toUpperCase().replace(/\s+/g, ' ').trim()
  if (words.length >= ALIAS_CHARS_MIN) return words
  const message = `An alias has ${ALIAS_CHARS_MIN} characters or more.`
  throw new ApiError('invalid_parameter', message, { param: 'aliases' })
}
