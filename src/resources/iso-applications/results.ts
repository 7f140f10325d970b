import { hasScope } from '../../core/values/access/actor.ts'
import type { Context } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type {
  FieldKind,
  FieldValue,
  ReadCell,
  ReadTable,
} from '../../core/statements/fields/rule.ts'
import { toMajor } from '../../core/values/money.ts'
import { maskedValue } from '../entities/values/present.ts'
import { resolveSubmission } from '../entities/values/read.ts'
import type { CorrectedReading } from '../records/documents/field-review.ts'
import { getSubmission } from '../records/submissions/store.ts'
import { listReadings, toApplication } from './present.ts'
import { APPLICATIONS, type ApplicationRow } from './store.ts'

/**
 * The fields of an application with their places, and what the submission takes from it. Throws
 * `iso_application_not_found`, `not_ready`.
 */
export async function getResults(ctx: Context, id: string): Promise<object> {
  const row = await APPLICATIONS.get(ctx, id)
  const corrected = (await listReadings(ctx, [row])).get(row.documentId)
  if (!corrected) throw new ApiError('not_ready', notReady(row))
  const application = toApplication(ctx, row, corrected)
  return {
    application,
    fields: listFields(ctx, corrected),
    qualityStatus: application.qualityStatus,
    mappedAttributes: await listMapped(ctx, row),
  }
}

function notReady({ status, errorMessage }: ApplicationRow): string {
  return status === 'failed'
    ? `The application could not be read. ${errorMessage ?? ''}`.trim()
    : `The application is ${status}; its results come when it is processed.`
}

interface Shown extends ReadCell {
  name: string
  type: FieldKind
  value: FieldValue
  isHidden: boolean
  validation: string
  validationMessage: string | null
}

/** Each field, then each cell of the tables, as `owners[1].phone`. */
function listFields(ctx: Context, { reading, checks }: CorrectedReading): object[] {
  const { fields, tables, currency } = reading
  const isOpen = hasScope(ctx.actor, 'pii:read')
  const judged = new Map(
    checks.filter(({ status }) => status !== 'not_applicable').map((each) => [each.field, each]),
  )
  const own = Object.entries(fields).map(([name, field]): Shown => {
    const isHidden = !isOpen && (field.isSensitive || (field.type === 'date' && isBirth(name)))
    return { ...field, name, isHidden }
  })
  const cells = tables.flatMap((table) => listCells(table, isOpen))
  return [...own, ...cells].map((each) => {
    const failed = checks.find(({ field, status }) => field === each.name && status === 'failed')
    const check = failed ?? judged.get(each.name)
    return {
      name: each.name,
      value: toWire(each, currency),
      raw: each.isHidden ? null : each.raw,
      confidence: each.confidence,
      page: each.page,
      bbox: each.box,
      validation: check?.status ?? each.validation,
      validationMessage: check?.message ?? each.validationMessage,
    }
  })
}

function isBirth(name: string): boolean {
  return name.endsWith('date_of_birth')
}

function listCells({ name, columns, rows }: ReadTable, isOpen: boolean): Shown[] {
  return rows.flatMap(({ page, values, cells }, at) =>
    columns.map((column) => ({
      raw: null,
      confidence: null,
      box: null,
      page,
      ...cells?.[column.name],
      name: `${name}[${at}].${column.name}`,
      type: column.type,
      value: values[column.name] ?? null,
      isHidden: !isOpen && (isBirth(column.name) || column.name === 'ssn_last4'),
      validation: 'not_applicable',
      validationMessage: null,
    })),
  )
}

function toWire({ value, type, isHidden }: Shown, currency: string): unknown {
  if (isHidden) return value === null ? null : maskedValue(value)
  return type === 'money' && typeof value === 'number' ? toMajor(value, currency) : value
}

/** The attributes for which the application's document is one of the sources. */
async function listMapped(
  ctx: Context,
  { submissionId, documentId }: ApplicationRow,
): Promise<object[]> {
  const isOpen = hasScope(ctx.actor, 'pii:read')
  const things = await resolveSubmission(ctx, await getSubmission(ctx, submissionId))
  return things
    .flatMap(({ values }) => values)
    .filter(({ candidates }) => candidates.some(({ source }) => source.documentId === documentId))
    .map(({ entity, entityIndex, attribute, value, source, isSensitive }) => ({
      entity: entity.name,
      entityIndex,
      attribute: attribute.name,
      value: isSensitive && !isOpen ? maskedValue(value) : value,
      isUsed: source?.documentId === documentId,
    }))
}
