import type { Frequency } from '../../../core/analytics/repayment/schedule.ts'
import type { PlainDate } from '../../../core/values/dates.ts'
import type { Cents } from '../../../core/values/money.ts'
import type { Context } from '../../../platform/context.ts'
import { assignments, empty, inserted, json, raw, sql, type Sql } from '../../../platform/db/sql.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import {
  countRows,
  listKeptCounts,
  type SubmissionCounts,
} from '../../portfolio/facts/counts/store.ts'
import { beginInPortfolio, isTouched, touchPortfolio } from '../../portfolio/touch.ts'
import type { OfferState, SubmissionStatus } from './lifecycle.ts'

export interface Address {
  line1?: string | null
  line2?: string | null
  city?: string | null
  state?: string | null
  postalCode?: string | null
  country?: string | null
}

/** As stored: the EIN is sealed in its own column. */
export interface CompanyInfo {
  name?: string | null
  dba?: string | null
  entityType?: string | null
  startDate?: PlainDate | null
  stateOfIncorporation?: string | null
  naicsCode?: string | null
  sicCode?: string | null
  industry?: string | null
  address?: Address | null
  phone?: string | null
  email?: string | null
  website?: string | null
  annualRevenueCents?: Cents | null
}

export interface FinancingRequest {
  amountCents?: Cents | null
  currency?: string | null
  purpose?: string | null
  productType?: string | null
  termMonths?: number | null
  useOfFunds?: string | null
}

/** What the lender offers the business; amounts are major units of the currency. */
export interface KeptOffer {
  amount: number
  currency: string
  factor: number
  termMonths: number
  frequency: Frequency
  /** Share of the amount that is kept back from it. */
  originationFee: number | null
  /** Balances that the offer pays off. */
  payoffs: { name: string; amount: number; positionId: string | null }[]
  payment: number
  purchasedAmount: number
  netFunded: number
  state: OfferState
  /** Of the terms or the state, whichever changed last. */
  changedAt: string
  changedBy: string
}

export interface Failure {
  code: string
  message: string
  stage: string | null
  documentId: string | null
  at: string
}

export interface DataQuality {
  score: number | null
  reconciliationRate: number | null
  coverageRatio: number | null
  reviewRequired: boolean
  reasons: string[]
}

export interface Latest {
  riskScore: number | null
  riskGrade: string | null
  paperGrade: string | null
  monthlyTrueRevenue: number | null
  averageDailyBalance: number | null
  /** These three are absent in what was computed before lists showed them. */
  negativeDays?: number | null
  nsfCount?: number | null
  holdbackRatio?: number | null
  analyticsVersion: string | number | null
  /** Absent in what was computed before settings had versions. */
  settingsVersion?: number
  asOf: string | null
}

export interface SubmissionRow {
  id: string
  externalId: string | null
  name: string
  status: SubmissionStatus
  statusBeforeArchive: SubmissionStatus | null
  companyInfo: CompanyInfo
  einSealed: string | null
  ownersSealed: string | null
  request: FinancingRequest | null
  keptOffer: KeptOffer | null
  dealStage: string | null
  declineReasons: string[]
  source: string
  assignedTo: string | null
  tags: string[]
  metadata: Record<string, unknown>
  autoProcess: boolean | null
  dataQuality: DataQuality | null
  latest: Latest | null
  policyResult: string | null
  /** Results of rules that a person changed. */
  policyOverridesCount: number
  failure: Failure | null
  dataVersion: number
  processedAt: string | null
  archivedAt: string | null
  createdAt: string
  updatedAt: string
}

/** Columns a write sets; undefined ones stay as they are. */
export interface SubmissionColumns {
  externalId?: string | null | undefined
  name?: string | undefined
  status?: SubmissionStatus | undefined
  statusBeforeArchive?: SubmissionStatus | null | undefined
  companyInfo?: CompanyInfo | undefined
  einSealed?: string | null | undefined
  einBlind?: string | null | undefined
  ownersSealed?: string | null | undefined
  request?: FinancingRequest | null | undefined
  keptOffer?: KeptOffer | null | undefined
  dealStage?: string | null | undefined
  declineReasons?: string[] | undefined
  source?: string | undefined
  assignedTo?: string | null | undefined
  tags?: string[] | undefined
  metadata?: Record<string, unknown> | undefined
  autoProcess?: boolean | null | undefined
  matchKeys?: string[] | undefined
  dataQuality?: DataQuality | null | undefined
  latest?: Latest | null | undefined
  failure?: Failure | null | undefined
}

/** The gravest of the last results of the policies in use; a passed one stands last. */
function selectPolicyResult({ environment }: Context): Sql {
  return sql`(
    select last.result
    from (
      select distinct on (e.policy_id) e.result
      from policy_evaluations e
      join policies p on p.environment_id = e.environment_id and p.id = e.policy_id
      where e.environment_id = ${environment.id} and e.submission_id = submissions.id
        and p.is_active and p.deleted_at is null
      order by e.policy_id, e.created_at desc, e.id desc) last
    order by array_position(
      array['failed', 'error', 'review_required', 'missing_data'], last.result)
    limit 1)`
}

/** What a person says of a manual rule is no override. */
function countOverrides({ environment }: Context): Sql {
  return sql`(
    select count(*)::int from rule_verdicts v
    join rules r on r.environment_id = v.environment_id and r.id = v.rule_id
    where v.environment_id = ${environment.id} and v.submission_id = submissions.id
      and r.body ->> 'kind' <> 'manual')`
}

const OWN_COLUMNS = raw(`
  id, external_id, name, status, status_before_archive, company_info, ein_sealed, owners_sealed,
  request, kept_offer, deal_stage, decline_reasons, source, assigned_to, tags, metadata, auto_process,
  data_quality, latest, failure, data_version, processed_at, archived_at, created_at, updated_at`)

export function selectSubmissionColumns(ctx: Context): Sql {
  return sql`${OWN_COLUMNS}, ${selectPolicyResult(ctx)} as policy_result,
    ${countOverrides(ctx)} as policy_overrides_count`
}

export async function getSubmission(ctx: Context, id: string): Promise<SubmissionRow> {
  const row = await ctx.db.row<SubmissionRow>(
    sql`select ${selectSubmissionColumns(ctx)} from submissions
      where environment_id = ${ctx.environment.id} and id = ${id}`,
  )
  if (!row) throw new ApiError('submission_not_found')
  return row
}

/**
 * The row, locked against other changes of the submission until the transaction ends. Rows that
 * refer to it can still be inserted, so workers that write transactions do not block each other.
 */
export async function findSubmissionForUpdate(
  ctx: Context,
  id: string,
): Promise<SubmissionRow | null> {
  return ctx.db.row<SubmissionRow>(sql`
    select ${selectSubmissionColumns(ctx)} from submissions
    where environment_id = ${ctx.environment.id} and id = ${id}
    for no key update`)
}

/** Those of the submissions that there are; held in the order of their ids where that is wanted. */
export async function readSubmissions(
  ctx: Context,
  ids: readonly string[],
  { isHeld }: { isHeld: boolean },
): Promise<SubmissionRow[]> {
  if (ids.length === 0) return []
  return ctx.db.rows<SubmissionRow>(sql`
    select ${selectSubmissionColumns(ctx)} from submissions
    where environment_id = ${ctx.environment.id} and id = any (${[...ids]}::uuid[])
    order by id ${isHeld ? raw('for no key update') : empty}`)
}

/** Locks the submission when nobody else has it locked; returns whether it did. */
export async function tryLock(ctx: Context, id: string): Promise<boolean> {
  const row = await ctx.db.row(sql`
    select id from submissions
    where environment_id = ${ctx.environment.id} and id = ${id}
    for no key update skip locked`)
  return row !== null
}

export async function getSubmissionForUpdate(ctx: Context, id: string): Promise<SubmissionRow> {
  const row = await findSubmissionForUpdate(ctx, id)
  if (!row) throw new ApiError('submission_not_found')
  return row
}

export async function findIdByExternalId(ctx: Context, externalId: string): Promise<string | null> {
  const row = await ctx.db.row<{ id: string }>(sql`
    select id from submissions
    where environment_id = ${ctx.environment.id} and external_id = ${externalId}`)
  return row?.id ?? null
}

/**
 * False when another submission has the external id; waits for one that is being created with it.
 */
export async function insertSubmission(
  ctx: Context,
  id: string,
  columns: SubmissionColumns,
): Promise<boolean> {
  const row = { environment_id: ctx.environment.id, id, ...toColumns(columns) }
  const count = await ctx.db.run(sql`
    insert into submissions ${inserted(row)}
    on conflict (environment_id, external_id) where external_id is not null do nothing`)
  if (count === 1) beginInPortfolio(ctx, id)
  return count === 1
}

/** Sets the columns that are given, of a submission that is there; returns what it is now. */
export async function updateSubmission(
  ctx: Context,
  id: string,
  columns: SubmissionColumns,
): Promise<SubmissionRow> {
  const row = await ctx.db.row<SubmissionRow>(sql`
    update submissions set ${assignments(toColumns(columns))}, updated_at = now()
    where environment_id = ${ctx.environment.id} and id = ${id}
    returning ${selectSubmissionColumns(ctx)}`)
  if (isCounted(columns)) touchPortfolio(ctx, id)
  return row!
}

/** What the counters of the portfolio follow from. */
const COUNTED: readonly (keyof SubmissionColumns)[] = [
  'status',
  'companyInfo',
  'dealStage',
  'declineReasons',
  'source',
  'dataQuality',
  'latest',
]

export function isCounted(columns: SubmissionColumns): boolean {
  return COUNTED.some((name) => columns[name] !== undefined)
}

export async function updateStatus(
  ctx: Context,
  id: string,
  status: SubmissionStatus,
): Promise<void> {
  await ctx.db.run(sql`
    update submissions
    set status = ${status}, updated_at = now(),
      status_before_archive = case when ${status} = 'archived' then status end,
      archived_at = ${status === 'archived' ? sql`now()` : null},
      processed_at = case
        when ${status} in ('processed', 'review_required') and status = 'processing' then ${ctx.db.startedAt}::timestamptz
        else processed_at end
    where environment_id = ${ctx.environment.id} and id = ${id}`)
  touchPortfolio(ctx, id)
}

/** Deletes the kept rows and reports of the previous version too. */
export async function updateDataVersion(ctx: Context, id: string): Promise<void> {
  await ctx.db.run(sql`
    with gone as (
      delete from kept_rows where environment_id = ${ctx.environment.id} and submission_id = ${id}),
    gone_reports as (
      delete from kept_reports where environment_id = ${ctx.environment.id} and submission_id = ${id})
    update submissions set data_version = data_version + 1, updated_at = now()
    where environment_id = ${ctx.environment.id} and id = ${id}`)
  touchPortfolio(ctx, id)
}

function toColumns(columns: SubmissionColumns): Record<string, unknown> {
  const { companyInfo, request, keptOffer, metadata, dataQuality, latest, failure } = columns
  return {
    external_id: columns.externalId,
    name: columns.name,
    status: columns.status,
    company_info: companyInfo && json(companyInfo),
    ein_sealed: columns.einSealed,
    ein_blind: columns.einBlind,
    owners_sealed: columns.ownersSealed,
    request: request && json(request),
    kept_offer: keptOffer && json(keptOffer),
    deal_stage: columns.dealStage,
    decline_reasons: columns.declineReasons,
    source: columns.source,
    assigned_to: columns.assignedTo,
    tags: columns.tags,
    metadata: metadata && json(metadata),
    auto_process: columns.autoProcess,
    match_keys: columns.matchKeys,
    data_quality: dataQuality && json(dataQuality),
    latest: latest && json(latest),
    failure: failure && json(failure),
  }
}

/** The counts of each submission: the kept ones, but for what this transaction has changed. */
export async function countContents(
  ctx: Context,
  ids: readonly string[],
): Promise<Map<string, SubmissionCounts>> {
  const kept = await listKeptCounts(
    ctx,
    ids.filter((id) => !isTouched(ctx, id)),
  )
  const counted = await countRows(
    ctx,
    ids.filter((id) => !kept.has(id)),
  )
  return new Map([...kept, ...counted])
}
