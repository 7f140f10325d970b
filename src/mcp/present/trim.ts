import { cleanText } from './clean.ts'
import type { Fields } from './fields.ts'

/** Of people, not of a deal; no question about one needs them. */
const PRIVATE = /^(?:ssn|social_security_number|dob|date_?of_?birth|birth_?date)$/i
/** How a number was made: a program reads it in the API, a model does not need it for a deal. */
const MAKING = new Set(
  (
    'formula formulas formula_id formula_version threshold thresholds settings_version ' +
    'analytics_version taxonomy_version computed_at has_overrides higher_is_better critical ' +
    'tenantId livemode label sha256 href'
  ).split(' '),
)
/**
 * How many rows, and how many plain values, of each list within a result are kept: the most that
 * fit. Values such as the ids behind a number go first, since a call lists them all.
 */
const STEPS = [
  { rows: 50, values: 50 },
  { rows: 50, values: 12 },
  { rows: 25, values: 6 },
  { rows: 25, values: 2 },
  { rows: 18, values: 2 },
  { rows: 18, values: 1 },
  ...[12, 8, 6, 4, 3, 2, 1].map((rows) => ({ rows, values: 1 })),
]

const WHOLE = { rows: Infinity, values: Infinity }

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

export interface Trimmed {
  data: Json
  /** Of lists that were cut: the path and how many of how many are left. */
  cuts: string[]
}

interface Trimming {
  shows: Fields | null
  /** It may be sent back as it is, such as a graph: nothing of it may be missing. */
  isWhole?: boolean
  /** Whether a version is short enough. */
  fits: (trimmed: Trimmed) => boolean
}

/**
 * A result without what says nothing (null, empty) and what is private. The rows of a page are all
 * kept, since its cursor leads past them; of lists within, as many as fit.
 */
export function trimResult(data: Json, { shows, fits, isWhole = false }: Trimming): Trimmed {
  const picked = shows === null ? data : pickFields(data, shows)
  let trimmed: Trimmed = { data: null, cuts: [] }
  for (const step of isWhole ? [WHOLE] : STEPS) {
    const cuts = new Map<string, string>()
    const top = Array.isArray(picked)
      ? picked.map((row) => trim(row, { ...step, cuts, path: '' }) ?? {})
      : trim(picked, { ...step, cuts, path: '' })
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
  values: number
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
    .filter(([name]) => step.rows === Infinity || (!PRIVATE.test(name) && !MAKING.has(name)))
    // A figure that is there does not need to say so.
    .filter(([name, field]) => step.path === '' || name !== 'status' || field !== 'available')
    .map(([name, field]) => [
      cleanText(name),
      trim(field, { ...step, path: join(step.path, cleanText(name)) }),
    ])
    .filter(([, field]) => field !== undefined)
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

function trimList(list: Json[], step: Step): Json | undefined {
  const { cuts, path } = step
  const isRows = list.some((item) => typeof item === 'object')
  const most = isRows ? step.rows : step.values
  if (list.length > most) cuts.set(path, `${path}: ${most} of ${list.length}`)
  const kept = list.slice(0, most).map((item) => trim(item, step))
  const full = kept.filter((item) => item !== undefined)
  return full.length === 0 ? undefined : full
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}
