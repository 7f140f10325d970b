import { useQuery } from '@tanstack/react-query'
import { CheckField } from '../../../parts/records/form.tsx'
import { eventTypesQuery } from '../events/event-types.ts'

interface Props {
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}

/** Which types a webhook receives: all of them, also later ones, or those that are ticked. */
export function EventChoice({ chosen, onChange }: Props) {
  const { data: types = [] } = useQuery(eventTypesQuery())
  const isAll = chosen.includes('*')
  const toggle = (type: string): void =>
    onChange(chosen.includes(type) ? chosen.filter((one) => one !== type) : [...chosen, type])
  return (
    <fieldset className="grid gap-2">
      <legend className="label mb-1">Events</legend>
      <CheckField
        label="All events, also what comes later"
        isOn={isAll}
        onChange={(isOn) => onChange(isOn ? ['*'] : [])}
      />
      {!isAll && (
        <div
          className="grid max-h-[240px] gap-1 overflow-y-auto"
          role="group"
          tabIndex={0}
          aria-label="Types of events"
        >
          {types.map(({ type, description }) => (
            <CheckField
              key={type}
              label={<code>{type}</code>}
              note={description}
              isOn={chosen.includes(type)}
              onChange={() => toggle(type)}
            />
          ))}
        </div>
      )}
    </fieldset>
  )
}
