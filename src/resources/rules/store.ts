import type { Rule } from '../../core/decisions/rule.ts'
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
  sql,
  toColumns,
  type Sql,
} from '../../platform/db/sql.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { RuleQuery } from './schemas.ts'

/** The content of a version, beyond its name and mode. */
export interface RuleBody extends Omit<
  Rule,
  'id' | 'name' | 'version' | 'isActive' | 'mode' | 'expression'
> {
  description: string | null
  kind: 'condition' | 'expression' | 'manual'
  metric: string | null
  metricParams: Record<string, unknown>
  dateRange: string | null
  operator: string | null
  value: unknown
  valueTo: unknown
  expression: Record<string, unknown> | null
}

export interface RuleRow {
  id: string
  name: string
  version: number
  isActive: boolean
  mode: Rule['mode']
  tags: string[]
  funderId: string | null
  body: RuleBody
  policyIds: string[]
  createdBy: string
  createdAt: string
  updatedAt: string
}

export type RuleColumns = Given<
  Pick<RuleRow, 'name' | 'version' | 'isActive' | 'mode' | 'tags' | 'funderId' | 'body'> & {
    metrics: string[]
  }
>

export const RULE_SORTS = ['-created_at', 'name']

function selectColumns({ environment }: Context): Sql {
  return sql`id, name, version, is_active, mode, tags, funder_id, body,
    array(
      select p.id from policies p
      join policy_versions v on v.environment_id = p.environment_id and v.policy_id = p.id
        and v.version in (p.version, p.published_version)
      where p.environment_id = ${environment.id} and p.deleted_at is null
        and v.rule_ids @> array[rules.id]
      group by p.id order by p.id
    ) as policy_ids, created_by, created_at, updated_at`
}

type RuleFilter = Body<typeof RuleQuery>

export const { list: listRules } = pagedList<RuleRow, RuleFilter>({
  table: 'rules',
  columns: selectColumns,
  sorts: {
    created_at: { column: 'created_at', type: 'timestamptz' },
    name: { column: 'name', type: 'text' },
  },
  where: buildConditions,
})

function buildConditions(filter: RuleFilter, ctx: Context): Sql {
  const { isActive, metric, mode, policyId, funderId, tag, q } = filter
  return joinConditions([
    sql`deleted_at is null`,
    isActive !== undefined && sql`is_active = ${isActive}`,
    metric && sql`metrics @> array[${metric}]`,
    mode && sql`mode = ${mode}`,
    funderId && sql`funder_id = ${funderId}`,
    tag && sql`tags @> array[${tag}]`,
    q && sql`name ilike ${containing(q)}`,
    policyId &&
      sql`id in (
        select unnest(v.rule_ids) from policies p
        join policy_versions v on v.environment_id = p.environment_id and v.policy_id = p.id
          and v.version = p.version
        where p.environment_id = ${ctx.environment.id} and p.id = ${policyId}
          and p.deleted_at is null)`,
  ])
}

export const RULES = recordStore<RuleRow>({
  table: 'rules',
  columns: selectColumns,
  where: sql`deleted_at is null`,
  noun: 'rule',
  missing: 'rule_not_found',
})

/** Those of the ids that exist, in any order. */
export async function listRulesById(ctx: Context, ids: readonly string[]): Promise<RuleRow[]> {
  return ctx.db.rows<RuleRow>(sql`
    select ${selectColumns(ctx)} from rules
    where environment_id = ${ctx.environment.id} and id = any(${ids}::uuid[])
      and deleted_at is null`)
}

/** These versions of rules, whatever the rules say now; mode and activity are those of now. */
export async function listRuleVersions(
  ctx: Context,
  versions: Readonly<Record<string, number>>,
): Promise<RuleRow[]> {
  return ctx.db.rows<RuleRow>(sql`
    select rules.id, v.name, v.version, rules.is_active, rules.mode, rules.tags, rules.funder_id,
      v.body, array[]::uuid[] as policy_ids, rules.created_by, rules.created_at, rules.updated_at
    from jsonb_each_text(${json(versions)}::jsonb) as wanted (id, version)
    join rules on rules.environment_id = ${ctx.environment.id} and rules.id = wanted.id::uuid
    join rule_versions v on v.environment_id = rules.environment_id and v.rule_id = rules.id
      and v.version = wanted.version::integer`)
}

/** The same ids, each once. Throws `rule_not_found` for one that does not exist. */
export async function requireRules(ctx: Context, ids: readonly string[]): Promise<string[]> {
  const known = (await listRulesById(ctx, ids)).map(({ id }) => id)
  const unknown = ids.find((id) => !known.includes(id.toLowerCase()))
  if (unknown === undefined) return known
  throw new ApiError('rule_not_found', `No rule has the id ${unknown}.`, { param: 'rule_ids' })
}

/** The active rules, in a policy or not. */
export async function listActiveRules(ctx: Context): Promise<RuleRow[]> {
  return ctx.db.rows<RuleRow>(sql`
    select ${selectColumns(ctx)} from rules
    where environment_id = ${ctx.environment.id} and is_active and deleted_at is null
    order by created_at, id`)
}

export async function insertRule(ctx: Context, id: string, columns: RuleColumns): Promise<void> {
  const row = { id, created_by: ctx.actor.name, ...toRow(columns) }
  await ctx.db.run(sql`
    insert into rules ${inserted({ environment_id: ctx.environment.id, ...row })}`)
}

/** What a held rule says now, as its newest version; returns the number of that. */
export async function keepRuleVersion(
  ctx: Context,
  id: string,
  { name, body }: Pick<RuleRow, 'name' | 'body'>,
): Promise<number> {
  const versions = { table: 'rule_versions', of: 'rule_id', id }
  return keepVersion(ctx, versions, { name, body: json(body) })
}

export async function updateRule(ctx: Context, id: string, columns: RuleColumns): Promise<void> {
  await RULES.update(ctx, id, toRow(columns))
}

/** Its versions stay, for the evaluations that name them. */
export async function deleteRule(ctx: Context, id: string): Promise<void> {
  await RULES.update(ctx, id, { deleted_at: sql`now()`, is_active: false })
}

function toRow({ body, ...columns }: RuleColumns): Record<string, unknown> {
  return toColumns({ ...columns, body: body && json(body) })
}
