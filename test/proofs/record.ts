import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { code, page, table } from '../../scripts/markdown.ts'
import { PROOFS } from './index.ts'
import { FINDINGS, type Counts, type Proof, type Trial } from './proof.ts'

/** What a run in full counted. */
interface Result {
  date: string
  seed: number
  seconds: number
  counts: Counts
  figures: string[]
}

const ROOT = `${import.meta.dirname}/../..`
const RESULTS = `${import.meta.dirname}/results`

/** Keeps the counts of a run in full beside the proofs; the page is made of them. */
export function keepResult({ name }: Proof, trial: Trial, seconds: number): void {
  const { counts, figures, seed } = trial
  const result: Result = {
    date: new Date().toISOString().slice(0, 10),
    seed,
    seconds,
    counts,
    figures,
  }
  mkdirSync(RESULTS, { recursive: true })
  writeFileSync(`${RESULTS}/${name}.json`, `${JSON.stringify(result, null, 2)}\n`)
}

export function writePage(): void {
  writeFileSync(`${ROOT}/docs/guarantees.md`, guaranteesPage())
}

/** docs/guarantees.md: each promise with what the last run in full counted. */
export function guaranteesPage(): string {
  const head = ['promise', 'tried', ...FINDINGS, 'seed', 'seconds', 'date', 'command']
  const rows = PROOFS.map((proof) => buildRow(proof, readResult(proof.name)))
  const figures = PROOFS.flatMap(({ name }) =>
    (readResult(name)?.figures ?? []).map((line) => `- ${name}: ${line}`),
  )
  const origin = `What Assay promises, and what came of trying to break it. \`npm run prove\` repeats all of it,
\`npm run prove -- <name>\` one; \`--seed\` draws other tries. A short form of each is part of
\`npm test\`.`
  return page('Guarantees', origin, [
    table(head, rows),
    '',
    '## Measured on the way',
    '',
    ...figures,
  ])
}

function buildRow({ name, promise, tries }: Proof, result: Result | null): unknown[] {
  const command = code(`npm run prove -- ${name}`)
  if (!result)
    return [promise, 'not yet run in full', ...Array.from({ length: 7 }, () => ''), command]
  const { counts, seed, seconds, date } = result
  const found = FINDINGS.map((finding) => counts[finding])
  return [
    promise,
    `${counts.tried.toLocaleString('en')} ${tries}`,
    ...found,
    seed,
    seconds,
    date,
    command,
  ]
}

function readResult(name: string): Result | null {
  const path = `${RESULTS}/${name}.json`
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Result) : null
}
