import {
  outside,
  SYSTEM_ACTOR,
  type Context,
  type House,
  type OutsideContext,
} from '../../../platform/context.ts'
import { audit } from '../../../platform/audit.ts'
import { cutChain } from '../../../platform/audit-chain/cut.ts'
import type { Upkeep } from '../../../platform/maintenance.ts'
import { removeDocument } from '../../documents/changes/remove.ts'
import { listEnvironmentIds } from '../../tenants/store.ts'
import { readSetting } from '../../settings/read.ts'
import { removeSubmission } from '../removal/remove.ts'
import {
  deleteExpiredEvents,
  listExpiredDocuments,
  listExpiredSubmissions,
  type RetentionDays,
} from './store.ts'

/** Per environment and run; the next runs remove the rest. */
const REMOVED_MAX = 200
const EVENTS_MAX = 20_000
const ENTRIES_MAX = 5_000

/** Number of removed records. */
type Removed = Record<'submissions' | 'documents' | 'events' | 'audit', number>

/** Removes records beyond the tenants' retention periods. */
export const RETENTION_UPKEEP: Upkeep = {
  name: 'apply-retention',
  everyMs: 10 * 60_000,
  run: applyRetention,
}

/**
 * Removes, per environment, what is older than the setting `retention_days`, and documents older
 * than their class allows; nothing under `legal_hold`.
 */
export async function applyRetention(house: House): Promise<Removed> {
  const removed = { submissions: 0, documents: 0, events: 0, audit: 0 }
  for (const id of await listEnvironmentIds(house.database)) {
    const environment = { id, tenantId: id, mode: 'live' as const }
    const ctx = outside({ house, environment, actor: SYSTEM_ACTOR, requestId: 'retention' })
    const days = await ctx.transaction(async (own): Promise<RetentionDays | null> => {
      const isHeld = await readSetting<boolean>(own, 'legal_hold')
      return isHeld ? null : readSetting<RetentionDays>(own, 'retention_days')
    })
    if (days === null) continue
    removed.submissions += await removeEach(ctx, {
      list: (own) => listExpiredSubmissions(own, days.submissions ?? null, REMOVED_MAX),
      remove: removeSubmission,
    })
    removed.documents += await removeEach(ctx, {
      list: (own) => listExpiredDocuments(own, days, REMOVED_MAX),
      remove: (own, documentId) => removeDocument(own, documentId, async () => {}),
    })
    removed.events += await ctx.transaction((own) =>
      deleteExpiredEvents(own, days.events ?? null, EVENTS_MAX),
    )
    const entryDays = days.audit ?? null
    if (entryDays !== null)
      removed.audit += await ctx.transaction((own) => removeEntries(own, entryDays))
  }
  return removed
}

interface Removal {
  list: (ctx: Context) => Promise<string[]>
  remove: (ctx: Context, id: string) => Promise<void>
}

/** Each in a transaction of its own. */
async function removeEach(ctx: OutsideContext, { list, remove }: Removal): Promise<number> {
  const ids = await ctx.transaction(list)
  for (const id of ids) await ctx.transaction((own) => remove(own, id))
  return ids.length
}

/** The oldest entries of the audit log; what is left says which went. */
async function removeEntries(ctx: Context, days: number): Promise<number> {
  const chain = { signer: ctx.house.auditSigner, environmentId: ctx.environment.id }
  const cut = await cutChain(ctx.db, chain, { days, limit: ENTRIES_MAX })
  if (!cut) return 0
  const summary = `Entries up to ${cut.sequence} removed, older than ${days} days`
  await audit(ctx, { action: 'deleted', resourceType: 'audit_log', resourceId: null, summary })
  return cut.removed
}
