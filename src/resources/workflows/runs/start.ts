import type { Context } from '../../../platform/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { continueTrace } from '../../../platform/trace/trace.ts'
import { getSubmission } from '../../records/submissions/store.ts'
import { auditWorkflow } from '../audit.ts'
import { findWorkflowByName, getGraph, WORKFLOWS } from '../store.ts'
import { advanceRun, loadRun } from './held.ts'
import { saveRun } from './save.ts'
import { findRunOfTrigger, holdRunRow, insertRun, RUNS, type RunRow } from './store.ts'

export interface Start {
  workflowId: string
  trigger: RunRow['trigger']
  /** One key starts one run of a workflow. */
  triggerKey?: string
  submissionId?: string | null
  input?: Record<string, unknown>
  isSilent?: boolean
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
  const { activeVersion: version, status, name, scopes } = await WORKFLOWS.get(ctx, workflowId)
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
  const { variables } = await getGraph(ctx, { workflowId, version })
  const { input = {}, isSilent = false, parent, scopes, causeRunId = null } = start
  const id = await insertRun(ctx, {
    workflowId,
    version,
    trigger,
    triggerKey,
    submissionId,
    input,
    variables,
    scopes,
    isSilent,
    parentRunId: parent?.runId ?? null,
    parentStepId: parent?.stepId ?? null,
    depth: parent?.depth ?? 0,
    causeRunId,
    traceId: continueTrace(null, randomUUIDv7()).traceId,
  })
  if (id === null) return (await findRunOfTrigger(ctx, { workflowId, triggerKey: triggerKey! }))!
  const summary = `Run of the workflow ${name} started`
  await auditWorkflow(ctx, { id: workflowId, action: 'processed', summary, submissionId })
  const held = await loadRun(ctx, await holdRunRow(ctx, id))
  advanceRun(held)
  await saveRun(ctx, held)
  return RUNS.get(ctx, id)
}

type Given = Partial<Pick<Start, 'workflowId' | 'submissionId' | 'input' | 'isSilent'>>

/** The same for a caller, who names the workflow by its id or its name. */
export async function startNamed(
  ctx: Context,
  { workflowId, ...start }: Given,
  { name, param }: { name: string | undefined; param: string },
): Promise<RunRow> {
  if (workflowId === undefined && name === undefined)
    throw new ApiError('missing_field', `Send workflow_id or ${param}.`, { param: 'workflow_id' })
  const id = workflowId ?? (await findWorkflowByName(ctx, name!))?.id
  if (id === undefined)
    throw new ApiError('workflow_not_found', 'No workflow has this name.', { param })
  return startRun(ctx, {
    ...start,
    workflowId: id,
    trigger: { type: 'manual', by: ctx.actor.name },
  })
}
