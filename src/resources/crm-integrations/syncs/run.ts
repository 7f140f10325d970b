import { json } from '../../../platform/db/sql.ts'
import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { job, type JobContext } from '../../../platform/jobs/job.ts'
import { CrmFault } from '../../../providers/provider.ts'
import { openCrm } from '../remote/session.ts'
import { INTEGRATIONS, type IntegrationRow } from '../store.ts'
import { pullDeals } from './pull.ts'
import { pushDeals } from './push.ts'
import { enqueueSync, RUN_CRM_SYNC } from './queue.ts'
import { findOpenSync, SYNCS, type SyncCounts, type SyncRow, type SyncStatus } from './store.ts'

interface SyncPlace {
  integrationId: string
  syncId: string
}

/** A run that a CRM does not let go on for so long has failed. */
const PATIENCE_MS = 24 * 3_600_000
const FIRST_RETRY_SECONDS = 5
const RETRY_SECONDS_MAX = 900

/**
 * Performs a run. What was written is kept batch by batch, so a worker that is lost goes on where
 * the last one was; one run at a time works for an integration.
 */
async function runSync(work: JobContext, place: SyncPlace): Promise<void> {
  const begun = await work.transaction((ctx) => begin(ctx, place))
  if (begun === null) return
  try {
    await perform(work, begun.row, begun.sync)
    await work.commit((ctx) => finish(ctx, place, null))
  } catch (error) {
    // It was deleted meanwhile.
    if (error instanceof ApiError && error.code === 'crm_integration_not_found') return
    if (!(error instanceof CrmFault)) throw error
    await work.commit((ctx) => stop(ctx, place, error))
  }
}

export const runCrmSyncJob = job(RUN_CRM_SYNC.kind, RUN_CRM_SYNC.payload, runSync, {
  pool: 'io',
  exhausted: (ctx, place) => finish(ctx, place, ENGINE_FAULT),
})

const ENGINE_FAULT = { code: 'engine_failed', message: 'Something went wrong on our side.' }

async function perform(work: JobContext, row: IntegrationRow, sync: SyncRow): Promise<void> {
  const crm = openCrm(work, row)
  // One that nobody has tested may lack the field for our key.
  if (row.status !== 'active')
    for (const { object } of row.config.objectConfigs)
      await crm.adapter.describe(crm.session, object, true)
  if (sync.direction !== 'push' && !sync.isPulled) await pullDeals(work, { crm, row, sync })
  if (sync.direction !== 'pull') await pushDeals(work, { crm, row, sync })
}

/** Null when it has ended, or another one works for the integration. */
async function begin(
  ctx: Context,
  { integrationId, syncId }: SyncPlace,
): Promise<{ row: IntegrationRow; sync: SyncRow } | null> {
  const row = await findRow(ctx, integrationId)
  if (row === null) return null
  const sync = await SYNCS.get(ctx, syncId)
  if (sync.status !== 'queued' && sync.status !== 'running') return null
  const running = await findOpenSync(ctx, integrationId, ['running'])
  if (running !== null && running.id !== syncId) return null
  const startedAt = sync.startedAt ?? new Date(ctx.house.now()).toISOString()
  await SYNCS.update(ctx, syncId, { status: 'running', started_at: startedAt })
  return { row, sync: { ...sync, startedAt } }
}

async function findRow(ctx: Context, id: string): Promise<IntegrationRow | null> {
  return INTEGRATIONS.hold(ctx, id).catch((error: unknown) => {
    if (error instanceof ApiError) return null
    throw error
  })
}

/** What goes over is tried again when the CRM wants, or later and later. */
async function stop(ctx: Context, place: SyncPlace, fault: CrmFault): Promise<void> {
  const row = await findRow(ctx, place.integrationId)
  if (row === null) return
  const { startedAt } = await SYNCS.get(ctx, place.syncId)
  const agoMs = startedAt === null ? 0 : ctx.house.now() - Date.parse(startedAt)
  if (!fault.isRetryable || agoMs > PATIENCE_MS) return finish(ctx, place, fault)
  const growing = Math.min(RETRY_SECONDS_MAX, FIRST_RETRY_SECONDS + agoMs / 2000)
  await noteFault(ctx, place.integrationId, fault)
  await enqueueSync(ctx, place, fault.retryAfterSeconds ?? growing)
}

/** Ends the run and lets the next one begin. */
async function finish(
  ctx: Context,
  { integrationId, syncId }: SyncPlace,
  fault: { code: string; message: string } | null,
): Promise<void> {
  if ((await findRow(ctx, integrationId)) === null) return
  const { counts } = await SYNCS.get(ctx, syncId)
  await SYNCS.update(ctx, syncId, {
    status: judge(counts, fault !== null),
    error: fault && json({ code: fault.code, message: fault.message }),
    finished_at: new Date(ctx.house.now()).toISOString(),
  })
  await noteFault(ctx, integrationId, fault)
  const next = await findOpenSync(ctx, integrationId, ['queued'])
  if (next !== null) await enqueueSync(ctx, { integrationId, syncId: next.id })
}

/** Whether anything was written although something failed. */
export function judge(counts: SyncCounts, hasFault: boolean): SyncStatus {
  const done = counts.created + counts.updated + counts.skipped + counts.archived + counts.pulled
  if (counts.failed === 0 && !hasFault) return 'succeeded'
  return done > 0 ? 'partial' : 'failed'
}

async function noteFault(
  ctx: Context,
  id: string,
  fault: { code: string; message: string } | null,
): Promise<void> {
  const { status } = await INTEGRATIONS.get(ctx, id)
  const at = new Date(ctx.house.now()).toISOString()
  const error = fault && json({ code: fault.code, message: fault.message, at })
  const standing = fault === null ? 'active' : 'error'
  await INTEGRATIONS.update(ctx, id, {
    error,
    ...(status === 'disabled' ? {} : { status: standing }),
  })
}
