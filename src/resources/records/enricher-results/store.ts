import type { Context } from '../../../platform/context.ts'
import { sealedColumn } from '../../../platform/crypto/sealed-column.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { pagedList } from '../../../platform/db/paged-list.ts'
import type { Page, PageRequest } from '../../../platform/db/page.ts'
import { recordStore } from '../../../platform/db/record-store.ts'
import { inserted, joinConditions, json, raw, sql } from '../../../platform/db/sql.ts'

export const RESULT_CONTENT = sealedColumn({
  table: 'enricher_results',
  column: 'content_sealed',
  holds: 'the inputs of an enricher, which may be names and identifiers, and what it found',
  place: 'enricher_results/content',
  boundTo: ['id'],
})

export const RESULT_STATUSES = [
  'queued',
  'processing',
  'succeeded',
  'failed',
  'missing_input_data',
  'skipped',
] as const
export type ResultStatus = (typeof RESULT_STATUSES)[number]

/** Statuses after which nothing more happens. */
export const ENDED: ReadonlySet<ResultStatus> = new Set([
  'succeeded',
  'failed',
  'missing_input_data',
  'skipped',
])

/** A field of a result. */
export interface ResultField {
  name: string
  value: unknown
  confidence: number | null
  sourceUrl: string | null
  evidence: string | null
}

/** What only the key ring opens. */
export interface ResultContent {
  inputs: Record<string, unknown>
  fields: readonly ResultField[]
}

export interface EnricherResult extends ResultContent {
  id: string
  submissionId: string
  enricher: string
  status: ResultStatus
  missingInputs: string[]
  confidence: number | null
  error: { code: string; message: string } | null
  durationMs: number | null
  requestedBy: string
  createdAt: string
  completedAt: string | null
}

type Stored = Omit<EnricherResult, keyof ResultContent> & { contentSealed: string }

const COLUMNS = raw(`r.id, r.submission_id, r.enricher, r.status, r.content_sealed,
  r.missing_inputs, r.confidence, r.error, r.duration_ms, r.requested_by, r.created_at,
  r.completed_at`)

export const RESULT_SORTS = ['-created_at']

const RESULTS = recordStore<Stored>({
  table: 'enricher_results',
  alias: 'r',
  columns: COLUMNS,
  noun: 'enricher result',
  missing: 'enricher_result_not_found',
})

interface ResultFilter {
  submissionId: string
  enricher?: string
  status?: string
}

const { list } = pagedList<Stored, ResultFilter>({
  table: 'enricher_results',
  alias: 'r',
  columns: COLUMNS,
  sorts: { created_at: { column: 'r.created_at', type: 'timestamptz' } },
  where: ({ submissionId, enricher, status }) =>
    joinConditions([
      sql`r.submission_id = ${submissionId}`,
      enricher && sql`r.enricher = ${enricher}`,
      status && sql`r.status = ${status}`,
    ]),
})

export async function listResults(
  ctx: Context,
  filter: ResultFilter,
  page: PageRequest,
): Promise<Page<EnricherResult>> {
  const found = await list(ctx, filter, page)
  return { ...found, rows: found.rows.map((row) => open(ctx, row)) }
}

/** A result of the submission. Throws `enricher_result_not_found`. */
export async function getResult(
  ctx: Context,
  submissionId: string,
  id: string,
): Promise<EnricherResult> {
  return open(ctx, await RESULTS.get(ctx, id, sql`r.submission_id = ${submissionId}`))
}

/** Of these, in the order of the ids. */
export async function listResultsById(
  ctx: Context,
  ids: readonly string[],
): Promise<EnricherResult[]> {
  const rows = await ctx.db.rows<Stored>(sql`
    select ${COLUMNS} from enricher_results r
    where r.environment_id = ${ctx.environment.id} and r.id = any (${[...ids]}::uuid[])
    order by array_position(${[...ids]}::uuid[], r.id)`)
  return rows.map((row) => open(ctx, row))
}

/** Null where the enricher has not run. */
export async function findLatestResult(
  ctx: Context,
  submissionId: string,
  enricher: string,
): Promise<EnricherResult | null> {
  const row = await ctx.db.row<Stored>(sql`
    select ${COLUMNS} from enricher_results r
    where r.environment_id = ${ctx.environment.id} and r.submission_id = ${submissionId}
      and r.enricher = ${enricher}
    order by r.created_at desc, r.id desc limit 1`)
  return row && open(ctx, row)
}

/** The latest that succeeded, of each enricher. */
export async function listStandingResults(
  ctx: Context,
  submissionId: string,
): Promise<EnricherResult[]> {
  const rows = await ctx.db.rows<Stored>(sql`
    select distinct on (r.enricher) ${COLUMNS} from enricher_results r
    where r.environment_id = ${ctx.environment.id} and r.submission_id = ${submissionId}
      and r.status = 'succeeded'
    order by r.enricher, r.created_at desc, r.id desc`)
  return rows.map((row) => open(ctx, row))
}

/** A younger one of the same inputs, which has ended well or is on its way; else null. */
export async function findReusable(
  ctx: Context,
  { submissionId, enricher, inputHash }: NewResult,
  maxAgeHours: number,
): Promise<EnricherResult | null> {
  const row = await ctx.db.row<Stored>(sql`
    select ${COLUMNS} from enricher_results r
    where r.environment_id = ${ctx.environment.id} and r.submission_id = ${submissionId}
      and r.enricher = ${enricher} and r.input_hash = ${inputHash}
      and r.status in ('queued', 'processing', 'succeeded', 'missing_input_data')
      and r.created_at > now() - ${maxAgeHours} * interval '1 hour'
    order by r.created_at desc, r.id desc limit 1`)
  return row && open(ctx, row)
}

export interface NewResult {
  submissionId: string
  enricher: string
  status: ResultStatus
  inputHash: string
  inputs: Record<string, unknown>
  missingInputs: string[]
  error?: { code: string; message: string } | null
}

export async function insertResult(ctx: Context, own: NewResult): Promise<string> {
  const id = randomUUIDv7()
  const isOver = ENDED.has(own.status)
  const row = {
    id,
    submission_id: own.submissionId,
    enricher: own.enricher,
    status: own.status,
    input_hash: own.inputHash,
    content_sealed: seal(ctx, id, { inputs: own.inputs, fields: [] }),
    missing_inputs: own.missingInputs,
    error: json(own.error ?? null),
    requested_by: ctx.actor.name,
    ...(isOver && { completed_at: new Date(ctx.house.now()), duration_ms: 0 }),
  }
  await ctx.db.run(sql`
    insert into enricher_results ${inserted({ environment_id: ctx.environment.id, ...row })}`)
  return id
}

export async function updateProcessing(ctx: Context, id: string): Promise<void> {
  await ctx.db.run(sql`
    update enricher_results set status = 'processing'
    where environment_id = ${ctx.environment.id} and id = ${id}`)
}

/** How a run ended. */
export interface Ending extends Pick<EnricherResult, 'status' | 'error' | 'confidence'> {
  fields: readonly ResultField[]
  durationMs: number
}

export async function updateEnded(
  ctx: Context,
  { id, inputs }: Pick<EnricherResult, 'id' | 'inputs'>,
  { status, error, confidence, fields, durationMs }: Ending,
): Promise<void> {
  await ctx.db.run(sql`
    update enricher_results set status = ${status}, error = ${json(error)},
      confidence = ${confidence}, duration_ms = ${Math.round(durationMs)}, completed_at = now(),
      content_sealed = ${seal(ctx, id, { inputs, fields })}
    where environment_id = ${ctx.environment.id} and id = ${id}`)
}

function seal(ctx: Context, id: string, content: ResultContent): string {
  return RESULT_CONTENT.at(ctx, id).seal(JSON.stringify(content))
}

function open(ctx: Context, { contentSealed, ...row }: Stored): EnricherResult {
  const text = RESULT_CONTENT.at(ctx, row.id).open(contentSealed)
  return { ...row, ...(JSON.parse(text) as ResultContent) }
}
