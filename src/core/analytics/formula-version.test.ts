import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { matchGolden } from '../../../test/golden.ts'
import { CATEGORIES } from '../values/categories.ts'
import { exampleLedger, examplePeriod, examplePosition, type RowFacts } from './example.test.ts'
import { computeMetric } from './metric.ts'
import { METRICS } from './metrics/index.ts'
import { FORMULA_VERSION } from './report.ts'

const PATH = 'test/goldens/analytics/formula-version.json'
const FILE = new URL(`../../../${PATH}`, import.meta.url)

const MONTHS = ['2025-01', '2025-02', '2025-03']

/** A row of every category in every month, the same for every version of the formulas. */
const rows = MONTHS.flatMap((month, at) =>
  CATEGORIES.map(({ slug, sign }, number): RowFacts => {
    const day = String((number % 28) + 1).padStart(2, '0')
    const cents = 1_000_00 + 37_11 * number + 113_07 * at
    return { slug, date: `${month}-${day}`, amount: sign === 'in' ? 2 * cents : -cents }
  }),
)

const ledger = exampleLedger(
  rows,
  ['2025-01-31', '2025-02-28', '2025-03-31'].map((end) =>
    examplePeriod(`${end.slice(0, 8)}01`, end, { openingBalance: 250_000_00 }),
  ),
  { positions: [examplePosition()] },
)

const figures = Object.fromEntries(METRICS.map((metric) => [metric.name, read(metric)]))

/** A figure as it is computed, to nine decimals; lists as text. */
function read(metric: (typeof METRICS)[number]): unknown {
  const { exact } = computeMetric(ledger, metric)
  if (typeof exact === 'number') return Math.round(exact * 1e9) / 1e9
  return Array.isArray(exact) ? JSON.stringify(exact) : exact
}

interface Kept {
  formula_version: string
  figures: Record<string, unknown>
}

test('a formula that gives another figure of the same rows has another version', () => {
  const kept = existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Kept) : null
  const changed = Object.entries(kept?.figures ?? {})
    .filter(([name, figure]) => name in figures && figure !== figures[name])
    .map(([name]) => name)
  if (kept?.formula_version === FORMULA_VERSION) {
    assert.deepEqual(changed, [], 'raise FORMULA_VERSION of report.ts, then run npm run golden')
  }
  const page = { formula_version: FORMULA_VERSION, figures }
  matchGolden(PATH, `${JSON.stringify(page, null, 2)}\n`)
})
