import type { Context } from '../../../platform/context.ts'
import { json, sql } from '../../../platform/db/sql.ts'
import { enqueue, job, type JobContext } from '../../../platform/jobs/job.ts'
import { ProviderFault } from '../../../providers/provider-fault.ts'
import { releaseLinks, REMOVE_ITEM, type RemovalAccess } from '../../records/links/release.ts'
import { REMOVAL_ACCESS } from '../../records/links/sealed.ts'
import { getEntry } from '../catalogue.ts'
import { toSession, withSession } from '../connect.ts'
import { planRemoval } from '../lifecycle.ts'
import { auditLink } from './access.ts'
import { LINKS } from './store.ts'

/** Ends a link: its token goes at once, the provider forgets its part by a job, rows stay. */
export async function removeLink(ctx: Context, id: string): Promise<void> {
  const { submissionId } = await LINKS.hold(ctx, id)
  await releaseLinks(ctx, { linkId: id })
  await LINKS.update(ctx, id, {
    status: 'deleted',
    access_token_sealed: null,
    session_hash: null,
    next_sync_at: null,
    error: null,
  })
  const summary = 'Link deleted; what was imported stays'
  await auditLink(ctx, { action: 'deleted', id, submissionId, summary })
}

interface RemovalRow {
  provider: string
  accessSealed: string
}

async function findRemoval(ctx: Context, id: string): Promise<RemovalRow | null> {
  return ctx.db.row<RemovalRow>(sql`
    select provider, access_sealed from item_removals
    where environment_id = ${ctx.environment.id} and id = ${id} and access_sealed is not null`)
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

async function deleteRemoval(ctx: Context, id: string): Promise<void> {
  await ctx.db.run(sql`
    delete from item_removals where environment_id = ${ctx.environment.id} and id = ${id}`)
}

/** After five days the secrets go all the same; `verify` lists what the provider still has. */
async function postpone(
  ctx: Context,
  { removalId, attempt, error }: { removalId: string; attempt: number; error: Error },
): Promise<void> {
  const delaySeconds = planRemoval(attempt)
  const code = error instanceof ProviderFault ? error.code : 'internal_error'
  const fault = json({ code, attempt })
  const environmentId = ctx.environment.id
  if (delaySeconds === null) {
    await ctx.db.run(sql`
      update item_removals set status = 'failed', access_sealed = null, error = ${fault}
      where environment_id = ${environmentId} and id = ${removalId}`)
    return
  }
  await ctx.db.run(sql`
    update item_removals set error = ${fault}
    where environment_id = ${environmentId} and id = ${removalId}`)
  const next = { removalId, attempt: attempt + 1 }
  await enqueue(ctx, REMOVE_ITEM, next, { delaySeconds, uniqueKey: `${removalId} ${attempt + 1}` })
}
