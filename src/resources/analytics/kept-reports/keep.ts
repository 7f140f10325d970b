import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompressSync } from 'node:zlib'
import { contain, type Ledger } from '../../../core/analytics/ledger.ts'
import { FORMULA_VERSION, type Report } from '../../../core/analytics/report.ts'
import { REPORTS } from '../../../core/analytics/reports/index.ts'
import type { PolicyStanding } from '../../../core/analytics/scorecard/policies.ts'
import { toCamel } from '../../../core/values/text.ts'
import type { Context } from '../../../platform/context.ts'
import { COMMIT, VERSION } from '../../../version.ts'
import { ledgerFrom, readSource, type DataState, type Source } from '../../ledgers/ledgers.ts'
import { listPolicyStandings } from '../../ledgers/store.ts'
import { computeReport, type ReportRun } from '../compute-report.ts'
import { findKeptReport, upsertKeptReports, type KeptReport } from './store.ts'

const compress = promisify(zstdCompress)
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** About two thousand rows; fewer take milliseconds, and their bytes would take more room. */
const ROWS_BYTES_MIN = 64 * 1024

/** Whether a deal has so many rows that its reports are kept. */
export function hasKeptReports({ rows }: Source): boolean {
  return rows.packed.length >= ROWS_BYTES_MIN
}

/** What the bytes of a report without parameters depend on. */
export interface ReportFacts {
  state: DataState
  policies: readonly PolicyStanding[]
}

/** Whether a report with this query is kept: all parameters are left at their defaults. */
export function isKept(report: Report, query: Readonly<Record<string, unknown>>): boolean {
  if (report.needsPeers) return false
  const usual = plainOptions(report)
  const defaults = new Map(Object.entries(usual).map(([name, value]) => [toCamel(name), value]))
  return Object.entries(query).every(
    ([name, value]) => value === undefined || value === defaults.get(name),
  )
}

/** The report's own parameters where the caller gives none. */
function plainOptions({ query }: Report): Record<string, unknown> {
  const fields = Object.entries(query.properties as Record<string, { default?: unknown }>)
  return Object.fromEntries(fields.map(([name, field]) => [name, field.default]))
}

/** The bytes of a kept report; null where it is not kept for these facts. */
export async function readKeptReport(
  ctx: Context,
  { report, submissionId }: { report: Report; submissionId: string },
  facts: ReportFacts,
): Promise<Uint8Array | null> {
  const place = { submissionId, dataVersion: facts.state.dataVersion }
  const body = await findKeptReport(ctx, place, { name: report.name, key: toKey(report, facts) })
  return body && zstdDecompressSync(body)
}

/** Keeps the bytes of a report that a reader has computed. */
export async function keepReport(
  ctx: Context,
  { report, submissionId }: { report: Report; submissionId: string },
  { facts, json }: { facts: ReportFacts; json: Uint8Array },
): Promise<void> {
  const place = { submissionId, dataVersion: facts.state.dataVersion }
  await upsertKeptReports(ctx, place, [await toKept(report, facts, json)])
}

/**
 * Keeps the reports of a submission of many rows, from the ledger that the end of its run has
 * built: the first who opens one reads it. One that cannot be computed is left to its reader.
 */
export async function keepReports(ctx: Context, submissionId: string): Promise<void> {
  const source = await readSource(ctx, submissionId)
  if (!hasKeptReports(source)) return
  const facts = { state: source.state, policies: await listPolicyStandings(ctx, submissionId) }
  const computedAt = new Date(ctx.house.now()).toISOString()
  const reports: KeptReport[] = []
  for (const report of REPORTS.filter((one) => isKept(one, {}))) {
    const json = computePlain(ledgerFrom(source), report, {
      ...dropUnused(report, facts),
      computedAt,
    })
    if (json !== null) reports.push(await toKept(report, facts, json))
  }
  const { dataVersion } = source.state
  await upsertKeptReports(ctx, { submissionId, dataVersion }, reports)
}

type PlainFacts = ReportFacts & Pick<ReportRun, 'computedAt'>

function computePlain(
  ledger: Ledger,
  report: Report,
  { state, policies, computedAt }: PlainFacts,
): Uint8Array | null {
  const run: ReportRun = {
    name: report.name,
    windowQuery: {},
    options: plainOptions(report),
    computedAt,
    analyticsVersion: state.dataVersion,
    peers: [],
    policies,
    withFormulas: false,
  }
  const outcome = contain(ledger, report.name, () => computeReport(ledger, run))
  return outcome === null || outcome.problem !== null ? null : outcome.json
}

/** A report that shows no results of policies does not change with them. */
function dropUnused({ needsPolicies }: Report, { state, policies }: ReportFacts): ReportFacts {
  return { state, policies: needsPolicies ? policies : [] }
}

async function toKept(report: Report, facts: ReportFacts, json: Uint8Array): Promise<KeptReport> {
  return { name: report.name, key: toKey(report, facts), body: await compress(json, LEVEL) }
}

/** Another release may compute and shape its reports otherwise. */
const RELEASE = [VERSION, COMMIT, FORMULA_VERSION]

function toKey(report: Report, facts: ReportFacts): string {
  const { state, policies } = dropUnused(report, facts)
  return createHash('sha256')
    .update(JSON.stringify([RELEASE, state, policies]))
    .digest('hex')
}
