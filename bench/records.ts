import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Figure } from './figure.ts'

/** What one run of a job was, as `results/<job>.json` keeps it. */
export interface BenchRecord {
  job: string
  meaning: string
  measuredOn: string
  machine: { cores: number; processor: string }
  figures: Figure[]
}

const FOLDER = `${import.meta.dirname}/results`

export function keepRecord(record: BenchRecord): void {
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(recordPath(record.job), `${JSON.stringify(record, null, 2)}\n`)
}

/** The last record of a job; null before its first run. */
export function readRecord(job: string): BenchRecord | null {
  const file = recordPath(job)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as BenchRecord) : null
}

function recordPath(job: string): string {
  return `${FOLDER}/${job}.json`
}

/** One table of all records: what was reached, beside whom, how much of the goal, and when. */
export function formatSummary(records: readonly BenchRecord[]): string {
  const head = ['figure', 'Assay', 'ratio', 'goal', 'beside', 'date']
  const rows = records.flatMap(({ job, meaning, measuredOn, figures }) =>
    figures.map(({ name, unit, ours, ratio, goal }) => [
      `${job}: ${name}`,
      `${short(ours.median)} ${unit}`,
      ratio === null ? '' : short(ratio.median),
      goal,
      ratio === null ? '' : peerIn(meaning),
      measuredOn,
    ]),
  )
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

/** `requests through …; limit: the same statements` → `the same statements` */
function peerIn(meaning: string): string {
  return /limit[^:;]*: ?(?<peer>[^;]*)/.exec(meaning)?.groups?.peer ?? ''
}

function short(value: number): string {
  return value >= 100 ? String(Math.round(value)) : value.toFixed(value >= 10 ? 1 : 2)
}
