import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { matchGolden } from '../../../test/golden.ts'
import { CATEGORIES, findCategory } from '../values/categories.ts'
import { exampleLedger, examplePeriod, examplePosition, type RowFacts } from './example.test.ts'
import { computeMetric } from './metric.ts'
import { findMetric, METRICS } from './metrics/index.ts'
import { FORMULA_VERSION } from './report.ts'

const PATH = 'test/goldens/analytics/formula-version.json'
const FILE = new URL(`../../../${PATH}`, import.meta.url)

const MONTHS = ['2025-01', '2025-02', '2025-03']

interface Kept {
  formula_version: string
  /** The categories of the rows: one that is added later changes no figure of a version. */
  slugs: string[]
  figures: Record<string, unknown>
}

const kept = existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Kept) : null
const isSameVersion = kept?.formula_version === FORMULA_VERSION
const slugs = isSameVersion ? kept.slugs : CATEGORIES.map(({ slug }) => slug)
const names = isSameVersion ? Object.keys(kept.figures) : METRICS.map(({ name }) => name)

/** A row of every category in every month. */
const rows = MONTHS.flatMap((month, at) =>
  slugs.map((slug, number): RowFacts => {
    const day = String((number % 28) + 1).padStart(2, '0')
    const cents = 1_000_00 + 37_11 * number + 113_07 * at
    const isInflow = findCategory(slug)?.sign === 'in'
    return { slug, date: `${month}-${day}`, amount: isInflow ? 2 * cents : -cents }
  }),
)

const ledger = exampleLedger(
  rows,
  ['2025-01-31', '2025-02-28', '2025-03-31'].map((end) =>
    examplePeriod(`${end.slice(0, 8)}01`, end, { openingBalance: 250_000_00 }),
  ),
  { positions: [examplePosition()] },
)

/** A figure as it is computed, to nine decimals; lists as text, null also for a metric that is gone. */
function read(name: string): unknown {
  const metric = findMetric(name)
  if (metric === null) return null
  const { exact } = computeMetric(ledger, metric)
  if (typeof exact === 'number') return Math.round(exact * 1e9) / 1e9
  return Array.isArray(exact) ? JSON.stringify(exact) : exact
}

test('a formula that gives another figure of the same rows has another version', () => {
  const figures = Object.fromEntries(names.map((name) => [name, read(name)]))
  if (isSameVersion) {
    const changed = names.filter((name) => figures[name] !== kept.figures[name])
    assert.deepEqual(changed, [], 'raise FORMULA_VERSION of report.ts, then run npm run golden')
  }
  const page = { formula_version: FORMULA_VERSION, slugs, figures }
  matchGolden(PATH, `${JSON.stringify(page, null, 2)}\n`)
})
