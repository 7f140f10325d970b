// `npm run bench [-- job …] [--rounds=5] [--rows=20000]`: measures, prints one table, and writes each job's figures
// to bench/results/<job>.json.
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { tableOf, type Job, type Size } from './figure.ts'
import { analyticsJob } from './jobs/analytics.ts'
import { dealJob } from './jobs/deal.ts'
import { enrichJob } from './jobs/enrich.ts'
import { httpJob } from './jobs/http.ts'
import { ingestJob } from './jobs/ingest.ts'
import { memoryJob } from './jobs/memory.ts'
import { ocrJob } from './jobs/ocr.ts'
import { searchJob } from './jobs/search.ts'
import { pdfJob } from './jobs/pdf.ts'
import { portfolioJob } from './jobs/portfolio.ts'
import { reportsJob } from './jobs/reports.ts'
import { rulesJob } from './jobs/rules.ts'
import { signalsJob } from './jobs/signals.ts'
import { startJob } from './jobs/start.ts'

const JOBS: readonly Job[] = [
  startJob,
  memoryJob,
  dealJob,
  httpJob,
  ingestJob,
  pdfJob,
  signalsJob,
  rulesJob,
  ocrJob,
  enrichJob,
  reportsJob,
  analyticsJob,
  portfolioJob,
  searchJob,
]
const ROUNDS = '5'
const ROWS = '20000'

process.exitCode = await main()

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: ROUNDS },
      rows: { type: 'string', default: ROWS },
    },
  })
  const unknown = positionals.filter((name) => !JOBS.some((job) => job.name === name))
  if (unknown.length > 0) {
    const names = JOBS.map(({ name }) => name).join(', ')
    console.error(`There is no job ${unknown.join(', ')}; there are ${names}.`)
    return 2
  }
  const chosen = JOBS.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  const size = { rows: Number(values.rows) }
  for (const job of chosen) await runJob(job, Number(values.rounds), size)
  return 0
}

async function runJob(job: Job, rounds: number, size: Size): Promise<void> {
  const figures = await job.run(rounds, size)
  const machine = { cores: availableParallelism(), processor: cpus()[0]?.model ?? 'unknown' }
  const measuredOn = new Date().toISOString().slice(0, 10)
  const record = { job: job.name, meaning: job.meaning, measuredOn, machine, figures }
  const folder = `${import.meta.dirname}/results`
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/${job.name}.json`, `${JSON.stringify(record, null, 2)}\n`)
  console.log(`\n${job.name}: ${job.meaning}\n\n${tableOf(figures)}`)
}
