import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readStatement } from '../../src/core/statements/read-statement.ts'
import type { Job } from '../figure.ts'
import { compare, type Measured } from '../harness.ts'
import { openTools } from '../pure-deal.ts'

const files = globSync(join(import.meta.dirname, '../../fixtures/statements/**/statement.pdf'))
const isInstalled = spawnSync('pdftotext', ['-v']).error === undefined

export const pdfJob: Job = {
  name: 'pdf',
  meaning:
    'every fixture statement read to reconciled rows; limit: `pdftotext -layout`, one process per file',
  async run(rounds) {
    const tools = await openTools()
    let pages = 0
    const ours = async (): Promise<Measured[]> => {
      const startedAt = performance.now()
      pages = 0
      for (const file of files) {
        const reading = await readStatement(
          readFileSync(file),
          { filename: 'statement.pdf' },
          tools,
        )
        if (reading.statements.length === 0) throw new Error(`${file} is not read`)
        pages += reading.facts.pageCount ?? 0
      }
      return [{ value: (performance.now() - startedAt) / pages }]
    }
    const limit = async (): Promise<Measured[]> => {
      const startedAt = performance.now()
      for (const file of files) spawnSync('pdftotext', ['-layout', file, '-'])
      return [{ value: (performance.now() - startedAt) / pages }]
    }
    // The first pass compiles the code and counts the pages.
    await ours()
    const targets = [{ name: 'one page', unit: 'ms' as const, goal: 'ratio ≤ 2' }]
    return compare(targets, { rounds, ours, ...(isInstalled && { limit }) })
  },
}
