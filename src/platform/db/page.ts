import { createHmac, timingSafeEqual } from 'node:crypto'
import { ApiError } from '../errors/api-error.ts'
import { raw, sql, type Sql } from './sql.ts'

/** Cursors are good for a day: long enough to page, short enough to rotate the key. */
const CURSOR_LIFETIME_MS = 24 * 60 * 60 * 1000

/** How a list can be sorted: wire name → column expression (never null) and its type. */
export type SortKeys = Record<
  string,
  { column: string; type: 'timestamptz' | 'text' | 'bigint' | 'date' | 'real' }
>

/** The page a caller requested, checked. */
export interface PageRequest {
  limit: number
  sort: string
  isDescending: boolean
  /** Sort value and id of the last row of the previous page; null on the first page. */
  after: { key: string; id: string } | null
  binding: Binding
  includeTotal: boolean
}

/** Hashes of the list that a cursor goes on in, and of its filters and order. */
export interface Binding {
  list: string
  filters: string
}

export interface Page<Row> {
  rows: Row[]
  nextCursor: string | null
  /** The rows of all pages together, where the request includes the total. */
  totalCount?: number
}

/**
 * Fragments of a keyset query; `tail` orders by the sort key, then by id, and takes one row more
 * than requested.
 */
export interface Keyset {
  key: Sql
  after: Sql
  tail: Sql
}

/** Keyset fragments for a page; stable under inserts because it compares values, not offsets. */
export function buildKeyset(page: PageRequest, sortKeys: SortKeys, idColumn = 'id'): Keyset {
  const { column, type } = sortKeys[page.sort]!
  const direction = raw(page.isDescending ? 'desc' : 'asc')
  const comparison = raw(page.isDescending ? '<' : '>')
  const { after } = page
  return {
    key: sql`(${raw(column)})::text as sort_key`,
    after: after
      ? sql`(${raw(column)}, ${raw(idColumn)}) ${comparison} (${after.key}::${raw(type)}, ${after.id}::uuid)`
      : sql`true`,
    tail: sql`order by ${raw(column)} ${direction}, ${raw(idColumn)} ${direction} limit ${page.limit + 1}`,
  }
}

/** Cuts the extra row off and makes the cursor that continues after the last one kept. */
export function toPage<Row extends { id: string; sortKey: string }>(
  rows: Row[],
  page: PageRequest,
  cursors: Cursors,
): Page<Row> {
  const kept = rows.slice(0, page.limit)
  const last = kept.at(-1)
  const hasMore = rows.length > page.limit && last !== undefined
  return {
    rows: kept,
    nextCursor: hasMore ? cursors.seal({ key: last.sortKey, id: last.id }, page) : null,
  }
}

/**
 * A page of a list that was computed rather than selected; it goes on after the item whose id the
 * cursor names, and ends when that item is no longer there.
 */
export function slicePage<Item extends { id: string }>(
  items: Item[],
  page: PageRequest,
  cursors: Cursors,
): Page<Item> {
  const { after, limit } = page
  const place = after === null ? -1 : items.findIndex(({ id }) => id === after.id)
  const rest = after !== null && place === -1 ? [] : items.slice(place + 1)
  const rows = rest.slice(0, limit)
  const last = rows.at(-1)
  return {
    rows,
    nextCursor: last && rest.length > limit ? cursors.seal({ key: '', id: last.id }, page) : null,
    ...(page.includeTotal && { totalCount: items.length }),
  }
}

/** The total of a page, counted where the request includes it. */
export async function countTotal(
  page: PageRequest,
  count: () => Promise<number>,
): Promise<Pick<Page<never>, 'totalCount'>> {
  return page.includeTotal ? { totalCount: await count() } : {}
}

export interface Cursors {
  seal(last: { key: string; id: string }, page: Pick<PageRequest, 'binding'>): string
  /**
   * Throws `invalid_cursor` when it was tampered with, belongs to another list or to other filters,
   * or is too old.
   */
  open(cursor: string, binding: Binding): { key: string; id: string }
}

/** Signed, opaque cursors, each of one list with one set of filters. */
export function createCursors(secret: string, now: () => number): Cursors {
  return {
    seal: (last, { binding }) => {
      const held: Held = [last.key, last.id, binding.list, binding.filters, now()]
      const body = Buffer.from(JSON.stringify(held)).toString('base64url')
      return `${body}.${computeMac(body, secret)}`
    },
    open: (cursor, binding) => {
      const [body = '', ...mac] = cursor.split('.')
      const expected = Buffer.from(computeMac(body, secret))
      const given = Buffer.from(mac.join('.'))
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw refusal()
      const held = JSON.parse(Buffer.from(body, 'base64url').toString()) as Held
      const [key, id, list, filters, at] = held
      if (list !== binding.list) throw refusal('The cursor belongs to another list.')
      if (filters !== binding.filters)
        throw refusal('The cursor belongs to a list with other filters or another order.')
      if (now() - at > CURSOR_LIFETIME_MS) throw refusal('The cursor is older than 24 hours.')
      return { key, id }
    },
  }
}

/** What a cursor holds: the last row, its list, its filters, and when it was made. */
type Held = [key: string, id: string, list: string, filters: string, at: number]

function refusal(message?: string): ApiError {
  return new ApiError('invalid_cursor', message, { param: 'cursor' })
}

function computeMac(body: string, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('base64url').slice(0, 22)
}
