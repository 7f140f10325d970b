import { Type, type TObject } from 'typebox'
import type { Problem } from '../../values/problem.ts'
import type { ReportRequest } from '../report.ts'

const LIMIT_DEFAULT = 100
const LIMIT_MAX = 1000
/** Query parameters of a report with a long list inside (resources 9.0). */
export const PAGING = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LIMIT_MAX,
      default: LIMIT_DEFAULT,
      errorCode: 'invalid_limit',
    }),
  ),
  cursor: Type.Optional(Type.String({ maxLength: 64 })),
} as const

/** The same of a report whose list is whole without a limit. */
export const PAGING_ON_REQUEST = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: LIMIT_MAX, errorCode: 'invalid_limit' }),
  ),
  cursor: PAGING.cursor,
} as const

/** The pages of one report's list. */
export interface Paging {
  /** What is wrong with the cursor of a request; null when it is one of this list. */
  check(options: ReportRequest['options']): Problem | null
  /** The requested part of the list, and how to request the next. */
  slice<Item>(
    items: readonly Item[],
    options: ReportRequest['options'],
  ): { items: Item[]; nextCursor: string | null }
  /** How many items of the list lie before the end of the requested part. */
  readEnd(options: ReportRequest['options']): number
}

/**
 * Cursors like `anomalies-after-100`: a report is computed from one version of the data, so places
 * in it stay.
 */
export function createPaging(list: string, limitDefault = LIMIT_DEFAULT): Paging {
  const pattern = new RegExp(`^${list}-after-(\\d{1,7})$`)
  const readStart = ({ cursor }: ReportRequest['options']): number =>
    Number(pattern.exec((cursor as string | undefined) ?? '')?.[1] ?? 0)
  const readEnd = (options: ReportRequest['options']): number =>
    readStart(options) + ((options['limit'] as number | undefined) ?? limitDefault)
  return {
    check: ({ cursor }) => {
      if (cursor === undefined || pattern.test(cursor as string)) return null
      const message = 'The cursor does not belong to this report.'
      return { code: 'invalid_cursor', where: 'cursor', message }
    },
    slice: (items, options) => {
      const end = readEnd(options)
      return {
        items: items.slice(readStart(options), end),
        nextCursor: end < items.length ? `${list}-after-${end}` : null,
      }
    },
    readEnd,
  }
}

/** A report's query: its own parameters, refused when unknown. */
export function buildQuerySchema<T extends Parameters<typeof Type.Object>[0]>(
  properties: T,
): TObject<T> {
  return Type.Object(properties, { additionalProperties: false })
}
