import { useShortcuts } from '../../shell/keys.ts'

/** What a person can do with what is open, by a button or by its key. */
export interface Choice {
  keys: string
  label: string
  run: () => void
  isPrimary?: boolean
  isDisabled?: boolean
}

export function Choices({ choices }: { choices: readonly Choice[] }) {
  useShortcuts(
    choices.map(({ keys, label, run, isDisabled = false }) => ({
      keys,
      label,
      run: () => {
        if (!isDisabled) run()
      },
    })),
  )
  return (
    <div className="choices no-print" role="toolbar" aria-label="Decisions">
      {choices.map(({ keys, label, run, isPrimary = false, isDisabled = false }) => (
        <button
          key={keys}
          type="button"
          className={isPrimary ? 'button primary' : 'button'}
          aria-keyshortcuts={keys}
          disabled={isDisabled}
          onClick={run}
        >
          {label}
          <kbd aria-hidden="true">{keys.toUpperCase()}</kbd>
        </button>
      ))}
    </div>
  )
}
