import { toWords } from '../../../format/values.ts'
import { chooseControl, fromText, type Schema } from '../schema.ts'
import { SchemaField } from './schema-field.tsx'

type Values = Record<string, unknown>

interface Props {
  schema: Schema
  value: Values
  onChange: (value: Values) => void
}

/** A field for each property of a schema; the required ones first. */
export function SchemaForm({ schema, value, onChange }: Props) {
  const { properties = {}, required = [] } = schema
  const names = Object.keys(properties).toSorted(
    (one, other) => Number(required.includes(other)) - Number(required.includes(one)),
  )
  const set = (name: string, next: unknown): void => {
    const { [name]: _, ...others } = value
    onChange(next === undefined ? others : { ...others, [name]: next })
  }
  if (names.length === 0) return null
  return (
    <div className="grid gap-4">
      {names.map((name) => (
        <Property
          key={name}
          name={name}
          schema={properties[name]!}
          isRequired={required.includes(name)}
          value={value[name]}
          onChange={(next) => set(name, next)}
        />
      ))}
    </div>
  )
}

/** Settings whose name is not the field's word. */
const LABELS: Record<string, string> = {
  submission_id: 'Deal, by its id; that of the run when empty',
}

interface PropertyProps {
  name: string
  schema: Schema
  isRequired: boolean
  value: unknown
  onChange: (value: unknown) => void
}

function Property({ name, schema, isRequired, value, onChange }: PropertyProps) {
  const control = chooseControl(schema, value)
  if (control !== 'group')
    return (
      <SchemaField
        label={LABELS[name] ?? toWords(name)}
        control={control}
        options={(schema.enum ?? []).map(String)}
        isRequired={isRequired}
        value={value}
        onText={(text) => onChange(fromText(control, text))}
        onValue={onChange}
      />
    )
  return (
    <fieldset className="rounded-[3px] border border-hairline p-3">
      <legend className="label px-1">
        {toWords(name)}
        {isRequired && ' (required)'}
      </legend>
      <SchemaForm
        schema={schema}
        value={(value ?? {}) as Values}
        onChange={(next) => onChange(Object.keys(next).length === 0 ? undefined : next)}
      />
    </fieldset>
  )
}
