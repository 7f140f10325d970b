import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPartial, listPartialReasons } from './partial.ts'

test('what is paid to funders is marked next to an account that is missing, and revenue is not', () => {
  const judged = (name: string, reasons: string[] = []) => ({
    name,
    status: reasons.length > 0 ? ('partially_available' as const) : ('available' as const),
    reasons,
  })
  const [holdback, revenue] = [judged('holdback_ratio'), judged('monthly_true_revenue')]
  const all = [holdback, revenue, judged('operating_cash_flow', ['missing_account'])]
  assert.deepEqual(
    all.map((metric) => isPartial(metric, all)),
    [true, false, true],
  )
  assert.deepEqual(listPartialReasons(holdback, all), ['missing_account'])
  assert.equal(isPartial(holdback, [holdback, revenue]), false)
})
