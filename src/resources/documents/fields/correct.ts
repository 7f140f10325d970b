import { parsePatchPath, type PatchPlace } from '../../../core/statements/fields/patch.ts'
import type { FieldKind, FieldValue } from '../../../core/statements/fields/rule.ts'
import { isPlainDate } from '../../../core/values/dates.ts'
import { toCents } from '../../../core/values/money.ts'
import { nearest } from '../../../core/values/text.ts'
import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { Body } from '../../../platform/route.ts'
import { bumpData } from '../../pipeline/pipeline.ts'
import { getLockedDocument } from '../changes/rows.ts'
import type { ParsedResultsPatch } from '../schemas.ts'
import { updateDocument } from '../../records/documents/store.ts'
import {
  listCorrected,
  computeReview,
  type CorrectedReading,
} from '../../records/documents/field-review.ts'
import { insertPatch } from '../../records/documents/fields/store.ts'
import { auditDocument } from '../events.ts'

type Patch = Body<typeof ParsedResultsPatch>['patches'][number]

/** The present value at a path, and the type a new value must have. */
interface Target {
  type: FieldKind
  from: FieldValue
  isSensitive: boolean
}

/**
 * Corrects fields read from a document; corrections apply to every later reading too. Throws
 * `document_not_found`, `not_ready`, `unknown_field`, `invalid_type`.
 */
export async function correctReading(ctx: Context, id: string, patches: Patch[]): Promise<void> {
  const document = await getLockedDocument(ctx, id)
  const corrected = (await listCorrected(ctx, [document])).get(id)
  if (!corrected) throw new ApiError('not_ready', 'No fields were read from this document.')
  const changes: { field: string; from: unknown; to: unknown }[] = []
  for (const [index, { path, value, reason = null }] of patches.entries()) {
    const param = `patches[${index}]`
    const { type, from, isSensitive } = requireTarget(corrected, path, `${param}.path`)
    const to = toStored(value, { type, currency: corrected.reading.currency, param })
    await insertPatch(ctx, { documentId: id, path, from, to, reason })
    changes.push(isSensitive ? { field: path, from: '***', to: '***' } : { field: path, from, to })
  }
  await updateDocument(ctx, id, await settledBy(ctx, document, corrected))
  await bumpData(ctx, document.submissionId)
  const summary = `${patches.length} values of the document corrected`
  await auditDocument(ctx, document, { action: 'overridden', summary, changes })
}

/**
 * A correction can resolve or cause the need for review. What counts already goes back for a reason
 * that was not there before, such as a required field that is empty now; other statuses stay.
 */
async function settledBy(
  ctx: Context,
  document: Parameters<typeof computeReview>[1] & { status: string },
  { reading }: CorrectedReading,
): Promise<{ status: string }> {
  const { status, id } = document
  if (status === 'parsed' || status === 'review_required') return computeReview(ctx, document)
  if (status !== 'processed') return { status }
  const after = (await listCorrected(ctx, [document])).get(id)?.reading.reviewReasons ?? []
  const isWorse = after.some((reason) => !reading.reviewReasons.includes(reason))
  return { status: isWorse ? 'review_required' : status }
}

function requireTarget({ reading }: CorrectedReading, path: string, param: string): Target {
  const place = parsePatchPath(path)
  const target = place && findTarget(reading, place)
  if (target) return target
  const near = nearest(path.replace(/^fields\./, ''), Object.keys(reading.fields))
  const hint = near ? ` Did you mean fields.${near}?` : ''
  throw new ApiError(
    'unknown_field',
    `The document has no value at ${path.slice(0, 100)}.${hint}`,
    { param },
  )
}

function findTarget(reading: CorrectedReading['reading'], place: PatchPlace): Target | null {
  if ('field' in place) {
    const field = reading.fields[place.field]
    return field ? { type: field.type, from: field.value, isSensitive: field.isSensitive } : null
  }
  const table = reading.tables.find(({ name }) => name === place.table)
  const column = table?.columns.find(({ name }) => name === place.column)
  const row = table?.rows[place.row]
  return column && row
    ? { type: column.type, from: row.values[place.column] ?? null, isSensitive: false }
    : null
}

interface Expectation {
  type: FieldKind
  currency: string
  param: string
}

/** A JSON value as it is stored: money in minor units. Null means unknown. */
function toStored(value: unknown, { type, currency, param }: Expectation): FieldValue {
  if (value === null) return null
  const stored = READ[type](value, currency)
  if (stored !== null) return stored
  const message = `${param}.value must be ${WORDS[type]} or null.`
  throw new ApiError('invalid_type', message, { param: `${param}.value` })
}

const WORDS: Record<FieldKind, string> = {
  string: 'a text of at most 1,000 characters',
  enum: 'a text of at most 1,000 characters',
  table: 'left to its cells, which have paths of their own,',
  integer: 'a whole number',
  number: 'a number',
  money: 'an amount with at most two decimals',
  date: 'a date as YYYY-MM-DD',
  boolean: 'true or false',
}

type ReadWire = (value: unknown, currency: string) => FieldValue

const readText: ReadWire = (value) =>
  typeof value === 'string' && value.length <= 1000 ? value.trim() : null

const READ: Record<FieldKind, ReadWire> = {
  string: readText,
  enum: readText,
  table: () => null,
  integer: (value) => (Number.isSafeInteger(value) ? (value as number) : null),
  number: (value) => (typeof value === 'number' && Number.isFinite(value) ? value : null),
  money: (value, currency) => (typeof value === 'number' ? toCents(value, currency) : null),
  date: (value) => (typeof value === 'string' && isPlainDate(value) ? value : null),
  boolean: (value) => (typeof value === 'boolean' ? value : null),
}
