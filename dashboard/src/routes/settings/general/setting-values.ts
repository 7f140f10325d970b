import { parseNumber, printNumber } from '../../../format/region.ts'
import { toText } from '../../../format/plain.ts'
import type { Setting } from './setting-list.ts'

type Settings = Readonly<Record<string, unknown>>

/** The value of a setting, or of the part of one that a field is about. */
export function readValue(settings: Settings, { key, part }: Setting): unknown {
  const whole = settings[key]
  return part === undefined ? whole : ((whole ?? {}) as Settings)[part]
}

/** What is sent to change it: the other parts of a setting stay as they are. */
export function toChange(settings: Settings, setting: Setting, value: unknown): Settings {
  const { key, part } = setting
  if (part === undefined) return { [key]: value }
  return { [key]: { ...(settings[key] as object | null), [part]: value } }
}

/** A typed text as the setting takes it; empty is null, which restores the default. */
export function parseText(kind: Setting['kind'], text: string): unknown {
  const trimmed = text.trim()
  if (kind === 'lines')
    return trimmed
      .split(/[\s,]+/)
      .map((line) => line.trim())
      .filter(Boolean)
  if (trimmed === '') return null
  return kind === 'number' ? parseNumber(trimmed) : trimmed
}

export function printValue(value: unknown): string {
  return Array.isArray(value)
    ? value.join('\n')
    : typeof value === 'number'
      ? printNumber(value)
      : toText(value)
}
