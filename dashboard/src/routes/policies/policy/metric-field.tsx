import { Command } from 'cmdk'
import { useId, useState } from 'react'
import type { MetricRuleMetric } from '../../../../../clients/typescript/src/index.ts'
import { toWords } from '../../../format/values.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { findWords } from '../../../parts/find-words.ts'

const NONE = 'None: a person checks this'

interface Props {
  value: string
  metrics: ReadonlyMap<string, MetricRuleMetric>
  onChange: (name: string) => void
}

/** The number that a rule looks at, found among all by any word of its name or of what it is. */
export function MetricField({ value, metrics, onChange }: Props) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const metric = metrics.get(value)
  return (
    <div className="grid gap-1">
      <span id={id} className="label">
        Number
      </span>
      <button
        type="button"
        id={`${id}-chosen`}
        aria-labelledby={`${id} ${id}-chosen`}
        aria-haspopup="dialog"
        className="field text-left"
        onClick={() => setOpen(true)}
      >
        {metric?.label ?? NONE} <span aria-hidden="true">▾</span>
      </button>
      {metric !== undefined && <span className="meta">{metric.description}</span>}
      {isOpen && (
        <MetricPicker
          metrics={metrics}
          onClose={() => setOpen(false)}
          onChoose={(name) => {
            setOpen(false)
            onChange(name)
          }}
        />
      )}
    </div>
  )
}

interface PickerProps extends Pick<Props, 'metrics'> {
  onChoose: (name: string) => void
  onClose: () => void
}

function MetricPicker({ metrics, onChoose, onClose }: PickerProps) {
  const groups = Map.groupBy(metrics.values(), ({ group }) => group)
  return (
    <Dialog title="Choose a number" note={`${metrics.size} numbers`} onClose={onClose}>
      <Command label="Number" filter={findWords} disablePointerSelection>
        <Command.Input
          className="w-full border-b border-hairline bg-transparent px-4 py-3 text-ink outline-none placeholder:text-faint"
          placeholder="Type a word, such as revenue or NSF"
          autoFocus
        />
        <Command.List className="palette-list" label="Numbers">
          <Command.Empty className="px-3 py-6 text-center text-muted">
            No number by that word.
          </Command.Empty>
          <Command.Item value={NONE} onSelect={() => onChoose('')}>
            {NONE}
          </Command.Item>
          {[...groups].map(([group, own]) => (
            <Command.Group key={group} heading={toWords(group)}>
              {own.map(({ name, label, description }) => (
                <Command.Item
                  key={name}
                  value={`${label} ${name} ${description}`}
                  onSelect={() => onChoose(name)}
                >
                  <span className="grid">
                    <span className="text-ink">{label}</span>
                    <span className="meta">{description}</span>
                  </span>
                </Command.Item>
              ))}
            </Command.Group>
          ))}
        </Command.List>
      </Command>
    </Dialog>
  )
}
