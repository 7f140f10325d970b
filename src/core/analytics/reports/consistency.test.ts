import { roundNumber } from '../arithmetic.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lastOfMonth } from '../../values/dates.ts'
import type { Ledger } from '../ledger.ts'
import { computeMetric, roundValue, type MetricScalar } from '../metric.ts'
import { findMetric } from '../metrics/index.ts'
import { toWindow, type Window } from '../window.ts'
import { SAMPLE_DEALS } from './sample-deals.test.ts'
import { REPORTS } from './index.ts'

type Node = Record<string, unknown>

/** Reports whose figures stand for metrics over their own ranges. */
const AT_DEFAULT: readonly string[] = ['scorecard', 'risk-score']

const REQUEST = { window: null, options: {}, computedAt: '', analyticsVersion: 1 }

for (const [name, ledgerOf] of Object.entries(SAMPLE_DEALS)) {
  test(`the ${name} deal: a figure that a report shows is its metric over the same days`, () => {
    const ledger = ledgerOf()
    for (const report of REPORTS) {
      const body = report.compute(ledger, REQUEST)
      const notes = body['formulas'] as Record<string, { metric: string | null }>
      for (const [figure, { metric }] of Object.entries(notes)) {
        const found = figuresAt(body, figure.split('.'), readWindow(body, null))
        if (metric === null) continue
        for (const { value, window } of found) {
          const expected = metricOver(
            ledger,
            metric,
            AT_DEFAULT.includes(report.name) ? null : window,
          )
          assert.equal(
            value,
            expected,
            `${report.name} ${figure} is not ${metric} of ${window?.startDate} to ${window?.endDate}`,
          )
        }
      }
    }
  })

  test(`the ${name} deal: one metric over one range is one value in every report`, () => {
    const ledger = ledgerOf()
    const seen = new Map<string, [value: unknown, report: string]>()
    for (const report of REPORTS) {
      for (const { name: metric, value, date_range } of metricValues(
        report.compute(ledger, REQUEST),
      )) {
        const key = `${String(metric)} ${JSON.stringify(date_range)}`
        const [before, other] = seen.get(key) ?? [value, report.name]
        assert.deepEqual(value, before, `${key} in ${report.name} and ${other}`)
        seen.set(key, [before, other])
      }
    }
    assert.ok(seen.size > 100)
  })
}

test('every report names formulas of figures that it has, by ids that are used', () => {
  const ledger = SAMPLE_DEALS['two-accounts']!()
  for (const report of REPORTS) {
    const body = report.compute(ledger, REQUEST)
    for (const figure of Object.keys(body['formulas'] as Node)) {
      const shape = report.schema as { properties: Record<string, unknown> }
      const first = figure.split('.')[0]!.replace('[]', '')
      assert.ok(first in shape.properties, `${report.name}.${figure}`)
      assert.ok(figuresAt(body, figure.split('.'), null) !== null, `${report.name}.${figure}`)
    }
  }
})

interface Found {
  value: unknown
  window: Window | null
}

/** Values at a path such as `rows[].true_revenue`, each with the days that it is about. */
function figuresAt(node: unknown, path: readonly string[], days: Window | null): Found[] {
  const [head, ...rest] = path
  if (node === null || node === undefined) return []
  if (head === undefined) return [{ value: node, window: days }]
  const own = node as Node
  const key = head.replace('[]', '')
  assert.ok(key in own, `there is no ${key}`)
  const next = own[key]
  const parts = head.endsWith('[]') ? (next as unknown[]) : [next]
  return parts.flatMap((part) =>
    part === null && rest.length === 0
      ? [{ value: null, window: days }]
      : figuresAt(part, rest, readWindow(part, days)),
  )
}

/** The days that a node says it is about: a range, dates of its own or a month; else the given. */
function readWindow(node: unknown, outer: Window | null): Window | null {
  if (node === null || typeof node !== 'object') return outer
  const own = node as Node
  const range = own['date_range'] as
    | { start_date: string | null; end_date: string | null }
    | undefined
  const month = own['month'] as string | undefined
  const [start, end] =
    month === undefined
      ? [range?.start_date ?? own['start_date'], range?.end_date ?? own['end_date']]
      : [`${month}-01`, lastOfMonth(month)]
  if (typeof start !== 'string' || typeof end !== 'string') return outer
  if (outer === null) return toWindow('custom', start, end)
  const latest = start > outer.startDate! ? start : outer.startDate!
  return toWindow('custom', latest, end < outer.endDate! ? end : outer.endDate!)
}

function metricOver(ledger: Ledger, name: string, window: Window | null): unknown {
  const metric = findMetric(name)!
  // A metric without a period is read as it is; every other one over the days of the figure.
  const isStanding = ['all', 'latest'].includes(metric.defaultWindow)
  const { exact } = computeMetric(ledger, metric, isStanding ? {} : { window })
  return roundValue(exact as MetricScalar | null, metric, ledger.currency)
}

/** Every metric value of a body, wherever it stands. */
function metricValues(node: unknown): Node[] {
  if (node === null || typeof node !== 'object') return []
  if ('formula_id' in node && 'name' in node) return [node as Node]
  return Object.values(node).flatMap(metricValues)
}

test('halves are rounded away from zero whatever their binary says', () => {
  assert.deepEqual(
    [1.005, 13065.145, -0.00005, 2.675].map((value, at) => roundNumber(value, at === 2 ? 4 : 2)),
    [1.01, 13065.15, -0.0001, 2.68],
  )
})
