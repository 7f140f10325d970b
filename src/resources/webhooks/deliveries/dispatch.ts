import { DISPATCH_EVENT } from '../../../events.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { faultPoint } from '../../../platform/faults.ts'
import { enqueue, job, type JobContext } from '../../../platform/jobs/job.ts'
import { deliverWebhookJob } from './deliver.ts'
import { insertDeliveries, listSubscribers } from './store.ts'

/** One delivery for each webhook that is subscribed and active now. Running twice adds nothing. */
async function dispatchEvent(work: JobContext, { eventId }: { eventId: string }): Promise<void> {
  await work.commit(async (ctx) => {
    const subscribers = await listSubscribers(ctx, eventId)
    const deliveries = subscribers.map((webhookId) => ({ id: randomUUIDv7(), webhookId }))
    for (const deliveryId of await insertDeliveries(ctx, eventId, deliveries)) {
      await enqueue(ctx, deliverWebhookJob, { deliveryId })
    }
    await faultPoint('dispatch.before_commit')
  })
}

export const dispatchEventJob = job(DISPATCH_EVENT.kind, DISPATCH_EVENT.payload, dispatchEvent)
