import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { classifyOutcome, type ExpectedStatement, type Outcome } from '../../fixtures/outcome.ts'
import type { Tools } from '../../src/core/statements/formats/format.ts'
import { readStatement } from '../../src/core/statements/read-statement.ts'
import { readPlainly } from './plain-engine.ts'

interface SampleTruth {
  opening: number | null
  closing: number | null
  period_start: string | null
  period_end: string | null
  transactions: { date: string; amount: number }[]
}

export interface SampleMeasurement {
  name: string
  outcome: Outcome
  outcomeUnaided: Outcome
  isPlainExact: boolean | null
}

/** What became of each sample statement; none where the samples are not at hand. */
export async function measureSamples(tools: Tools): Promise<SampleMeasurement[]> {
  const folder = join(process.env.ASSAY_SAMPLES_DIR ?? '../shared/samples', 'statements')
  const truthFile = join(folder, 'expected.json')
  if (!existsSync(truthFile)) return []
  const truths = Object.entries<SampleTruth>(JSON.parse(readFileSync(truthFile, 'utf8')))
  const byFile = Map.groupBy(truths, ([key]) => key.split('#')[0]!)
  const measured = [...byFile].map(async ([name, entries]) => {
    const bytes = readFileSync(join(folder, name))
    const expected = entries.map(([, truth]) => toExpectedStatement(truth))
    const outcome = async (layouts?: []): Promise<Outcome> => {
      const hints = { filename: name, ...(layouts && { layouts }) }
      return classifyOutcome(await readStatement(bytes, hints, tools), expected)
    }
    const isPlainExact = name.endsWith('.pdf') ? readPlainly(bytes, expected) : null
    return { name, outcome: await outcome(), outcomeUnaided: await outcome([]), isPlainExact }
  })
  return Promise.all(measured)
}

function toExpectedStatement(truth: SampleTruth): ExpectedStatement {
  return {
    openingBalance: toCents(truth.opening),
    closingBalance: toCents(truth.closing),
    startDate: truth.period_start,
    endDate: truth.period_end,
    rows: truth.transactions.map(({ date, amount }) => ({
      date,
      amount: toCents(amount)!,
      description: null,
    })),
  }
}

function toCents(amount: number | null): number | null {
  return amount === null ? null : Math.round(amount * 100)
}
