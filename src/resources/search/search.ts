import {
  parseAmount,
  readQuery,
  toIndexQuery,
  type IndexQuery,
  type SearchQuery as ParsedQuery,
} from '../../core/search/query.ts'
import { scoreText } from '../../core/search/score.ts'
import { hasScope } from '../../core/values/access/actor.ts'
import type { Context } from '../../platform/context.ts'
import type { Page, PageRequest } from '../../platform/db/page.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { computeEinBlind } from '../records/submissions/company.ts'
import { byRank, toHits, type Hit } from './hits.ts'
import { getLexicon } from './lexicons.ts'
import { HIT_TYPES, type HitType, type SearchQuery } from './schemas.ts'
import {
  countTransactions,
  findDescriptors,
  findMerchants,
  findSubmissions,
  findTransactions,
  type Exact,
  type Place,
  type RowFilter,
} from './store.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** What is searched, read once. */
interface Search {
  params: SearchQuery
  parsed: ParsedQuery
  /** Null when the query has no words. */
  index: IndexQuery | null
  isFuzzy: boolean
  filter: RowFilter
  exact: Exact
}

export interface Found extends Page<Hit> {
  /** Of each type that was searched, on all pages; it ends at a thousand. */
  counts: Partial<Record<HitType, number>>
}

/** Submissions, transactions and merchants that a query names, the best first. */
export async function search(ctx: Context, params: SearchQuery, page: PageRequest): Promise<Found> {
  const types = listTypes(ctx, params)
  const plan = await buildPlan(ctx, params)
  const after = parsePlace(page)
  const wanted = { after, limit: page.limit + 1 }
  const hits: Hit[] = []
  const counts: Found['counts'] = {}
  for (const type of types) {
    const { found, count } = await FINDERS[type](ctx, plan, wanted)
    hits.push(...found)
    counts[type] = count
  }
  const ranked = hits.filter((hit) => after === null || byRank(after, hit) < 0).toSorted(byRank)
  const rows = ranked.slice(0, page.limit)
  const last = rows.at(-1)
  const hasMore = ranked.length > page.limit && last !== undefined
  const key = last && JSON.stringify([last.score, last.at])
  const nextCursor = hasMore ? ctx.house.cursors.seal({ key: key!, id: last.id }, page) : null
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return { rows, nextCursor, counts, ...(page.includeTotal && { totalCount: total }) }
}

/** Types a key may not read are left out, or refused when they are named. */
function listTypes({ actor }: Context, { type }: SearchQuery): readonly HitType[] {
  const toScope = (each: HitType): string =>
    each === 'submissions' ? 'submissions:read' : 'transactions:read'
  const isReadable = (each: HitType): boolean => hasScope(actor, toScope(each))
  const barred = type?.find((each) => !isReadable(each))
  if (barred !== undefined) {
    throw new ApiError('insufficient_scope', `The key lacks the scope ${toScope(barred)}.`)
  }
  return HIT_TYPES.filter((each) => (type ?? HIT_TYPES).includes(each) && isReadable(each))
}

function parsePlace({ after }: PageRequest): Place | null {
  if (after === null) return null
  const [score, at] = JSON.parse(after.key) as [number, string]
  return { score, at, id: after.id }
}

async function buildPlan(ctx: Context, params: SearchQuery): Promise<Search> {
  const { mode = 'auto' } = params
  const parsed = readQuery(params.q)
  const index = toIndexQuery(parsed, await getLexicon(ctx, parsed.words), mode)
  const amount = parseAmount(parsed.whole)
  const cents = amount === null ? [] : [...new Set([amount * 100, -amount * 100].map(Math.round))]
  return {
    params,
    parsed,
    index: index.text === null ? null : index,
    isFuzzy: mode !== 'text',
    filter: buildFilter(params, parsed),
    exact: {
      id: UUID.test(parsed.whole) ? parsed.whole : null,
      externalId: parsed.whole,
      cents,
      isBoundsOnly: index.text === null && (hasBounds(parsed.amount) || hasBounds(parsed.date)),
    },
  }
}

function hasBounds({ min, max }: ParsedQuery['amount'] | ParsedQuery['date']): boolean {
  return min !== null || max !== null
}

/** The narrower of what the query says and what the parameters say. */
function buildFilter(params: SearchQuery, { amount, date }: ParsedQuery): RowFilter {
  const cents = (major: number | null | undefined): number | null =>
    major == null ? null : Math.round(Math.abs(major) * 100)
  const [from, minCents] = [params.dateFrom ?? null, cents(params.minAmount)]
  const [to, maxCents] = [params.dateTo ?? null, cents(params.maxAmount)]
  return {
    submissionId: params.submissionId ?? null,
    from: later(from, date.min),
    to: earlier(to, date.max),
    minCents: later(minCents, cents(amount.min)),
    maxCents: earlier(maxCents, cents(amount.max)),
  }
}

function later<Value extends string | number>(a: Value | null, b: Value | null): Value | null {
  return a === null || (b !== null && b > a) ? b : a
}

function earlier<Value extends string | number>(a: Value | null, b: Value | null): Value | null {
  return a === null || (b !== null && b < a) ? b : a
}

interface Wanted {
  after: Place | null
  limit: number
}

type Finder = (ctx: Context, plan: Search, page: Wanted) => Promise<{ found: Hit[]; count: number }>

const FINDERS: Record<HitType, Finder> = {
  submissions: findSubmissionHits,
  transactions: findTransactionHits,
  merchants: findMerchantHits,
}

async function findSubmissionHits(ctx: Context, plan: Search): ReturnType<Finder> {
  const { index, isFuzzy, exact, params, parsed } = plan
  const digits = parsed.whole.replace('-', '')
  const ein = /^\d{9}$/.test(digits) ? `${digits.slice(0, 2)}-${digits.slice(2)}` : null
  const own = {
    id: exact.id,
    externalId: exact.externalId,
    einBlind: ein && computeEinBlind(ctx, ein),
    last4: /^\d{4}$/.test(parsed.whole) ? parsed.whole : null,
  }
  const rows = await findSubmissions(ctx, { query: index, isFuzzy, exact: own }, params)
  return { found: toHits.submissions(rows, index), count: rows.length }
}

async function findMerchantHits(ctx: Context, plan: Search): ReturnType<Finder> {
  const { index: query, isFuzzy, params } = plan
  if (query === null) return { found: [], count: 0 }
  const rows = await findMerchants(ctx, { query, isFuzzy }, params.submissionId)
  return { found: toHits.merchants(rows, query), count: rows.length }
}

async function findTransactionHits(
  ctx: Context,
  { index, filter, exact }: Search,
  { after, limit }: Wanted,
): ReturnType<Finder> {
  const named = index === null ? [] : await findDescriptors(ctx, index, filter)
  const alike = named.map(({ key, text, lastDate }) => ({
    key,
    lastDate,
    score: scoreText(index!.wanted, text),
  }))
  const sought = { alike, exact }
  const rows = await findTransactions(ctx, sought, { filter, after, limit })
  const found = toHits.transactions(rows, index)
  return { found, count: await countTransactions(ctx, sought, filter) }
}
