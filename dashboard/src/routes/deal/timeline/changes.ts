import { formatCents, formatCount, formatText, toWords, UNKNOWN } from '../../../format/values.ts'

/** Amounts that the audit log has in cents. */
const CENTS = new Set(['rightToReceive', 'advanceAmount', 'paymentAmount'])

/** One statement of several is named by its id. */
const OF_RECORD = /^[0-9a-f-]{36}\./

/** `rightToReceive` and `right_to_receive` → `Right to receive` */
export function nameField(field: string): string {
  const own = field.replace(OF_RECORD, '').replaceAll('.', ' ')
  return toWords(
    own.replaceAll(/([a-z])([A-Z])/g, (pair) => `${pair[0]} ${pair[1]!.toLowerCase()}`),
  )
}

/** One side of a change, as a person would write it. */
export function showChange(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return UNKNOWN
  if (typeof value === 'number')
    return CENTS.has(field) ? formatCents(value / 100) : formatCount(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map((one) => showChange(field, one)).join(', ')
  if (typeof value !== 'string') return JSON.stringify(value)
  return /^[a-z]+(?:[_.][a-z]+)*$/.test(value) ? toWords(value) : value
}

/** Names of the service within a description, such as classes of documents, as words. */
export function describeWords(description: string): string {
  const parts = description.split(' · ')
  return parts
    .map((part) => (/^[a-z_]+$/.test(part) ? toWords(part) : formatText(part)))
    .join(' · ')
}
