import { findMetric } from '../../../core/analytics/metrics/index.ts'
import type { Body } from '../../../core/analytics/report.ts'
import { wantedMetrics } from '../../../core/analytics/reports/metrics-report.ts'
import { pastMetric, pastMetrics } from '../../../core/analytics/versions/past.ts'
import type { OutsideContext } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { findLastVersion, getVersion } from '../../versions/store.ts'
import { getDataState } from '../../ledgers/ledgers.ts'

/** A report of a version, with the query of the request. */
interface VersionRequest {
  reportName: string
  submissionId: string
  query: Readonly<Record<string, unknown>>
  version: number
}

/** Parameters that only choose among what a version keeps. */
const CHOICES: readonly string[] = ['version', 'names', 'group', 'include', 'wait', 'format']

/**
 * The body of a report as a version keeps it; null when the version is the present state, which
 * every report can show. Throws `version_not_found`, and `invalid_parameter` for what versions do
 * not keep: reports other than the metrics, and date ranges other than the metric’s own.
 */
export async function readVersion(
  ctx: OutsideContext,
  { reportName, submissionId, query, version }: VersionRequest,
): Promise<Body | null> {
  const { past, isPresent } = await ctx.transaction(
    async (own) => {
      const state = await getDataState(own, submissionId)
      const row = await getVersion(own, submissionId, version)
      const isLast = version === (await findLastVersion(own, submissionId))
      const isSame =
        row.dataVersion === state.dataVersion &&
        row.basis.settings.version === state.settingsVersion
      return { past: row, isPresent: isLast && isSame }
    },
    { access: 'read' },
  )
  if (isPresent) return null
  const unsupported = findUnsupported(query)
  if (unsupported !== null) {
    const message = `Version ${version} keeps each metric over its own date range; leave ${unsupported} out.`
    throw refuse(message, unsupported)
  }
  const [name, metricName] = reportName.split('/')
  if (name !== 'metrics') {
    const message = `Version ${version} keeps the metrics only: GET /v1/submissions/${submissionId}/metrics?version=${version}.`
    throw refuse(message, 'version')
  }
  if (metricName === undefined) return pastMetrics(submissionId, past, wantedMetrics(query))
  const body = pastMetric(submissionId, past, findMetric(metricName)!)
  if (body === null) throw refuse(`Version ${version} does not keep ${metricName}.`, 'version')
  return body
}

/** The first parameter that a version does not support, by its name on the wire. */
function findUnsupported(query: VersionRequest['query']): string | null {
  const given = Object.keys(query).filter((key) => query[key] !== undefined)
  const unsupported = given.find((key) => !CHOICES.includes(key))
  return unsupported?.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) ?? null
}

function refuse(message: string, param: string): ApiError {
  return new ApiError('invalid_parameter', message, { param })
}
