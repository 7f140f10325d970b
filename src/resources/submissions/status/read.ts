import type { Context } from '../../../platform/context.ts'
import { countOfRun } from '../../policies/evaluations/store.ts'
import { countChecks } from '../../policies/progress/store.ts'
import { findLastRun } from '../../pipeline/runs/store.ts'
import { getSubmission } from '../../records/submissions/store.ts'
import { buildStatus } from './status.ts'
import { countContent, listDocumentStates } from './store.ts'

/** The processing status of a submission, for `/status` and each message of `/events` alike. */
export async function readStatus(ctx: Context, submissionId: string): Promise<object> {
  const { status } = await getSubmission(ctx, submissionId)
  const run = await findLastRun(ctx, submissionId)
  const documents = await listDocumentStates(ctx, submissionId)
  const counts = await countContent(ctx, submissionId)
  const policyProgress = await countChecks(ctx, submissionId)
  const evaluations = run === null ? 0 : await countOfRun(ctx, submissionId, run.startedAt)
  const nowMs = ctx.house.now()
  const facts = { submissionId, status, run, documents, ...counts }
  return buildStatus({ ...facts, evaluations, policyProgress, nowMs })
}
