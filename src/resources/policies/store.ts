import type { PolicyPlan } from '../../core/decisions/policy.ts'
import type { PlainDate } from '../../core/values/dates.ts'
import type { Context } from '../../platform/context.ts'
import type { Body } from '../../platform/route.ts'
import type { Given } from '../../platform/wire/given.ts'
import { pagedList } from '../../platform/db/paged-list.ts'
import { keepVersion, recordStore } from '../../platform/db/record-store.ts'
import {
  joinConditions,
  containing,
  inserted,
  json,
  raw,
  sql,
  toColumns,
  type Sql,
} from '../../platform/db/sql.ts'
import type { PolicyQuery } from './schemas.ts'

/** What a version of a policy says. */
export interface PolicyBody extends PolicyPlan {
  description: string | null
  kind: 'underwriting' | 'funder' | 'intake' | 'monitoring'
  autoEvaluate: boolean
  funderId: string | null
  effectiveFrom: PlainDate | null
}

export interface PolicyRow {
  id: string
  name: string
  status: 'draft' | 'published' | 'archived'
  version: number
  publishedVersion: number | null
  /** The versions of its rules when it was published, by id; null = as they are now. */
  publishedRules: Readonly<Record<string, number>> | null
  isActive: boolean
  body: PolicyBody
  createdBy: string
  createdAt: string
  updatedAt: string
}

/** As it is listed: with whether a change of it, or of one of its rules, waits to be published. */
export interface ListedPolicy extends PolicyRow {
  hasDraft: boolean
}

export type PolicyColumns = Given<
  Pick<PolicyRow, 'name' | 'status' | 'version' | 'isActive'> & {
    publishedVersion: number
    publishedRules: Readonly<Record<string, number>>
  }
>

export const POLICY_SORTS = ['-created_at', 'name']

const COLUMNS =
  raw(`p.id, p.name, p.status, p.version, p.published_version, p.published_rules, p.is_active, v.body,
  p.created_by, p.created_at, p.updated_at`)

/** What publishing would change: the version, or a rule that is no longer as it was published. */
const selectListed = ({ environment }: Context): Sql => sql`${COLUMNS},
  p.published_version is distinct from p.version or (
    p.published_rules is not null and p.published_rules is distinct from (
      select coalesce(jsonb_object_agg(r.id, r.version), '{}') from rules r
      where r.environment_id = ${environment.id} and r.id = any(v.rule_ids) and r.deleted_at is null
    )) as has_draft`

/** The body of a policy's newest version, and that of the one in force. */
const NEWEST = versionIn('version')
const PUBLISHED = versionIn('published_version')

function versionIn(column: string): Sql {
  return sql`join policy_versions v
    on v.environment_id = p.environment_id and v.policy_id = p.id and v.version = ${raw(`p.${column}`)}`
}

type PolicyFilter = Body<typeof PolicyQuery>

export const { list: listPolicies } = pagedList<ListedPolicy, PolicyFilter>({
  table: 'policies',
  alias: 'p',
  columns: selectListed,
  joins: NEWEST,
  sorts: {
    created_at: { column: 'p.created_at', type: 'timestamptz' },
    name: { column: 'p.name', type: 'text' },
  },
  where: buildConditions,
})

function buildConditions({ kind, status, isActive, funderId, ruleId, q }: PolicyFilter): Sql {
  return joinConditions([
    sql`p.deleted_at is null`,
    kind && sql`v.body ->> 'kind' = ${kind}`,
    status && sql`p.status = ${status}`,
    isActive !== undefined && sql`p.is_active = ${isActive}`,
    funderId && sql`v.body ->> 'funderId' = ${funderId}`,
    ruleId && sql`v.rule_ids @> array[${ruleId}::uuid]`,
    q && sql`p.name ilike ${containing(q)}`,
  ])
}

/** Policies, each with its newest version. */
export const POLICIES = recordStore<ListedPolicy>({
  table: 'policies',
  alias: 'p',
  columns: selectListed,
  joins: NEWEST,
  where: sql`p.deleted_at is null`,
  noun: 'policy',
  missing: 'policy_not_found',
})

/** The same with the version that is in force; null when none was published. */
export async function findPublished(ctx: Context, id: string): Promise<PolicyRow | null> {
  return ctx.db.row<PolicyRow>(sql`
    select ${COLUMNS} from policies p ${PUBLISHED}
    where p.environment_id = ${ctx.environment.id} and p.id = ${id} and p.deleted_at is null`)
}

/** The policies in force on a day, each with its published version; the oldest first. */
export async function listInForce(ctx: Context, day: PlainDate): Promise<PolicyRow[]> {
  return ctx.db.rows<PolicyRow>(sql`
    select ${COLUMNS} from policies p ${PUBLISHED}
    where p.environment_id = ${ctx.environment.id} and p.deleted_at is null and p.is_active
      and p.status = 'published' and coalesce(v.body ->> 'effectiveFrom', '') <= ${day}
    order by p.created_at, p.id`)
}

export async function insertPolicy(
  ctx: Context,
  id: string,
  columns: PolicyColumns,
): Promise<void> {
  const row = { id, created_by: ctx.actor.name, ...toRow(columns) }
  await ctx.db.run(sql`
    insert into policies ${inserted({ environment_id: ctx.environment.id, ...row })}`)
}

/** What a held policy says now, as its newest version; returns the number of that. */
export async function keepPolicyVersion(
  ctx: Context,
  id: string,
  body: PolicyBody,
): Promise<number> {
  const versions = { table: 'policy_versions', of: 'policy_id', id }
  return keepVersion(ctx, versions, { rule_ids: body.ruleIds, body: json(body) })
}

export async function updatePolicy(
  ctx: Context,
  id: string,
  columns: PolicyColumns,
): Promise<void> {
  await POLICIES.update(ctx, id, toRow(columns))
}

function toRow({ publishedRules, ...columns }: PolicyColumns): Record<string, unknown> {
  return toColumns({ ...columns, publishedRules: publishedRules && json(publishedRules) })
}

/** Its versions and evaluations stay. */
export async function deletePolicy(ctx: Context, id: string): Promise<void> {
  await POLICIES.update(ctx, id, { deleted_at: sql`now()`, is_active: false })
}
