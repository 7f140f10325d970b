import type { CrmIntegrationFields } from '../../../../../clients/typescript/src/index.ts'
import { toWords } from '../../../format/values.ts'
import { DIRECTIONS, OVERWRITES, TRANSFORMS, type Mapping } from './mapping.ts'

interface Props {
  row: Mapping
  objects: readonly string[]
  remote: CrmIntegrationFields | undefined
  isOpen: boolean
  onChange: (next: Partial<Mapping>) => void
  onRemove: () => void
}

/** One value and its field: typed with what is known offered, or shown. */
export function MapRow({ row, objects, remote, isOpen, onChange, onRemove }: Props) {
  const { source, target_object, target_field, transform, direction, overwrite } = row
  const name = source || 'the new field'
  if (!isOpen) return <ShownRow row={row} />
  const isKnown = remote?.objects.some(({ object }) => object === target_object) === true
  return (
    <tr>
      <th scope="row">
        <input
          className="field w-[230px] font-mono"
          aria-label={`Value here of ${name}`}
          list="crm-sources"
          value={source}
          onChange={({ target }) => onChange({ source: target.value.trim() })}
        />
      </th>
      <td>
        <Choice
          label={`Object of ${name}`}
          value={target_object}
          options={objects.map((one) => [one, one] as const)}
          onChange={(next) => onChange({ target_object: next })}
        />
      </td>
      <td>
        <input
          className="field w-[200px] font-mono"
          aria-label={`Field there of ${name}`}
          list={isKnown ? `crm-fields-${target_object}` : undefined}
          value={target_field}
          onChange={({ target }) => onChange({ target_field: target.value.trim() })}
        />
      </td>
      <td>
        <Choice
          label={`Form of ${name}`}
          value={transform ?? ''}
          options={TRANSFORMS}
          onChange={(next) => onChange({ transform: next || null })}
        />
      </td>
      <td>
        <Choice
          label={`Direction of ${name}`}
          value={direction}
          options={DIRECTIONS}
          onChange={(next) => onChange({ direction: next })}
        />
      </td>
      <td>
        <Choice
          label={`Whether ${name} overwrites`}
          value={overwrite}
          options={OVERWRITES}
          onChange={(next) => onChange({ overwrite: next })}
        />
      </td>
      <td className="num">
        <button
          type="button"
          className="button quiet"
          aria-label={`Remove ${name} from the map`}
          onClick={onRemove}
        >
          ✕
        </button>
      </td>
    </tr>
  )
}

interface ChoiceProps {
  label: string
  value: string
  options: readonly (readonly [value: string, label: string])[]
  onChange: (value: string) => void
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <select
      className="field"
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      {options.map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </select>
  )
}

function ShownRow({ row }: { row: Mapping }) {
  const { source, target_object, target_field, transform, direction, overwrite } = row
  return (
    <tr>
      <th scope="row">
        <code>{source}</code>
      </th>
      <td>{target_object}</td>
      <td>
        <code>{target_field}</code>
      </td>
      <td>{toWords(transform ?? 'as it is')}</td>
      <td>{toWords(direction)}</td>
      <td>{toWords(overwrite)}</td>
    </tr>
  )
}
