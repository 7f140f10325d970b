import type { IndexQuery } from '../../core/search/query.ts'
import type { Context } from '../../platform/context.ts'
import { allOf } from '../../platform/db/page.ts'
import { join, sql, type Sql } from '../../platform/db/sql.ts'

/** Descriptors that are ranked: those of the latest rows that match. */
const DESCRIPTORS_MAX = 200
/** Of one submission more are looked through, since most will not be its own. */
const DESCRIPTORS_OF_ONE = 5_000
/** Submissions and merchants that are ranked. */
const CANDIDATES_MAX = 200
/** Counting ends there. */
export const COUNT_MAX = 1_000

/** Where a page goes on: hits come by score, the newest first among equals. */
export interface Place {
  score: number
  at: string
  id: string
}

/** What the rows of transactions must be besides what they are called; amounts in hundredths. */
export interface RowFilter {
  submissionId: string | null
  from: string | null
  to: string | null
  minCents: number | null
  maxCents: number | null
}

export interface TransactionHit extends Place {
  submissionId: string
  date: string
  amount: number
  currency: string
  description: string
  merchantName: string | null
  categorySlug: string | null
}

/** The first of the transactions whose descriptors match, after a place. */
export async function findTransactions(
  ctx: Context,
  query: IndexQuery,
  { filter, after, limit }: { filter: RowFilter; after: Place | null; limit: number },
): Promise<TransactionHit[]> {
  return ctx.db.rows<TransactionHit>(sql`
    select ${HIT_COLUMNS}, f.score
    from ${matching(query, filter)} f
    cross join lateral (
      select * from transactions t
      where t.environment_id = ${ctx.environment.id} and t.descriptor_key = f.key
        and ${conditionsOf(filter)} and ${afterOf(after, sql`f.score`)}
      order by t.date desc, t.id desc limit ${limit}) t
    order by f.score desc, t.date desc, t.id desc limit ${limit}`)
}

const HIT_COLUMNS = sql`t.id, t.submission_id, t.date, t.date as at, t.amount, t.currency,
  t.description, t.merchant_name, t.category_slug`

function matching({ text, said }: IndexQuery, { from, submissionId }: RowFilter): Sql {
  const wanted = submissionId === null ? DESCRIPTORS_MAX : DESCRIPTORS_OF_ONE
  return sql`system_search_descriptors(${text}, ${said}, coalesce(${from}::date, '-infinity'), ${wanted})`
}

function conditionsOf({ submissionId, from, to, minCents, maxCents }: RowFilter): Sql {
  return allOf([
    submissionId !== null && sql`t.submission_id = ${submissionId}`,
    from !== null && sql`t.date >= ${from}`,
    to !== null && sql`t.date <= ${to}`,
    minCents !== null && sql`abs(t.amount) >= ${minCents}`,
    maxCents !== null && sql`abs(t.amount) <= ${maxCents}`,
  ])
}

function afterOf(after: Place | null, score: Sql): Sql {
  if (after === null) return sql`true`
  return sql`(${score}, t.date, t.id) < (${after.score}::real, ${after.at}::date, ${after.id}::uuid)`
}

/** How many there are, up to `COUNT_MAX`. */
export async function countTransactions(
  ctx: Context,
  query: IndexQuery,
  filter: RowFilter,
): Promise<number> {
  const row = await ctx.db.row<{ count: number }>(sql`
    select count(*) as count from (
      select from ${matching(query, filter)} f
      join transactions t
        on t.environment_id = ${ctx.environment.id} and t.descriptor_key = f.key
      where ${conditionsOf(filter)} limit ${COUNT_MAX}) counted`)
  return row!.count
}

/** What is found because it is equal: an id, an amount, or all that fits when no word is wanted. */
export interface Exact {
  id: string | null
  externalId: string
  /** Signed both ways; empty when the query is no amount. */
  cents: number[]
  /** There is no word in the query, only bounds. */
  isBoundsOnly: boolean
}

export async function findExactTransactions(
  ctx: Context,
  exact: Exact,
  { filter, after, limit }: { filter: RowFilter; after: Place | null; limit: number },
): Promise<TransactionHit[]> {
  const wishes = [
    sql`t.external_id = ${exact.externalId}`,
    ...(exact.id === null ? [] : [sql`t.id = ${exact.id}`]),
    ...exact.cents.map((cents) => sql`t.amount = ${cents}`),
    ...(exact.isBoundsOnly ? [sql`true`] : []),
  ]
  // A branch each, so that each goes by its own index.
  const branches = wishes.map(
    (wish) => sql`(
      select ${HIT_COLUMNS}, 1::real as score from transactions t
      where t.environment_id = ${ctx.environment.id} and ${wish} and ${conditionsOf(filter)}
        and ${afterOf(after, sql`1::real`)}
      order by t.date desc, t.id desc limit ${limit})`,
  )
  return ctx.db.rows<TransactionHit>(join(branches, ' union all '))
}

export interface Candidate {
  id: string
  score: number
  isText: boolean
}

/** Submissions by their names and external ids, as they are or nearly so. */
export async function findSubmissions(
  ctx: Context,
  { text, said }: IndexQuery,
  isFuzzy: boolean,
): Promise<Candidate[]> {
  return ctx.db.rows<Candidate>(
    sql`select id, score, is_text from system_search_submissions(${text}, ${said}, ${isFuzzy}, ${CANDIDATES_MAX})`,
  )
}

/** Merchants that transactions of the environment name, by their names. */
export async function findMerchants(
  ctx: Context,
  { text, said }: IndexQuery,
  isFuzzy: boolean,
): Promise<Candidate[]> {
  return ctx.db.rows<Candidate>(
    sql`select id, score, is_text from system_search_merchants(${text}, ${said}, ${isFuzzy}, ${CANDIDATES_MAX})`,
  )
}

/** Submissions with this id, external id, EIN, or an account that ends with these digits. */
export async function findExactSubmissions(
  ctx: Context,
  exact: { id: string | null; externalId: string; einBlind: string | null; last4: string | null },
): Promise<string[]> {
  const environmentId = ctx.environment.id
  const rows = await ctx.db.rows<{ id: string }>(sql`
    select id from submissions
    where environment_id = ${environmentId} and (external_id = ${exact.externalId}
      or id = ${exact.id}::uuid or ein_blind = ${exact.einBlind}::text)
    union
    select submission_id from accounts
    where environment_id = ${environmentId} and last4 = ${exact.last4}::text
    limit ${CANDIDATES_MAX}`)
  return rows.map(({ id }) => id)
}

export interface SubmissionSummary {
  id: string
  externalId: string | null
  name: string
  companyName: string | null
  status: string
  createdAt: string
}

/** Of these submissions, those in one of these states; archived ones only when they are named. */
export async function listSubmissionSummaries(
  ctx: Context,
  ids: readonly string[],
  { status, submissionId }: { status?: string[] | undefined; submissionId?: string | undefined },
): Promise<SubmissionSummary[]> {
  return ctx.db.rows<SubmissionSummary>(sql`
    select id, external_id, name, company_info ->> 'name' as company_name, status, created_at
    from submissions
    where environment_id = ${ctx.environment.id} and id = any (${ids}::uuid[])
      and ${status ? sql`status = any (${status}::text[])` : sql`status <> 'archived'`}
      and ${submissionId === undefined ? sql`true` : sql`id = ${submissionId}`}`)
}

export interface MerchantSummary {
  id: string
  name: string
  transactionsCount: number
  lastDate: string | null
}

/** Of these merchants, those that transactions name, of one submission or of any. */
export async function listMerchantSummaries(
  ctx: Context,
  ids: readonly string[],
  submissionId: string | undefined,
): Promise<MerchantSummary[]> {
  return ctx.db.rows<MerchantSummary>(sql`
    select m.id, m.name, t.transactions_count, t.last_date
    from merchants m cross join lateral (
      select coalesce(sum(transactions_count), 0)::bigint as transactions_count, max(last_date) as last_date
      from merchant_totals t
      where t.environment_id = m.environment_id and t.merchant_id = m.id
        and ${submissionId === undefined ? sql`true` : sql`t.submission_id = ${submissionId}`}) t
    where m.environment_id = ${ctx.environment.id} and m.id = any (${ids}::uuid[])
      and ${submissionId === undefined ? sql`true` : sql`t.transactions_count > 0`}`)
}

/**
 * Words that came since an instant of the database's clock, those of most descriptors first, and
 * what time it is now. The minute before is asked for again: a transaction shows its words when it
 * ends.
 */
export async function listWords(
  ctx: Context,
  since: string | null,
  limit: number,
): Promise<{ words: string[]; now: string }> {
  const row = await ctx.db.row<{ words: string[]; now: string }>(sql`
    select coalesce(array_agg(word), '{}') as words, now() as now from (
      select word from search_words
      where environment_id = ${ctx.environment.id}
        and added_at >= coalesce(${since}::timestamptz - interval '1 minute', '-infinity')
      order by descriptors_count desc, word limit ${limit}) newest`)
  return row!
}
