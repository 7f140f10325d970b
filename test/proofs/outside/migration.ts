import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServiceCopy } from '../../../scripts/service-process.ts'
import { startFakeHeron } from '../../fakes/heron.ts'
import { emptyAccount, makeDeal, shopRows, type FakeDeal } from '../../fakes/heron/tenant.ts'
import type { Proof, Trial } from '../proof.ts'
import { onService } from '../stage.ts'

const DEALS = { full: 10_000, reduced: 6 }
/** So many days have 200 rows. */
const DAYS = { full: 247, reduced: 30 }
const START = '2026-01-05'
/** When the first run is killed: so many deals are here. */
const KILLED_AFTER = { full: 3_000, reduced: 2 }
const MINUTES_MAX = 45
const MEMORY_MB_MAX = 300
const PAGE = 1_000

/** A run of the importer in a process of its own. */
interface Ran {
  end: string
  peakMb: number
}

/** What a lender of some years brings, killed on the way and gone on with. */
export const migrationProof: Proof = {
  name: 'migration',
  isLong: true,
  promise: 'An account of the previous vendor comes over once, whole and in bounded memory',
  tries: 'deals',
  prove: (trial) => onService(trial, (copy) => migrate(trial, copy)),
}

async function migrate(trial: Trial, copy: ServiceCopy): Promise<void> {
  const days = trial.of(DAYS)
  const deals = Array.from({ length: trial.of(DEALS) }, (_, index) => lazyDeal(index, days))
  const account = emptyAccount('large', deals)
  const heron = await startFakeHeron([account])
  const folder = mkdtempSync(join(tmpdir(), 'assay-migration-'))
  try {
    const environment = {
      HERON_URL: heron.url,
      HERON_API_KEY: account.key,
      SERVICE_API_URL: copy.url,
      SERVICE_API_KEY: copy.readKey(),
    }
    const startMs = performance.now()
    await runImport(folder, environment, trial.of(KILLED_AFTER))
    const ran = await runImport(folder, environment)
    const minutes = (performance.now() - startMs) / 60_000
    trial.hold(ran.end === '0', `the import ended with ${ran.end}`)
    trial.hold(ran.peakMb <= MEMORY_MB_MAX, `the importer took ${ran.peakMb} MB`)
    const rows = shopRows('x', { start: START, days }).length * deals.length
    const line = `${rows} rows in ${minutes.toFixed(1)} minutes, ${ran.peakMb} MB at most`
    trial.holdTime(minutes <= MINUTES_MAX, line)
    if (minutes <= MINUTES_MAX) trial.figures.push(line)
    await countRows({ trial, copy, deals: deals.length, rows })
  } finally {
    await heron.close()
    rmSync(folder, { recursive: true })
  }
}

/** Its rows are made when they are requested: two millions at once are no account, but a machine. */
function lazyDeal(index: number, days: number): FakeDeal {
  const name = `deal${index}`
  return {
    ...makeDeal(name, []),
    get rows() {
      return shopRows(name, { start: START, days })
    },
  }
}

async function runImport(
  folder: string,
  environment: Record<string, string>,
  killedAfter = Infinity,
): Promise<Ran> {
  const script = `${import.meta.dirname}/import-heron.ts`
  const child = spawn(process.execPath, [script, folder], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  const ended = new Promise<string>((done) => {
    child.on('close', (code, signal) => done(signal ?? String(code)))
  })
  if (killedAfter < Infinity) {
    while (child.exitCode === null && countDeals(folder) < killedAfter) await sleep(20)
    child.kill('SIGKILL')
  }
  const end = await ended
  return { end, peakMb: Number(/^peak (\d+)$/m.exec(output)?.[1] ?? 0) }
}

function countDeals(folder: string): number {
  const path = join(folder, 'processing.jsonl')
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').length - 1 : 0
}

interface Arrived {
  trial: Trial
  copy: ServiceCopy
  deals: number
  rows: number
}

/** What the service says it has. */
async function countRows({ trial, copy, deals, rows }: Arrived): Promise<void> {
  const names = new Set<string>()
  let cursor = ''
  let found = 0
  do {
    const url = `${copy.url}/v1/submissions?limit=${PAGE}${cursor && `&cursor=${cursor}`}`
    const response = await fetch(url, { headers: { authorization: `Bearer ${copy.readKey()}` } })
    const { data, next_cursor: next } = (await response.json()) as any
    for (const deal of data as any[]) {
      if (!/^client-deal\d+$/.test(deal.externalId ?? '')) continue
      trial.tried()
      trial.hold(!names.has(deal.externalId), `${deal.externalId} is there twice`, 'doubled')
      names.add(deal.externalId)
      found += deal.counts.transactions
    }
    cursor = next ?? ''
  } while (cursor)
  trial.hold(names.size === deals, `${names.size} of ${deals} deals are here`, 'lost')
  trial.hold(found >= rows, `${found} of ${rows} rows are here`, 'lost')
  trial.hold(found <= rows, `${found} rows are here, ${rows} were there`, 'doubled')
}
