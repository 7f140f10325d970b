import type { Authenticity, WeighedSignal } from '../../../../core/statements/authenticity/score.ts'
import type { ComparedDocument } from '../../../../core/statements/authenticity/rules/comparison.ts'
import type { BookedRow } from '../../../../core/statements/authenticity/feed.ts'
import type { Signal } from '../../../../core/statements/authenticity/signal.ts'
import type { Context } from '../../../../platform/context.ts'
import { pagedList } from '../../../../platform/db/paged-list.ts'
import { joinConditions, json, raw, sql, type Sql } from '../../../../platform/db/sql.ts'
import type { DocumentStatus } from '../lifecycle.ts'

export interface SignalRow extends Signal {
  id: string
  documentId: string
  submissionId: string
  isDismissed: boolean
  dismissedBy: string | null
  dismissedReason: string | null
}

export interface NewSignal extends Signal {
  id: string
  key: string
  position: number
}

/** What was found in a document. */
export interface SignalsOfDocument {
  documentId: string
  signals: readonly NewSignal[]
}

/**
 * Replaces the signals of one kind that documents of a submission have. A known signal keeps its id
 * and its dismissal.
 */
export async function replaceSignals(
  ctx: Context,
  { submissionId, isComparison }: { submissionId: string; isComparison: boolean },
  found: readonly SignalsOfDocument[],
): Promise<void> {
  const documentIds = found.map(({ documentId }) => documentId)
  const signals = found.flatMap(({ documentId, signals: rows }) =>
    rows.map((row) => ({ ...row, document_id: documentId })),
  )
  await ctx.db.run(sql`
    with wanted as (
      select * from jsonb_to_recordset(${json(signals)}::jsonb) as s (document_id uuid, id uuid, position integer,
        key text, code text, "group" text, severity text, confidence real, points integer, page integer, box jsonb,
        found text, expected text, explanation text)),
    gone as (
      delete from document_signals g
      where g.environment_id = ${ctx.environment.id} and g.document_id = any (${documentIds}::uuid[])
        and g.is_comparison = ${isComparison}
        and not exists (select 1 from wanted w where w.document_id = g.document_id and w.key = g.signal_key))
    insert into document_signals as kept (environment_id, id, submission_id, document_id, position, signal_key, code,
      "group", severity, confidence, points, page, box, found, expected, explanation, is_comparison)
    select ${ctx.environment.id}, s.id, ${submissionId}, s.document_id, s.position, s.key, s.code, s."group", s.severity,
      s.confidence, s.points, s.page,
      (select array_agg(v::real order by n) from jsonb_array_elements_text(s.box) with ordinality as b (v, n)),
      s.found, s.expected, s.explanation, ${isComparison}
    from wanted s
    on conflict (environment_id, document_id, signal_key) do update
    set position = excluded.position, severity = excluded.severity, confidence = excluded.confidence,
      points = excluded.points, box = excluded.box, expected = excluded.expected,
      explanation = excluded.explanation, is_comparison = excluded.is_comparison`)
}

const COLUMNS =
  raw(`id, document_id, submission_id, code, "group", severity, confidence, points, page, box, found,
  expected, explanation, is_dismissed, dismissed_by, dismissed_reason`)

export interface SignalFilter {
  documentId: string
  severity?: readonly string[]
  group?: readonly string[]
  isDismissed?: boolean
}

export const SIGNAL_SORTS = ['position']

export const { list: listSignals } = pagedList<SignalRow, SignalFilter>({
  table: 'document_signals',
  columns: COLUMNS,
  sorts: { position: { column: 'position', type: 'bigint' } },
  where: buildConditions,
})

function buildConditions({ documentId, severity, group, isDismissed }: SignalFilter): Sql {
  return joinConditions([
    sql`document_id = ${documentId}`,
    severity && sql`severity = any (${severity})`,
    group && sql`"group" = any (${group})`,
    isDismissed !== undefined && sql`is_dismissed = ${isDismissed}`,
  ])
}

/** All signals of a document, the heaviest first. */
export async function listAllSignals(ctx: Context, documentId: string): Promise<SignalRow[]> {
  return ctx.db.rows<SignalRow>(sql`
    select ${COLUMNS} from document_signals
    where environment_id = ${ctx.environment.id} and document_id = ${documentId}
    order by position, id`)
}

export async function findSignal(
  ctx: Context,
  documentId: string,
  id: string,
): Promise<SignalRow | null> {
  return ctx.db.row<SignalRow>(sql`
    select ${COLUMNS} from document_signals
    where environment_id = ${ctx.environment.id} and document_id = ${documentId} and id = ${id}`)
}

export async function updateDismissal(
  ctx: Context,
  id: string,
  { isDismissed, by, reason }: { isDismissed: boolean; by: string; reason: string },
): Promise<void> {
  await ctx.db.run(sql`
    update document_signals
    set is_dismissed = ${isDismissed}, dismissed_by = ${isDismissed ? by : null},
      dismissed_reason = ${isDismissed ? reason : null},
      dismissed_at = ${isDismissed ? sql`now()` : null}
    where environment_id = ${ctx.environment.id} and id = ${id}`)
}

export async function deleteSignals(ctx: Context, documentId: string): Promise<void> {
  await ctx.db.run(sql`
    delete from document_signals
    where environment_id = ${ctx.environment.id} and document_id = ${documentId}`)
}

/** A document that was read, with all that its score and its comparisons need. */
export interface AssessedDocument extends ComparedDocument {
  /** Every statement's opening balance and rows make its closing balance (T1). */
  isProven: boolean
  status: DocumentStatus
  authenticity: Authenticity | null
  ofBank: { producer: string | null; hasMetadata: boolean }[]
  /** Signals that are not dismissed. */
  signals: (WeighedSignal & { isComparison: boolean })[]
}

export interface FedRow extends BookedRow {
  /** Null for a row that came in no document. */
  documentId: string | null
}

/**
 * Rows of accounts that have rows from a feed; none where there are only documents. Those accounts
 * are found first: statistics of rows that were just written mislead the planner.
 */
export async function listFedRows(ctx: Context, submissionId: string): Promise<FedRow[]> {
  return ctx.db.rows<FedRow>(sql`
    with fed as materialized (
      select distinct f.account_id from transactions f
      where f.environment_id = ${ctx.environment.id} and f.submission_id = ${submissionId}
        and f.document_id is null)
    select t.document_id, t.account_id, t.date, t.amount, t.currency, t.description, t.page, t.box
    from transactions t
    where t.environment_id = ${ctx.environment.id} and t.submission_id = ${submissionId}
      and not t.is_pending and t.account_id in (select account_id from fed)
    order by t.document_id, t.position`)
}

/** Earlier documents of a bank to compare with. */
const OF_BANK_MAX = 200

/** The read and included documents of a submission, or one of them. */
export async function listAssessed(
  ctx: Context,
  submissionId: string,
  documentId?: string,
): Promise<AssessedDocument[]> {
  return ctx.db.rows<AssessedDocument>(sql`
    select d.id, d.facts ->> 'producer' as producer, d.facts ->> 'pdfVersion' as pdf_version,
      d.facts ->> 'pageSize' as page_size, ${hasMetadata('d')} as has_metadata,
      left(d.facts ->> 'createdAtInPdf', 10) as created_on, d.content_type = 'application/pdf' as is_pdf,
      d.status, d.authenticity, st.accounts, st.is_proven, coalesce(bank.documents, '[]') as of_bank,
      coalesce(sg.signals, '[]') as signals
    from documents d
    join lateral (
      select jsonb_agg(jsonb_build_object('accountId', s.account_id,
          'holderNames', coalesce(d.facts -> 'holderNames' -> s.index, '[]'))) as accounts,
        bool_and(s.reconciliation_status in ('reconciled', 'reconciled_by_totals', 'empty')) as is_proven
      from statements s
      where s.environment_id = ${ctx.environment.id} and s.document_id = d.id
      having count(*) > 0) st on true
    left join lateral (
      select jsonb_agg(jsonb_build_object('code', g.code, 'group', g."group", 'severity', g.severity,
        'points', g.points, 'isComparison', g.is_comparison)) as signals
      from document_signals g
      where g.environment_id = ${ctx.environment.id} and g.document_id = d.id and not g.is_dismissed) sg on true
    left join lateral (
      select jsonb_agg(jsonb_build_object('producer', e.facts ->> 'producer', 'hasMetadata', ${hasMetadata('e')}))
        as documents
      from (
        select o.facts from documents o
        where o.environment_id = ${ctx.environment.id} and o.institution_name = d.institution_name
          and o.created_at < d.created_at and o.submission_id <> d.submission_id
          and o.content_type = d.content_type and o.parsed_at is not null and o.is_included
          and ${selectLayout(ctx, 'o')} is not distinct from ${selectLayout(ctx, 'd')}
        order by o.created_at desc limit ${OF_BANK_MAX}) e) bank on true
    where d.environment_id = ${ctx.environment.id} and d.submission_id = ${submissionId}
      and d.parsed_at is not null and d.is_included
      and ${documentId === undefined ? true : sql`d.id = ${documentId}`}`)
}

function hasMetadata(document: string): Sql {
  return raw(
    `coalesce(${document}.facts ->> 'producer', ${document}.facts ->> 'creator', ${document}.facts ->> 'createdAtInPdf') is not null`,
  )
}

/** Of its first statement. */
function selectLayout({ environment }: Context, document: string): Sql {
  return sql`(select l.layout_id from statements l
    where l.environment_id = ${environment.id} and l.document_id = ${raw(document)}.id order by l.index limit 1)`
}

/** The lowest score of the documents whose transactions count; null when none has one. */
export async function findLowestAuthenticity(
  ctx: Context,
  submissionId: string,
): Promise<number | null> {
  const row = await ctx.db.row<{ score: number | null }>(sql`
    select min((authenticity ->> 'score')::integer) as score from documents
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId} and is_included`)
  return row!.score
}

/** Signals of the documents whose transactions count, without those that a person dismissed. */
export async function listOpenSignals(
  ctx: Context,
  submissionId: string,
): Promise<Pick<SignalRow, 'documentId' | 'code' | 'severity' | 'explanation'>[]> {
  return ctx.db.rows(sql`
    select s.document_id, s.code, s.severity, s.explanation from document_signals s
    join documents d on d.environment_id = s.environment_id and d.id = s.document_id and d.is_included
    where s.environment_id = ${ctx.environment.id} and s.submission_id = ${submissionId}
      and not s.is_dismissed
    order by d.created_at, s.document_id, s.position, s.id`)
}

/** The documents that count, each with its score; null for one that was not looked through. */
export async function listScores(
  ctx: Context,
  submissionId: string,
): Promise<{ id: string; documentClass: string | null; score: number | null }[]> {
  return ctx.db.rows(sql`
    select id, document_class, (authenticity ->> 'score')::integer as score from documents
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId} and is_included
    order by created_at, id`)
}
