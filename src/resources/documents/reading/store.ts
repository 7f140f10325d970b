import type { Context } from '../../../platform/context.ts'
import { BY_ROWS } from '../../../platform/db/columns.ts'
import { inserted, json, raw, sql } from '../../../platform/db/sql.ts'
import type { DocumentRow } from '../../records/documents/store.ts'
import type { StatementState } from '../statements/store.ts'
import type { StoredRow } from '../statements/stored-rows.ts'
import { toHolderSearch } from '../../records/data-sources/accounts/store.ts'

export interface KnownRow {
  id: string
  index: number
  position: number
  date: string
  amount: number
}

/** Rows of the last reading as they were read, those included that a person took out. */
export async function listKnownRows(ctx: Context, documentId: string): Promise<KnownRow[]> {
  return ctx.db.rows<KnownRow>(sql`
    select t.id, s.index, t.position, coalesce((t.as_read ->> 'date')::date, t.date) as date,
      coalesce((t.as_read ->> 'amount')::bigint, t.amount) as amount
    from transactions t
    join statements s on s.environment_id = t.environment_id and s.id = t.statement_id
    where t.environment_id = ${ctx.environment.id} and t.document_id = ${documentId}
      and (t.as_read ->> 'added') is null
    union all
    select r.id, s.index, r.position, r.date, r.amount
    from statements s
    cross join lateral jsonb_to_recordset(s.removed_rows)
      as r (id uuid, position integer, date date, amount bigint)
    where s.environment_id = ${ctx.environment.id} and s.document_id = ${documentId}`)
}

/** The transactions go with their statements. */
export async function deleteStatements(ctx: Context, documentId: string): Promise<void> {
  await ctx.db.run(
    sql`delete from statements where environment_id = ${ctx.environment.id} and document_id = ${documentId}`,
  )
}

export interface NewStatement extends StatementState {
  id: string
  document: DocumentRow
  /** Where it is not of the document itself: of the provider whose payload the document is. */
  dataSourceId?: string
}

export async function insertStatement(
  ctx: Context,
  { id, document, accountId, statement, isIncluded, removed, ...own }: NewStatement,
): Promise<void> {
  const { readCurrencySource, dataSourceId = document.id } = own
  await ctx.db.run(sql`
    insert into statements ${inserted({
      environment_id: ctx.environment.id,
      id,
      submission_id: document.submissionId,
      document_id: document.id,
      account_id: accountId,
      index: statement.index,
      institution_name: statement.institutionName,
      account_last4: statement.accountLast4,
      account_type: statement.accountType,
      currency: statement.currency,
      currency_source: statement.currencySource,
      derived_edges: statement.derivedEdges,
      start_date: statement.startDate,
      end_date: statement.endDate,
      opening_balance: statement.openingBalance,
      closing_balance: statement.closingBalance,
      printed_totals: json(statement.printedTotals),
      average_balance_printed: statement.averageBalancePrinted,
      fees_printed: statement.feesPrinted && json(statement.feesPrinted),
      sections: json(statement.sections),
      daily_balances: json(statement.dailyBalances),
      reconciliation_status: statement.reconciliation.status,
      reconciliation: json(statement.reconciliation),
      choices: statement.choices,
      layout_id: statement.layoutId,
      page_start: statement.pages?.start ?? null,
      page_end: statement.pages?.end ?? null,
      transactions_count: statement.rows.length,
      data_source_id: dataSourceId,
      holder_names: statement.accountHolderNames,
      holder_address: statement.accountHolderAddress,
      is_included: isIncluded,
      fingerprint: statement.fingerprint ?? null,
      taught: json(statement.taught ?? []),
      removed_rows: json(removed),
      read_currency_source: readCurrencySource,
    })}`)
}

/**
 * Rows per statement: one JSON text each, so that memory stays flat on a statement of 100,000 rows.
 */
const ROWS_PER_STATEMENT = 5_000

/** What the rows of a statement have in common. */
export interface RowsOwner {
  document: Pick<DocumentRow, 'id' | 'submissionId'>
  accountId: string
  statementId: string
  source: string
}

const ROW_SHAPE = raw(`r (id uuid, position integer, date date, amount bigint, balance bigint,
  currency text, description text, "checkNumber" text, "bankType" text, "isPending" boolean,
  page integer, box jsonb, "lineText" text, "rowKey" text, "externalReference" text,
  "repairedFrom" text, "postedOn" text, "asRead" jsonb)`)

/** Inserts rows with the corrections that are stored under their keys. */
export async function insertTransactions(
  ctx: Context,
  { document, accountId, statementId, source }: RowsOwner,
  rows: readonly StoredRow[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    const some = JSON.stringify(rows.slice(from, from + ROWS_PER_STATEMENT))
    await ctx.db.run(sql`
      insert into transactions (environment_id, id, submission_id, account_id, document_id, data_source_id, statement_id, source, position,
        date, amount, balance, balance_source, currency, raw_description, description, check_number, bank_type, is_pending,
        page, box, line_text, row_key, as_read, override, feedback, metadata)
      select ${ctx.environment.id}, r.id, ${document.submissionId}, ${accountId}, ${document.id}, ${document.id}, ${statementId}, ${source},
        r.position, r.date, r.amount, r.balance, case when r.balance is not null then 'printed' end, r.currency,
        r.description, r.description, r."checkNumber", r."bankType", r."isPending", r.page,
        (select array_agg(v::real order by n) from jsonb_array_elements_text(r.box) with ordinality as b (v, n)),
        r."lineText", r."rowKey", r."asRead", c.override, c.feedback,
        jsonb_strip_nulls(jsonb_build_object('bank_reference', r."externalReference", 'repaired_from', r."repairedFrom",
          'posted_on', r."postedOn"))
      from jsonb_to_recordset(${some}::jsonb) as ${ROW_SHAPE}
      left join corrections c on c.environment_id = ${ctx.environment.id}
        and c.submission_id = ${document.submissionId} and c.row_key = r."rowKey"
      ${BY_ROWS}`)
  }
}

export interface RowsChange {
  rows: readonly StoredRow[]
  before: readonly StoredRow[]
  /** The statement is now of another account. */
  isMoved: boolean
}

/** Makes these the rows of the statement: what differs is updated, the others come and go. */
export async function replaceStatementRows(
  ctx: Context,
  owner: RowsOwner,
  { rows, before, isMoved }: RowsChange,
): Promise<void> {
  const known = new Map(before.map((row) => [row.id, toText(row)]))
  const ids = new Set(rows.map(({ id }) => id))
  await deleteRows(
    ctx,
    owner,
    [...known.keys()].filter((id) => !ids.has(id)),
  )
  await insertTransactions(
    ctx,
    owner,
    rows.filter(({ id }) => !known.has(id)),
  )
  await updateRows(
    ctx,
    owner,
    rows.filter((row) => known.has(row.id) && (isMoved || known.get(row.id) !== toText(row))),
  )
}

/** What of a row an edit can change. */
function toText({ date, postedOn, amount, balance, currency, description, asRead }: StoredRow) {
  const read = asRead && Object.entries(asRead).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([date, postedOn, amount, balance, currency, description, read])
}

async function deleteRows(
  ctx: Context,
  { statementId }: RowsOwner,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await ctx.db.run(sql`
    delete from transactions
    where environment_id = ${ctx.environment.id} and statement_id = ${statementId}
      and id = any (${ids}::uuid[])`)
}

async function updateRows(
  ctx: Context,
  { accountId }: RowsOwner,
  rows: readonly StoredRow[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    const some = JSON.stringify(rows.slice(from, from + ROWS_PER_STATEMENT))
    await ctx.db.run(sql`
      update transactions t
      set account_id = ${accountId}, date = r.date, amount = r.amount, balance = r.balance,
        currency = r.currency, as_read = r."asRead", updated_at = now(),
        balance_source = case when r.balance is not null then 'printed' end,
        raw_description = r.description,
        description = case when t.raw_description = r.description then t.description else r.description end,
        metadata = case when r."postedOn" is null then t.metadata - 'posted_on'
          else t.metadata || ('{"posted_on":"' || r."postedOn" || '"}')::jsonb end
      from jsonb_to_recordset(${some}::jsonb) as ${ROW_SHAPE}
      where t.environment_id = ${ctx.environment.id} and t.id = r.id
        and (t.account_id, t.date, t.amount, t.balance, t.currency, t.raw_description, t.as_read)
          is distinct from (${accountId}::uuid, r.date, r.amount, r.balance, r.currency, r.description, r."asRead")`)
  }
}

/** Accounts with statements in these documents. */
export async function listAccountIds(
  ctx: Context,
  documentIds: readonly string[],
): Promise<string[]> {
  const rows = await ctx.db.rows<{ accountId: string }>(sql`
    select distinct account_id from statements
    where environment_id = ${ctx.environment.id} and document_id = any (${documentIds}::uuid[])`)
  return rows.map(({ accountId }) => accountId)
}

/** Deletes those of the accounts that have no statement and no transaction left. */
export async function deleteEmptyAccounts(ctx: Context, accountIds: string[]): Promise<void> {
  await ctx.db.run(sql`
    delete from accounts a
    where a.environment_id = ${ctx.environment.id} and a.id = any (${accountIds}::uuid[])
      and not exists (select from statements s
        where s.environment_id = a.environment_id and s.account_id = a.id)
      and not exists (select from transactions t
        where t.environment_id = a.environment_id and t.account_id = a.id)`)
}

export interface OverlapRow {
  id: string
  accountId: string
  /** The data source where there is no document. */
  documentId: string
  /** Null for a caller's rows. */
  statementId: string | null
  /** `pdf` for what a bank prints; anything else is an export. */
  source: string
  date: string
  amount: number
  description: string
  quality: number
  isDuplicate: boolean
}

/**
 * Rows of accounts that more than one source covers, of these statements, and rows now marked as
 * duplicates. Quality 0 is best, and a statement ranks before a caller's rows. Excluded rows are
 * not listed.
 */
export async function listOverlapRows(
  ctx: Context,
  submissionId: string,
  statementIds: readonly string[],
): Promise<OverlapRow[]> {
  return ctx.db.rows<OverlapRow>(sql`
    select t.id, t.account_id, coalesce(t.document_id, t.data_source_id) as document_id,
      t.statement_id, t.source, t.date, t.amount, t.description, t.is_duplicate,
      case when s.id is null then 4 else
        case s.reconciliation_status when 'reconciled' then 0 when 'reconciled_by_totals' then 1 when 'unverifiable' then 2 else 3 end
      end as quality
    from transactions t
    left join statements s on s.environment_id = t.environment_id and s.id = t.statement_id
    left join documents d on d.environment_id = t.environment_id and d.id = t.document_id
    left join data_sources o on o.environment_id = t.environment_id and o.id = t.data_source_id
    where t.environment_id = ${ctx.environment.id} and t.submission_id = ${submissionId}
      and s.is_included is not false and d.is_included is not false and o.is_included is not false
      and coalesce(t.document_id, t.data_source_id) is not null
      and (t.is_duplicate or t.statement_id = any (${statementIds}::uuid[]) or t.account_id in (
        select account_id from transactions
        where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
        group by account_id having count(distinct coalesce(document_id, data_source_id)) > 1))
    order by 3, t.position`)
}

export async function hasStatements(ctx: Context, submissionId: string): Promise<boolean> {
  const row = await ctx.db.row<{ is: boolean }>(sql`
    select exists (
      select from statements
      where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}) as is`)
  return row!.is
}

export async function updateDuplicates(
  ctx: Context,
  pairs: { id: string; duplicateOf: string | null }[],
): Promise<void> {
  if (pairs.length === 0) return
  await ctx.db.run(sql`
    update transactions t
    set is_duplicate = p.duplicate_of is not null, duplicate_of = p.duplicate_of, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(pairs.map(({ id, duplicateOf }) => ({ id, duplicate_of: duplicateOf })))}::jsonb)
      as p (id uuid, duplicate_of uuid)
    where t.environment_id = ${ctx.environment.id} and t.id = p.id`)
}

export interface NewAccount {
  id: string
  submissionId: string
  fingerprint: string
  /** What an account of an older version has in its place. */
  spelledFingerprint: string
  institutionName: string | null
  name: string
  holderNames: string[]
  numberSealed: string | null
  last4: string | null
  routingSealed: string | null
  type: string
  currency: string
  isIncluded: boolean
}

/** That of an older version where the submission has such an account. */
async function findFingerprint(
  ctx: Context,
  { submissionId, fingerprint, spelledFingerprint }: NewAccount,
): Promise<string> {
  if (spelledFingerprint === fingerprint) return fingerprint
  const row = await ctx.db.row<{ fingerprint: string }>(sql`
    select fingerprint from accounts
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and fingerprint = ${spelledFingerprint}`)
  return row?.fingerprint ?? fingerprint
}

/**
 * The id of the account with this fingerprint, or of the one it was merged into; known fields are
 * not overwritten.
 */
export async function upsertAccount(ctx: Context, account: NewAccount): Promise<string> {
  const fingerprint = await findFingerprint(ctx, account)
  const row = await ctx.db.row<{ id: string }>(sql`
    insert into accounts as a (environment_id, id, submission_id, fingerprint, institution_name, name,
      holder_names, holder_search, number_sealed, last4, routing_sealed, type, currency, is_included)
    values (${ctx.environment.id}, ${account.id}, ${account.submissionId}, ${fingerprint},
      ${account.institutionName}, ${account.name}, ${account.holderNames},
      ${toHolderSearch(account.holderNames)}, ${account.numberSealed},
      ${account.last4}, ${account.routingSealed}, ${account.type}, ${account.currency},
      ${account.isIncluded})
    on conflict (environment_id, submission_id, fingerprint) do update
    set institution_name = coalesce(a.institution_name, excluded.institution_name), updated_at = excluded.updated_at,
      holder_names = case when a.holder_names = '{}' then excluded.holder_names else a.holder_names end,
      holder_search = case when a.holder_names = '{}' then excluded.holder_search else a.holder_search end
    returning coalesce(merged_into, id) as id`)
  return row!.id
}
