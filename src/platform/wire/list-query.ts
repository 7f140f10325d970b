import { createHash } from 'node:crypto'
import { Type, type TProperties } from 'typebox'
import { nearest } from '../../core/values/text.ts'
import type { Context } from '../context.ts'
import type { PageRequest } from '../db/page.ts'
import { ApiError } from '../errors/api-error.ts'
import { Fields } from './shapes.ts'

export const LIMIT_DEFAULT = 100
export const LIMIT_MAX = 1000

/** Query of a list endpoint: its own filters, and what every list can be asked. */
export function ListQuery<P extends TProperties>(filters: P) {
  return Fields({
    ...filters,
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: LIMIT_MAX, errorCode: 'invalid_limit' }),
    ),
    cursor: Type.Optional(Type.String({ maxLength: 2000, errorCode: 'invalid_cursor' })),
    sort: Type.Optional(Type.String({ maxLength: 64, errorCode: 'invalid_sort' })),
    include_total: Type.Optional(Type.Boolean()),
    /** Only these fields of each item, and its id. */
    fields: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { minItems: 1, maxItems: 50 }),
    ),
  })
}

interface ListInput {
  limit?: number
  cursor?: string
  sort?: string
  includeTotal?: boolean
  fields?: string[]
}

/**
 * The page a list was asked for. `sorts[0]` is the default, a leading `-` sorts descending.
 * Throws `invalid_sort` or `invalid_cursor`.
 */
export function pageOf(
  ctx: Pick<Context, 'house' | 'environment'>,
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
  const filterHash = hashOf([ctx.environment.id, sort, filters])
  return {
    limit,
    sort: name,
    isDescending: sort.startsWith('-'),
    after: cursor === undefined ? null : ctx.house.cursors.open(cursor, filterHash),
    filterHash,
    includeTotal,
  }
}

function invalidSort(name: string, names: string[]): ApiError {
  const near = nearest(name, names)
  const hint = near ? ` Did you mean ${near}?` : ''
  return new ApiError(
    'invalid_sort',
    `sort must be one of ${names.join(', ')}, descending with a leading -.${hint}`,
    {
      param: 'sort',
    },
  )
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16)
}

/** The list envelope; `meta` when the caller asked for the total. */
export function listBody<Row>(
  page: { rows: Row[]; nextCursor: string | null },
  toItem: (row: Row) => unknown = (row) => row,
  meta?: Record<string, unknown>,
): object {
  return {
    data: page.rows.map(toItem),
    hasMore: page.nextCursor !== null,
    nextCursor: page.nextCursor,
    ...(meta ? { meta } : {}),
  }
}
