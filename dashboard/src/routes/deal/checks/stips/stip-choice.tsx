import { useState } from 'react'
import type { SubmissionStipsItem } from '../../../../../../clients/typescript/src/index.ts'
import { formatText } from '../../../../format/values.ts'
import { CheckField } from '../../../../parts/records/form.tsx'

interface Props {
  missing: readonly SubmissionStipsItem[]
  left: ReadonlySet<string>
  onChange: (left: ReadonlySet<string>) => void
}

/** Which of the missing items are chosen: all, until some are left out. */
export function useStipChoice(missing: readonly SubmissionStipsItem[]) {
  const [left, onChange] = useState<ReadonlySet<string>>(new Set())
  const wanted = missing.filter(({ code }) => !left.has(code))
  // Several accounts can each miss statements.
  const codes = [...new Set(wanted.map(({ code }) => code))]
  return { wanted, codes, fields: { missing, left, onChange } }
}

export function StipChoice({ missing, left, onChange }: Props) {
  const turn = (code: string, isOn: boolean): void => {
    const next = new Set(left)
    if (isOn) next.delete(code)
    else next.add(code)
    onChange(next)
  }
  return (
    <fieldset className="grid gap-2">
      <legend className="label mb-1">What</legend>
      <div className="flex gap-2">
        <button type="button" className="button quiet" onClick={() => onChange(new Set())}>
          All
        </button>
        <button
          type="button"
          className="button quiet"
          onClick={() => onChange(new Set(missing.map(({ code }) => code)))}
        >
          None
        </button>
      </div>
      {missing.map(({ code, label }) => (
        <CheckField
          key={`${code} ${label}`}
          label={formatText(label)}
          isOn={!left.has(code)}
          onChange={(isOn) => turn(code, isOn)}
        />
      ))}
    </fieldset>
  )
}
