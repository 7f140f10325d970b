import { useId, useState } from 'react'
import type { MetricRuleMetric } from '../../../../../clients/typescript/src/index.ts'
import { toWords } from '../../../format/values.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Picker } from '../../../parts/picker/picker.tsx'

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
  const choices = [
    { id: '', name: NONE },
    ...[...metrics.values()].map(({ name, label, description, group }) => ({
      id: name,
      name: label,
      note: description,
      group: toWords(group),
      more: `${name} ${description}`,
      aliases: EVERYDAY[name] ?? [],
    })),
  ]
  return (
    <Dialog title="Choose a number" note={`${metrics.size} numbers`} onClose={onClose}>
      <Picker
        label="Number"
        placeholder="Type a word, such as revenue or NSF"
        empty="No number by that word."
        choices={choices}
        onChoose={onChoose}
      />
    </Dialog>
  )
}

/** What underwriters mean when they say no more than this. */
const EVERYDAY: Readonly<Record<string, readonly string[]>> = {
  monthly_true_revenue: ['true revenue', 'revenue'],
  average_daily_balance: ['ADB', 'average balance', 'balance'],
  nsf_overdraft_count: ['NSF', 'overdrafts', 'bounced'],
  active_mca_positions: ['positions', 'stacking', 'stack'],
  holdback_ratio: ['holdback', 'withholding'],
  time_in_business_months: ['time in business', 'TIB', 'months in business'],
  owner_fico: ['FICO', 'credit score'],
}
