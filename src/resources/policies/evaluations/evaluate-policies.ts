import { Type, type Static } from 'typebox'
import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { enqueue, job, type JobContext } from '../../../platform/jobs/job.ts'
import { Reply } from '../../../platform/route.ts'
import { readSetting, readToday } from '../../settings/read.ts'
import { getSubmission } from '../../records/submissions/store.ts'
import { evaluateSubjects } from './evaluate-subjects.ts'
import { presentEvaluation, summarizeEvaluations } from './present.ts'
import type { EvaluateBody } from './schemas.ts'
import { automaticSubjects, resolveSubjects } from './subjects.ts'

/** A queued evaluation; its results are the stored evaluations and their events. */
const EVALUATE_POLICIES = {
  kind: 'evaluate-policies',
  payload: Type.Object({
    submissionId: Type.String(),
    policyIds: Type.Optional(Type.Array(Type.String())),
    ruleIds: Type.Optional(Type.Array(Type.String())),
    asOf: Type.Optional(Type.String()),
    includeShadow: Type.Optional(Type.Boolean()),
  }),
}

/** Throws `submission_not_found`, `policy_not_found`, `rule_not_found`. */
export async function evaluatePolicies(ctx: Context, body: EvaluateBody): Promise<object> {
  const { submissionId, persist = true, async: isQueued = false, ...rest } = body
  await getSubmission(ctx, submissionId)
  const subjects = await resolveSubjects(ctx, rest, rest.asOf ?? (await readToday(ctx)))
  if (isQueued) return queue(ctx, { submissionId, ...rest })
  const evaluations = await evaluateSubjects(ctx, {
    submissionId,
    subjects,
    trigger: 'api',
    asOf: rest.asOf,
    persists: persist,
    withShadow: rest.includeShadow ?? true,
  })
  const shown = evaluations.map(presentEvaluation)
  return {
    data: {
      submissionId,
      status: 'done',
      ...summarizeEvaluations(evaluations),
      evaluations: shown,
    },
  }
}

async function queue(
  ctx: Context,
  payload: Static<typeof EVALUATE_POLICIES.payload>,
): Promise<Reply> {
  const { submissionId } = payload
  await enqueue(ctx, EVALUATE_POLICIES, payload)
  await audit(ctx, {
    action: 'processed',
    resourceType: 'policy',
    resourceId: null,
    submissionId,
    summary: 'Evaluation of policies requested',
  })
  const data = { submissionId, status: 'queued', result: null, decision: null, evaluations: [] }
  return new Reply({ status: 202, body: { data } })
}

async function evaluateQueued(
  running: JobContext,
  { submissionId, asOf, includeShadow, ...named }: Static<typeof EVALUATE_POLICIES.payload>,
): Promise<void> {
  await running.commit(async (ctx) => {
    const subjects = await resolveSubjects(ctx, named, asOf ?? (await readToday(ctx)))
    await evaluateSubjects(ctx, {
      submissionId,
      subjects,
      trigger: 'api',
      asOf,
      persists: true,
      withShadow: includeShadow ?? true,
    })
  })
}

export const evaluatePoliciesJob = job(
  EVALUATE_POLICIES.kind,
  EVALUATE_POLICIES.payload,
  evaluateQueued,
)

/**
 * Evaluates the policies with `auto_evaluate` at the end of a submission’s run, unless the tenant’s
 * setting is off.
 */
export async function evaluateAutomatically(ctx: Context, submissionId: string): Promise<void> {
  if (!(await readSetting<boolean>(ctx, 'auto_evaluate'))) return
  const subjects = await automaticSubjects(ctx, await readToday(ctx))
  if (subjects.length === 0) return
  const request = { submissionId, subjects, persists: true, withShadow: true }
  await evaluateSubjects(ctx, { ...request, trigger: 'pipeline' })
}
