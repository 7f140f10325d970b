import type { Authenticity } from '../../core/statements/authenticity/score.ts'
import type { Context } from '../../platform/context.ts'
import {
  buildKeyset,
  toPage,
  type Page,
  type PageRequest,
  type SortKeys,
} from '../../platform/db/page.ts'
import { join, joinConditions, raw, sql, type Sql } from '../../platform/db/sql.ts'
import { isPossiblyAltered } from '../portfolio/facts/store.ts'
import type { DataQuality, Failure, FinancingRequest } from '../records/submissions/store.ts'
import type { Reason } from './reasons.ts'

export interface QueueFilter {
  /** Of the page. */
  reasons: readonly Reason[]
  /** What the caller may read, at least one: that is counted. */
  readable: readonly Reason[]
  submissionId?: string | undefined
  assignedTo?: string | undefined
}

export interface QueueRow {
  id: string
  reason: Reason
  since: string
  submissionId: string | null
  submissionName: string | null
  documentId: string | null
  approvalId: string | null
  policyId: string | null
  request: FinancingRequest | null
  dataQuality: DataQuality | null
  failure: Failure | null
  policyName: string | null
  /** The rules on which the evaluation hangs. */
  ruleNames: string[] | null
  document: QueuedDocument | null
  approvalTitle: string | null
  approvalSummary: string | null
  /** Of `needs_review_rows` alone. */
  rows: { count: number; cents: number; currency: string | null } | null
}

export interface QueuedDocument {
  name: string
  reconciliation: { status: string; difference: number | null } | null
  currency: string | null
  problems: { code: string }[]
  authenticity: Authenticity | null
  errorCode: string | null
  errorMessage: string | null
}

export const QUEUE_SORTS = ['since']
const SORTS: SortKeys = { since: { column: 'since', type: 'timestamptz' } }

export interface Queue extends Page<QueueRow> {
  /** By reason, of all pages; those without an item are absent. */
  counts: Partial<Record<Reason, number>>
}

/**
 * A page of what waits, the longest first. What may wait is read once, for the page and for the
 * counts of all readable reasons.
 */
export async function listQueue(
  ctx: Context,
  filter: QueueFilter,
  page: PageRequest,
): Promise<Queue> {
  const { key, after, tail } = buildKeyset(page, SORTS)
  const direction = raw(page.isDescending ? 'desc' : 'asc')
  const environmentId = ctx.environment.id
  const rows = await ctx.db.rows<Counted<QueueRow & { sortKey: string }>>(sql`
    with waiting as materialized (${selectWaiting(ctx, filter)})
    select c.counts, w.*, s.name as submission_name, s.request, s.data_quality, s.failure,
      e.policy_name, ${RULE_NAMES} as rule_names, ${documentParts(environmentId)} as document,
      a.title as approval_title, a.summary as approval_summary,
      case when w.reason = 'needs_review_rows' then ${sumRows(environmentId)} end as rows
    from (${COUNTS}) c
    left join (
      select *, ${key} from waiting
      where reason = any(${filter.reasons}::text[]) and ${after} ${tail}) w on true
    left join submissions s on s.environment_id = ${environmentId} and s.id = w.submission_id
    left join policy_evaluations e
      on e.environment_id = ${environmentId} and e.id = w.evaluation_id
    left join documents d on d.environment_id = ${environmentId} and d.id = w.document_id
    left join approvals a on a.environment_id = ${environmentId} and a.id = w.approval_id
    order by w.since ${direction}, w.id ${direction}`)
  const found = rows.filter(({ id }) => id !== null) as (QueueRow & { sortKey: string })[]
  return { ...toPage(found, page, ctx.house.cursors), counts: rows[0]!.counts }
}

/** Of an empty page there is one row, without an item. */
type Counted<Row> = { counts: Queue['counts'] } & (Row | { id: null })

const COUNTS = raw(`select coalesce(jsonb_object_agg(reason, count), '{}') as counts
  from (select reason, count(*) as count from waiting group by reason) counted`)

/** The rules of an evaluation that were not simply passed, as their names. */
const RULE_NAMES = raw(`(
  select jsonb_agg(line ->> 'ruleName') from jsonb_array_elements(e.results) line
  where (line ->> 'isCounted')::boolean and line ->> 'consequence' in ('missing', 'review', 'error'))`)

function documentParts(environmentId: string): Sql {
  return sql`case when d.id is not null then jsonb_build_object('name', d.display_name,
    'reconciliation', d.reconciliation, 'problems', d.problems, 'authenticity', d.authenticity,
    'errorCode', d.error_code, 'errorMessage', d.error_message,
    'currency', (select t.currency from statements t
      where t.environment_id = ${environmentId} and t.document_id = d.id
      order by t.index limit 1)) end`
}

function sumRows(environmentId: string): Sql {
  return sql`(
    select jsonb_build_object('count', count(*), 'cents', sum(abs(t.amount)),
      'currency', case when min(t.currency) = max(t.currency) then min(t.currency) end)
    from transactions t
    where ${rowsToReview(environmentId)} and t.submission_id = w.submission_id)`
}

type Selection = (environmentId: string) => Sql

/** What an item of each reason is. */
const SELECTIONS: Record<Reason, Selection> = {
  policy_review: selectReviews,
  authenticity: (environmentId) => sql`
    select 'authenticity' as reason, ${itemId('signals', 'd')} as id, d.created_at as since,
      d.submission_id, d.id as document_id, null::uuid as approval_id, null::uuid as policy_id,
      null::uuid as evaluation_id
    from documents d ${DEAL}
    where d.environment_id = ${environmentId} and ${OPEN} and ${isPossiblyAltered(environmentId)}`,
  needs_review_rows: (environmentId) => sql`
    select 'needs_review_rows' as reason, ${itemId('rows')} as id, ${SINCE_RUN} as since,
      s.id as submission_id, ${NOTHING_ELSE}
    from submissions s
    where s.environment_id = ${environmentId} and ${OPEN} and s.status <> 'processing' and exists (
      select from transactions t
      where ${rowsToReview(environmentId)} and t.submission_id = s.id)`,
  unclassified: (environmentId) => sql`
    select 'unclassified' as reason, ${DOCUMENT_ITEM}
    from documents d ${DEAL}
    where d.environment_id = ${environmentId} and ${UNCLASSIFIED} and ${OPEN}
      and d.status not in ('queued', 'parsing')`,
  unreconciled: (environmentId) => sql`
    select 'unreconciled' as reason, ${DOCUMENT_ITEM}
    from documents d ${DEAL}
    where d.environment_id = ${environmentId} and d.status = 'review_required' and d.is_included
      and ${OPEN} and not (${UNCLASSIFIED})
      and not (${FIGURES_STAND} and ${isPossiblyAltered(environmentId)})`,
  missing_months: (environmentId) => sql`
    select 'missing_months' as reason, ${itemId('months')} as id, ${SINCE_RUN} as since,
      s.id as submission_id, ${NOTHING_ELSE}
    from submissions s
    where s.environment_id = ${environmentId} and ${OPEN} and s.status <> 'processing'
      and s.data_quality -> 'reasons' ?| '{coverage_gap,insufficient_history}'`,
  approval: (environmentId) => sql`
    select 'approval' as reason, a.id, a.created_at as since, a.submission_id,
      null::uuid as document_id, a.id as approval_id, null::uuid as policy_id,
      null::uuid as evaluation_id
    from approvals a
    where a.environment_id = ${environmentId} and a.status = 'pending'`,
  failed: selectFailures,
}

function selectWaiting(ctx: Context, filter: QueueFilter): Sql {
  const { readable, submissionId, assignedTo } = filter
  const environmentId = ctx.environment.id
  const selected = readable.map((reason) => SELECTIONS[reason](environmentId))
  const isOfDeal = joinConditions([
    submissionId !== undefined && sql`submission_id = ${submissionId}`,
    assignedTo !== undefined &&
      sql`submission_id in (
        select id from submissions
        where environment_id = ${environmentId} and assigned_to = ${assignedTo})`,
  ])
  return sql`select * from (${join(selected, ' union all ')}) every where ${isOfDeal}`
}

const DEAL = sql`join submissions s
  on s.environment_id = d.environment_id and s.id = d.submission_id`

/** Deals on which people still work; nothing but an approval waits of the others. */
const OPEN = raw(`s.status not in ('reviewed', 'archived')
  and coalesce(s.deal_stage, '') not in ('funded', 'declined', 'withdrawn')`)

/** What the last run found waits since its end. */
const SINCE_RUN = raw('coalesce(s.processed_at, s.created_at)')

const NOTHING_ELSE = raw(`null::uuid as document_id, null::uuid as approval_id,
  null::uuid as policy_id, null::uuid as evaluation_id`)

const DOCUMENT_ITEM = raw(`d.id, d.created_at as since, d.submission_id, d.id as document_id,
  null::uuid as approval_id, null::uuid as policy_id, null::uuid as evaluation_id`)

/** Its class was found by no rule, nor given by a person. */
const UNCLASSIFIED = raw(`d.document_class = 'other' and d.is_included
  and d.status not in ('failed', 'split', 'excluded')
  and d.classification ->> 'isUserSet' is distinct from 'true'`)

const FAILED = raw(`d.status = 'failed' and d.is_included`)

function rowsToReview(environmentId: string): Sql {
  return sql`t.environment_id = ${environmentId} and t.needs_review and not t.is_duplicate
    and not exists (
      select from documents x
      where x.environment_id = ${environmentId} and x.id = t.document_id and not x.is_included)`
}

/** A deal or a document has several items, so that its own id names none of them. */
function itemId(
  reason: 'months' | 'review' | 'rows' | 'failure' | 'signals',
  record: 's' | 'd' = 's',
): Sql {
  const text = `'${reason}' || ${record}.id`
  return raw(`substr(encode(sha256(convert_to(${text}, 'UTF8')), 'hex'), 1, 32)::uuid`)
}

/** Nothing but signs of alteration keeps the document: that is an item of its own. */
const FIGURES_STAND = raw(`d.problems = '[]'
  and d.reconciliation ->> 'status' is distinct from 'unreconciled'`)

/**
 * The last evaluation by each policy in use, or the deal where the house wants a review of each.
 * `offset 0` has each deal read by itself, whatever the planner knows of the tables yet.
 */
function selectReviews(environmentId: string): Sql {
  return sql`
    select 'policy_review' as reason, coalesce(e.id, ${itemId('review')}) as id,
      coalesce(e.created_at, ${SINCE_RUN}) as since, s.id as submission_id,
      null::uuid as document_id, null::uuid as approval_id, e.policy_id, e.id as evaluation_id
    from submissions s
    left join lateral (
      select e.id, e.created_at, e.policy_id from policy_evaluations e
      where e.environment_id = ${environmentId} and e.submission_id = s.id
        and e.decision = 'review' and exists (
          select from policies p
          where p.environment_id = ${environmentId} and p.id = e.policy_id
            and p.is_active and p.deleted_at is null)
        and not exists (
          select from policy_evaluations l
          where l.environment_id = ${environmentId} and l.policy_id = e.policy_id
            and l.submission_id = s.id and (l.created_at, l.id) > (e.created_at, e.id))
      offset 0
    ) e on true
    where s.environment_id = ${environmentId} and ${OPEN}
      and s.status in ('processed', 'review_required') and (e.id is not null or s.status = 'review_required')`
}

/** Each document that failed, and deals that failed without one. */
function selectFailures(environmentId: string): Sql {
  return sql`
    select 'failed' as reason, ${DOCUMENT_ITEM}
    from documents d ${DEAL}
    where d.environment_id = ${environmentId} and ${FAILED} and ${OPEN}
    union all
    select 'failed' as reason, ${itemId('failure')} as id, ${SINCE_RUN} as since,
      s.id as submission_id, ${NOTHING_ELSE}
    from submissions s
    where s.environment_id = ${environmentId} and s.status = 'failed' and ${OPEN} and not exists (
      select from documents d
      where d.environment_id = ${environmentId} and d.submission_id = s.id and ${FAILED})`
}
