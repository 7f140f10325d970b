import { nearest } from '../../core/values/text.ts'
import type { Context } from '../../platform/context.ts'
import type { Page, PageRequest } from '../../platform/db/page.ts'
import { toPage } from '../../platform/db/page.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { listClasses, listClassesInForce, type ClassRecord } from './in-force.ts'
import type { DocumentClass, DocumentClassQuery } from './schemas.ts'
import { countDocumentsByClass } from './store.ts'

type ClassNames = Pick<ClassRecord, 'name' | 'aliases'>

/**
 * A class by its id or its name, whether or not it is active. Throws `document_class_not_found`.
 */
export async function getClass(ctx: Context, ref: string): Promise<ClassRecord> {
  const wanted = ref.toLowerCase()
  const found = (await listClasses(ctx)).find(({ id, name }) => id === wanted || name === wanted)
  if (!found) throw new ApiError('document_class_not_found')
  return found
}

/**
 * The name of the active class with this name or alias. Throws `invalid_document_class` with
 * the nearest.
 */
export async function resolveClassName(
  ctx: Context,
  given: string,
  param = 'document_class',
): Promise<string> {
  return nameAmong(await listClassesInForce(ctx), given, param)
}

/** The same for a filter, which may also name inactive classes. */
export async function resolveFilterNames(ctx: Context, given: string[]): Promise<string[]> {
  const classes = await listClasses(ctx)
  return given.map((name) => nameAmong(classes, name, 'document_class'))
}

function nameAmong(classes: ClassNames[], given: string, param: string): string {
  const wanted = given.trim().toLowerCase()
  const found =
    classes.find(({ name }) => name === wanted) ??
    classes.find(({ aliases }) => aliases.includes(wanted))
  if (found) return found.name
  const near = nearest(
    wanted,
    classes.flatMap(({ name, aliases }) => [name, ...aliases]),
  )
  const meant = near && classes.find(({ name, aliases }) => [name, ...aliases].includes(near))
  const hint = meant ? ` Did you mean ${meant.name}?` : ''
  const message = `${param} ${given.slice(0, 64)} is not a document class.${hint}`
  throw new ApiError('invalid_document_class', message, { param })
}

/** Classes with their number of documents. */
export async function presentClass(ctx: Context, record: ClassRecord): Promise<DocumentClass> {
  const counts = await countDocumentsByClass(ctx)
  return { ...record, documentsCount: counts.get(record.name) ?? 0 } as DocumentClass
}

/** The only order: built-in classes as the reference lists them, then the tenant's own by name. */
export const CLASS_SORTS = ['position']

/** A page of the matching classes; there are few enough to page in memory. */
export async function listMatching(
  ctx: Context,
  query: DocumentClassQuery,
  page: PageRequest,
): Promise<Page<DocumentClass & { sortKey: string }>> {
  const counts = await countDocumentsByClass(ctx)
  const all = (await listClasses(ctx))
    .map((each, index) => ({ ...each, sortKey: toSortKey(each, index) }))
    .filter((each) => isSelected(each, query))
  const { after } = page
  const rest = after === null ? all : all.filter(({ sortKey }) => sortKey > after.key)
  const rows = rest
    .slice(0, page.limit + 1)
    .map((each) => ({ ...each, documentsCount: counts.get(each.name) ?? 0 }))
  const shown = toPage(rows as (DocumentClass & { sortKey: string })[], page, ctx.house.cursors)
  return { ...shown, ...(page.includeTotal && { totalCount: all.length }) }
}

/**
 * By position for built-in classes, by name for others, so that cursors survive an added class.
 */
function toSortKey({ isBuiltin, name }: ClassRecord, index: number): string {
  return isBuiltin ? `0 ${String(index).padStart(4, '0')}` : `1 ${name}`
}

function isSelected(each: ClassRecord, query: DocumentClassQuery): boolean {
  const { family, isBuiltin, isActive, q } = query
  return (
    (family === undefined || each.family === family) &&
    (isBuiltin === undefined || each.isBuiltin === isBuiltin) &&
    (isActive === undefined || each.isActive === isActive) &&
    (q === undefined || toSearchText(each).includes(q.toLowerCase()))
  )
}

function toSearchText({ name, label, aliases }: ClassRecord): string {
  return [name, label, ...aliases].join('\n').toLowerCase()
}
