import { outside, SYSTEM_ACTOR, type House } from '../../platform/context.ts'
import type { Upkeep } from '../../platform/maintenance.ts'
import { readSetting } from '../settings/read.ts'
import { listEnvironmentIds } from '../tenants/store.ts'
import { listExpired } from './store.ts'
import { deleteWithFiles } from './write.ts'

/** Per environment and run; the next runs remove the rest. */
const REMOVED_MAX = 200

/** Removes deals of brokers that became no submission, beyond the tenants' retention of those. */
export const OFFERS_UPKEEP: Upkeep = {
  name: 'apply-retention-of-broker-submissions',
  everyMs: 10 * 60_000,
  run: removeExpired,
}

/** Returns how many went; nothing goes under `legal_hold`. An accepted one goes with its deal. */
export async function removeExpired(house: House): Promise<{ brokerSubmissions: number }> {
  let count = 0
  for (const id of await listEnvironmentIds(house.database)) {
    const environment = { id, tenantId: id, mode: 'live' as const }
    const ctx = outside({ house, environment, actor: SYSTEM_ACTOR, requestId: 'retention' })
    const expired = await ctx.transaction(async (own) => {
      if (await readSetting<boolean>(own, 'legal_hold')) return []
      const days = await readSetting<{ submissions?: number | null }>(own, 'retention_days')
      return listExpired(own, days.submissions ?? null, REMOVED_MAX)
    })
    for (const one of expired) await ctx.transaction((own) => deleteWithFiles(own, one))
    count += expired.length
  }
  return { brokerSubmissions: count }
}
