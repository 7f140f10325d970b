import type { Report } from '../../core/analytics/report.ts'
import type { PolicyStanding } from '../../core/analytics/scorecard/policies.ts'
import type { WindowQuery } from '../../core/analytics/window.ts'
import type { PlainDate } from '../../core/values/dates.ts'
import { toCamel } from '../../core/values/text.ts'
import type { House, OutsideContext } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { ErrorCode } from '../../platform/errors/catalogue.ts'
import {
  serializeBody,
  computeReport,
  REPORT_TASK,
  type ResponseBytes,
  type ReportOutcome,
  type ReportRun,
} from './compute-report.ts'
import { hasKeptReports, isKept, keepReport, readKeptReport } from './kept-reports/keep.ts'
import { entityTag } from '../../platform/http/respond.ts'
import { upsertKeptRows } from '../ledgers/kept-rows/store.ts'
import {
  invalidRange,
  toKeptRows,
  ledgerFrom,
  readSource,
  getDataState,
  type DataState,
  type Source,
} from '../ledgers/ledgers.ts'
import { readVersion } from './past/read-version.ts'
import { createHouseCache } from '../../platform/lru.ts'
import { pause } from '../../platform/pause.ts'
import { resolvePeersVersion, readPeers } from './peers/read.ts'
import { listPolicyStandings } from '../ledgers/store.ts'
import { findIsUnsettled } from '../pipeline/runs/store.ts'

/** Parameters of every report (resources 9.0). */
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

export interface ReportParams {
  report: Report
  submissionId: string
  query: ReportQuery
}

const CACHE_BYTES_MAX = 64 * 1024 * 1024
/** About nine thousand rows, which take some tens of milliseconds. */
const BYTES_HERE_MAX = 320 * 1024
const READ_TIMEOUT_MS = 30_000
const POLL_MS = 200

/** The parts of a reply. */
export interface ReportResponse {
  json: Buffer
  headers: { etag: string }
}

const getCache = createHouseCache<ReportResponse>(CACHE_BYTES_MAX)

/**
 * A report as the bytes of its response, with their tag. Both are cached by data version, settings,
 * query and day, so a second caller costs one look-up. Throws `submission_not_found`,
 * `account_not_found`, `invalid_date_range`.
 */
export async function readReport(
  ctx: OutsideContext,
  request: ReportParams,
): Promise<ReportResponse> {
  const { report, submissionId } = request
  const { wait = 0, version, ...query } = request.query
  refuse(report, pickOptions(report, query))
  const params = { report, submissionId, query }
  const past = version === undefined ? null : await readPast(ctx, params, version)
  if (past !== null) return past
  await waitUntilSettled(ctx, submissionId, wait)
  return (await findHeldResponse(ctx, params)) ?? computeResponse(ctx, params)
}

/** The response as a version keeps it; null when the version is the present state. */
async function readPast(
  ctx: OutsideContext,
  { report, submissionId, query }: ReportParams,
  version: number,
): Promise<ReportResponse | null> {
  const request = { reportName: report.name, submissionId, query, version }
  const body = await readVersion(ctx, request)
  return body === null ? null : toResponse(serializeBody(report, body, wantsFormulas(query)))
}

function toBytes(json: Uint8Array): ResponseBytes {
  return { json, etag: entityTag(json) }
}

function toResponse({ json, etag }: ResponseBytes): ReportResponse {
  return { json: Buffer.from(json.buffer, json.byteOffset, json.byteLength), headers: { etag } }
}

function wantsFormulas({ include = [] }: ReportQuery): boolean {
  return include.includes('formula')
}

/** The cached response for the data as it is now. */
async function findHeldResponse(
  ctx: OutsideContext,
  params: ReportParams,
): Promise<ReportResponse | undefined> {
  const { needsPeers, needsPolicies } = params.report
  if (needsPeers || needsPolicies) return undefined
  const state = await ctx.transaction((own) => getDataState(own, params.submissionId), {
    access: 'single',
  })
  return lookUpHeld(ctx, params, { state, peersVersion: null, policies: [] }).response
}

async function computeResponse(ctx: OutsideContext, params: ReportParams): Promise<ReportResponse> {
  const { report, submissionId, query } = params
  const read = await ctx.transaction(
    async (own) => {
      const [state, policies, peersVersion] = await Promise.all([
        getDataState(own, submissionId),
        report.needsPolicies ? listPolicyStandings(own, submissionId) : [],
        report.needsPeers ? resolvePeersVersion(own, query['scope']) : null,
      ])
      const held = lookUpHeld(ctx, params, { state, peersVersion, policies })
      if (held.response !== undefined) return held
      const kept = isKept(report, query)
        ? await readKeptReport(own, params, { state, policies })
        : null
      if (kept !== null) return { ...held, response: toResponse(toBytes(kept)) }
      const source = await readSource(own, submissionId, query)
      const peers = report.needsPeers ? await readPeers(own, submissionId, query['scope']) : []
      return { ...held, source, peers, policies }
    },
    { access: 'read', timeoutMs: READ_TIMEOUT_MS, onReplica: true },
  )
  if (!('source' in read)) return hold(ctx.house, read.key, read.response!)
  const { key, source, peers, policies } = read
  await keepFor(ctx, source)
  const bytes = await compute(ctx.house, source, {
    name: report.name,
    windowQuery: toWindowQuery(report, query),
    options: pickOptions(report, query),
    computedAt: new Date(ctx.house.now()).toISOString(),
    analyticsVersion: source.state.dataVersion,
    peers,
    policies,
    withFormulas: wantsFormulas(query),
  })
  if (hasKeptReports(source) && isKept(report, query)) {
    const facts = { state: source.state, policies }
    await ctx.transaction((own) => keepReport(own, params, { facts, json: bytes.json }))
  }
  return hold(ctx.house, key, toResponse(bytes))
}

function hold(house: House, key: string, response: ReportResponse): ReportResponse {
  getCache(house).set(key, response, response.json.length)
  return response
}

/** A cache key with its response, if there is one. */
interface Held {
  key: string
  response: ReportResponse | undefined
}

function lookUpHeld(
  { house, environment }: OutsideContext,
  { report, submissionId, query }: ReportParams,
  facts: { state: DataState; peersVersion: string | null; policies: readonly PolicyStanding[] },
): Held {
  const key = JSON.stringify([environment.id, submissionId, report.name, query, facts])
  return { key, response: getCache(house).get(key) }
}

/** Stores the packed rows, so that the next read of this data version skips the query. */
async function keepFor(ctx: OutsideContext, source: Source): Promise<void> {
  const { rows, facts } = source
  if (rows.wereKept) return
  rows.wereKept = true
  await ctx.transaction((own) => upsertKeptRows(own, facts.submissionId, toKeptRows(source)))
}

/** Ledgers of many rows are computed in the thread, so that requests do not wait. */
async function compute(house: House, source: Source, run: ReportRun): Promise<ResponseBytes> {
  const isLong = source.rows.packed.length > BYTES_HERE_MAX
  const outcome = isLong
    ? await computeInThread(house, source, run)
    : computeReport(ledgerFrom(source), run)
  if (outcome.problem !== null) throw invalidRange(outcome.problem)
  return outcome
}

/** The thread keeps its latest ledgers; others are sent to it. */
async function computeInThread(
  house: House,
  source: Source,
  run: ReportRun,
): Promise<ReportOutcome> {
  const input = { key: source.key, run, source: null }
  const held = await house.reportThread.run(REPORT_TASK, input)
  return held ?? (await house.reportThread.run(REPORT_TASK, { ...input, source }))!
}

/** Returns when nothing of the submission is unsettled, or when the time is over. */
async function waitUntilSettled(
  ctx: OutsideContext,
  submissionId: string,
  seconds: number,
): Promise<void> {
  const deadline = performance.now() + seconds * 1000
  while (performance.now() < deadline) {
    const isUnsettled = await ctx.transaction((own) => findIsUnsettled(own, submissionId))
    if (isUnsettled === null) throw new ApiError('submission_not_found')
    if (!isUnsettled) return
    if (!(await pause(ctx, POLL_MS))) return
  }
}

/** A report that has a `start_date` of its own is placed by the name of its date range only. */
function toWindowQuery(report: Report, query: ReportQuery): WindowQuery {
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
function pickOptions(report: Report, query: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(report.query.properties)
  return Object.fromEntries(names.map((name) => [name, query[toCamel(name)]]))
}
