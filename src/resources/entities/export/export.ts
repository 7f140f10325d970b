import type { ResolvedThing } from '../../../core/entities/resolve.ts'
import { audit } from '../../../platform/audit.ts'
import { hasScope } from '../../../core/values/access/actor.ts'
import type { Context } from '../../../platform/context.ts'
import type { Page, PageRequest } from '../../../platform/db/page.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { Reply } from '../../../platform/route.ts'
import { attachment } from '../../../platform/http/attachment.ts'
import { formatCsv } from '../../../platform/wire/tables/csv.ts'
import { listBody, parsePage } from '../../../platform/wire/list-query.ts'
import { buildXlsx, toCell, XLSX_TYPE } from '../../../platform/wire/tables/xlsx.ts'
import { maskedValue } from '../values/present.ts'
import { loadLedger } from '../../ledgers/ledgers.ts'
import { readSetting } from '../../settings/read.ts'
import { resolveSubmission } from '../values/read.ts'
import type { SubmissionRow } from '../../records/submissions/store.ts'
import { entitiesNamed } from '../find.ts'
import type { ExportQuery } from '../schemas.ts'
import { listExported, type ExportFilter } from './store.ts'

interface ExportRow {
  /** `submission.entity.index`. */
  id: string
  submissionId: string
  externalId: string | null
  entity: string
  index: number
  attributes: Record<string, unknown>
}

/** Submissions that are read at once; each has at least its company. */
const BATCH = 25
const COLUMN_WIDTH = 20
const HEAD = ['submissionId', 'externalId', 'entity', 'index'] as const

/**
 * The values of many submissions, the oldest first; CSV and XLSX have a column for each attribute.
 * Throws `submission_not_found`, and `invalid_parameter` for an unknown entity.
 */
export async function exportValues(ctx: Context, query: ExportQuery): Promise<object> {
  const { format = 'json', ...filters } = query
  const { entity, createdAfter } = filters
  const page = parsePage(ctx, filters, ['id'])
  const ids = listIds(query)
  if (ids !== null) await requireAll(ctx, ids)
  const names = (await entitiesNamed(ctx, entity, 'entity')).map(({ name }) => name)
  const filter = { submissionIds: ids, createdAfter, from: page.after?.id ?? null }
  const isOpen = await mayShow(ctx, format)
  const rows = await readRows(ctx, { filter, page, names: new Set(names), isOpen })
  const shown = cut(ctx, rows, page)
  const summary = `${shown.rows.length} entities exported`
  await audit(ctx, { action: 'exported', resourceType: 'entity', resourceId: null, summary })
  return format === 'json' ? listBody(shown) : toFile(shown, format)
}

/** A file goes from hand to hand: identifiers stand in it only where the tenant wants that. */
async function mayShow(ctx: Context, format: string): Promise<boolean> {
  if (!hasScope(ctx.actor, 'pii:read')) return false
  return format === 'json' || !(await readSetting<boolean>(ctx, 'mask_pii'))
}

function listIds({ submissionId, submissionIds }: ExportQuery): string[] | null {
  if (submissionId === undefined && submissionIds === undefined) return null
  return [...new Set([...(submissionIds ?? []), ...(submissionId ? [submissionId] : [])])]
}

async function requireAll(ctx: Context, ids: string[]): Promise<void> {
  const filter = { submissionIds: ids, createdAfter: undefined, from: null }
  const found = await listExported(ctx, filter, ids.length)
  if (found.length < ids.length) throw new ApiError('submission_not_found')
}

interface Reading {
  filter: ExportFilter
  page: PageRequest
  names: ReadonlySet<string>
  /** Whether identifiers are shown in full. */
  isOpen: boolean
}

/** One row more than the page holds; the first submission goes on where the last page ended. */
async function readRows(
  ctx: Context,
  { filter, page, names, isOpen }: Reading,
): Promise<ExportRow[]> {
  const rows: ExportRow[] = []
  let { from } = filter
  const skipped = page.after?.key ?? null
  const seen = new Set<string>()
  for (;;) {
    const batch = await listExported(ctx, { ...filter, from }, BATCH)
    for (const submission of batch.filter(({ id }) => !seen.has(id))) {
      seen.add(submission.id)
      const all = await resolveRows(ctx, submission, isOpen)
      const own = all.filter(({ entity }) => names.has(entity))
      const isFirst = submission.id === page.after?.id
      const place = isFirst ? own.findIndex(({ id }) => id === skipped) : -1
      rows.push(...own.slice(place + 1))
      if (rows.length > page.limit) return rows
    }
    const last = batch.at(-1)
    if (batch.length < BATCH || !last || last.id === from) return rows
    from = last.id
  }
}

async function resolveRows(
  ctx: Context,
  submission: SubmissionRow,
  isOpen: boolean,
): Promise<ExportRow[]> {
  const things = await resolveSubmission(ctx, submission, loadLedger)
  return things.map((thing) => ({
    id: `${submission.id}.${thing.entity.name}.${thing.index}`,
    submissionId: submission.id,
    externalId: submission.externalId,
    entity: thing.entity.name,
    index: thing.index,
    attributes: presentAttributes(thing, isOpen),
  }))
}

function presentAttributes({ values }: ResolvedThing, isOpen: boolean): Record<string, unknown> {
  return Object.fromEntries(
    values.map(({ attribute, value, isSensitive }) => [
      attribute.name,
      isSensitive && !isOpen ? maskedValue(value) : value,
    ]),
  )
}

function cut(ctx: Context, rows: ExportRow[], page: PageRequest): Page<ExportRow> {
  const kept = rows.slice(0, page.limit)
  const last = kept.at(-1)
  const hasMore = rows.length > page.limit && last !== undefined
  return {
    rows: kept,
    nextCursor: hasMore
      ? ctx.house.cursors.seal({ key: last.id, id: last.submissionId }, page)
      : null,
  }
}

async function toFile({ rows }: Page<ExportRow>, format: 'csv' | 'xlsx'): Promise<Reply> {
  const names = [...new Set(rows.flatMap(({ attributes }) => Object.keys(attributes)))]
  const columns = [...HEAD, ...names.map(toColumn)]
  const lines = rows.map(({ attributes, ...row }): Record<string, unknown> => ({
    ...row,
    ...Object.fromEntries(
      Object.entries(attributes).map(([name, value]) => [toColumn(name), value]),
    ),
  }))
  const isCsv = format === 'csv'
  const body = isCsv
    ? Buffer.from(formatCsv(columns, lines))
    : await buildXlsx([
        {
          title: 'Entities',
          columns: columns.map((header) => ({ header, width: COLUMN_WIDTH })),
          rows: lines.map((line) => columns.map((column) => toCell(line[column]))),
        },
      ])
  return attachment(`entities.${format}`, isCsv ? 'text/csv; charset=utf-8' : XLSX_TYPE, body)
}

/** An attribute may have the name of a column that every row has. */
function toColumn(name: string): string {
  return (HEAD as readonly string[]).includes(name) ? `attributes.${name}` : name
}
