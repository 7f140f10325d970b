import { DISPATCH_EVENT } from '../../../events.ts'
import { faultPoint } from '../../../platform/faults.ts'
import { job, type JobContext } from '../../../platform/jobs/job.ts'
import { planDeliveries } from './plan.ts'
import { insertDeliveries, listSubscribers } from './store.ts'

/** One delivery for each webhook that is subscribed and active now. Running twice adds nothing. */
async function dispatchEvent(work: JobContext, { eventId }: { eventId: string }): Promise<void> {
  await work.commit(async (ctx) => {
    const subscribers = await listSubscribers(ctx, eventId)
    const wanted = subscribers.map((webhookId) => ({ eventId, webhookId }))
    await planDeliveries(ctx, await insertDeliveries(ctx, wanted))
    await faultPoint('dispatch.before_commit')
  })
}

export const dispatchEventJob = job(DISPATCH_EVENT.kind, DISPATCH_EVENT.payload, dispatchEvent)
