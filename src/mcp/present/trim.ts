import { cleanText } from './clean.ts'
import type { Fields } from './fields.ts'

/** Of people, not of a deal; no question about one needs them. */
const PRIVATE = /^(?:ssn|social_security_number|dob|date_?of_?birth|birth_?date)$/i
/** How a number was made: a program reads it in the API, a model does not need it for a deal. */
const MAKING = new Set(
  (
    'formula formulas formula_id formula_version threshold thresholds settings_version ' +
    'analytics_version taxonomy_version computed_at has_overrides higher_is_better critical ' +
    'tenantId livemode label sha256'
  ).split(' '),
)
/** How many rows of each list within a result are kept: the most that fit. */
const ROWS_STEPS = [50, 25, 18, 12, 8, 6, 4, 3, 2, 1]

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

export interface Trimmed {
  data: Json
  /** Of lists that were cut: the path and how many of how many are left. */
  cuts: string[]
}

interface Trimming {
  shows: Fields | null
  /** Whether a version is short enough. */
  fits: (trimmed: Trimmed) => boolean
}

/**
 * A result without what says nothing (null, empty) and what is private. The rows of a page are all
 * kept, since its cursor leads past them; of lists within, as many as fit.
 */
export function trimResult(data: Json, { shows, fits }: Trimming): Trimmed {
  const picked = shows === null ? data : pickFields(data, shows)
  let trimmed: Trimmed = { data: null, cuts: [] }
  for (const rows of ROWS_STEPS) {
    const cuts = new Map<string, string>()
    const top = Array.isArray(picked)
      ? picked.map((row) => trim(row, { rows, cuts, path: '' }) ?? {})
      : trim(picked, { rows, cuts, path: '' })
    trimmed = { data: top ?? {}, cuts: [...cuts.values()] }
    if (fits(trimmed)) return trimmed
  }
  return trimmed
}

function pickFields(data: Json, fields: Fields): Json {
  if (Array.isArray(data)) return data.map((row) => pickFields(row, fields))
  if (data === null || typeof data !== 'object') return data
  const found = [...fields].filter(([name]) => name in data)
  return Object.fromEntries(
    found.map(([name, inner]) => [
      name,
      inner === null ? data[name]! : pickFields(data[name]!, inner),
    ]),
  )
}

interface Step {
  rows: number
  cuts: Map<string, string>
  path: string
}

/** Undefined for what is left out. */
function trim(value: Json, step: Step): Json | undefined {
  if (typeof value === 'string') return value === '' ? undefined : cleanText(value)
  if (value === null) return undefined
  if (Array.isArray(value)) return trimList(value, step)
  if (typeof value !== 'object') return value
  const entries = Object.entries(value)
    .filter(([name]) => !PRIVATE.test(name) && !MAKING.has(name))
    // A figure that is there does not need to say so.
    .filter(([name, field]) => step.path === '' || name !== 'status' || field !== 'available')
    .map(([name, field]) => [name, trim(field, { ...step, path: join(step.path, name) })])
    .filter(([, field]) => field !== undefined)
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

function trimList(list: Json[], { rows, cuts, path }: Step): Json | undefined {
  if (list.length > rows) cuts.set(path, `${path}: ${rows} of ${list.length}`)
  const kept = list.slice(0, rows).map((item) => trim(item, { rows, cuts, path }))
  const full = kept.filter((item) => item !== undefined)
  return full.length === 0 ? undefined : full
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}
