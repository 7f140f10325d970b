import type { Comparable, Flip } from '../../../core/decisions/flips.ts'
import type { PolicyOutcome } from '../../../core/decisions/policy.ts'
import type { PlainDate } from '../../../core/values/dates.ts'
import type { Context } from '../../../platform/context.ts'
import type { Body } from '../../../platform/route.ts'
import { pagedList } from '../../../platform/db/paged-list.ts'
import {
  joinConditions,
  inserted,
  json,
  raw,
  sql,
  toColumns,
  type Sql,
} from '../../../platform/db/sql.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { BackedLine } from '../../rules/evaluate.ts'
import type { EvaluationQuery, TRIGGERS } from './schemas.ts'

export type Trigger = (typeof TRIGGERS)[number]

/** An evaluation as it is kept. */
export interface EvaluationRow extends Pick<PolicyOutcome, 'result' | 'decision' | 'score'> {
  id: string
  submissionId: string
  policyId: string | null
  policyName: string
  policyVersion: number | null
  trigger: Trigger
  results: BackedLine[]
  flips: Flip[]
  previous: PreviousEvaluation | null
  analyticsVersion: number
  asOf: PlainDate | null
  durationMs: number
  evaluatedBy: string
  createdAt: string
}

/** What is shown of the evaluation before. */
export interface PreviousEvaluation extends Pick<PolicyOutcome, 'result' | 'decision'> {
  id: string
  createdAt: string
}

const COLUMNS = raw(`e.id, e.submission_id, e.policy_id, e.policy_name, e.policy_version, e.trigger,
  e.result, e.decision, e.score, e.results, e.flips, e.analytics_version, e.as_of, e.duration_ms,
  e.evaluated_by, e.created_at,
  case when b.id is not null then jsonb_build_object('id', b.id, 'result', b.result,
    'decision', b.decision,
    'createdAt', to_char(b.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  end as previous`)

const PREVIOUS = sql`left join policy_evaluations b
  on b.environment_id = e.environment_id and b.id = e.previous_id`

export const EVALUATION_SORTS = ['-created_at']

type EvaluationFilter = Body<typeof EvaluationQuery> & { submissionId: string }

export const { list: listEvaluations } = pagedList<EvaluationRow, EvaluationFilter>({
  table: 'policy_evaluations',
  alias: 'e',
  columns: COLUMNS,
  lookups: PREVIOUS,
  sorts: { created_at: { column: 'e.created_at', type: 'timestamptz' } },
  where: buildConditions,
})

function buildConditions(filter: EvaluationFilter): Sql {
  const { submissionId, policyId, result, trigger, createdAfter } = filter
  return joinConditions([
    sql`e.submission_id = ${submissionId}`,
    policyId && sql`e.policy_id = ${policyId}`,
    result && sql`e.result = ${result}`,
    trigger && sql`e.trigger = ${trigger}`,
    createdAfter && sql`e.created_at > ${createdAfter}`,
  ])
}

/** Throws `policy_evaluation_not_found`. */
export async function getEvaluation(
  ctx: Context,
  submissionId: string,
  id: string,
): Promise<EvaluationRow> {
  const row = await ctx.db.row<EvaluationRow>(sql`
    select ${COLUMNS} from policy_evaluations e ${PREVIOUS}
    where e.environment_id = ${ctx.environment.id} and e.submission_id = ${submissionId}
      and e.id = ${id}`)
  if (!row) throw new ApiError('policy_evaluation_not_found')
  return row
}

/** The last evaluation of a policy for a submission; without a policy, the last of that kind. */
export async function findLastEvaluation(
  ctx: Context,
  submissionId: string,
  policyId: string | null,
): Promise<EvaluationRow | null> {
  return ctx.db.row<EvaluationRow>(sql`
    select id, result, decision, results, created_at from policy_evaluations
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and policy_id is not distinct from ${policyId}::uuid
    order by created_at desc, id desc limit 1`)
}

/** The last result of a policy for a submission. */
export interface StoredOutcome {
  submissionId: string
  result: PolicyOutcome['result']
  results: Comparable[]
}

export async function listLastOutcomes(
  ctx: Context,
  policyId: string,
  submissionIds: readonly string[],
): Promise<StoredOutcome[]> {
  return ctx.db.rows<StoredOutcome>(sql`
    select distinct on (submission_id) submission_id, result, results from policy_evaluations
    where environment_id = ${ctx.environment.id} and policy_id = ${policyId}
      and submission_id = any(${submissionIds}::uuid[])
    order by submission_id, created_at desc, id desc`)
}

/** The policies in use that say decline of a submission by their last evaluation, with why. */
export async function listLatestFailures(
  ctx: Context,
  submissionId: string,
): Promise<{ policyName: string; ruleNames: string[] }[]> {
  return ctx.db.rows<{ policyName: string; ruleNames: string[] }>(sql`
    select policy_name, coalesce((
        select jsonb_agg(line ->> 'ruleName') from jsonb_array_elements(results) line
        where (line ->> 'isCounted')::boolean and line ->> 'consequence' = 'decline'), '[]')
        as rule_names
    from (
      select distinct on (e.policy_id) e.policy_name, e.decision, e.results
      from policy_evaluations e
      where e.environment_id = ${ctx.environment.id} and e.submission_id = ${submissionId}
        and exists (
          select from policies p
          where p.environment_id = ${ctx.environment.id} and p.id = e.policy_id
            and p.is_active and p.deleted_at is null)
      order by e.policy_id, e.created_at desc, e.id desc) last
    where decision = 'decline'
    order by policy_name`)
}

/** Returns the time of its transaction. */
export async function insertEvaluation(
  ctx: Context,
  { previous, results, flips, createdAt: _createdAt, ...row }: EvaluationRow,
): Promise<string> {
  const columns = toColumns({
    ...row,
    results: json(results),
    flips: json(flips),
    previousId: previous?.id ?? null,
  })
  const kept = await ctx.db.row<{ createdAt: string }>(sql`
    insert into policy_evaluations ${inserted({ environment_id: ctx.environment.id, ...columns })}
    returning created_at`)
  return kept!.createdAt
}

/** How often the pipeline evaluated a submission since a run began. */
export async function countOfRun(
  ctx: Context,
  submissionId: string,
  startedAt: string,
): Promise<number> {
  const row = await ctx.db.row<{ count: number }>(sql`
    select count(*) as count from policy_evaluations
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and trigger = 'pipeline' and created_at >= ${startedAt}`)
  return row!.count
}
