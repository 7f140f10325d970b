import type { Context } from '../../../platform/context.ts'
import { normalizeName } from '../../../core/values/text.ts'
import { raw, sql } from '../../../platform/db/sql.ts'
import type { CompanyInfo } from '../../records/submissions/store.ts'
import type { SubmissionStatus } from '../../records/submissions/lifecycle.ts'
import type { ComparableAccount } from './score.ts'

/** More submissions than this are not compared; those with the most in common come first. */
const CANDIDATES_MAX = 500

/** Fewer rows are no sign that a statement is another's. */
const ROWS_LEAST = 3

/** What a statement prints, whatever account and holder it names. */
const STATEMENT_KEY = raw(
  "concat_ws('|', currency, start_date, end_date, opening_balance, closing_balance, transactions_count)",
)

/** The holders of its accounts, as a search for each. */
async function listHolderQueries(ctx: Context, id: string): Promise<string[]> {
  const rows = await ctx.db.rows<{ name: string }>(sql`
    select distinct unnest(holder_names) as name from accounts
    where environment_id = ${ctx.environment.id} and submission_id = ${id}`)
  const names = rows.map(({ name }) => normalizeName(name)).filter((name) => name.includes(' '))
  return [...new Set(names)].slice(0, HOLDERS_MAX)
}

const HOLDERS_MAX = 10

/**
 * Submissions that share a key with the given one: EIN, a word of the name, contact data, an
 * account or its holder, a statement or a file. Every scoring sign implies a shared key, so no
 * other submission can match.
 */
export async function listCandidateIds(
  ctx: Context,
  id: string,
  includeArchived: boolean,
): Promise<string[]> {
  const environmentId = ctx.environment.id
  const holders = await listHolderQueries(ctx, id)
  const rows = await ctx.db.rows<{ id: string }>(sql`
    with own as (
      select match_keys, ein_blind from submissions
      where environment_id = ${environmentId} and id = ${id}
    ),
    shared as (
      select s.id,
        (select count(*) from unnest(s.match_keys) k where k = any(own.match_keys)) as weight
      from submissions s, own
      where s.environment_id = ${environmentId} and s.match_keys && own.match_keys
      union all
      select s.id, 100 from submissions s, own
      where s.environment_id = ${environmentId} and s.ein_blind = own.ein_blind
      union all
      select theirs.submission_id, 50
      from accounts ours
      join accounts theirs
        on theirs.environment_id = ours.environment_id and theirs.fingerprint = ours.fingerprint
      where ours.environment_id = ${environmentId} and ours.submission_id = ${id}
      union all
      select theirs.submission_id, 50
      from unnest(${holders}::text[]) holder
      join accounts theirs on theirs.environment_id = ${environmentId}
        and to_tsvector('simple', theirs.holder_search) @@ plainto_tsquery('simple', holder)
      union all
      select theirs.submission_id, 50
      from statements ours
      join statements theirs
        on theirs.environment_id = ours.environment_id
          and theirs.closing_balance = ours.closing_balance
          and theirs.opening_balance = ours.opening_balance
          and theirs.transactions_count = ours.transactions_count
      where ours.environment_id = ${environmentId} and ours.submission_id = ${id}
        and ours.transactions_count >= ${ROWS_LEAST}
      union all
      select theirs.submission_id, 50
      from documents ours
      join documents theirs
        on theirs.environment_id = ours.environment_id and theirs.sha256 = ours.sha256
      where ours.environment_id = ${environmentId} and ours.submission_id = ${id}
    )
    select shared.id
    from shared
    join submissions s on s.environment_id = ${environmentId} and s.id = shared.id
    where shared.id <> ${id} ${raw(includeArchived ? '' : "and s.status <> 'archived'")}
    group by shared.id
    order by sum(shared.weight) desc, shared.id
    limit ${CANDIDATES_MAX}`)
  return rows.map((row) => row.id)
}

export interface ComparableRow {
  id: string
  externalId: string | null
  name: string
  status: SubmissionStatus
  createdAt: string
  company: CompanyInfo
  einBlind: string | null
  accounts: ComparableAccount[]
  documentHashes: string[]
  statementKeys: string[]
}

export async function listComparables(ctx: Context, ids: string[]): Promise<ComparableRow[]> {
  const environmentId = ctx.environment.id
  return ctx.db.rows<ComparableRow>(sql`
    select s.id, s.external_id, s.name, s.status, s.created_at, s.ein_blind,
      s.company_info as company, a.accounts, d.document_hashes, p.statement_keys
    from submissions s
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object(
        'fingerprint', fingerprint, 'last4', last4, 'institutionName', institution_name, 'holderNames', holder_names)), '[]') as accounts
      from accounts where environment_id = ${environmentId} and submission_id = s.id) a
    cross join lateral (
      select coalesce(array_agg(distinct sha256), '{}') as document_hashes
      from documents where environment_id = ${environmentId} and submission_id = s.id) d
    cross join lateral (
      select coalesce(array_agg(distinct ${STATEMENT_KEY}), '{}') as statement_keys
      from statements where environment_id = ${environmentId} and submission_id = s.id
        and is_included and opening_balance is not null and closing_balance is not null
        and transactions_count >= ${ROWS_LEAST}) p
    where s.environment_id = ${environmentId} and s.id = any(${ids}::uuid[])`)
}
