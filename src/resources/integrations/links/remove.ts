import type { Context } from '../../../platform/context.ts'
import { queueEnrichments } from '../../pipeline/queue-enrichment.ts'
import { enqueue, job, type JobContext } from '../../../platform/jobs/job.ts'
import { ProviderFault } from '../../../providers/provider-fault.ts'
import { releaseLinks, REMOVE_ITEM, type RemovalAccess } from '../../records/links/release.ts'
import { REMOVAL_ACCESS } from '../../records/links/sealed.ts'
import { deleteRemoval, findRemoval, updateRemoval } from '../../records/links/store.ts'
import { getEntry } from '../catalogue.ts'
import { toSession, withSession } from '../connect.ts'
import { planRemoval } from '../lifecycle.ts'
import { auditLink } from './access.ts'
import { holdLink, LINKS } from './store.ts'

/** Ends a link: its token goes at once, the provider forgets its part by a job, rows stay. */
export async function removeLink(
  ctx: Context,
  place: { integrationId: string; id: string },
): Promise<void> {
  const { id, submissionId, pageCursor } = await holdLink(ctx, place)
  await releaseLinks(ctx, { linkId: id })
  await LINKS.update(ctx, id, {
    status: 'deleted',
    access_token_sealed: null,
    session_hash: null,
    next_sync_at: null,
    error: null,
  })
  // Of an update that it breaks off the rows are there already.
  if (pageCursor !== null) await queueEnrichments(ctx, [submissionId])
  const summary = 'Link deleted; what was imported stays'
  await auditLink(ctx, { action: 'deleted', id, submissionId, summary })
}

async function removeItem(
  work: JobContext,
  { removalId, attempt }: { removalId: string; attempt: number },
): Promise<void> {
  const row = await work.transaction((ctx) => findRemoval(ctx, removalId))
  if (row === null) return
  const held = JSON.parse(
    REMOVAL_ACCESS.at(work, removalId).open(row.accessSealed),
  ) as RemovalAccess
  const { integrationId: id, baseUrl, credentials, access } = held
  const session = toSession(work, { id, baseUrl, credentials })
  try {
    await withSession(work, session, () => getEntry(row.provider).adapter!.remove(session, access))
    await work.commit((ctx) => deleteRemoval(ctx, removalId))
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error
    await work.commit((ctx) => postpone(ctx, { removalId, attempt, error }))
  }
}

export const removeItemJob = job(REMOVE_ITEM.kind, REMOVE_ITEM.payload, removeItem, {
  pool: 'io',
  exhausted: (ctx, { removalId, attempt }, error) => postpone(ctx, { removalId, attempt, error }),
})

/** After five days the secrets go all the same; `verify` lists what the provider still has. */
async function postpone(
  ctx: Context,
  { removalId, attempt, error }: { removalId: string; attempt: number; error: Error },
): Promise<void> {
  const delaySeconds = planRemoval(attempt)
  const code = error instanceof ProviderFault ? error.code : 'internal_error'
  const fault = { code, attempt }
  await updateRemoval(ctx, removalId, { error: fault, isOver: delaySeconds === null })
  if (delaySeconds === null) return
  const next = { removalId, attempt: attempt + 1 }
  await enqueue(ctx, REMOVE_ITEM, next, { delaySeconds, uniqueKey: `${removalId} ${attempt + 1}` })
}
