import { METRICS, type MetricEntry, type RowClass } from '../tables/tables.ts'
import type { HeronMetric } from '../types.ts'
import { membership, resum, type Lens, type ParityRow } from './resum.ts'
import { placeRange, type Days } from './ranges.ts'

export type Verdict = 'equal' | 'within_tolerance' | 'explained' | 'different' | 'not_comparable'

/** A figure of both sides for the same days. */
export interface MetricParity {
  label: string
  metric: string | null
  dateRange: string
  unit: string
  heron: number | string | null
  ours: number | string | null
  difference: number | null
  verdict: Verdict
  /** What the difference is made of: the smallest set that closes it. */
  causes: Lens[]
  /** Rows that moved, largest first. */
  rows: MovedRow[]
  /** What no cause closes. */
  residue: number | null
  /** How the two sides compute it, where they differ. */
  note: string | null
}

export interface MovedRow {
  id: string
  heronId: string | null
  date: string
  amount: number
  description: string
  heronLabel: string | null
  slug: string
  cause: Lens
  /** What the row adds to the difference. */
  effect: number
}

/** Our value of a metric over a date range, with the days that it covers. */
export interface OurFigure {
  value: number | string | null
  unit: string
  days: Days | null
}

export interface ParityInput {
  heron: HeronMetric[]
  /** By `metric@date_range`. */
  ours: Record<string, OurFigure>
  rows: ParityRow[]
  /** The day that Heron’s date ranges end at, and ours. */
  heronAsOf: string | null
  ourAsOf: string | null
}

const ROWS_MAX = 50
const TOLERANCE: Record<string, number> = { amount: 0.01, ratio: 0.0005, score: 0.05 }
const LENSES: Lens[] = ['labels', 'pending', 'transfers', 'period']

/**
 * Compares each metric that both sides have. A difference is looked at under four lenses, which
 * compute our figure the way Heron does in one respect: its labels, pending rows, transfers that we
 * pair, its days. The smallest set that closes the difference explains it; none leaves it open.
 */
export function compareDeal(input: ParityInput): MetricParity[] {
  return input.heron.flatMap((given) => {
    const entry = METRICS[given.label]
    return entry === undefined ? [] : [compareMetric(given, entry, input)]
  })
}

export function figureKey(metric: string, dateRange: string): string {
  return `${metric}@${dateRange}`
}

function compareMetric(given: HeronMetric, entry: MetricEntry, input: ParityInput): MetricParity {
  const dateRange = given.date_range ?? 'latest'
  const found = entry.metric === null ? undefined : input.ours[figureKey(entry.metric, dateRange)]
  const heron = readValue(given.value)
  const base: MetricParity = {
    label: given.label,
    metric: entry.metric,
    dateRange,
    unit: found?.unit ?? given.unit ?? '',
    heron,
    ours: found?.value ?? null,
    difference: null,
    verdict: 'not_comparable',
    causes: [],
    rows: [],
    residue: null,
    note: entry.difference ?? null,
  }
  if (found === undefined || heron === null || found.value === null) return base
  if (typeof heron === 'string' || typeof found.value === 'string')
    return { ...base, verdict: heron === found.value ? 'equal' : 'different' }
  const difference = round(found.value - heron)
  const tolerance = TOLERANCE[base.unit] ?? 0
  const compared = { ...base, difference }
  if (difference === 0) return { ...compared, verdict: 'equal' }
  if (Math.abs(difference) <= tolerance + 1e-9) return { ...compared, verdict: 'within_tolerance' }
  return explain(compared, { entry, figure: found, input, tolerance })
}

/** A number with its decimals where it is one; a text else. */
function readValue(value: unknown): number | string | null {
  if (typeof value === 'number' || typeof value === 'string') return value
  return typeof value === 'boolean' ? String(value) : null
}

function round(value: number): number {
  return Math.round(value * 1e6) / 1e6
}

interface Explaining {
  entry: MetricEntry
  figure: OurFigure
  input: ParityInput
  tolerance: number
}

function explain(
  compared: MetricParity,
  { entry, figure, input, tolerance }: Explaining,
): MetricParity {
  const open = { ...compared, verdict: 'different' as const, residue: compared.difference }
  const { heronAsOf } = input
  const ourDays = figure.days ?? placeRange(compared.dateRange, input.ourAsOf)
  if (!entry.resum || ourDays === null) return open
  const heronDays =
    heronAsOf === null ? ourDays : (placeRange(compared.dateRange, heronAsOf) ?? ourDays)
  const view = { rows: input.rows, resum: entry.resum, ourDays, heronDays }
  const base = resum(view, new Set())
  // A sum of rows that is not our figure would explain another figure.
  if (Math.abs(base - (figure.value as number)) > tolerance + 0.005) return open
  for (const causes of subsets(LENSES)) {
    const lenses = new Set(causes)
    const rest = round(resum(view, lenses) - (compared.heron as number))
    if (Math.abs(rest) > tolerance + 1e-6) continue
    const rows = listMoved(view, causes)
    if (rows.length === 0 && !causes.includes('period')) continue
    return { ...compared, verdict: 'explained', causes, rows: rows.slice(0, ROWS_MAX), residue: 0 }
  }
  return open
}

/** All sets but the empty one, smaller ones first. */
function subsets(lenses: Lens[]): Lens[][] {
  const all = lenses.reduce<Lens[][]>(
    (sets, lens) => [...sets, ...sets.map((set) => [...set, lens])],
    [[]],
  )
  return all.filter(({ length }) => length > 0).sort((a, b) => a.length - b.length)
}

type View = Parameters<typeof resum>[0]

/** Rows that count otherwise under the lenses, each with the lens that moved it. */
function listMoved(view: View, causes: Lens[]): MovedRow[] {
  const lenses = new Set(causes)
  const moved = view.rows.flatMap((row) => {
    const before = membership(row, view, new Set())
    const after = membership(row, view, lenses)
    if (before === after) return []
    const cause = causes.find((lens) => isMovedBy(row, view, { lens, lenses })) ?? causes[0]!
    return [toMoved(row, cause, before - after)]
  })
  return moved.sort((a, b) => Math.abs(b.effect) - Math.abs(a.effect))
}

/** Whether the row counts otherwise when this lens alone is taken away. */
function isMovedBy(
  row: ParityRow,
  view: View,
  { lens, lenses }: { lens: Lens; lenses: ReadonlySet<Lens> },
): boolean {
  const others = new Set([...lenses].filter((one) => one !== lens))
  return membership(row, view, lenses) !== membership(row, view, others)
}

function toMoved(row: ParityRow, cause: Lens, effect: number): MovedRow {
  const { id, heronId, date, amount, description, heronLabel, slug } = row
  return { id, heronId, date, amount, description, heronLabel, slug, cause, effect: round(effect) }
}

export type { Lens, ParityRow, RowClass }
