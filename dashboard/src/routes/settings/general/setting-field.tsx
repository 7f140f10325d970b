import { useEffect, useState } from 'react'
import type { UserSettings } from '../../../../../clients/typescript/src/index.ts'
import { describeError } from '../../../data/queries.ts'
import { toText } from '../../../format/plain.ts'
import { CheckField, Field, SelectField } from '../../../parts/records/form.tsx'
import { notify } from '../../../parts/toasts.tsx'
import { changeSettings } from '../settings-query.ts'
import type { Setting } from './setting-list.ts'
import { parseText, printValue, readValue, toChange } from './setting-values.ts'

interface Props {
  setting: Setting
  settings: UserSettings
  isOpen: boolean
}

interface EntryProps {
  setting: Setting
  value: unknown
  isOpen: boolean
  onSave: (value: unknown) => Promise<void>
}

/** One setting, kept as it is changed. */
export function SettingField({ setting, settings, isOpen }: Props) {
  const all = settings as unknown as Record<string, unknown>
  const value = readValue(all, setting)
  const save = (next: unknown): Promise<void> =>
    changeSettings(toChange(all, setting, next), { [setting.key]: all[setting.key] }, setting.label)
  const entry = { setting, value, isOpen, onSave: save }
  if (setting.kind === 'check' || setting.kind === 'choice' || setting.kind === 'choices')
    return <Chosen {...entry} />
  return <Typed {...entry} />
}

function Chosen({ setting, value, isOpen, onSave }: EntryProps) {
  const { kind, label, note, options = [] } = setting
  const save = (next: unknown): void => {
    onSave(next).catch((error: unknown) => notify(describeError(error).message))
  }
  if (kind === 'check')
    return (
      <CheckField
        label={label}
        note={note}
        isOn={value === true}
        isDisabled={!isOpen}
        onChange={save}
      />
    )
  if (kind === 'choice')
    return (
      <SelectField
        label={label}
        note={note}
        value={toText(value)}
        options={withCurrent(options, toText(value))}
        isDisabled={!isOpen}
        onChange={(next) => save(next || null)}
      />
    )
  const chosen = (value ?? []) as string[]
  return (
    <fieldset className="grid gap-1">
      <legend className="label mb-1">{label}</legend>
      {options.map(([option, word]) => (
        <CheckField
          key={option}
          label={word}
          isOn={chosen.includes(option)}
          isDisabled={!isOpen}
          onChange={(isOn) =>
            save(isOn ? [...chosen, option] : chosen.filter((one) => one !== option))
          }
        />
      ))}
    </fieldset>
  )
}

/** A value that a program has set stays among the choices. */
function withCurrent(
  options: readonly (readonly [string, string])[],
  value: string,
): readonly (readonly [string, string])[] {
  return options.some(([option]) => option === value) ? options : [...options, [value, value]]
}

function Typed({ setting, value, isOpen, onSave }: EntryProps) {
  const { kind, label, note } = setting
  const known = printValue(value)
  const [text, setText] = useState(known)
  const [fault, setFault] = useState<string | null>(null)
  useEffect(() => setText(known), [known])
  const keep = (): void => {
    if (text.trim() === known) return
    setFault(null)
    onSave(parseText(kind, text)).catch((error: unknown) => setFault(describeError(error).message))
  }
  const shared = { className: 'field', readOnly: !isOpen, value: text, onBlur: keep }
  return (
    <Field label={label} note={fault === null ? note : <span className="negative">✕ {fault}</span>}>
      {(ids) =>
        kind === 'lines' ? (
          <textarea
            {...ids}
            {...shared}
            rows={3}
            onChange={({ target }) => setText(target.value)}
          />
        ) : (
          <input
            {...ids}
            {...shared}
            inputMode={kind === 'number' ? 'decimal' : undefined}
            placeholder={kind === 'color' ? '#0b655e' : undefined}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={(event) => event.key === 'Enter' && keep()}
          />
        )
      }
    </Field>
  )
}
