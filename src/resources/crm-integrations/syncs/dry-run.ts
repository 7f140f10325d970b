import type { OutsideContext } from '../../../platform/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { json } from '../../../platform/db/sql.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { planPush } from '../remote/preview.ts'
import { auditIntegration } from '../define.ts'
import { INTEGRATIONS } from '../store.ts'
import type { PlannedRecord } from './write-batch.ts'
import { addCounts } from './progress.ts'
import { listWanted, type SyncOptions } from './queue.ts'
import { insertSync, NO_COUNTS, SYNCS, type SyncItem, type SyncRow } from './store.ts'

const SUBMISSIONS_MAX = 25

/** What a run would write, kept as a run of its own; only the CRM's present values are read. */
export async function rehearseSync(
  ctx: OutsideContext,
  integrationId: string,
  options: SyncOptions,
): Promise<SyncRow> {
  if (options.direction === 'pull')
    throw new ApiError('invalid_enum', 'A dry run shows what is pushed.', { param: 'direction' })
  const { row, submissionIds } = await ctx.transaction(async (own) => ({
    row: await INTEGRATIONS.get(own, integrationId),
    submissionIds: await listWanted(own, integrationId, options),
  }))
  if (submissionIds.length > SUBMISSIONS_MAX) {
    const message = `A dry run takes at most ${SUBMISSIONS_MAX} submissions; these are ${submissionIds.length}.`
    throw new ApiError('too_many', message, { param: 'submission_ids' })
  }
  const isFull = options.isFull ?? false
  const items = (await planPush(ctx, row, { submissionIds, isFull })).map(toItem)
  const id = randomUUIDv7()
  const now = new Date(ctx.house.now()).toISOString()
  return ctx.transaction(async (own) => {
    await insertSync(own, {
      id,
      integration_id: integrationId,
      status: 'succeeded',
      trigger: 'manual',
      direction: 'push',
      is_dry_run: true,
      is_full: isFull,
      counts: json(addCounts(NO_COUNTS, items)),
      items: json(items),
      started_at: now,
      finished_at: now,
    })
    const summary = `Dry run of ${submissionIds.length} submissions`
    await auditIntegration(own, { id: integrationId, action: 'evaluated', summary })
    return SYNCS.get(own, id)
  })
}

function toItem({ record, outgoing, action }: PlannedRecord): SyncItem {
  const { submissionId, object, key } = record
  return {
    submissionId,
    object,
    key,
    externalId: outgoing.remoteId,
    direction: 'push',
    action: action ?? 'skipped',
    changes: action === null ? [] : Object.keys(outgoing.fields),
    error: null,
  }
}
