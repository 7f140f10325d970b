import type { TObject } from 'typebox'
import { getWindowBounds, buildLedger, type Ledger } from '../../core/analytics/ledger.ts'
import { findMetric } from '../../core/analytics/metrics/index.ts'
import type { Body, Report, ReportRequest } from '../../core/analytics/report.ts'
import { REPORTS } from '../../core/analytics/reports/index.ts'
import { metricDetail } from '../../core/analytics/reports/metric-detail.ts'
import { offerSimulation } from '../../core/analytics/reports/offers.ts'
import { placeWindow, type WindowQuery } from '../../core/analytics/window.ts'
import type { Problem } from '../../core/values/problem.ts'
import { entityTag } from '../../platform/http/respond.ts'
import { createLru } from '../../platform/lru.ts'
import type { Task } from '../../platform/thread/task.ts'
import { pick } from '../../platform/wire/convert.ts'
import { Fields } from '../../platform/wire/shapes.ts'
import { unpackRows } from '../ledgers/kept-rows/packed.ts'
import type { Source } from '../ledgers/ledgers.ts'
import type { PeerIn } from './peers/store.ts'

/** The input of a report as plain data, so that it can be sent to the thread. */
export interface ReportRun extends Omit<ReportRequest, 'window' | 'peers'> {
  /** Of a report, or of a metric as `metrics/:name`. */
  name: string
  windowQuery: WindowQuery
  withFormulas: boolean
  /** Of any currency; the report uses those in the currency of the ledger. */
  peers: readonly PeerIn[]
}

/** The bytes of a response with their entity tag. */
export interface ResponseBytes {
  json: Uint8Array
  etag: string
}

/** The response, or what is wrong with the date range. */
export type ReportOutcome = (ResponseBytes & { problem: null }) | { problem: Problem }

/** Computes a report from its ledger. */
export function computeReport(ledger: Ledger, run: ReportRun): ReportOutcome {
  const { name, windowQuery, withFormulas, ...request } = run
  const { window, problem } = placeWindow(windowQuery, getWindowBounds(ledger))
  if (problem !== null) return { problem }
  const report = reportNamed(name)
  const peers = run.peers.filter(({ currency }) => currency === ledger.currency)
  const body = report.compute(ledger, { ...request, window, peers })
  return { ...serializeBody(report, body, withFormulas), problem: null }
}

/** A body by the schema of its report. */
export function serializeBody(report: Report, body: Body, withFormulas: boolean): ResponseBytes {
  const data = withFormulas ? addFormulas(body) : body
  const json = new TextEncoder().encode(JSON.stringify(pick(getResponseShape(report), { data })))
  return { json, etag: entityTag(json) }
}

interface ReportInput {
  key: string
  run: ReportRun
  /** Null to use the ledger that the thread holds under the key. */
  source: Source | null
}

/** `computeReport` in the thread; null when it gets no source and holds no ledger of this key. */
export const REPORT_TASK: Task<ReportInput, ReportOutcome | null> = {
  module: import.meta.url,
  run: computeHeldReport,
}

/** Ledgers that a thread holds. */
const HELD_BYTES_MAX = 96 * 1024 * 1024
/** Columns, texts, and what the reports keep of them. */
const HELD_BYTES_PER_ROW = 300
const held = createLru<Ledger>(HELD_BYTES_MAX)

export function computeHeldReport({ key, run, source }: ReportInput): ReportOutcome | null {
  let ledger = held.get(key)
  if (!ledger && source === null) return null
  if (!ledger) {
    const transactions = unpackRows(source!.rows.packed)
    ledger = buildLedger({ ...source!.facts, transactions })
    held.set(key, ledger, transactions.size * HELD_BYTES_PER_ROW)
  }
  return computeReport(ledger, run)
}

function reportNamed(name: string): Report {
  const report = [...REPORTS, offerSimulation].find((each) => each.name === name)
  // metrics/true_revenue
  return report ?? metricDetail(findMetric(name.replace('metrics/', ''))!)
}

const shapes = new Map<Report['schema'], TObject>()

/** The schema of the whole response, `{ data }`. */
function getResponseShape({ schema }: Report): TObject {
  let shape = shapes.get(schema)
  if (!shape) shapes.set(schema, (shape = Fields({ data: schema })))
  return shape
}

/** Adds the text of its formula to every metric value of the body. */
function addFormulas(node: unknown): Body {
  return JSON.parse(JSON.stringify(node), (_, value: unknown) => {
    if (value === null || typeof value !== 'object' || !('formula_id' in value)) return value
    const metric = findMetric(String((value as { name?: unknown }).name))
    return metric === null ? value : { ...value, formula: metric.formula }
  }) as Body
}
