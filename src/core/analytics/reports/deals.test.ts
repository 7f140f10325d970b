import { test } from 'node:test'
import { jsonText } from '../../../../scripts/json-text.ts'
import { matchGolden } from '../../../../test/golden.ts'
import type { ReportRequest } from '../report.ts'
import { REPORTS } from './index.ts'
import { SAMPLE_DEALS } from './sample-deals.test.ts'

const REQUEST: ReportRequest = {
  window: null,
  options: {},
  computedAt: '2025-07-02T08:00:00.000Z',
  analyticsVersion: 1,
}

for (const [name, make] of Object.entries(SAMPLE_DEALS)) {
  test(`every figure of the ${name} deal, report by report, is the golden one`, () => {
    const ledger = make()
    const bodies = REPORTS.map((report) => [
      report.name,
      pickFigures(report.compute(ledger, REQUEST)),
    ])
    const path = `test/goldens/analytics/deals/${name}.json`
    matchGolden(path, `${jsonText(Object.fromEntries(bodies))}\n`)
  })
}

/** What says how a figure is made and is the same for every deal; other tests keep it. */
const SAME = new Set([
  'evidence', 'label', 'title', 'description', 'thresholds', 'threshold', 'knots', 'kinds', 'unit',
  'currency', 'formula_id', 'formula', 'higher_is_better', 'has_overrides', 'previous_value', 'code',
  'href', 'transaction_ids', 'months', 'children', 'is_in_rules', 'computed_at', 'formula_version',
  'taxonomy_version', 'analytics_version', 'settings_version', 'submission_id', 'by_account', 'order',
  'level', 'formulas', 'is_business_day', 'inputs', 'breakdown', 'date_range', 'share_of_revenue', 'min_intraday',
]) // prettier-ignore

/** A report without what is the same for every deal, and without what is not known. */
function pickFigures(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body), (key, value: unknown) =>
    SAME.has(key) || value === null ? undefined : value,
  )
}
