import type { Criterion } from '../../../core/decisions/match/criteria.ts'
import type { PlainDate } from '../../../core/values/dates.ts'
import type { Context } from '../../../platform/context.ts'
import type { Body } from '../../../platform/route.ts'
import { pagedList } from '../../../platform/db/paged-list.ts'
import { recordStore } from '../../../platform/db/record-store.ts'
import { joinConditions, json, raw, sql, type Sql } from '../../../platform/db/sql.ts'
import type { FunderPolicyQuery, OfferInput } from './schemas.ts'

/** Terms as the funder states them; amounts are major units. */
export type OfferBody = Body<typeof OfferInput>

export interface PolicyBody {
  paperGrade: string | null
  productType: string | null
  criteria: Criterion[]
  requiredDocuments: string[]
  offer: OfferBody
  effectiveFrom: PlainDate | null
  sourceDocumentId: string | null
}

export interface PolicyRow {
  id: string
  funderId: string
  name: string
  isActive: boolean
  version: number
  body: PolicyBody
  createdAt: string
  updatedAt: string
}

/** A policy among those of its funder. */
export type PolicyPlace = Pick<PolicyRow, 'funderId' | 'id'>

const COLUMNS = raw('id, funder_id, name, is_active, version, body, created_at, updated_at')

export const POLICY_SORTS = ['-created_at']

type PolicyFilter = Body<typeof FunderPolicyQuery> & { funderId: string }

export const { list: listPolicies } = pagedList<PolicyRow, PolicyFilter>({
  table: 'funder_policies',
  columns: COLUMNS,
  sorts: { created_at: { column: 'created_at', type: 'timestamptz' } },
  where: buildConditions,
})

function buildConditions({ funderId, isActive }: PolicyFilter): Sql {
  return joinConditions([
    sql`funder_id = ${funderId}`,
    isActive !== undefined && sql`is_active = ${isActive}`,
  ])
}

/** The active policies of all funders. */
export async function listActivePolicies(ctx: Context): Promise<PolicyRow[]> {
  return ctx.db.rows<PolicyRow>(sql`
    select ${COLUMNS} from funder_policies
    where environment_id = ${ctx.environment.id} and is_active order by id`)
}

const POLICIES = recordStore<PolicyRow>({
  table: 'funder_policies',
  columns: COLUMNS,
  noun: 'policy of the funder',
  missing: 'funder_policy_not_found',
})

/** Throws `funder_policy_not_found`. */
export function getPolicy(ctx: Context, { funderId, id }: PolicyPlace): Promise<PolicyRow> {
  return POLICIES.get(ctx, id, sql`funder_id = ${funderId}`)
}

/** The same, locked against other changes. */
export function holdPolicy(ctx: Context, { funderId, id }: PolicyPlace): Promise<PolicyRow> {
  return POLICIES.hold(ctx, id, sql`funder_id = ${funderId}`)
}

/** Throws `duplicate_name` when another policy of the funder has the name. */
export function refuseTaken(
  ctx: Context,
  { funderId, name, self }: { funderId: string; name: string; self?: string },
): Promise<void> {
  return POLICIES.refuseTaken(ctx, { name, self, within: sql`funder_id = ${funderId}` })
}

export async function insertPolicy(
  ctx: Context,
  own: Pick<PolicyRow, 'id' | 'funderId' | 'name' | 'isActive' | 'body'>,
): Promise<void> {
  const { id, funderId, name, isActive, body } = own
  await ctx.db.run(sql`
    insert into funder_policies (environment_id, id, funder_id, name, is_active, body)
    values (${ctx.environment.id}, ${id}, ${funderId}, ${name}, ${isActive}, ${json(body)}::jsonb)`)
}

/** A change is a new version. */
export async function updatePolicy(
  ctx: Context,
  own: Pick<PolicyRow, 'id' | 'name' | 'isActive' | 'body'>,
): Promise<void> {
  const { id, name, isActive, body } = own
  const version = sql`version + 1`
  await POLICIES.update(ctx, id, { name, is_active: isActive, body: json(body), version })
}

export async function deletePolicy(ctx: Context, id: string): Promise<void> {
  await POLICIES.remove(ctx, id)
}
