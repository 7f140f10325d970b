import { outside, SYSTEM_ACTOR, type House } from '../../../platform/context.ts'
import { job, type JobContext } from '../../../platform/jobs/job.ts'
import type { Upkeep } from '../../../platform/maintenance.ts'
import { TRIGGER_CRM_SYNCS } from '../../records/crm-triggers/store.ts'
import { findFire } from '../define.ts'
import { INTEGRATIONS, isDue, listDue, type CrmTrigger } from '../store.ts'
import { beginSync, triggerSyncs } from './queue.ts'

interface Happened {
  trigger: string
  submissionId: string
}

async function onTrigger(work: JobContext, { trigger, submissionId }: Happened): Promise<void> {
  await work.commit((ctx) => triggerSyncs(ctx, trigger as CrmTrigger, submissionId))
}

export const triggerCrmSyncsJob = job(TRIGGER_CRM_SYNCS.kind, TRIGGER_CRM_SYNCS.payload, onTrigger)

const BATCH = 100

/** Begins the runs of schedules that are due. */
async function fireCrmSchedules(house: House): Promise<number> {
  const due = await listDue(house, BATCH)
  for (const { environment, id } of due) {
    const ctx = outside({ house, environment, actor: SYSTEM_ACTOR, requestId: 'schedule' })
    await ctx.transaction(async (own) => {
      const { config } = await INTEGRATIONS.hold(own, id)
      if (!(await isDue(own, id))) return
      await INTEGRATIONS.update(own, id, { next_fire_at: findFire(own, config) })
      await beginSync(own, id, { trigger: 'schedule', direction: config.direction })
    })
  }
  return due.length
}

export const CRM_UPKEEP: Upkeep = {
  name: 'fire-crm-schedules',
  everyMs: 10_000,
  due: 'crm_integrations',
  run: fireCrmSchedules,
}
