import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readStatement } from '../../src/core/statements/read-statement.ts'
import type { Tools } from '../../src/core/statements/formats/format.ts'
import type { Figure, Job } from '../figure.ts'
import { compare, type Measured } from '../harness.ts'
import { printLongStatement } from '../long-statement.ts'
import { sumCpuMicros } from '../processes.ts'
import { openTools } from '../pure-deal.ts'

const files = globSync(join(import.meta.dirname, '../../fixtures/statements/**/statement.pdf'))
/** Both are of poppler. */
const isInstalled = ['pdftotext', 'pdfunite'].every(
  (program) => spawnSync(program, ['-v']).error === undefined,
)

export const pdfJob: Job = {
  name: 'pdf',
  meaning:
    'processor time of every fixture statement read to reconciled rows; limit: `pdftotext -layout` in one process over all of their pages in one file; a statement of 5,000 rows alone likewise',
  async run(rounds) {
    const tools = await openTools()
    const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'))
    const united = join(folder, 'all.pdf')
    let pages = 0
    const readAll = async (): Promise<void> => {
      pages = 0
      for (const file of files) {
        const hints = { filename: 'statement.pdf' }
        const reading = await readStatement(readFileSync(file), hints, tools)
        if (reading.statements.length === 0) throw new Error(`${file} is not read`)
        pages += reading.facts.pageCount ?? 0
      }
    }
    const ours = (): Promise<Measured[]> => perPage(readAll, () => pages)
    const limit = (): Promise<Measured[]> =>
      perPage(
        async () => run('pdftotext', ['-layout', united, '-']),
        () => pages,
      )
    try {
      // The first pass compiles the code and counts the pages.
      await readAll()
      if (isInstalled) run('pdfunite', [...files, united])
      const targets = [{ name: 'one page', unit: 'ms' as const, goal: '≤ 5 ms' }]
      const pagesRead = await compare(targets, { rounds, ours, ...(isInstalled && { limit }) })
      return [...pagesRead, ...(await measureLong(join(folder, 'long.pdf'), { rounds, tools }))]
    } finally {
      await rm(folder, { recursive: true })
    }
  },
}

const LONG_ROWS = 5000

/** One statement of many rows, from its bytes to reconciled rows. */
async function measureLong(
  path: string,
  { rounds, tools }: { rounds: number; tools: Tools },
): Promise<Figure[]> {
  const bytes = await printLongStatement(LONG_ROWS)
  writeFileSync(path, bytes)
  const ours = (): Promise<Measured[]> =>
    inSeconds(async () => {
      const { statements } = await readStatement(bytes, { filename: 'long.pdf' }, tools)
      const { rows, reconciliation } = statements[0]!
      if (rows.length !== LONG_ROWS || reconciliation.status !== 'reconciled')
        throw new Error(`${rows.length} rows were read: ${reconciliation.status}`)
    })
  const limit = (): Promise<Measured[]> =>
    inSeconds(async () => run('pdftotext', ['-layout', path, '-']))
  const targets = [{ name: '5,000 rows', unit: 's' as const, goal: '≤ 4 s' }]
  return compare(targets, { rounds, ours, ...(isInstalled && { limit }) })
}

async function inSeconds(work: () => Promise<void>): Promise<Measured[]> {
  const [{ cpuMicros = 0 } = {}] = await perPage(work, () => 1)
  return [{ value: cpuMicros / 1e6, cpuMicros }]
}

/** Of this process and the programs that it has waited for. */
async function perPage(work: () => Promise<void>, countPages: () => number): Promise<Measured[]> {
  const before = sumCpuMicros([process.pid])
  await work()
  const cpuMicros = (sumCpuMicros([process.pid]) - before) / countPages()
  return [{ value: cpuMicros / 1000, cpuMicros }]
}

function run(program: string, args: string[]): void {
  const { status, stderr } = spawnSync(program, args, { maxBuffer: 1 << 28 })
  if (status !== 0) throw new Error(`${program}: ${String(stderr)}`)
}
