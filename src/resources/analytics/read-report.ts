import { setTimeout as pause } from 'node:timers/promises'
import type { TObject } from 'typebox'
import { findMetric } from '../../core/analytics/metrics/index.ts'
import type { Body, Report } from '../../core/analytics/report.ts'
import type { PlainDate } from '../../core/values/dates.ts'
import { toCamel } from '../../core/values/text.ts'
import type { House, OutsideContext } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { ErrorCode } from '../../platform/errors/catalogue.ts'
import { pick } from '../../platform/wire/convert.ts'
import { ledgerOf, stateOf, windowOf, type WindowWish } from './ledgers.ts'
import { readVersion } from './past/read-version.ts'
import { createLru, type Lru } from '../../platform/lru.ts'
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
  /** Schema of the whole answer, `{ data }`. */
  returns: TObject
  submissionId: string
  query: ReportQuery
}

const CACHE_BYTES_MAX = 64 * 1024 * 1024
const READ_TIMEOUT_MS = 30_000
const POLL_MS = 200

const caches = new WeakMap<House, Lru<string>>()

/**
 * The answer of a report as JSON text. The text is kept by what it follows from: the state of the
 * data and of the settings, the query and the day; so a second caller costs one look-up. Throws
 * `submission_not_found`, `account_not_found`, `invalid_date_range`.
 */
export async function readReport(ctx: OutsideContext, wish: ReportWish): Promise<string> {
  const { report, submissionId, returns } = wish
  const { wait = 0, version, ...query } = wish.query
  const options = optionsOf(report, query)
  refuse(report, options)
  const past =
    version === undefined
      ? null
      : await readVersion(ctx, { ...wish, reportName: report.name, version })
  if (past !== null) return JSON.stringify(pick(returns, { data: bodyOf(past, query) }))
  await waitUntilIdle(ctx, submissionId, wait)
  const cache = cacheOf(ctx.house)
  const found = await ctx.transaction(
    async (own) => {
      const state = await stateOf(own, submissionId)
      const policies = report.needsPolicies ? await listPolicyStandings(own, submissionId) : []
      const peersVersion = report.needsPeers ? await findPeersVersion(own) : null
      const parts = [
        ctx.environment.id, submissionId, state, report.name, query, peersVersion, policies,
      ] // prettier-ignore
      const key = JSON.stringify(parts)
      const text = cache.get(key)
      if (text !== undefined) return text
      const ledger = await ledgerOf(own, submissionId, query)
      return {
        key,
        version: state.dataVersion,
        ledger,
        peers: report.needsPeers ? await listPeers(own, ledger) : [],
        policies,
      }
    },
    { access: 'read', timeoutMs: READ_TIMEOUT_MS },
  )
  if (typeof found === 'string') return found
  const { key, ledger, peers, policies } = found
  const data = report.compute(ledger, {
    window: windowOf(ledger, windowWishOf(report, query)),
    options,
    computedAt: new Date(ctx.house.now()).toISOString(),
    analyticsVersion: found.version,
    peers,
    policies,
  })
  const text = JSON.stringify(pick(returns, { data: bodyOf(data, query) }))
  cache.set(key, text, Buffer.byteLength(text))
  return text
}

/** A body with what `include` asks for. */
function bodyOf(data: Body, { include = [] }: ReportQuery): Body {
  return include.includes('formula') ? withFormulas(data) : data
}

function cacheOf(house: House): Lru<string> {
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
    await pause(POLL_MS)
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

/** Metric values with the text of their formula, wherever in the body they stand. */
function withFormulas(node: unknown): Body {
  return JSON.parse(JSON.stringify(node), (_, value: unknown) => {
    if (value === null || typeof value !== 'object' || !('formula_id' in value)) return value
    const metric = findMetric(String((value as { name?: unknown }).name))
    return metric === null ? value : { ...value, formula: metric.formula }
  }) as Body
}
