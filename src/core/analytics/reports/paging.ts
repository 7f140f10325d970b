import { Type, type TObject } from 'typebox'
import type { Problem } from '../../values/problem.ts'
import type { ReportRequest } from '../report.ts'

const LIMIT_DEFAULT = 100
const LIMIT_MAX = 1000
/** `after-100`: a report is computed from one version of the data, so places in it stay. */
const CURSOR = /^after-(\d{1,7})$/

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

/** What is wrong with the cursor of a report; null when it is one of ours. */
export function checkCursor(options: ReportRequest['options']): Problem | null {
  const cursor = options['cursor']
  if (cursor === undefined || CURSOR.test(cursor as string)) return null
  const message = 'The cursor does not belong to this report.'
  return { code: 'invalid_cursor', where: 'cursor', message }
}

/** The requested part of a list, and how to request the next. */
export function slicePage<Item>(
  items: readonly Item[],
  options: ReportRequest['options'],
): { items: Item[]; nextCursor: string | null } {
  const end = readPageEnd(options)
  return {
    items: items.slice(readPageStart(options), end),
    nextCursor: end < items.length ? `after-${end}` : null,
  }
}

/** How many items of the list lie before the end of the requested part. */
export function readPageEnd(options: ReportRequest['options']): number {
  return readPageStart(options) + ((options['limit'] as number | undefined) ?? LIMIT_DEFAULT)
}

function readPageStart(options: ReportRequest['options']): number {
  return Number(CURSOR.exec((options['cursor'] as string | undefined) ?? '')?.[1] ?? 0)
}

/** A report's query: its own parameters, refused when unknown. */
export function buildQuerySchema<T extends Parameters<typeof Type.Object>[0]>(
  properties: T,
): TObject<T> {
  return Type.Object(properties, { additionalProperties: false })
}
