import {
  outside,
  SYSTEM_ACTOR,
  type House,
  type OutsideContext,
} from '../../../platform/context.ts'
import type { Upkeep } from '../../../platform/maintenance.ts'
import { listEnvironmentIds } from '../../tenants/store.ts'
import { readSetting } from '../../user/settings/read.ts'
import { removeSubmission } from '../removal/remove.ts'
import { deleteExpiredEvents, listExpired } from './store.ts'

/** Of one environment at a turn; the rest goes at the next ones. */
const SUBMISSIONS_MAX = 200
const EVENTS_MAX = 20_000

interface RetentionDays {
  submissions?: number | null
  events?: number | null
}

/** Removes what tenants said that they do not keep for longer. */
export const RETENTION_UPKEEP: Upkeep = {
  name: 'apply-retention',
  everyMs: 10 * 60_000,
  run: applyRetention,
}

/**
 * For each environment, submissions and events that are older than its setting `retention_days`;
 * nothing of one under `legal_hold`. Answers how many of each went.
 */
export async function applyRetention(
  house: House,
): Promise<{ submissions: number; events: number }> {
  const removed = { submissions: 0, events: 0 }
  for (const id of await listEnvironmentIds(house.database)) {
    const environment = { id, tenantId: id, mode: 'live' as const }
    const ctx = outside({ house, environment, actor: SYSTEM_ACTOR, requestId: 'retention' })
    const days = await ctx.transaction(async (own): Promise<RetentionDays | null> => {
      const isHeld = await readSetting<boolean>(own, 'legal_hold')
      return isHeld ? null : readSetting<RetentionDays>(own, 'retention_days')
    })
    if (days === null) continue
    removed.submissions += await removeSubmissions(ctx, days.submissions ?? null)
    removed.events += await removeEvents(ctx, days.events ?? null)
  }
  return removed
}

async function removeSubmissions(ctx: OutsideContext, days: number | null): Promise<number> {
  if (days === null) return 0
  const limit = SUBMISSIONS_MAX
  const { id: environmentId } = ctx.environment
  const ids = await ctx.transaction(({ db }) => listExpired(db, environmentId, { days, limit }))
  for (const id of ids) await ctx.transaction((own) => removeSubmission(own, id))
  return ids.length
}

async function removeEvents(ctx: OutsideContext, days: number | null): Promise<number> {
  if (days === null) return 0
  const limit = EVENTS_MAX
  const { id: environmentId } = ctx.environment
  return ctx.transaction(({ db }) => deleteExpiredEvents(db, environmentId, { days, limit }))
}
