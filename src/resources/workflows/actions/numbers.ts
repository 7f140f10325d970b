import { findMetric } from '../../../core/analytics/metrics/index.ts'
import type { Report } from '../../../core/analytics/report.ts'
import { metricDetail } from '../../../core/analytics/reports/metric-detail.ts'
import { unknownMetric } from '../../../core/analytics/reports/metrics-report.ts'
import { REPORTS } from '../../../core/analytics/reports/index.ts'
import { didYouMean, toCamel } from '../../../core/values/text.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { readReport } from '../../analytics/read-report.ts'
import { evaluateOnSubmissions } from '../../rules/evaluate.ts'
import { findSubmissionId, type OutsideAction, type OutsideWork } from './action.ts'

const SEVERITIES = ['low', 'medium', 'high', 'critical']

/**
 * What the nodes do that compute numbers of a deal. They only read, and may compute long, so they
 * run in no transaction.
 */
export const NUMBER_ACTIONS = {
  compute_metric: async (work) => {
    const { metric: name } = work.config as { metric: string }
    const metric = findMetric(name)
    if (metric === null)
      throw new ApiError('metric_not_found', unknownMetric(name), { param: 'metric' })
    const { value, status } = await read(work, metricDetail(metric))
    return { output: { metric: name, value: value ?? null, status: String(status) } }
  },
  get_report: async (work) => {
    const { report: name } = work.config as { report: string }
    return { output: { report: name, data: await read(work, findReport(name)) } }
  },
  detect_anomalies: async (work) => {
    const { severity = 'low' } = work.config as { severity?: string }
    const least = SEVERITIES.indexOf(severity)
    const { anomalies } = (await read(work, findReport('anomalies'))) as { anomalies: Anomaly[] }
    const found = anomalies.filter((one) => SEVERITIES.indexOf(one.severity) >= least)
    const output = { anomalies: found, count: found.length }
    return { port: found.length > 0 ? 'found' : 'none', output }
  },
  estimate_offer: async (work) => ({ output: { offer: await read(work, findReport('offers')) } }),
  evaluate_rule: async (work) => {
    const submissionId = findSubmissionId(work)
    const ruleId = String(work.config.rule_id)
    const { data } = (await evaluateOnSubmissions(work.ctx, ruleId, { submissionId })) as {
      data: { result: string; actual: unknown; message: string | null }
    }
    const { result, actual = null, message } = data
    return { port: RULE_PORTS[result] ?? 'unknown', output: { result, actual, message } }
  },
} satisfies Record<string, OutsideAction>

interface Anomaly {
  severity: string
}

const RULE_PORTS: Record<string, string> = { passed: 'pass', near_miss: 'pass', failed: 'fail' }

function findReport(name: string): Report {
  const report = REPORTS.find((one) => one.name === name)
  if (report) return report
  const names = REPORTS.map((one) => one.name)
  const message = `There is no report ${name}; there are ${names.join(', ')}.${didYouMean(name, names)}`
  throw new ApiError('invalid_enum', message, { param: 'report' })
}

async function read(work: OutsideWork, report: Report): Promise<Record<string, unknown>> {
  const { date_range: dateRange, params = {} } = work.config as Reading
  const named = Object.entries(params).map(([name, value]) => [toCamel(name), value])
  const query = { ...Object.fromEntries(named), ...(dateRange && { dateRange }) }
  const submissionId = findSubmissionId(work)
  const { json } = await readReport(work.ctx, { report, submissionId, query })
  return (JSON.parse(json.toString()) as { data: Record<string, unknown> }).data
}

interface Reading {
  date_range?: string
  params?: Record<string, unknown>
}
