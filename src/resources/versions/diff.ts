import { findMetric } from '../../core/analytics/metrics/index.ts'
import {
  diffVersions,
  type MetricChange,
  type VersionDiff,
} from '../../core/analytics/versions/diff.ts'
import type { KeptMetric } from '../../core/analytics/versions/snapshot.ts'
import { toMajor } from '../../core/values/money.ts'
import type { Context } from '../../platform/context.ts'
import { getSubmission } from '../records/submissions/store.ts'
import {
  findLastVersion,
  getVersion,
  listFilenames,
  listHappenings,
  listVersions,
  type VersionRow,
} from './store.ts'

/** What a list of versions shows of each. */
const SHOWN = [
  'monthly_true_revenue',
  'average_daily_balance',
  'nsf_overdraft_count',
  'active_mca_positions',
  'holdback_ratio',
  'risk_score',
  'risk_grade',
  'paper_grade',
]

/** Every kept version of the numbers. Throws `submission_not_found`. */
export async function readVersions(ctx: Context, submissionId: string): Promise<object> {
  await getSubmission(ctx, submissionId)
  const versions = await listVersions(ctx, submissionId, SHOWN)
  return {
    submissionId,
    versions: versions.map(({ dataVersion, documents, rows, ...line }) => ({
      ...line,
      analyticsVersion: dataVersion,
      documentsCount: documents,
      transactionsCount: rows,
    })),
  }
}

/**
 * What changed between two versions, and why; by default between the last two. Throws
 * `submission_not_found` and `version_not_found`.
 */
export async function readDiff(
  ctx: Context,
  submissionId: string,
  range: { from?: number; to?: number },
): Promise<object> {
  await getSubmission(ctx, submissionId)
  const last = range.to ?? (await findLastVersion(ctx, submissionId))
  const first = range.from ?? (last === null || last === 1 ? null : last - 1)
  const to = last === null ? null : await getVersion(ctx, submissionId, last)
  const from = first === null ? null : await getVersion(ctx, submissionId, first)
  const ends = { submissionId, from: from && presentVersion(from), to: to && presentVersion(to) }
  if (from === null || to === null) return { ...ends, causes: [], changes: [], unchangedCount: 0 }
  const [after, until] = [from.takenAt, to.takenAt].toSorted()
  const happenings = await listHappenings(ctx, submissionId, { after: after!, until: until! })
  const diff = diffVersions(from, to, happenings)
  const filenames = await listFilenames(ctx, submissionId, listDocumentIds(diff))
  return { ...ends, ...presentDiff(diff, { filenames, currency: to.basis.currency }) }
}

function presentVersion({ version, dataVersion, asOf, takenAt }: VersionRow): object {
  return { version, analyticsVersion: dataVersion, asOf, takenAt }
}

function listDocumentIds({ causes, changes }: VersionDiff): string[] {
  const touched = changes.flatMap(({ documents }) => documents.map(({ id }) => id))
  const ids = [...causes.flatMap(({ documentIds }) => documentIds), ...touched]
  return [...new Set(ids.filter((id) => id !== null))]
}

interface Naming {
  filenames: ReadonlyMap<string, string>
  currency: string
}

function presentDiff({ causes, changes, unchanged }: VersionDiff, naming: Naming): object {
  return {
    causes: causes.map(({ kind, summary, documentIds, happenings }) => ({
      kind,
      summary,
      documents: documentIds.map((id) => ({ id, filename: naming.filenames.get(id) ?? null })),
      happenings,
    })),
    changes: changes.map((change) => changeBody(change, naming)),
    unchangedCount: unchanged,
  }
}

function changeBody(change: MetricChange, { filenames, currency }: Naming): object {
  const metric = findMetric(change.metric)
  return {
    metric: change.metric,
    label: metric?.label ?? change.metric,
    unit: metric?.unit ?? 'string',
    from: presentValue(change.from),
    to: presentValue(change.to),
    delta: change.delta,
    causes: change.causes,
    documents: change.documents.map(({ id, rows, cents }) => ({
      id,
      filename: id === null ? null : (filenames.get(id) ?? null),
      rowsFrom: rows[0],
      rowsTo: rows[1],
      amountFrom: toMajor(cents[0], currency),
      amountTo: toMajor(cents[1], currency),
    })),
  }
}

function presentValue(kept: KeptMetric | null): object | null {
  if (kept === null) return null
  return { value: kept.value, status: kept.status, startDate: kept.start, endDate: kept.end }
}
