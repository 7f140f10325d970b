import { addBusinessDays } from '../../../core/values/days/business-days.ts'
import { LOOP_ITEMS_MAX } from '../../../core/workflow/advance.ts'
import {
  evaluateCondition,
  type ConditionConfig,
} from '../../../core/workflow/language/condition.ts'
import { compileExpression } from '../../../core/workflow/language/expression.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { openApproval, type ApprovalField } from '../approvals/store.ts'
import { startRun } from '../runs/start.ts'
import type { RunRow } from '../runs/store.ts'
import { StepFailed, WAIT_MS_MAX, type Action, type Work } from './action.ts'

const UNIT_MS = { seconds: 1000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 }
/** Workflows that begin each other, one within the other. */
const DEPTH_MAX = 5

/** What the nodes do that decide which nodes follow, and when; and those that keep values. */
export const FLOW_ACTIONS = {
  condition: ({ config, scope }) => {
    const found = evaluateCondition(config as ConditionConfig, scope)
    if ('problem' in found) throw new ApiError('invalid_expression', `${found.problem}.`)
    return { port: `${found.value}`, output: { result: found.value } }
  },
  switch: ({ config }) => {
    const { value = null, cases } = config as { value?: unknown; cases: Case[] }
    const found = cases.find(
      ({ equals }) => JSON.stringify(equals ?? null) === JSON.stringify(value),
    )
    const name = found?.name ?? null
    return { port: name === null ? 'default' : `case:${name}`, output: { value, case: name } }
  },
  delay: ({ config, ctx }) => {
    const now = ctx.house.now()
    const until = readUntil(config, now)
    return { wait: { kind: 'delay', untilMs: requireShort(until, now) } }
  },
  wait_for_event: ({ config, ctx, run }) => {
    const untilMs = readTimeout(config, ctx.house.now())
    const ports = { [String(config.event_type)]: 'received' }
    return { wait: { kind: 'event', untilMs, ports, submissionId: run.submissionId } }
  },
  approval: async ({ config, ctx, run, step }) => {
    const { title, summary = null, assignees, fields = [] } = config as unknown as Approval
    const untilMs = readTimeout(config, ctx.house.now())
    const { id: runId, submissionId } = run
    const dueAt = new Date(untilMs).toISOString()
    const named = { runId, stepId: step.id, submissionId, title, summary, fields, assignees, dueAt }
    await openApproval(ctx, named)
    return { wait: { kind: 'approval', untilMs } }
  },
  sub_workflow: async (work) => {
    const { config, ctx } = work
    const { is_awaited: isAwaited = true } = config as { is_awaited?: boolean }
    const child = await startChild(work, isAwaited)
    if (isAwaited) return { wait: { kind: 'run', untilMs: ctx.house.now() + WAIT_MS_MAX } }
    return { output: { run_id: child.id, status: child.status, result: {} } }
  },
  loop: ({ config: { items } }) => {
    if (!Array.isArray(items))
      throw new ApiError('invalid_type', 'items is no list.', { param: 'items' })
    if (items.length > LOOP_ITEMS_MAX) {
      const message = `A loop may have ${LOOP_ITEMS_MAX} items; these are ${items.length}.`
      throw new ApiError('too_many', message, { param: 'items' })
    }
    return { items }
  },
  parallel: () => ({}),
  join: ({ config }) => ({ output: { mode: config.mode ?? 'all' } }),
  stop: ({ config }) => {
    const { status = 'succeeded', message = null } = config as Partial<Stop>
    return { stop: { status, message }, output: { status, message } }
  },
  set_variable: ({ config: { name, value } }) => ({
    output: { value: value ?? null },
    variables: { [String(name)]: value ?? null },
  }),
  transform: ({ config, scope }) => {
    const { fields = {}, expressions = {} } = config as Record<string, Record<string, unknown>>
    const computed = Object.entries(expressions).map(([name, text]) => {
      const compiled = compileExpression(String(text))
      const result = 'problem' in compiled ? compiled : compiled.evaluate(scope)
      if ('problem' in result)
        throw new ApiError('invalid_expression', `${name}: ${result.problem}.`, { param: name })
      return [name, result.value]
    })
    return { output: { ...fields, ...Object.fromEntries(computed) } }
  },
} satisfies Record<string, Action>

async function startChild({ config, ctx, run, step }: Work, isAwaited: boolean): Promise<RunRow> {
  const { workflow_id: workflowId, submission_id: named, input } = config as unknown as SubWorkflow
  if (run.depth >= DEPTH_MAX)
    throw new StepFailed('recursion', `Workflows may begin each other ${DEPTH_MAX} deep.`)
  const parent = { runId: run.id, stepId: step.id, depth: run.depth + 1 }
  return startRun(ctx, {
    workflowId,
    trigger: { type: 'workflow', by: ctx.actor.name },
    submissionId: named ?? run.submissionId,
    isSilent: run.isSilent,
    ...(input && { input }),
    ...(isAwaited && { parent }),
  })
}

interface Approval {
  title: string
  summary?: string
  assignees: string[]
  fields?: ApprovalField[]
}

interface SubWorkflow {
  workflow_id: string
  submission_id?: string
  input?: Record<string, unknown>
}

interface Case {
  name: string
  equals?: unknown
}

interface Stop {
  status: 'succeeded' | 'failed'
  message: string | null
}

interface Duration {
  value: number
  unit: keyof typeof UNIT_MS | 'business_days'
}

/** When a wait ends at the latest. */
export function readTimeout({ timeout }: Record<string, unknown>, now: number): number {
  if (timeout === undefined) return now + WAIT_MS_MAX
  return requireShort(addDuration(now, timeout as Duration), now)
}

function requireShort(untilMs: number, now: number): number {
  if (untilMs <= now + WAIT_MS_MAX) return untilMs
  throw new ApiError('out_of_range', 'A step may wait for 30 days.', { param: 'timeout' })
}

function readUntil(config: Record<string, unknown>, now: number): number {
  const { for: duration, until } = config as { for?: Duration; until?: string }
  if (duration) return addDuration(now, duration)
  const at = Date.parse(String(until))
  if (Number.isNaN(at)) {
    const message = 'until must be a date or an instant, such as 2026-03-31.'
    throw new ApiError('invalid_date', message, { param: 'until' })
  }
  return at
}

export function addDuration(fromMs: number, { value, unit }: Duration): number {
  if (unit !== 'business_days') return fromMs + value * UNIT_MS[unit]
  const [date, time] = new Date(fromMs).toISOString().split('T')
  return Date.parse(`${addBusinessDays(date!, value)}T${time}`)
}
