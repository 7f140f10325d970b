import { findNextFire } from '../../../core/workflow/cron.ts'
import {
  outside,
  SYSTEM_ACTOR,
  type House,
  type OutsideContext,
} from '../../../platform/context.ts'
import type { Upkeep } from '../../../platform/maintenance.ts'
import { closeRun } from '../runs/cancel.ts'
import { holdRun } from '../runs/held.ts'
import { startRun } from '../runs/start.ts'
import { getGraph, WORKFLOWS } from '../store.ts'
import {
  findDueSlot,
  listDueWorkflows,
  listOverdueRuns,
  purgeSteps,
  setNextFire,
  type PlacedWorkflow,
} from './store.ts'

const BATCH = 200
/** A step may wait for 30 days; a run that is older than this hangs. */
const RUN_DAYS_MAX = 60
/** A slot that is older was missed while the service was down. */
const LATE_MS = 60_000

/** Begins the runs of schedules that are due; a slot that was missed is made up for once. */
export async function fireSchedules(house: House): Promise<number> {
  const due = await listDueWorkflows(house, BATCH)
  for (const placed of due) await enter(house, placed).transaction((ctx) => fire(ctx, placed.id))
  return due.length
}

async function fire(ctx: Parameters<typeof findDueSlot>[0], id: string): Promise<void> {
  const { activeVersion } = await WORKFLOWS.hold(ctx, id)
  const due = await findDueSlot(ctx, id)
  if (due === null || activeVersion === null) return
  const { trigger } = await getGraph(ctx, { workflowId: id, version: activeVersion })
  const { cron, timezone, catch_up: catchUp = 'one' } = trigger.config as unknown as Schedule
  const now = ctx.house.now()
  const next = findNextFire({ cron, timezone }, now)
  await setNextFire(ctx, id, 'value' in next ? next.value : null)
  const slot = new Date(due.slot)
  if (catchUp === 'none' && now - slot.getTime() > LATE_MS) return
  const at = slot.toISOString()
  await startRun(ctx, {
    workflowId: id,
    trigger: { type: 'schedule' },
    triggerKey: `schedule ${at}`,
    input: { scheduled_at: at },
  })
}

interface Schedule {
  cron: string
  timezone: string
  catch_up?: 'none' | 'one'
}

async function endOverdue(house: House): Promise<void> {
  for (const placed of await listOverdueRuns(house, { days: RUN_DAYS_MAX, batch: BATCH }))
    await enter(house, placed).transaction(async (ctx) => {
      const held = await holdRun(ctx, placed.id)
      if (held) await closeRun(ctx, held, 'timed_out')
    })
}

function enter(
  house: House,
  { environmentId: id, tenantId, mode }: PlacedWorkflow,
): OutsideContext {
  const environment = { id, tenantId, mode }
  return outside({ house, environment, actor: SYSTEM_ACTOR, requestId: 'schedule' })
}

/** What workflows need from time to time. */
export const WORKFLOW_UPKEEP: readonly Upkeep[] = [
  { name: 'fire-schedules', everyMs: 5000, due: 'workflows', run: fireSchedules },
  { name: 'end-overdue-runs', everyMs: 10 * 60_000, run: endOverdue },
  {
    name: 'purge-workflow-steps',
    everyMs: 60_000,
    isShort: true,
    run: (house) => purgeSteps(house, house.config.workflowRunDays, BATCH),
  },
]
