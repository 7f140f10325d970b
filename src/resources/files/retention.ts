import { outside, SYSTEM_ACTOR, type House } from '../../platform/context.ts'
import { discard } from '../../platform/http/multipart.ts'
import type { Upkeep } from '../../platform/maintenance.ts'
import { listEnvironmentIds } from '../tenants/store.ts'
import { deleteExpired } from './store.ts'

/** Per environment and run; the next runs remove the rest. */
const REMOVED_MAX = 500

/** Removes results of files that were read without a submission, a day after they were sent. */
export const FILES_UPKEEP: Upkeep = {
  name: 'purge-processed-files',
  everyMs: 10 * 60_000,
  run: removeExpired,
}

/** Returns how many went. */
async function removeExpired(house: House): Promise<{ files: number }> {
  let count = 0
  for (const id of await listEnvironmentIds(house.database)) {
    const environment = { id, tenantId: id, mode: 'live' as const }
    const ctx = outside({ house, environment, actor: SYSTEM_ACTOR, requestId: 'retention' })
    const gone = await ctx.transaction((own) => deleteExpired(own, REMOVED_MAX))
    const files = gone.flatMap((storageKey) => (storageKey === null ? [] : [{ storageKey }]))
    await discard(house, environment, files)
    count += gone.length
  }
  return { files: count }
}
