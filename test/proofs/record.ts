import { writeFileSync } from 'node:fs'
import { code, page, table } from '../../scripts/markdown.ts'
import { keepRow, readRows, type ResultRow } from '../../scripts/result-rows.ts'
import { PROOFS } from './index.ts'
import { FINDINGS, type Counts, type Proof, type Trial } from './proof.ts'

/** What a run in full counted. */
interface Result extends ResultRow {
  seed: number
  seconds: number
  counts: Counts
  figures: string[]
}

const ROOT = `${import.meta.dirname}/../..`
const FILE = `${import.meta.dirname}/results.json`

/** Keeps the counts of a run in full; the page is made of them. */
export function keepResult({ name }: Proof, trial: Trial, seconds: number): void {
  const { counts, figures, seed } = trial
  keepRow(FILE, { name, seed, seconds, counts, figures })
}

export function writePage(): void {
  writeFileSync(`${ROOT}/docs/guarantees.md`, guaranteesPage())
}

/** docs/guarantees.md: each promise with what the last run in full counted. */
export function guaranteesPage(): string {
  const results = new Map(readRows<Result>(FILE).map((row) => [row.name, row]))
  const head = ['promise', 'tried', ...FINDINGS, 'seed', 'seconds', 'commit', 'date', 'command']
  const rows = PROOFS.map((proof) => buildRow(proof, results.get(proof.name)))
  const figures = PROOFS.flatMap(({ name }) =>
    (results.get(name)?.figures ?? []).map((line) => `- ${name}: ${line}`),
  )
  const origin = `What Assay promises, and the result of trying to break it. \`npm run prove\` repeats all of it,
\`npm run prove -- <name>\` one; \`--seed\` draws other tries. A short form of each is part of
\`npm run walks\`, of those that take no longer than a test also of \`npm test\`. The commit is the one that was measured last.`
  return page('Guarantees', origin, [
    table(head, rows),
    '',
    '## Measured on the way',
    '',
    ...figures,
  ])
}

function buildRow({ name, promise, tries }: Proof, result: Result | undefined): unknown[] {
  const command = code(`npm run prove -- ${name}`)
  if (!result)
    return [promise, 'not yet run in full', ...Array.from({ length: 8 }, () => ''), command]
  const { counts, seed, seconds, commit, date } = result
  const found = FINDINGS.map((finding) => counts[finding])
  const tried = `${counts.tried.toLocaleString('en')} ${tries}`
  return [promise, tried, ...found, seed, seconds, commit, date, command]
}
