import { isPlainDate } from '../../core/values/dates.ts'
import { createAudit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { findMember } from '../team/store.ts'
import { holdRun } from '../workflows/runs/held.ts'
import { toActor } from '../workflows/runs/prepare.ts'
import { saveRun } from '../workflows/runs/save.ts'
import { settleStep } from '../workflows/runs/settle.ts'
import { RUNS } from '../workflows/runs/store.ts'
import {
  APPROVALS,
  decideApproval,
  findOnlyOpen,
  type ApprovalField,
  type ApprovalRow,
  type Decision,
} from '../workflows/approvals/store.ts'

/** Writes an entry of an approval; the timeline of its submission shows it. */
const auditApproval = createAudit('approval')

export interface Deciding {
  decision: Decision
  comment?: string | null
  values?: Record<string, unknown>
}

/**
 * Decides an approval; its run goes on by the port of the decision in the same transaction. The
 * same decision again changes nothing. Throws `approval_not_found`, `already_decided`,
 * `not_assignee`, and what is wrong with the values.
 */
export async function decide(
  ctx: Context,
  id: string,
  { decision, comment = null, values = {} }: Deciding,
): Promise<ApprovalRow> {
  const { runId } = await APPROVALS.get(ctx, id)
  // Whoever ends a step holds its run: of a decision and a timer, one is first.
  const held = await holdRun(ctx, runId)
  const approval = await APPROVALS.get(ctx, id)
  await requireAssignee(ctx, approval)
  if (approval.status === decision) return approval
  const step = held?.steps.find((one) => one.id === approval.stepId)
  if (approval.status !== 'pending' || !held || !step) throw refuse(approval)
  requireValues(approval.fields, values)
  await decideApproval(ctx, id, { decision, comment, values })
  const output = { decision, decided_by: ctx.actor.name, comment, values }
  const own = { ...ctx, actor: toActor(ctx, held.run) }
  await settleStep(own, held, { step, outcome: { port: decision, output } })
  await saveRun(ctx, held)
  const { submissionId, title } = approval
  await auditApproval(ctx, {
    id,
    action: 'updated',
    summary: `${title}: ${decision}`,
    submissionId,
  })
  return APPROVALS.get(ctx, id)
}

/**
 * The same for the only open approval of a run. Throws `workflow_execution_not_found`,
 * `approval_not_found`.
 */
export async function decideOnly(
  ctx: Context,
  runId: string,
  deciding: Deciding,
): Promise<ApprovalRow> {
  await RUNS.get(ctx, runId)
  const approval = await findOnlyOpen(ctx, runId)
  if (approval) return decide(ctx, approval.id, deciding)
  const message =
    'The run has no open approval, or several: decide each with POST /v1/approvals/:id/decide.'
  throw new ApiError('approval_not_found', message)
}

/** An approval on the wire. */
export function presentApproval({ fieldValues, ...row }: ApprovalRow): object {
  return { ...row, values: fieldValues }
}

/** A key with the scope decides for its program; a person must be one of those who may. */
async function requireAssignee(ctx: Context, { assignees }: ApprovalRow): Promise<void> {
  const { userId } = ctx.actor
  if (userId === null) return
  const member = await findMember(ctx.db, ctx.environment.tenantId, userId)
  const names = [userId, member?.email, member?.role]
  if (assignees.some((assignee) => names.includes(assignee))) return
  throw new ApiError('not_assignee', `The approval is for ${assignees.join(', ')}.`)
}

function requireValues(fields: readonly ApprovalField[], values: Record<string, unknown>): void {
  const known = fields.map(({ name }) => name)
  const unknown = Object.keys(values).find((name) => !known.includes(name))
  if (unknown !== undefined) {
    const message = `There is no field ${unknown}; there are ${known.join(', ') || 'none'}.`
    throw new ApiError('unknown_field', message, { param: `values.${unknown}` })
  }
  for (const field of fields) requireValue(field, values[field.name] ?? null)
}

function requireValue({ name, type, options = [], ...field }: ApprovalField, value: unknown): void {
  const param = `values.${name}`
  if (value === null) {
    if (!field.is_required) return
    throw new ApiError('missing_field', `${name} is required.`, { param })
  }
  const isFit = {
    text: typeof value === 'string' && value.length <= 20_000,
    number: typeof value === 'number',
    boolean: typeof value === 'boolean',
    date: typeof value === 'string' && isPlainDate(value),
    choice: options.includes(value as string),
  }[type]
  if (isFit) return
  const wanted = type === 'choice' ? `one of ${options.join(', ')}` : `a ${type}`
  throw new ApiError('invalid_type', `${name} must be ${wanted}.`, { param })
}

function refuse({ status, decidedBy }: ApprovalRow): ApiError {
  const by = decidedBy === null ? '' : ` by ${decidedBy}`
  return new ApiError('already_decided', `The approval is ${status}${by}.`)
}
