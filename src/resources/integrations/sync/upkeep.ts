import { outside, SYSTEM_ACTOR, type House } from '../../../platform/context.ts'
import type { Upkeep } from '../../../platform/maintenance.ts'
import { enqueueSync } from '../links/access.ts'
import { isDue, listDueLinks, LINKS } from '../links/store.ts'

const BATCH = 200

/** Begins the syncs that are due: those that failed, and those of which nobody heard for a day. */
export async function syncDueLinks(house: House): Promise<number> {
  const due = await listDueLinks(house, BATCH)
  for (const { environment, linkId } of due) {
    const ctx = outside({ house, environment, actor: SYSTEM_ACTOR, requestId: 'sync' })
    await ctx.transaction(async (own) => {
      const link = await LINKS.hold(own, linkId).catch(() => null)
      // Another process found it as well, and has begun it meanwhile.
      if (link === null || !(await isDue(own, linkId))) return
      await enqueueSync(own, link)
      // The job says when it is due next; until then it is not found again.
      await LINKS.update(own, linkId, { next_sync_at: null })
    })
  }
  return due.length
}

export const SYNC_UPKEEP: Upkeep = {
  name: 'sync-due-links',
  everyMs: 5000,
  due: 'links',
  run: syncDueLinks,
}
