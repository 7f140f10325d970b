import type { Report } from '../../core/analytics/report.ts'
import type { PolicyStanding } from '../../core/analytics/scorecard/policies.ts'
import type { WindowWish } from '../../core/analytics/window.ts'
import type { PlainDate } from '../../core/values/dates.ts'
import { toCamel } from '../../core/values/text.ts'
import type { House, OutsideContext } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { entityTag } from '../../platform/http/answer.ts'
import type { ErrorCode } from '../../platform/errors/catalogue.ts'
import {
  computeReport, REPORT_TASK, textOf, type ReportRun, type ReportText,
} from './compute-report.ts' // prettier-ignore
import { keepRows } from './kept-rows/read.ts'
import {
  invalidRange, ledgerFrom, readSource, stateOf, type DataState, type Source,
} from './ledgers.ts' // prettier-ignore
import { readVersion } from './past/read-version.ts'
import { createLru, type Lru } from '../../platform/lru.ts'
import { pause } from '../../platform/pause.ts'
import { findPeersVersion, listPeers } from './peers/store.ts'
import { findIsBusy, listPolicyStandings } from './store.ts'

/** What every report can be asked (resources 9.0). */
export interface ReportQuery extends Record<string, unknown> {
  dateRange?: string
  startDate?: PlainDate
  endDate?: PlainDate
  asOf?: PlainDate
  accountIds?: string[]
  currency?: string
  include?: string[]
  wait?: number
  /** A version of the numbers that was kept; without it, what they are now. */
  version?: number
  /** Only reports that list them in their query take these. */
  simulate?: string
  revenueFormulaVersion?: number
}

export interface ReportWish {
  report: Report
  submissionId: string
  query: ReportQuery
}

const CACHE_BYTES_MAX = 64 * 1024 * 1024
/** Some five thousand rows: others do not notice. */
const BYTES_HERE_MAX = 1024 * 1024
const READ_TIMEOUT_MS = 30_000
const POLL_MS = 200

/** The parts of a reply. */
export interface ReportAnswer {
  json: string
  headers: { etag: string }
}

const caches = new WeakMap<House, Lru<ReportAnswer>>()

/**
 * The answer of a report as JSON text with its tag. Both are kept by what they follow from: the
 * state of the data and of the settings, the query and the day; so a second caller costs one
 * look-up. Throws `submission_not_found`, `account_not_found`, `invalid_date_range`.
 */
export async function readReport(ctx: OutsideContext, wish: ReportWish): Promise<ReportAnswer> {
  const { report, submissionId } = wish
  const { wait = 0, version, ...query } = wish.query
  refuse(report, optionsOf(report, query))
  const asked = { report, submissionId, query }
  const past = version === undefined ? null : await readPast(ctx, asked, version)
  if (past !== null) return past
  await waitUntilIdle(ctx, submissionId, wait)
  return (await glanceAtAnswer(ctx, asked)) ?? computeAnswer(ctx, asked)
}

/** The answer as a version keeps it; null when the version is the present state. */
async function readPast(
  ctx: OutsideContext,
  { report, submissionId, query }: ReportWish,
  version: number,
): Promise<ReportAnswer | null> {
  const wish = { reportName: report.name, submissionId, query, version }
  const body = await readVersion(ctx, wish)
  return body === null ? null : answerOf(textOf(report, body, wantsFormulas(query)))
}

function answerOf(json: string): ReportAnswer {
  return { json, headers: { etag: entityTag(json) } }
}

function wantsFormulas({ include = [] }: ReportQuery): boolean {
  return include.includes('formula')
}

/** The answer that is held of the data as it is; undefined without one. */
async function glanceAtAnswer(
  ctx: OutsideContext,
  asked: ReportWish,
): Promise<ReportAnswer | undefined> {
  const { needsPeers, needsPolicies } = asked.report
  if (needsPeers || needsPolicies) return undefined
  const state = await ctx.transaction((own) => stateOf(own, asked.submissionId), {
    access: 'glance',
  })
  return heldOf(ctx, asked, { state, peersVersion: null, policies: [] }).answer
}

async function computeAnswer(ctx: OutsideContext, asked: ReportWish): Promise<ReportAnswer> {
  const { report, submissionId, query } = asked
  const read = await ctx.transaction(
    async (own) => {
      const state = await stateOf(own, submissionId)
      const policies = report.needsPolicies ? await listPolicyStandings(own, submissionId) : []
      const peersVersion = report.needsPeers ? await findPeersVersion(own) : null
      const held = heldOf(ctx, asked, { state, peersVersion, policies })
      if (held.answer !== undefined) return held
      const source = await readSource(own, submissionId, query)
      const { currency } = report.needsPeers ? ledgerFrom(source) : NO_CURRENCY
      const peers = currency === null ? [] : await listPeers(own, { submissionId, currency })
      return { ...held, source, peers, policies }
    },
    { access: 'read', timeoutMs: READ_TIMEOUT_MS },
  )
  if (!('source' in read)) return read.answer!
  const { key, source, peers, policies } = read
  await keepFor(ctx, source)
  const json = await compute(ctx.house, source, {
    name: report.name,
    windowWish: windowWishOf(report, query),
    options: optionsOf(report, query),
    computedAt: new Date(ctx.house.now()).toISOString(),
    analyticsVersion: source.state.dataVersion,
    peers,
    policies,
    withFormulas: wantsFormulas(query),
  })
  const answer = answerOf(json)
  cacheOf(ctx.house).set(key, answer, Buffer.byteLength(json))
  return answer
}

/** An answer that may be held, and under which key. */
interface Held {
  key: string
  answer: ReportAnswer | undefined
}

function heldOf(
  { house, environment }: OutsideContext,
  { report, submissionId, query }: ReportWish,
  facts: { state: DataState; peersVersion: string | null; policies: readonly PolicyStanding[] },
): Held {
  const key = JSON.stringify([environment.id, submissionId, report.name, query, facts])
  return { key, answer: cacheOf(house).get(key) }
}

const NO_CURRENCY = { currency: null }

/** Whoever reads this version of the data next, in whichever process, finds the rows packed. */
async function keepFor(ctx: OutsideContext, { rows, facts, state }: Source): Promise<void> {
  if (rows.wereKept) return
  rows.wereKept = true
  const kept = { dataVersion: state.dataVersion, bytes: rows.bytes }
  await ctx.transaction((own) => keepRows(own, facts.submissionId, kept))
}

/** Many rows are thought about beside the requests. */
async function compute(house: House, source: Source, run: ReportRun): Promise<string> {
  const isLong = source.rows.bytes.length > BYTES_HERE_MAX
  const { text, problem } = isLong
    ? await computeBeside(house, source, run)
    : computeReport(ledgerFrom(source), run)
  if (problem !== null) throw invalidRange(problem)
  return text
}

/** The thread holds the ledgers that it was asked for last; others it is given. */
async function computeBeside(house: House, source: Source, run: ReportRun): Promise<ReportText> {
  const input = { key: source.key, run, source: null }
  const held = await house.reportThread.run(REPORT_TASK, input)
  return held ?? (await house.reportThread.run(REPORT_TASK, { ...input, source }))!
}

function cacheOf(house: House): Lru<ReportAnswer> {
  let cache = caches.get(house)
  if (!cache) caches.set(house, (cache = createLru(CACHE_BYTES_MAX)))
  return cache
}

/** Returns when nothing is going to change the numbers, or when the time is over. */
async function waitUntilIdle(
  ctx: OutsideContext,
  submissionId: string,
  seconds: number,
): Promise<void> {
  const deadline = performance.now() + seconds * 1000
  while (performance.now() < deadline) {
    const isBusy = await ctx.transaction((own) => findIsBusy(own, submissionId))
    if (isBusy === null) throw new ApiError('submission_not_found')
    if (!isBusy) return
    if (!(await pause(ctx, POLL_MS))) return
  }
}

/** A report that has a `start_date` of its own is placed by the name of its date range only. */
function windowWishOf(report: Report, query: ReportQuery): WindowWish {
  const { dateRange, startDate, endDate } = query
  return 'start_date' in report.query.properties
    ? { dateRange, endDate }
    : { dateRange, startDate, endDate }
}

function refuse({ check }: Report, options: Record<string, unknown>): void {
  const problem = check?.(options) ?? null
  if (problem === null) return
  throw new ApiError(problem.code as ErrorCode, problem.message, {
    param: problem.where ?? undefined,
  })
}

/** The report's own parameters, by the names its schema gives them. */
function optionsOf(report: Report, query: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(report.query.properties)
  return Object.fromEntries(names.map((name) => [name, query[toCamel(name)]]))
}
