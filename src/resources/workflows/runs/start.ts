import type { Context } from '../../../platform/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { continueTrace } from '../../../platform/trace/trace.ts'
import { getSubmission } from '../../records/submissions/store.ts'
import { readSetting } from '../../settings/read.ts'
import { auditWorkflow } from '../audit.ts'
import { findWorkflowByName, getRunGraph, getRunning } from '../store.ts'
import { advanceRun, takeRun } from './held.ts'
import { saveRun } from './save.ts'
import { findRunOfTrigger, insertRun, RUNS, updateRuns, type RunRow } from './store.ts'

export interface Start {
  workflowId: string
  trigger: RunRow['trigger']
  /** One key starts one run of a workflow. */
  triggerKey?: string
  submissionId?: string | null
  input?: Record<string, unknown>
  isSilent?: boolean
  isDry?: boolean
  /** The step that waits for the run. */
  parent?: { runId: string; stepId: string; depth: number }
  /** The run that led to the event that begins this one. */
  causeRunId?: string
}

/**
 * Starts a run of the active version; its first steps are due when the transaction commits. The run
 * that the same trigger has started before is returned as it is. Throws `workflow_not_found`,
 * `workflow_inactive`, `submission_not_found`.
 */
export async function startRun(ctx: Context, start: Start): Promise<RunRow> {
  const { workflowId, triggerKey, submissionId = null } = start
  const { activeVersion: version, status, name, scopes } = await getRunning(ctx, workflowId)
  if (status !== 'active' || version === null)
    throw new ApiError('workflow_inactive', `The workflow ${name} is ${status}; activate it first.`)
  return beginRun(ctx, { ...start, version, scopes, name, triggerKey, submissionId })
}

interface Beginning extends Omit<Start, 'triggerKey'> {
  version: number
  scopes: string[]
  name: string
  triggerKey?: string | undefined
}

/** The same for a version that the caller has chosen. */
export async function beginRun(ctx: Context, start: Beginning): Promise<RunRow> {
  const { workflowId, version, trigger, triggerKey = null, submissionId = null, name } = start
  if (submissionId !== null) await getSubmission(ctx, submissionId)
  const { variables } = await getRunGraph(ctx, { workflowId, version })
  const { input = {}, isSilent = false, isDry = false, parent, scopes, causeRunId = null } = start
  const run = await insertRun(ctx, {
    workflowId,
    version,
    trigger,
    triggerKey,
    submissionId,
    input,
    variables,
    scopes,
    isSilent: isSilent || isDry,
    isDry,
    parentRunId: parent?.runId ?? null,
    parentStepId: parent?.stepId ?? null,
    depth: parent?.depth ?? 0,
    causeRunId,
    traceId: continueTrace(null, randomUUIDv7()).traceId,
  })
  if (run === null) return (await findRunOfTrigger(ctx, { workflowId, triggerKey: triggerKey! }))!
  const summary = `Run of the workflow ${name} started`
  await auditWorkflow(ctx, { id: workflowId, action: 'processed', summary, submissionId })
  const held = await takeRun(ctx, { ...run, workflowName: name }, [])
  advanceRun(held)
  await saveRun(ctx, held)
  return RUNS.get(ctx, run.id)
}

/** A run that is in the list as failed, for it may not begin; null where it is there already. */
export async function refuseRun(
  ctx: Context,
  { workflowId, trigger, triggerKey, submissionId = null, ...start }: Start,
  error: { code: string; message: string },
): Promise<void> {
  const { activeVersion, scopes } = await getRunning(ctx, workflowId)
  const run = await insertRun(ctx, {
    workflowId,
    version: activeVersion!,
    trigger,
    triggerKey: triggerKey ?? null,
    submissionId,
    input: start.input ?? {},
    variables: {},
    scopes,
    isSilent: false,
    isDry: false,
    parentRunId: null,
    parentStepId: null,
    depth: 0,
    causeRunId: start.causeRunId ?? null,
    traceId: null,
  })
  if (run === null) return
  const failed = { status: 'failed', error: { nodeId: null, ...error } } as const
  await updateRuns(ctx, [{ ...run, ...failed }])
}

type Given = Partial<Pick<Start, 'workflowId' | 'submissionId' | 'input' | 'isSilent'>>

/**
 * The same for a caller, who names the workflow by its id or its name; without either it is the
 * one of the setting `default_workflow_id`.
 */
export async function startNamed(
  ctx: Context,
  { workflowId, ...start }: Given,
  { name, param }: { name: string | undefined; param: string },
): Promise<RunRow> {
  const id = workflowId ?? (await findNamed(ctx, name, param))
  const trigger = { type: 'manual', by: ctx.actor.name }
  return startRun(ctx, { ...start, workflowId: id, trigger })
}

async function findNamed(ctx: Context, name: string | undefined, param: string): Promise<string> {
  if (name === undefined) {
    const usual = await readSetting<string | null>(ctx, 'default_workflow_id')
    if (usual !== null) return usual
    const message = `Send workflow_id or ${param}, or set default_workflow_id.`
    throw new ApiError('missing_field', message, { param: 'workflow_id' })
  }
  const found = await findWorkflowByName(ctx, name)
  if (found) return found.id
  throw new ApiError('workflow_not_found', 'No workflow has this name.', { param })
}
