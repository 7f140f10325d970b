import { table } from '../scripts/markdown.ts'
import type { Sent } from './sent.ts'

/** Values of one measurement over the rounds, with nothing smoothed away. */
export interface Spread {
  median: number
  min: number
  max: number
}

/** One line of the table: ours beside what cannot be beaten, measured in the same rounds. */
export interface Figure {
  name: string
  unit: 'ms' | 's' | 'B' | 'MiB' | 'per s' | 'slope' | 'ratio'
  rounds: number
  ours: Spread
  limit: Spread | null
  /** Of ours to the limit, round by round. Above one is slower for times, faster for rates. */
  ratio: Spread | null
  /** Processor time of one operation, of all processes that took part. */
  cpuMicros: { ours: number; limit: number | null } | null
  /** Of one operation; missing in what was recorded before it was counted. */
  sent?: Sent | null
  goal: string
}

/**
 * How much work a job does, where that can vary: `short` is for a check of ratios in
 * seconds, `big` for what the goals are of, `usual` for what a quarter of an hour allows for all.
 */
export type Scale = 'short' | 'usual' | 'big'

export interface Size {
  rows: number
  scale: Scale
}

export interface Job {
  name: string
  /** What ours is, and what the limit is. */
  meaning: string
  run(rounds: number, size: Size): Promise<Figure[]>
}

/** The middle value and the ends; throws on an empty list. */
export function computeSpread(values: readonly number[]): Spread {
  if (values.length === 0) throw new Error('Nothing was measured')
  const sorted = values.toSorted((left, right) => left - right)
  const middle = sorted.length / 2
  const median = (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2
  return { median, min: sorted[0]!, max: sorted.at(-1)! }
}

/** Markdown with one row per figure. */
export function formatTable(figures: readonly Figure[]): string {
  const head = ['figure', 'Assay', 'limit', 'ratio', WORK_HEAD, 'goal']
  const rows = figures.map(({ name, unit, ours, limit, ratio, goal, ...work }) => [
    name,
    `${formatSpread(ours)} ${unit}`,
    limit ? `${formatSpread(limit)} ${unit}` : '',
    ratio ? formatSpread(ratio) : '',
    formatWork(work),
    goal,
  ])
  return table(head, rows)
}

/** What `formatWork` says. */
export const WORK_HEAD = 'processor time (limit); statements, commits'

/** `2.1 ms (0.31 ms); 4, 1`, of one operation; empty where nothing was counted. */
export function formatWork({ cpuMicros, sent }: Pick<Figure, 'cpuMicros' | 'sent'>): string {
  const ms = (micros: number): string => `${formatShort(micros / 1000)} ms`
  const bare = cpuMicros?.limit ? ` (${ms(cpuMicros.limit)})` : ''
  const time = cpuMicros ? [`${ms(cpuMicros.ours)}${bare}`] : []
  const counts = sent ? [`${formatCount(sent.statements)}, ${formatCount(sent.commits)}`] : []
  return [...time, ...counts].join('; ')
}

function formatCount(value: number): string {
  return value >= 10 ? String(Math.round(value)) : value.toFixed(1)
}

/** `0.42 (0.39…0.47)`; a single measurement has no range. */
function formatSpread({ median, min, max }: Spread): string {
  const range = min === max ? '' : ` (${formatShort(min)}…${formatShort(max)})`
  return `${formatShort(median)}${range}`
}

/** Three significant digits. */
export function formatShort(value: number): string {
  if (value >= 100) return String(Math.round(value))
  return value >= 10 ? value.toFixed(1) : value.toFixed(2)
}
