import { createHash } from 'node:crypto'
import { Type, type TProperties } from 'typebox'
import { nearest } from '../../core/values/text.ts'
import type { Context } from '../context.ts'
import { slicePage, type Page, type PageRequest } from '../db/page.ts'
import { ApiError } from '../errors/api-error.ts'
import { Fields } from './shapes.ts'

export const LIMIT_DEFAULT = 100
export const LIMIT_MAX = 1000

const PAGING = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: LIMIT_MAX, errorCode: 'invalid_limit' }),
  ),
  cursor: Type.Optional(Type.String({ maxLength: 2000, errorCode: 'invalid_cursor' })),
  sort: Type.Optional(Type.String({ maxLength: 64, errorCode: 'invalid_sort' })),
}
const SPARSE = {
  /** Only these fields of each item, and its id. */
  fields: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { minItems: 1, maxItems: 50 }),
  ),
}

/** Query of a list endpoint: its own filters, and what every list takes. */
export function ListQuery<P extends TProperties>(filters: P) {
  const total = { include_total: Type.Optional(Type.Boolean()) }
  return Fields({ ...filters, ...PAGING, ...total, ...SPARSE })
}

/** The same of a list whose length is not known without making all of its rows. */
export function UncountedListQuery<P extends TProperties>(filters: P) {
  return Fields({ ...filters, ...PAGING, ...SPARSE })
}

interface ListInput {
  limit?: number
  cursor?: string
  sort?: string
  includeTotal?: boolean
  fields?: string[]
}

/**
 * The page that was requested. `sorts[0]` is the default, a leading `-` sorts descending.
 * Throws `invalid_sort` or `invalid_cursor`.
 */
export function parsePage(
  ctx: Pick<Context, 'house' | 'environment' | 'target'>,
  query: ListInput,
  sorts: readonly string[],
): PageRequest {
  const {
    limit = LIMIT_DEFAULT,
    cursor,
    sort = sorts[0]!,
    includeTotal = false,
    // What is shown of a row does not decide which row is next.
    fields: _,
    ...filters
  } = query
  const name = sort.replace(/^-/, '')
  const names = sorts.map((known) => known.replace(/^-/, ''))
  if (!names.includes(name)) throw invalidSort(name, names)
  const { environment, target = null } = ctx
  const binding = { list: hashValue(target), filters: hashValue([environment.id, sort, filters]) }
  return {
    limit,
    sort: name,
    isDescending: sort.startsWith('-'),
    after: cursor === undefined ? null : ctx.house.cursors.open(cursor, binding),
    binding,
    includeTotal,
  }
}

/**
 * A page of a list that comes with the program, in its order: all of it unless a limit is given.
 */
export function sliceFixed<Item extends { id: string }>(
  ctx: Pick<Context, 'house' | 'environment' | 'target'>,
  query: ListInput,
  items: Item[],
): Page<Item> {
  return slicePage(
    items,
    parsePage(ctx, { limit: LIMIT_MAX, ...query }, ['order']),
    ctx.house.cursors,
  )
}

/** A page of a list that was selected whole, newest first. */
export function sliceNewest<Item extends { id: string }>(
  ctx: Pick<Context, 'house' | 'environment' | 'target'>,
  query: ListInput,
  items: Item[],
): object {
  return listBody(slicePage(items, parsePage(ctx, query, ['-created_at']), ctx.house.cursors))
}

function invalidSort(name: string, names: string[]): ApiError {
  const near = nearest(name, names)
  const hint = near ? ` Did you mean ${near}?` : ''
  return new ApiError(
    'invalid_sort',
    `sort must be one of ${names.join(', ')}, descending with a leading -.${hint}`,
    { param: 'sort' },
  )
}

function hashValue(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16)
}

/** The list envelope; `meta` where the list has one of its own or the page has a total. */
export function listBody<Row>(
  { rows, nextCursor, totalCount }: Page<Row>,
  toItem: (row: Row) => unknown = (row) => row,
  meta?: Record<string, unknown>,
): object {
  const total = totalCount === undefined ? undefined : { total_count: totalCount }
  return {
    data: rows.map(toItem),
    hasMore: nextCursor !== null,
    nextCursor,
    ...((meta ?? total) && { meta: { ...meta, ...total } }),
  }
}
