import { formatCents, toWords, UNKNOWN } from '../../../format/values.ts'

interface Deal {
  before: Record<string, unknown>
  after: Record<string, unknown>
}

export interface Change {
  label: string
  before: string
  after: string
}

/** The metrics of a deal that differ, in words. */
export function listChanges({ before, after }: Deal): Change[] {
  return Object.keys(after)
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => ({
      label: toWords(name),
      before: print(before[name]),
      after: print(after[name]),
    }))
}

function print(value: unknown): string {
  if (typeof value === 'number') return formatCents(value)
  if (value === null || value === undefined) return UNKNOWN
  return typeof value === 'string' ? value : JSON.stringify(value)
}
