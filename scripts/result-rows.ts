import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** What one bench job or proof measured last. A file of results has one row for each. */
export interface ResultRow {
  name: string
  /** The commit that was measured, with `-dirty` when files differed from it. */
  commit: string
  date: string
  figures: readonly unknown[]
}

export function readRows<Row extends ResultRow = ResultRow>(file: string): Row[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Row[]) : []
}

/** Replaces the row of that name, or appends it; its commit and date are those of now. */
export function keepRow<Measured extends Omit<ResultRow, 'commit' | 'date'>>(
  file: string,
  measured: Measured,
): void {
  const { name, ...rest } = measured
  const date = new Date().toISOString().slice(0, 10)
  const row: ResultRow = { name, commit: readCommit(), date, ...rest }
  const rows = readRows(file)
  const at = rows.findIndex((other) => other.name === name)
  writeFileSync(file, formatRows(at < 0 ? [...rows, row] : rows.with(at, row)))
}

/** A line for each row and each of its figures, so that a diff shows what was measured anew. */
function formatRows(rows: readonly ResultRow[]): string {
  const texts = rows.map(({ figures, ...head }) => {
    const lines = figures.map((figure) => `\n  ${JSON.stringify(figure)}`)
    return `${JSON.stringify(head).slice(0, -1)},"figures":[${lines.join(',')}]}`
  })
  return `[\n${texts.join(',\n')}\n]\n`
}

function readCommit(): string {
  const args = ['describe', '--always', '--exclude=*', '--abbrev=7', '--dirty']
  return execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).trim()
}
