import type { TObject } from 'typebox'
import { boundsOf, buildLedger, type Ledger } from '../../core/analytics/ledger.ts'
import { fromBytes } from '../../core/analytics/ledger/rows/bytes.ts'
import { findMetric } from '../../core/analytics/metrics/index.ts'
import type { Body, Report, ReportRequest } from '../../core/analytics/report.ts'
import { REPORTS } from '../../core/analytics/reports/index.ts'
import { metricDetail } from '../../core/analytics/reports/metric-detail.ts'
import { offerSimulation } from '../../core/analytics/reports/offers.ts'
import { placeWindow, type WindowWish } from '../../core/analytics/window.ts'
import type { Problem } from '../../core/values/problem.ts'
import { createLru } from '../../platform/lru.ts'
import type { Task } from '../../platform/thread/task.ts'
import { pick } from '../../platform/wire/convert.ts'
import { Fields } from '../../platform/wire/shapes.ts'
import type { Source } from './ledgers.ts'

/** What a report is computed with, as plain data: the thread beside the requests takes it too. */
export interface ReportRun extends Omit<ReportRequest, 'window'> {
  /** Of a report, or of a metric as `metrics/:name`. */
  name: string
  windowWish: WindowWish
  withFormulas: boolean
}

/** The answer as JSON text, or what is wrong with the date range. */
export type ReportText = { text: string; problem: null } | { text: null; problem: Problem }

/** The answer of a report from its ledger. */
export function computeReport(ledger: Ledger, run: ReportRun): ReportText {
  const { name, windowWish, withFormulas, ...request } = run
  const { window, problem } = placeWindow(windowWish, boundsOf(ledger))
  if (problem !== null) return { text: null, problem }
  const report = reportNamed(name)
  const body = report.compute(ledger, { ...request, window })
  return { text: textOf(report, body, withFormulas), problem: null }
}

/** The answer of a report as JSON text. */
export function textOf(report: Report, body: Body, withFormulas: boolean): string {
  const data = withFormulas ? addFormulas(body) : body
  return JSON.stringify(pick(shapeOf(report), { data }))
}

interface ReportInput {
  key: string
  run: ReportRun
  /** Null asks for what is held under the key. */
  source: Source | null
}

/** The same in a thread; null when it is given no source and holds none of this key. */
export const REPORT_TASK: Task<ReportInput, ReportText | null> = {
  module: import.meta.url,
  run: computeHeldReport,
}

/** Of the rows of all ledgers that a thread holds. */
const HELD_BYTES_MAX = 64 * 1024 * 1024
const held = createLru<Ledger>(HELD_BYTES_MAX)

export function computeHeldReport({ key, run, source }: ReportInput): ReportText | null {
  let ledger = held.get(key)
  if (!ledger && source === null) return null
  if (!ledger) {
    ledger = buildLedger({ ...source!.facts, transactions: fromBytes(source!.rows.bytes) })
    held.set(key, ledger, source!.rows.bytes.length)
  }
  return computeReport(ledger, run)
}

function reportNamed(name: string): Report {
  const report = [...REPORTS, offerSimulation].find((each) => each.name === name)
  // metrics/true_revenue
  return report ?? metricDetail(findMetric(name.replace('metrics/', ''))!)
}

const shapes = new Map<Report['schema'], TObject>()

/** The shape of the whole answer, `{ data }`. */
function shapeOf({ schema }: Report): TObject {
  let shape = shapes.get(schema)
  if (!shape) shapes.set(schema, (shape = Fields({ data: schema })))
  return shape
}

/** Metric values with the text of their formula, wherever in the body they stand. */
function addFormulas(node: unknown): Body {
  return JSON.parse(JSON.stringify(node), (_, value: unknown) => {
    if (value === null || typeof value !== 'object' || !('formula_id' in value)) return value
    const metric = findMetric(String((value as { name?: unknown }).name))
    return metric === null ? value : { ...value, formula: metric.formula }
  }) as Body
}
