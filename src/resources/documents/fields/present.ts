import type { FieldKind, FieldValue, ReadField } from '../../../core/statements/fields/rule.ts'
import { toMajor } from '../../../core/values/money.ts'
import { hasScope } from '../../../core/values/access/actor.ts'
import type { Context } from '../../../platform/context.ts'
import type { CorrectedReading } from '../../records/documents/field-review.ts'

/** Optional details of a field. */
export type FieldDetail = 'bbox' | 'raw'

export const FIELD_DETAILS: readonly FieldDetail[] = ['bbox', 'raw']

/**
 * Fields, tables and corrections in the shape of resources §4.8. Identifiers are shown in full to
 * callers who may read them, else by their last four digits.
 */
export function presentReading(
  ctx: Context,
  { reading, patches }: CorrectedReading,
  details: readonly FieldDetail[] = FIELD_DETAILS,
): { fields: object; tables: object[]; patches: object[] } {
  const { currency } = reading
  const isOpen = hasScope(ctx.actor, 'pii:read')
  const fields = Object.entries(reading.fields).map(([name, field]) => [
    name,
    presentField(field, { currency, isOpen, details }),
  ])
  const tables = reading.tables.map(({ name, columns, rows }) => ({
    name,
    rows: rows.map(({ page, values }) => ({
      ...Object.fromEntries(
        columns.map((column) => [
          column.name,
          shown(values[column.name] ?? null, column.type, currency),
        ]),
      ),
      page,
    })),
  }))
  return {
    fields: Object.fromEntries(fields) as object,
    tables,
    patches: patches.map(({ path, from, to, reason, actorName, createdAt }) => {
      const field = reading.fields[path.replace(/^fields\.|\.value$/g, '')]
      const show = (value: FieldValue) => {
        const visible = field?.isSensitive && !isOpen ? masked(value) : value
        return field ? shown(visible, field.type, currency) : visible
      }
      return { field: path, from: show(from), to: show(to), reason, by: actorName, at: createdAt }
    }),
  }
}

interface Showing {
  currency: string
  isOpen: boolean
  details: readonly FieldDetail[]
}

/** A field as a table shows it. */
export interface PresentedField {
  name: string
  value: FieldValue
  page: number | null
  confidence: number | null
  validation: string
}

/** The fields alone, as `presentReading` shows them. */
export function presentFields(
  ctx: Context,
  { reading: { fields, currency } }: CorrectedReading,
): PresentedField[] {
  const isOpen = hasScope(ctx.actor, 'pii:read')
  return Object.entries(fields).map(([name, field]) => {
    const { page, confidence, validation } = field
    return { name, value: visible(field, { currency, isOpen }), page, confidence, validation }
  })
}

function presentField(field: ReadField, { currency, isOpen, details }: Showing): object {
  const isHidden = field.isSensitive && !isOpen
  return {
    value: visible(field, { currency, isOpen }),
    raw: isHidden || !details.includes('raw') ? null : field.raw,
    confidence: field.confidence,
    page: field.page,
    bbox: details.includes('bbox') ? field.box : null,
    validation: field.validation,
    validation_message: field.validationMessage,
  }
}

function visible(field: ReadField, { currency, isOpen }: Omit<Showing, 'details'>): FieldValue {
  const isHidden = field.isSensitive && !isOpen
  return isHidden ? masked(field.value) : shown(field.value, field.type, currency)
}

function shown(value: FieldValue, type: FieldKind, currency: string): FieldValue {
  return type === 'money' && typeof value === 'number' ? toMajor(value, currency) : value
}

/** `12-3456789` → `****6789`. */
export function masked(value: FieldValue): FieldValue {
  return typeof value === 'string' ? `****${value.slice(-4)}` : value
}
