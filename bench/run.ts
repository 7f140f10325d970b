// `npm run bench [-- job …] [--rounds=5] [--rows=20000] [--big]`: measures, prints one table, and writes
// each job's figures to bench/results.json. `--table` prints what was measured last.
import { availableParallelism, cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { formatTable, type Job, type Size } from './figure.ts'
import { analyticsJob } from './jobs/analytics.ts'
import { clientsJob } from './jobs/clients.ts'
import { dealJob } from './jobs/deal.ts'
import { doorJob } from './jobs/door.ts'
import { enrichJob } from './jobs/enrich.ts'
import { growthJob } from './jobs/growth.ts'
import { httpJob } from './jobs/http.ts'
import { ingestJob } from './jobs/ingest.ts'
import { jobsJob } from './jobs/jobs.ts'
import { matchJob } from './jobs/match.ts'
import { memoryJob } from './jobs/memory.ts'
import { ocrJob } from './jobs/ocr.ts'
import { searchJob } from './jobs/search.ts'
import { pdfJob } from './jobs/pdf.ts'
import { portfolioJob } from './jobs/portfolio.ts'
import { reportsJob } from './jobs/reports.ts'
import { rulesJob } from './jobs/rules.ts'
import { signalsJob } from './jobs/signals.ts'
import { deskJob } from './jobs/desk.ts'
import { signInJob } from './jobs/sign-in.ts'
import { syncJob } from './jobs/sync.ts'
import { startJob } from './jobs/start.ts'
import { toolsJob } from './jobs/tools.ts'
import { webhooksJob } from './jobs/webhooks.ts'
import { workflowsJob } from './jobs/workflows.ts'
import { keepRecord, readRecord, formatSummary } from './records.ts'
import { isBig } from './sizes.ts'

const JOBS: readonly Job[] = [
  startJob,
  memoryJob,
  dealJob,
  httpJob,
  signInJob,
  deskJob,
  doorJob,
  toolsJob,
  clientsJob,
  ingestJob,
  syncJob,
  webhooksJob,
  workflowsJob,
  jobsJob,
  growthJob,
  pdfJob,
  signalsJob,
  rulesJob,
  matchJob,
  ocrJob,
  enrichJob,
  reportsJob,
  analyticsJob,
  portfolioJob,
  searchJob,
]
/** For chosen jobs; a run of all jobs gets fewer, to end within a quarter of an hour. */
const ROUNDS = 5
const ROUNDS_OF_ALL = 3
const ROWS = '20000'

process.exitCode = await main()

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: 'string' },
      rows: { type: 'string', default: ROWS },
      big: { type: 'boolean' },
      table: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  if (values.help || positionals.includes('help')) {
    console.log(help())
    return 0
  }
  const unknown = positionals.filter((name) => !JOBS.some((job) => job.name === name))
  if (unknown.length > 0) {
    const names = JOBS.map(({ name }) => name).join(', ')
    console.error(`There is no job ${unknown.join(', ')}; there are ${names}.`)
    return 2
  }
  const chosen = JOBS.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  const rounds = Number(values.rounds ?? (positionals.length === 0 ? ROUNDS_OF_ALL : ROUNDS))
  const size = { rows: Number(values.rows), scale: isBig() ? 'big' : 'usual' } as const
  if (!values.table) for (const job of chosen) await runJob(job, rounds, size)
  console.log(`\n${formatSummary(chosen.flatMap(({ name }) => readRecord(name) ?? []))}`)
  return 0
}

function help(): string {
  return `npm run bench [-- job …] [--rounds=${ROUNDS}] [--rows=${ROWS}] [--big] [--table]

Measures the jobs, all of them when none is named, and writes their figures to bench/results.json;
--big takes the sizes of a large copy, --table prints what was measured last. Jobs:
${JOBS.map(({ name, meaning }) => `  ${name.padEnd(10)} ${meaning}`).join('\n')}`
}

async function runJob(job: Job, rounds: number, size: Size): Promise<void> {
  const startedAt = performance.now()
  const figures = await job.run(rounds, size)
  const machine = { cores: availableParallelism(), processor: cpus()[0]?.model ?? 'unknown' }
  keepRecord({ name: job.name, meaning: job.meaning, machine, figures })
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  console.log(`\n${job.name} (${seconds} s): ${job.meaning}\n\n${formatTable(figures)}`)
}
