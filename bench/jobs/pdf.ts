import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readStatement } from '../../src/core/statements/read-statement.ts'
import type { Job } from '../figure.ts'
import { compare, type Measured } from '../harness.ts'
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
    'processor time of every fixture statement read to reconciled rows; limit: `pdftotext -layout` in one process over all of their pages in one file',
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
      return await compare(targets, { rounds, ours, ...(isInstalled && { limit }) })
    } finally {
      await rm(folder, { recursive: true })
    }
  },
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
