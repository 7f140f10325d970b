import type { RequestContext } from '../../../platform/context.ts'
import { Reply } from '../../../platform/route.ts'
import { auditIntegration } from '../define.ts'
import { presentSync } from '../present.ts'
import type { SyncCreate } from '../schemas.ts'
import { INTEGRATIONS } from '../store.ts'
import { rehearseSync } from './dry-run.ts'
import { beginSync, type SyncOptions } from './queue.ts'

/** Begins a run for a person, or shows what it would write. */
export async function startSync(
  ctx: RequestContext,
  id: string,
  { dryRun = false, full: isFull = false, ...given }: SyncCreate,
): Promise<object> {
  const { config } = await ctx.transaction((own) => INTEGRATIONS.get(own, id))
  const { submissionIds, since, direction = dryRun ? 'push' : config.direction } = given
  const options: SyncOptions = { trigger: 'manual', direction, submissionIds, since, isFull }
  if (dryRun) {
    const body = { data: presentSync(await rehearseSync(ctx, id, options)) }
    return new Reply({ status: 200, body })
  }
  return ctx.commit(async (own) => {
    const sync = await beginSync(own, id, options)
    const summary = `Sync of ${sync.submissionIds.length} submissions begun`
    await auditIntegration(own, { id, action: 'submitted', summary })
    const headers = { location: `/v1/crm-integrations/${id}/syncs/${sync.id}` }
    return new Reply({ body: { data: presentSync(sync) }, headers })
  })
}
