import { Panel } from '../../../parts/page.tsx'
import type { Graph } from '../graph.ts'
import { TRIGGERS } from '../triggers.ts'
import { SchemaForm } from './schema-form.tsx'

interface Props {
  /** Of the workflow. */
  name: string
  onName: (name: string) => void
  trigger: Graph['trigger']
  isWriter: boolean
  onChange: (trigger: Graph['trigger']) => void
}

/** What starts a run. */
export function TriggerForm({ name, onName, trigger, isWriter, onChange }: Props) {
  const type = TRIGGERS.find((one) => one.type === trigger.type)
  return (
    <Panel title="Trigger" note="What starts a run">
      <fieldset disabled={!isWriter} className="grid gap-4">
        <legend className="sr-only">Settings of the trigger</legend>
        <label className="grid gap-1">
          <span className="label">Name of the workflow</span>
          <input
            className="field"
            value={name}
            maxLength={200}
            onChange={({ target }) => onName(target.value)}
          />
        </label>
        <label className="grid gap-1">
          <span className="label">Starts when</span>
          <select
            className="field"
            value={trigger.type}
            onChange={({ target }) => onChange({ type: target.value, config: {} })}
          >
            {TRIGGERS.map((one) => (
              <option key={one.type} value={one.type}>
                {one.label}
              </option>
            ))}
          </select>
        </label>
        <SchemaForm
          key={trigger.type}
          schema={type?.config ?? {}}
          value={trigger.config}
          onChange={(config) => onChange({ ...trigger, config })}
        />
      </fieldset>
    </Panel>
  )
}
