import { detectAnomalies } from '../../../core/analytics/anomalies/index.ts'
import { ANOMALY_STATUSES } from '../../../core/analytics/anomaly-note.ts'
import { windowNamed } from '../../../core/analytics/metric/gate.ts'
import { AnomalyBody, anomalyBody } from '../../../core/analytics/reports/anomalies-report.ts'
import { Type } from 'typebox'
import { audit, changesBetween } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { enqueue } from '../../../platform/jobs/job.ts'
import type { Body } from '../../../platform/route.ts'
import { Fields, Maybe, One, StringEnum, Uuid } from '../../../platform/wire/shapes.ts'
import { bumpData } from '../../pipeline/pipeline.ts'
import { FINISH_RUN } from '../../pipeline/runs/jobs.ts'
import { getSubmissionForUpdate } from '../../records/submissions/store.ts'
import { loadLedger } from '../../ledgers/ledgers.ts'
import { upsertAnomalyNote } from '../../ledgers/anomalies/store.ts'

const NOTE_MAX = 2000

export const AnomalyParams = Fields({ id: Uuid, aid: Uuid })
export const AnomalyPatch = Fields({
  status: StringEnum(ANOMALY_STATUSES),
  note: Maybe(Type.String({ maxLength: NOTE_MAX })),
})
export const OneAnomaly = One(AnomalyBody)

/**
 * Stores a person’s review of an anomaly; the numbers follow, since a dismissed one does not count.
 * Throws `submission_not_found`, `anomaly_not_found` when no row shows it, `missing_field` where
 * a person dismisses a grave one without a reason.
 */
export async function noteAnomaly(
  ctx: Context,
  submissionId: string,
  { id, ...patch }: { id: string } & Body<typeof AnomalyPatch>,
): Promise<object> {
  await getSubmissionForUpdate(ctx, submissionId)
  const ledger = await loadLedger(ctx, submissionId)
  const found = detectAnomalies(ledger, windowNamed(ledger, 'all')).find((each) => each.id === id)
  if (!found) throw new ApiError('anomaly_not_found')
  const note = patch.note === undefined ? found.note : patch.note
  const isGrave = found.severity === 'high' || found.severity === 'critical'
  if (isGrave && patch.status === 'dismissed' && !note?.trim() && ctx.actor.userId !== null) {
    const message = `Say in note why the anomaly is dismissed: its severity is ${found.severity}.`
    throw new ApiError('missing_field', message, { param: 'note' })
  }
  const noted = { id, status: patch.status, note }
  await upsertAnomalyNote(ctx, submissionId, noted)
  await bumpData(ctx, submissionId)
  await enqueue(ctx, FINISH_RUN, { submissionId }, { uniqueKey: submissionId })
  await audit(ctx, {
    action: 'updated',
    resourceType: 'anomaly',
    resourceId: id,
    submissionId,
    summary: `${found.title}: ${noted.status}`,
    changes: changesBetween(found, noted, ['status', 'note']),
  })
  return anomalyBody(ledger, found, noted)
}
