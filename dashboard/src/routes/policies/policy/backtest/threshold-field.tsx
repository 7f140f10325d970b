import { useEffect, useState } from 'react'
import { formatUnit } from '../../../../format/values.ts'
import { parseTyped, toTyped } from '../../words.ts'
import { snap } from './geometry.ts'

interface Props {
  name: string
  unit: string
  value: number
  domain: readonly [number, number]
  step: number
  onChange: (value: number) => void
}

/** The same threshold by the arrow keys and by typing. */
export function ThresholdField({ name, unit, value, domain, step, onChange }: Props) {
  const [text, setText] = useState(() => toTyped(value, unit))
  useEffect(() => setText(toTyped(value, unit)), [value, unit])
  const type = (typed: string): void => {
    setText(typed)
    const number = parseTyped(typed, 'number', unit)
    if (typeof number === 'number') onChange(number)
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 no-print">
      <input
        type="range"
        className="threshold min-w-0 flex-1 basis-[240px]"
        aria-label={`Threshold of ${name}`}
        aria-valuetext={formatUnit(value, unit)}
        min={snap(domain[0], step)}
        max={snap(domain[1], step)}
        step={step}
        value={value}
        onChange={({ target }) => onChange(snap(Number(target.value), step))}
      />
      <label className="flex items-center gap-2">
        <span className="label">Threshold{unit === 'ratio' && ', %'}</span>
        <input
          className="field w-[110px] text-right"
          inputMode="decimal"
          value={text}
          onChange={({ target }) => type(target.value)}
        />
      </label>
    </div>
  )
}
