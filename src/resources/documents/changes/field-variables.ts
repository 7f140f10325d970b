import type { FieldReading } from '../../../core/statements/fields/extract.ts'
import type { NameVariables } from '../../file-rename-rules/name-template.ts'

/** Fields that name a person, owner first; several fields are parts of one name. */
const OWNER_FIELDS: readonly string[][] = [
  ['owner_name'],
  ['first_name', 'last_name'],
  ['given_names', 'surname'],
  ['subject_name'],
  ['employee_name'],
]
/** Forms whose printed number differs from their class name. */
const FORM_NUMBERS: Record<string, string> = { '1120s': '1120-S', k1: 'K-1', w2: 'W-2', w9: 'W-9' }

/** The name variables that come from fields; unread ones are null. */
export function ofFields(
  {
    documentClass,
    documentSubtype,
  }: { documentClass: string | null; documentSubtype: string | null },
  reading: FieldReading | null,
): NameVariables {
  const readValue = (name: string): string | null => {
    const value = reading?.fields[name]?.value ?? null
    return value === null ? null : String(value)
  }
  const owners = OWNER_FIELDS.map((parts) => parts.map(readValue)).filter(
    (parts) => !parts.includes(null),
  )
  return {
    owner_name: owners[0]?.join(' ') ?? null,
    form_number: formNumber(documentSubtype) ?? formNumber(documentClass),
    tax_year: readValue('tax_year'),
  }
}

/** `form_1120s` → `1120-S`, `form_1099_nec` → `1099-NEC`; null when it is not a form. */
function formNumber(name: string | null): string | null {
  const number = /^(?:form|schedule)_(\w+)$/.exec(name ?? '')?.[1]
  if (number === undefined) return null
  return FORM_NUMBERS[number] ?? number.replaceAll('_', '-').toUpperCase()
}
