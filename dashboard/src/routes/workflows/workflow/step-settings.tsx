import type { Node } from '../graph.ts'

type Settings = Node['settings']

interface Props {
  settings: Settings
  onChange: (settings: Settings) => void
}

/** What happens when the step fails or takes too long. */
export function StepSettings({ settings, onChange }: Props) {
  const { is_disabled, timeout_seconds, retries, on_error } = settings
  const set = (next: Partial<Settings>): void => onChange({ ...settings, ...next })
  return (
    <details>
      <summary className="label cursor-pointer py-1">When it fails</summary>
      <div className="mt-2 grid gap-4 sm:grid-cols-2">
        <label className="grid gap-1">
          <span className="label">Then</span>
          <select
            className="field"
            value={on_error}
            onChange={({ target }) => set({ on_error: target.value })}
          >
            <option value="fail">the run fails</option>
            <option value="continue">the run goes on</option>
            <option value="branch">the run goes on by its own way for errors</option>
          </select>
        </label>
        <NumberField
          label="Tries in all"
          value={retries.max}
          onChange={(max) => set({ retries: { ...retries, max } })}
        />
        <NumberField
          label="Seconds between tries"
          value={retries.backoff_seconds}
          onChange={(backoff_seconds) => set({ retries: { ...retries, backoff_seconds } })}
        />
        <NumberField
          label="Seconds it may take"
          value={timeout_seconds}
          onChange={(seconds) => set({ timeout_seconds: seconds })}
        />
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            checked={is_disabled}
            onChange={({ target }) => set({ is_disabled: target.checked })}
          />
          Skip this step
        </label>
      </div>
    </details>
  )
}

interface NumberProps {
  label: string
  value: number
  onChange: (value: number) => void
}

function NumberField({ label, value, onChange }: NumberProps) {
  return (
    <label className="grid gap-1">
      <span className="label">{label}</span>
      <input
        type="number"
        className="field"
        min={0}
        value={value}
        onChange={({ target }) => target.value !== '' && onChange(Number(target.value))}
      />
    </label>
  )
}
