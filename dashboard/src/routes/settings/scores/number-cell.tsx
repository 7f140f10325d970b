import { useEffect, useState } from 'react'
import { parseNumber, printNumber } from '../../../format/region.ts'

interface Props {
  label: string
  value: number | null
  /** What stands where nothing is typed. */
  usual: number | null
  isOpen: boolean
  /** Null for an emptied field. */
  onType: (value: number | null) => void
}

/** A number in a table, taken as it is left; one that is none is marked and stays as it was. */
export function NumberCell({ label, value, usual, isOpen, onType }: Props) {
  const known = printNumber(value)
  const [text, setText] = useState(known)
  useEffect(() => setText(known), [known])
  const number = parseNumber(text)
  const isWrong = number !== null && Number.isNaN(number)
  return (
    <input
      className="field w-[92px] text-right"
      aria-label={label}
      aria-invalid={isWrong || undefined}
      inputMode="decimal"
      placeholder={printNumber(usual)}
      readOnly={!isOpen}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onBlur={() => {
        if (!isWrong && text !== known) onType(number)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
      }}
    />
  )
}
