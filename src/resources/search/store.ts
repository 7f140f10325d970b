import type { IndexQuery } from '../../core/search/query.ts'
import type { Context } from '../../platform/context.ts'
import { empty, joinConditions, join, sql, type Sql } from '../../platform/db/sql.ts'
import type { Descriptor } from './index/store.ts'
import { isLoaded } from '../records/transactions/store.ts'

/** Descriptors that are ranked: those of the latest rows that match. */
const DESCRIPTORS_MAX = 200
/** Of one submission more are looked through, since most will not be its own. */
const DESCRIPTORS_OF_ONE = 5_000
/** Submissions and merchants that are ranked. */
const CANDIDATES_MAX = 200
/** Counting ends there. */
const COUNT_MAX = 1_000

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

const HIT_COLUMNS = sql`t.id, t.submission_id, t.date, t.date as at, t.amount, t.currency,
  t.description, t.merchant_name, t.category_slug`

/** What rows are called that match, those that were seen last. */
export async function findDescriptors(
  ctx: Context,
  { text }: IndexQuery,
  { from, submissionId }: RowFilter,
): Promise<Descriptor[]> {
  const wanted = submissionId === null ? DESCRIPTORS_MAX : DESCRIPTORS_OF_ONE
  return ctx.db.rows<Descriptor>(sql`
    select key::text as key, text, last_date
    from system_match_descriptors(
      ${ctx.environment.id}::uuid, ${text}, coalesce(${from}::date, '-infinity'), ${wanted})`)
}

function buildConditions({ submissionId, from, to, minCents, maxCents }: RowFilter): Sql {
  return joinConditions([
    isLoaded('t'),
    submissionId !== null && sql`t.submission_id = ${submissionId}`,
    from !== null && sql`t.date >= ${from}`,
    to !== null && sql`t.date <= ${to}`,
    minCents !== null && sql`abs(t.amount) >= ${minCents}`,
    maxCents !== null && sql`abs(t.amount) <= ${maxCents}`,
  ])
}

function buildAfterCondition(after: Place | null, score: Sql): Sql {
  if (after === null) return sql`true`
  return sql`(${score}, t.date, t.id) < (${after.score}::real, ${after.at}::date, ${after.id}::uuid)`
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

export interface Scored extends Pick<Descriptor, 'key' | 'lastDate'> {
  score: number
}

/** A row that was found, and whether the whole query is equal to something of it. */
export type FoundTransaction = TransactionHit & { isEqual: boolean }

export interface RowPage {
  filter: RowFilter
  after: Place | null
  limit: number
}

/** What is called so, and what a row can be equal to. */
export interface Sought {
  alike: readonly Scored[]
  exact: Exact
}

/** The first of the transactions that are called so or equal to the query, after a place. */
export async function findTransactions(
  ctx: Context,
  sought: Sought,
  page: RowPage,
): Promise<FoundTransaction[]> {
  const branches = [...exactBranches(ctx, sought.exact, page), alikeBranch(ctx, sought, page)]
  return ctx.db.rows<FoundTransaction>(join(branches, ' union all '))
}

/**
 * Rows come by score and date and each descriptor has one of its last date, so the first rows lie
 * in the first descriptors; twice as many are taken, for rows that were deleted. What is equal has
 * its place among the first, and none here.
 */
function alikeBranch(
  ctx: Context,
  { alike, exact }: Sought,
  { filter, after, limit }: RowPage,
): Sql {
  const isFirst = after === null && Object.values(filter).every((bound) => bound === null)
  const nearest = isFirst ? alike.toSorted(byScore).slice(0, 2 * limit) : alike
  return sql`(
    select ${HIT_COLUMNS}, f.score, false as is_equal
    from unnest(${nearest.map(({ key }) => key)}::bigint[], ${nearest.map(({ score }) => score)}::real[])
      as f (key, score)
    cross join lateral (
      select * from transactions t
      where t.environment_id = ${ctx.environment.id} and t.descriptor_key = f.key
        and ${buildConditions(filter)} and ${buildAfterCondition(after, sql`f.score`)}
        and (${join(listExactConditions(exact), ' or ')}) is not true
      order by t.date desc, t.id desc limit ${limit}) t
    order by f.score desc, t.date desc, t.id desc limit ${limit})`
}

function byScore(a: Scored, b: Scored): number {
  return b.score - a.score || (a.lastDate < b.lastDate ? 1 : -1)
}

/** A branch for each thing a row can be equal to, so that each goes by its own index. */
function exactBranches(ctx: Context, exact: Exact, { filter, after, limit }: RowPage): Sql[] {
  return listExactConditions(exact).map(
    (condition) => sql`(
      select ${HIT_COLUMNS}, 1::real as score, true as is_equal from transactions t
      where t.environment_id = ${ctx.environment.id} and ${condition} and ${buildConditions(filter)}
        and ${buildAfterCondition(after, sql`1::real`)}
      order by t.date desc, t.id desc limit ${limit})`,
  )
}

function listExactConditions(exact: Exact): Sql[] {
  return [
    sql`t.external_id = ${exact.externalId}`,
    ...(exact.id === null ? [] : [sql`t.id = ${exact.id}`]),
    ...exact.cents.map((cents) => sql`t.amount = ${cents}`),
    ...(exact.isBoundsOnly ? [sql`true`] : []),
  ]
}

/** How many transactions are called so or equal to the query, each once, up to `COUNT_MAX`. */
export async function countTransactions(
  ctx: Context,
  { alike, exact }: Sought,
  filter: RowFilter,
): Promise<number> {
  const called = sql`t.descriptor_key = any (${alike.map(({ key }) => key)}::bigint[])`
  const branches = [called, ...listExactConditions(exact)].map(
    (condition) => sql`(
      select t.id from transactions t
      where t.environment_id = ${ctx.environment.id} and ${condition} and ${buildConditions(filter)}
      limit ${COUNT_MAX})`,
  )
  const row = await ctx.db.row<{ count: number }>(sql`
    select least(count(*), ${COUNT_MAX}) as count from (${join(branches, ' union ')}) found`)
  return row!.count
}

/** How something was found: equal to the query, by its words, or nearly so. */
export interface Likeness {
  isEqual: boolean
  /** Null for what is only equal. */
  score: number | null
  isText: boolean | null
}

export interface FoundSubmission extends Likeness {
  id: string
  externalId: string | null
  name: string
  companyName: string | null
  /** Of its accounts, each once. */
  holders: string | null
  status: string
  createdAt: string
}

/**
 * Submissions by their names, account holders and external ids, as they are or nearly so, and
 * those with this id, external id, EIN, or an account that ends with these digits; in one of
 * these states, archived ones only when they are named.
 */
export async function findSubmissions(
  ctx: Context,
  { query, isFuzzy, exact }: { query: IndexQuery | null; isFuzzy: boolean; exact: ExactSubmission },
  { status, submissionId }: { status?: string[] | undefined; submissionId?: string | undefined },
): Promise<FoundSubmission[]> {
  const environmentId = ctx.environment.id
  const alike = await listAlike(
    ctx,
    query &&
      sql`system_search_submissions(
        ${environmentId}::uuid, ${query.text}, ${query.typed}, ${isFuzzy}, ${CANDIDATES_MAX})`,
  )
  return ctx.db.rows<FoundSubmission>(sql`
    with alike as materialized (select * from ${alike} a), equal as materialized (
      select id from submissions
      where environment_id = ${environmentId} and (external_id = ${exact.externalId}
        or id = ${exact.id}::uuid or ein_blind = ${exact.einBlind}::text)
      union
      select submission_id from accounts
      where environment_id = ${environmentId} and last4 = ${exact.last4}::text
      limit ${CANDIDATES_MAX})
    select s.id, s.external_id, s.name, s.company_info ->> 'name' as company_name, s.status,
      s.created_at, e.id is not null as is_equal, a.score, a.is_text,
      (select string_agg(distinct h.holder_search, ', ') from accounts h
        where h.environment_id = ${environmentId} and h.submission_id = s.id
          and h.holder_search <> '') as holders
    from (select id from alike union select id from equal) found
    join submissions s on s.environment_id = ${environmentId} and s.id = found.id
    left join alike a on a.id = found.id
    left join equal e on e.id = found.id
    where ${status ? sql`s.status = any (${status}::text[])` : sql`s.status <> 'archived'`}
      and ${submissionId === undefined ? sql`true` : sql`s.id = ${submissionId}`}`)
}

/** Found first, then sent beside the tables: a function that reads is not called on a node. */
async function listAlike(ctx: Context, found: Sql | null): Promise<Sql> {
  const rows = found && (await ctx.db.rows(sql`select id, score, is_text from ${found}`))
  return sql`(
    select id, score, "isText" as is_text
    from jsonb_to_recordset(${JSON.stringify(rows ?? [])}::jsonb) as r (
      id uuid, score real, "isText" boolean))`
}

/** What of a submission can be equal to a query. */
export interface ExactSubmission {
  id: string | null
  externalId: string
  einBlind: string | null
  last4: string | null
}

export interface FoundMerchant extends Likeness {
  id: string
  name: string
  transactionsCount: number
  lastDate: string | null
}

/**
 * Merchants that transactions name, of one submission or of any, and the others of the registry, by
 * their names.
 */
export async function findMerchants(
  ctx: Context,
  { query: { text, typed }, isFuzzy }: { query: IndexQuery; isFuzzy: boolean },
  submissionId: string | undefined,
): Promise<FoundMerchant[]> {
  const isOfAny = submissionId === undefined
  const alike = await listAlike(
    ctx,
    sql`system_search_merchants(
      ${ctx.environment.id}::uuid, ${text}, ${typed}, ${isFuzzy}, ${CANDIDATES_MAX})`,
  )
  return ctx.db.rows<FoundMerchant>(sql`
    select m.id, m.name, t.transactions_count, t.last_date, false as is_equal, a.score, a.is_text
    from ${alike} a
    join merchants m on m.environment_id = ${ctx.environment.id} and m.id = a.id
    cross join lateral (
      select coalesce(sum(transactions_count), 0)::bigint as transactions_count, max(last_date) as last_date
      from merchant_totals t
      where t.environment_id = ${ctx.environment.id} and t.merchant_id = m.id
        and ${isOfAny ? sql`true` : sql`t.submission_id = ${submissionId}`}) t
    where ${isOfAny ? sql`true` : sql`t.transactions_count > 0`}
    ${isOfAny ? sql`union all (${ofRegistry(ctx, { text, typed }, isFuzzy)})` : empty}`)
}

/** Of a whole name to what was typed; names that share a word or two have less. */
const LIKENESS_MIN = 0.45

/** By the same score as the tenant's own, which stand for themselves. */
function ofRegistry(
  ctx: Context,
  { text, typed }: Pick<IndexQuery, 'text' | 'typed'>,
  isFuzzy: boolean,
): Sql {
  const words = sql`to_tsvector('simple', g.normalized_name)`
  const isText = sql`${words} @@ to_tsquery('simple', ${text})`
  const name = sql`g.normalized_name`
  // A letter left out breaks a short name's words; the whole of it is still like the other.
  const isLike = sql`${typed} <% ${name}
    or (${name} % ${typed} and similarity(${name}, ${typed}) >= ${LIKENESS_MIN})`
  return sql`
    select g.id, g.name, 0::bigint, null::date, false,
      round((0.6 * least(1, ts_rank_cd('{1,1,1,1}', ${words}, to_tsquery('simple', ${text})))
        + 0.4 * word_similarity(${typed}, g.normalized_name))::numeric, 4)::real as score, ${isText}
    from registry_merchants g
    where (${isText} ${isFuzzy ? sql`or ${isLike}` : empty})
      and not exists (
        select from merchants m where m.environment_id = ${ctx.environment.id} and m.id = g.id)
    order by score desc, g.id limit ${CANDIDATES_MAX}`
}

/**
 * New words since an instant of the database’s clock, the most frequent first, and the time now.
 * The minute before is read again: a transaction shows its words when it commits.
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
