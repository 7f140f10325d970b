import { useEffect, useRef, useState } from 'react'

const TYPING_MS = 250

interface TypedProps {
  label: string
  placeholder: string
  value: string | undefined
  className?: string
  onChange: (text: string | undefined) => void
}

/**
 * A filter that is typed; it holds a moment after the last letter. The address follows what is typed,
 * sometimes late: only a value that did not come from here replaces the text.
 */
export function Typed({ label, placeholder, value = '', className = '', onChange }: TypedProps) {
  const [text, setText] = useState(value)
  const sent = useRef<string[]>([])
  const send = useRef(onChange)
  send.current = onChange
  useEffect(() => {
    const place = sent.current.indexOf(value)
    sent.current = place < 0 ? [] : sent.current.slice(place + 1)
    if (place < 0) setText(value)
  }, [value])
  useEffect(() => {
    if (text === (sent.current.at(-1) ?? value)) return undefined
    const timer = setTimeout(() => {
      sent.current.push(text)
      send.current(text === '' ? undefined : text)
    }, TYPING_MS)
    return () => clearTimeout(timer)
  }, [text, value])
  return (
    <input
      aria-label={label}
      placeholder={placeholder}
      className={`field ${className}`}
      value={text}
      onChange={({ target }) => setText(target.value)}
    />
  )
}

interface ChoiceProps {
  label: string
  value: string | undefined
  options: readonly (readonly [value: string, label: string])[]
  onChange: (value: string | undefined) => void
}

/** A filter of which one value is chosen. */
export function Choice({ label, value = '', options, onChange }: ChoiceProps) {
  return (
    <select
      aria-label={label}
      className="field"
      value={value}
      onChange={({ target }) => onChange(target.value || undefined)}
    >
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  )
}
