import { Type } from 'typebox'
import type { Direction } from '../../../core/crm/mapping.ts'
import type { Context } from '../../../platform/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { enqueue } from '../../../platform/jobs/job.ts'
import { INTEGRATIONS, listTriggered, type CrmTrigger } from '../store.ts'
import {
  findLastPush,
  findOpenSync,
  insertSync,
  listChanged,
  SYNCS,
  type SyncRow,
} from './store.ts'

/** The job that performs a run; its handler stands beside what it needs. */
export const RUN_CRM_SYNC = {
  kind: 'run-crm-sync',
  payload: Type.Object({ integrationId: Type.String(), syncId: Type.String() }),
}

/** Deals of a trigger that come within so many seconds are one run, and so one call per object. */
const COLLECT_SECONDS = 2
const SUBMISSIONS_MAX = 10_000
const COLLECTED_MAX = 500

export interface SyncOptions {
  trigger: string
  direction: Direction
  /** Undefined for all that have changed. */
  submissionIds?: readonly string[] | undefined
  since?: string | null | undefined
  isFull?: boolean | undefined
}

/** A run that begins after the commit. Throws `already_processing` while another one is open. */
export async function beginSync(
  ctx: Context,
  integrationId: string,
  options: SyncOptions,
): Promise<SyncRow> {
  const { status } = await INTEGRATIONS.hold(ctx, integrationId)
  if (status === 'disabled') {
    const message = 'The CRM integration is disabled; enable it with PATCH.'
    throw new ApiError('invalid_state_transition', message)
  }
  const open = await findOpenSync(ctx, integrationId, ['queued', 'running'])
  if (open !== null && options.trigger === 'manual') {
    const message = `Sync ${open.id} of this integration is ${open.status}; wait for it to end.`
    throw new ApiError('already_processing', message, { existingId: open.id })
  }
  return insert(ctx, integrationId, options)
}

async function insert(ctx: Context, integrationId: string, options: SyncOptions): Promise<SyncRow> {
  const id = randomUUIDv7()
  const { direction, trigger, isFull = false } = options
  await insertSync(ctx, {
    id,
    integration_id: integrationId,
    status: 'queued',
    trigger,
    direction,
    is_full: isFull,
    takes_changed: direction !== 'pull' && options.submissionIds === undefined,
    changed_since: options.since ?? null,
    submission_ids: direction === 'pull' ? [] : await listWanted(ctx, integrationId, options),
  })
  await enqueueSync(ctx, { integrationId, syncId: id })
  return SYNCS.get(ctx, id)
}

/** The submissions of a run: the named ones, else those that changed since the last one. */
export async function listWanted(
  ctx: Context,
  integrationId: string,
  { submissionIds, since, isFull = false }: Omit<SyncOptions, 'trigger' | 'direction'>,
): Promise<string[]> {
  if (submissionIds !== undefined) return [...new Set(submissionIds)]
  const sinceLast = isFull ? null : (since ?? (await findLastPush(ctx, integrationId)))
  return listChanged(ctx, { since: sinceLast, limit: SUBMISSIONS_MAX })
}

export async function enqueueSync(
  ctx: Context,
  payload: { integrationId: string; syncId: string },
  delaySeconds = 0,
): Promise<void> {
  const { integrationId, syncId } = payload
  const lane = `crm:${integrationId}`
  await enqueue(ctx, RUN_CRM_SYNC, payload, { lane, uniqueKey: syncId, delaySeconds })
}

/** A deal has come to where some integrations write it into their CRM. */
export async function triggerSyncs(
  ctx: Context,
  trigger: CrmTrigger,
  submissionId: string,
): Promise<void> {
  for (const { id } of await listTriggered(ctx, trigger))
    await collect(ctx, id, { trigger, submissionId })
}

/** Adds the deal to the run that waits, so that a hundred of them are one batch. */
async function collect(
  ctx: Context,
  integrationId: string,
  { trigger, submissionId }: { trigger: CrmTrigger; submissionId: string },
): Promise<void> {
  await INTEGRATIONS.hold(ctx, integrationId)
  const waiting = await findOpenSync(ctx, integrationId, ['queued'])
  const isFitting = waiting?.trigger === trigger && waiting.submissionIds.length < COLLECTED_MAX
  if (!isFitting) {
    const id = randomUUIDv7()
    await insertSync(ctx, {
      id,
      integration_id: integrationId,
      status: 'queued',
      trigger,
      direction: 'push',
      submission_ids: [submissionId],
    })
    return enqueueSync(ctx, { integrationId, syncId: id }, COLLECT_SECONDS)
  }
  const submissionIds = [...new Set([...waiting.submissionIds, submissionId])]
  await SYNCS.update(ctx, waiting.id, { submission_ids: submissionIds })
}
