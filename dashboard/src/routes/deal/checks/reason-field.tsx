import { Labeled } from '../fields.tsx'

/** Why a person knows better than what was computed; nothing is overridden without it. */
export function ReasonField({
  value,
  onChange,
}: {
  value: string
  onChange: (value: string) => void
}) {
  return (
    <Labeled label="Reason" hint="Saved with your name, for whoever reads the deal later">
      <textarea
        className="field"
        rows={2}
        required
        maxLength={500}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Labeled>
  )
}
