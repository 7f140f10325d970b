import { useId } from 'react'
import { formatCents, toWords } from '../../../../format/values.ts'
import { parseNumber, printNumber } from '../../../../format/region.ts'
import { FREQUENCIES, highestAdvance, STEP, type PayoffChoice, type Terms } from './terms.ts'

interface Props {
  terms: Terms
  choices: readonly PayoffChoice[]
  limits: readonly { amount: number | null }[]
  requested: number | null
  onChange: (terms: Partial<Terms>) => void
}

/** The terms of an offer: each as a slider and as a number that can be typed. */
export function OfferSliders({ terms, choices, limits, requested, onChange }: Props) {
  const highest = highestAdvance(terms.advance, limits, requested)
  return (
    <div className="grid gap-4">
      <Slider
        label="Amount"
        value={terms.advance}
        range={{ min: STEP, max: highest, step: STEP }}
        onChange={(advance) => onChange({ advance })}
      />
      <Slider
        label="Factor"
        value={terms.factor}
        range={{ min: 1.01, max: 1.7, step: 0.01 }}
        onChange={(factor) => onChange({ factor })}
      />
      <Slider
        label="Term, months"
        value={terms.term}
        range={{ min: 1, max: 24, step: 0.5 }}
        onChange={(term) => onChange({ term })}
      />
      <Slider
        label="Origination fee, %"
        value={terms.fee}
        range={{ min: 0, max: 10, step: 0.5 }}
        onChange={(fee) => onChange({ fee })}
      />
      <Frequency value={terms.frequency} onChange={(frequency) => onChange({ frequency })} />
      <Payoffs terms={terms} choices={choices} onChange={onChange} />
    </div>
  )
}

interface SliderProps {
  label: string
  value: number
  range: { min: number; max: number; step: number }
  onChange: (value: number) => void
}

function Slider({ label, value, range, onChange }: SliderProps) {
  const id = useId()
  const type = (text: string): void => {
    const number = parseNumber(text)
    if (number !== null && number >= range.min && number <= range.max * 10) onChange(number)
  }
  return (
    <div className="grid grid-cols-[1fr_112px] items-center gap-x-3">
      <label className="label col-span-2" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type="range"
        className="slider"
        {...range}
        value={value}
        onChange={({ target }) => onChange(Number(target.value))}
      />
      <input
        key={value}
        className="field text-right"
        aria-label={`${label}, typed`}
        inputMode="decimal"
        defaultValue={printNumber(value)}
        onBlur={({ target }) => type(target.value)}
        onKeyDown={(event) => event.key === 'Enter' && type(event.currentTarget.value)}
      />
    </div>
  )
}

function Frequency({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <fieldset className="grid gap-1">
      <legend className="label">Payments</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {FREQUENCIES.map((frequency) => (
          <label key={frequency} className="flex min-h-6 items-center gap-2">
            <input
              type="radio"
              name="frequency"
              checked={frequency === value}
              onChange={() => onChange(frequency)}
            />
            {toWords(frequency)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Payoffs({ terms, choices, onChange }: Pick<Props, 'terms' | 'choices' | 'onChange'>) {
  if (choices.length === 0) return null
  const toggle = (id: string): void => {
    const rest = terms.payoffs.filter((one) => one !== id)
    onChange({ payoffs: rest.length < terms.payoffs.length ? rest : [...rest, id] })
  }
  return (
    <fieldset className="grid gap-1">
      <legend className="label">Pays off</legend>
      {choices.map(({ id, name, amount }) => (
        <label key={id} className="flex min-h-6 items-center gap-2">
          <input type="checkbox" checked={terms.payoffs.includes(id)} onChange={() => toggle(id)} />
          {name} <span className="meta">≈{formatCents(amount)}</span>
        </label>
      ))}
    </fieldset>
  )
}
