import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Tools } from '../../src/core/statements/formats/format.ts'
import { readStatement } from '../../src/core/statements/read-statement.ts'
import { reconcileStatement } from '../../src/core/statements/reconcile/reconcile.ts'
import { printPdf } from '../../src/core/statements/scan/print-pdf.ts'
import { readPrint } from '../../src/core/statements/scan/read-print.ts'
import type { Job } from '../figure.ts'
import { compare, type Measured } from '../harness.ts'
import { openTools } from '../pure-deal.ts'

const files = globSync(join(import.meta.dirname, '../../fixtures/statements/**/statement.pdf'))
const HINTS = { filename: 'statement.pdf' }

/** What looking for signs of editing adds to reading a statement. */
export const signalsJob: Job = {
  name: 'signals',
  meaning:
    'every fixture statement read with its signals of authenticity; limit: the same reading without them',
  async run(rounds) {
    const tools = await openTools()
    const originals = files.map((file) => readFileSync(file))
    const ours = (): Promise<Measured[]> =>
      timed(
        originals,
        async (bytes) => (await readStatement(bytes, HINTS, tools)).statements.length,
      )
    const limit = (): Promise<Measured[]> => timed(originals, (bytes) => readPlainly(bytes, tools))
    // The first passes compile the code.
    await ours()
    await limit()
    const targets = [{ name: 'one file', unit: 'ms' as const, goal: 'ratio ≤ 1.18 (15 % of it)' }]
    return compare(targets, { rounds, ours, limit })
  },
}

async function timed(
  originals: readonly Uint8Array[],
  read: (bytes: Uint8Array) => Promise<number>,
): Promise<Measured[]> {
  const [startedAt, before] = [performance.now(), process.cpuUsage()]
  for (const bytes of originals)
    if ((await read(bytes)) === 0) throw new Error('A file is not read')
  const { user, system } = process.cpuUsage(before)
  const cpuMicros = (user + system) / originals.length
  return [{ value: (performance.now() - startedAt) / originals.length, cpuMicros }]
}

/** The statements of a file, reconciled, without signals of alteration. */
async function readPlainly(bytes: Uint8Array, tools: Tools): Promise<number> {
  const { document } = tools.pdf.open(bytes, null)
  if (!document) return 0
  try {
    const span = { start: 1, end: document.pageCount }
    const print = await printPdf(document, span, { choice: 'auto', tools: null })
    const reading = { hints: HINTS, writtenAt: null, tools: null }
    const { statements } = await readPrint(print!.pages, reading)
    return statements.map((each) => reconcileStatement(each)).length
  } finally {
    document.close()
  }
}
