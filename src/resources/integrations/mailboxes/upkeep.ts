import { outside, SYSTEM_ACTOR, type House } from '../../../platform/context.ts'
import { enqueue } from '../../../platform/jobs/job.ts'
import type { Upkeep } from '../../../platform/maintenance.ts'
import { readMailboxJob } from './read.ts'
import { listDueMailboxes, MAILBOXES } from './store.ts'

const BATCH = 200

/** Has the mailboxes read that are due. */
export async function readDueMailboxes(house: House): Promise<number> {
  const due = await listDueMailboxes(house, BATCH)
  for (const { environment, integrationId: id } of due) {
    const ctx = outside({ house, environment, actor: SYSTEM_ACTOR, requestId: 'mailbox' })
    await ctx.transaction(async (own) => {
      const mailbox = await MAILBOXES.hold(own, id).catch(() => null)
      if (mailbox === null) return
      await enqueue(own, readMailboxJob, { integrationId: id }, { uniqueKey: id })
      // The job says when it is due next; until then it is not found again.
      await MAILBOXES.update(own, id, { next_read_at: null })
    })
  }
  return due.length
}

export const MAILBOX_UPKEEP: Upkeep = {
  name: 'read-due-mailboxes',
  everyMs: 5000,
  due: 'mailboxes',
  run: readDueMailboxes,
}
