import { useEffect, useRef } from 'react'

const OFF_KEY = 'assay.keys'
const SEQUENCE_MS = 1_000

export interface Shortcut {
  /** `j`, `?`, `mod+k`, or a sequence such as `g d`. */
  keys: string
  label: string
  run: () => void
}

/** Single keys can be turned off, as WCAG 2.1.4 wants; those with ⌘ or Ctrl stay. */
export function areKeysOn(): boolean {
  return localStorage.getItem(OFF_KEY) !== 'off'
}

export function turnKeys(isOn: boolean): void {
  localStorage.setItem(OFF_KEY, isOn ? 'on' : 'off')
}

const active = new Set<{ current: readonly Shortcut[] }>()

/** Every shortcut that works on the page now, for the list of keys. */
export function listShortcuts(): Shortcut[] {
  return [...active].flatMap(({ current }) => current)
}

/** Shortcuts of a part for as long as it is shown. They never fire while somebody types. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  useEffect(() => {
    let before = ''
    let beforeAt = 0
    const onKey = (event: KeyboardEvent): void => {
      const key = toKey(event)
      if (key === null) return
      const sequence = event.timeStamp - beforeAt < SEQUENCE_MS ? `${before} ${key}` : null
      const pressed = choosePressed(key, sequence, listShortcuts())
      const found = latest.current.find(({ keys }) => keys === pressed)
      before = key
      beforeAt = event.timeStamp
      if (found === undefined || event.defaultPrevented) return
      event.preventDefault()
      found.run()
    }
    active.add(latest)
    document.addEventListener('keydown', onKey)
    return () => {
      active.delete(latest)
      document.removeEventListener('keydown', onKey)
    }
    // The latest ones are read from the reference.
  }, [])
}

/** A sequence that something knows is not its last key as well: `g a` goes, and approves nothing. */
export function choosePressed(
  key: string,
  sequence: string | null,
  known: readonly Pick<Shortcut, 'keys'>[],
): string {
  return sequence !== null && known.some(({ keys }) => keys === sequence) ? sequence : key
}

function toKey(event: KeyboardEvent): string | null {
  if (event.metaKey || event.ctrlKey) return `mod+${event.key.toLowerCase()}`
  if (event.altKey || !areKeysOn() || isTyping(event.target)) return null
  if (document.querySelector('dialog[open]') !== null) return null
  // Enter is the button's or the link's where one has the focus.
  if (event.key === 'Enter' && isControl(event.target)) return null
  return event.key
}

function isControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('a, button, summary') !== null
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest(
      'input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable]',
    ) !== null
  )
}
