import { toText } from '../../format/plain.ts'
import { toWords } from '../../format/values.ts'
import { CheckField, SelectField, TextField } from '../../parts/records/form.tsx'
import type { SchemaField } from './schema-fields.ts'

interface Props {
  fields: readonly SchemaField[]
  values: Readonly<Record<string, unknown>>
  onChange: (values: Record<string, unknown>) => void
}

/** The form that an app declares. */
export function SchemaForm({ fields, values, onChange }: Props) {
  return (
    <>
      {fields.map((field) => (
        <OneField
          key={field.name}
          field={field}
          value={values[field.name]}
          onChange={(value) => onChange({ ...values, [field.name]: value })}
        />
      ))}
    </>
  )
}

interface OneProps {
  field: SchemaField
  value: unknown
  onChange: (value: unknown) => void
}

function OneField({ field, value, onChange }: OneProps) {
  const { label, note, kind, options, isRequired } = field
  if (kind === 'check')
    return <CheckField label={label} note={note} isOn={value === true} onChange={onChange} />
  if (kind === 'choice')
    return (
      <SelectField
        label={label}
        note={note}
        value={typeof value === 'string' ? value : ''}
        options={[['', 'Default'], ...options.map((one) => [one, toWords(one)] as const)]}
        onChange={onChange}
      />
    )
  const text = Array.isArray(value) ? value.join(', ') : toText(value)
  return (
    <TextField
      label={isRequired ? `${label} (required)` : label}
      note={kind === 'list' && options.length > 0 ? `${note ?? ''} ${options.join(', ')}` : note}
      type={kind === 'secret' ? 'password' : kind === 'number' ? 'number' : 'text'}
      value={text}
      isRequired={isRequired}
      onChange={onChange}
    />
  )
}
