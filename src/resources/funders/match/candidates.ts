import { emptySlots, type Slots } from '../../../core/decisions/compile.ts'
import { compilePolicy, type CompiledPolicy } from '../../../core/decisions/match/match.ts'
import type { PlainDate } from '../../../core/values/dates.ts'
import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { createHouseCache } from '../../../platform/lru.ts'
import { listFunders, type FunderRecord } from '../find.ts'
import { catalogueFor } from '../policies/define.ts'
import { listActivePolicies, type PolicyRow } from '../policies/store.ts'
import type { MatchInput } from './schemas.ts'
import { findFieldVersion } from './store.ts'

/** A compiled policy with its funder. */
export interface Candidate {
  row: PolicyRow
  funder: FunderRecord
  compiled: CompiledPolicy
}

/** The active policies of an environment over one set of slots. */
interface Field {
  funders: ReadonlyMap<string, FunderRecord>
  candidates: readonly Candidate[]
  slots: Slots
  /** Changes with the funders and their policies. */
  version: string
}

/** Criteria of all cached policies, some kilobytes each. */
const CRITERIA_MAX = 50_000

const getCache = createHouseCache<Field>(CRITERIA_MAX)

/**
 * Active policies in effect of active funders that the request selects, the metrics they read, and
 * the version of the definitions. Throws `funder_not_found`, `funder_policy_not_found`.
 */
export async function candidatesFor(
  ctx: Context,
  input: MatchInput,
  day: PlainDate,
): Promise<{ candidates: Candidate[]; slots: Slots; version: string }> {
  const { funders, candidates, slots, version } = await getField(ctx)
  const { productTypes } = input
  const [funderIds, policyIds] = [input.funderIds, input.policyIds].map(
    (ids) => ids && new Set(ids.map((id) => id.toLowerCase())),
  )
  for (const id of funderIds ?? [])
    if (!funders.has(id)) throw new ApiError('funder_not_found', undefined, { param: 'funder_ids' })
  const found = candidates.filter(
    ({ row }) => (funderIds?.has(row.funderId) ?? true) && (policyIds?.has(row.id) ?? true),
  )
  if (policyIds && found.length < policyIds.size)
    throw new ApiError('funder_policy_not_found', undefined, { param: 'policy_ids' })
  const inForce = found.filter(({ row, funder }) => {
    const { productType, effectiveFrom } = row.body
    const isWanted = productTypes === undefined || productTypes.includes(productType ?? '')
    return funder.isActive && isWanted && (effectiveFrom === null || effectiveFrom <= day)
  })
  return { candidates: inForce, slots, version }
}

/** Read and compiled once for each state of the funders and their policies. */
async function getField(ctx: Context): Promise<Field> {
  const kept = getCache(ctx.house)
  const version = await findFieldVersion(ctx)
  const key = `${ctx.environment.id} ${version}`
  const known = kept.get(key)
  if (known) return known
  const field = await readField(ctx, version)
  const weight = field.candidates.reduce((sum, { row }) => sum + row.body.criteria.length, 1)
  kept.set(key, field, weight)
  return field
}

async function readField(ctx: Context, version: string): Promise<Field> {
  const funders = new Map((await listFunders(ctx)).map((funder) => [funder.id, funder]))
  const rows = await listActivePolicies(ctx)
  const slots = emptySlots()
  const catalogue = catalogueFor(rows.flatMap(({ body }) => body.criteria))
  const candidates = rows.flatMap((row) => {
    const funder = funders.get(row.funderId)
    if (!funder) return []
    const policy = { ...row.body, ...row, funderName: funder.name }
    return [{ row, funder, compiled: compilePolicy(policy, catalogue, slots) }]
  })
  return { funders, candidates, slots, version }
}
