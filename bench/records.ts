import { page, table } from '../scripts/markdown.ts'
import { keepRow, readRows, type ResultRow } from '../scripts/result-rows.ts'
import { formatShort, formatWork, WORK_HEAD, type Figure } from './figure.ts'

/** What the last run of a job measured. */
export interface BenchRecord extends ResultRow {
  meaning: string
  machine: { cores: number; processor: string }
  figures: Figure[]
}

const FILE = `${import.meta.dirname}/results.json`

export function keepRecord(record: Omit<BenchRecord, 'commit' | 'date'>): void {
  keepRow(FILE, record)
}

/** The last record of a job; null before its first run. */
export function readRecord(job: string): BenchRecord | null {
  return readRows<BenchRecord>(FILE).find(({ name }) => name === job) ?? null
}

/** bench/results.md: every figure that was measured last. */
export function resultsPage(): string {
  const origin = `Written from \`results.json\` by \`npm run golden\`; do not edit. What a job measures is in
[README.md](README.md). A commit with \`-dirty\` had uncommitted changes.`
  return page('Results of the bench', origin, [formatSummary(readRows<BenchRecord>(FILE))])
}

/** One table of records: what was reached, its ratio to the limit, the goal, the commit and the date. */
export function formatSummary(records: readonly BenchRecord[]): string {
  const head = ['figure', 'Assay', 'ratio', WORK_HEAD, 'goal', 'limit', 'commit', 'date']
  const rows = records.flatMap((record) =>
    record.figures.map(({ name, unit, ours, ratio, goal, ...work }) => [
      `${record.name}: ${name}`,
      `${formatShort(ours.median)} ${unit}`,
      ratio === null ? '' : formatShort(ratio.median),
      formatWork(work),
      goal,
      ratio === null ? '' : findLimit(record.meaning),
      record.commit,
      record.date,
    ]),
  )
  return table(head, rows)
}

/** `requests through …; limit: the same statements` → `the same statements` */
function findLimit(meaning: string): string {
  return /limit[^:;]*: ?(?<limit>[^;]*)/.exec(meaning)?.groups?.limit ?? ''
}
