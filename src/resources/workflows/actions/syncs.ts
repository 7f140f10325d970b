import { ApiError } from '../../../platform/errors/api-error.ts'
import { beginSync } from '../../crm-integrations/syncs/queue.ts'
import { readInstant } from '../../events/store.ts'
import { countImported } from '../../imports/store.ts'
import { refreshLink } from '../../integrations/links/refresh.ts'
import { listOwnLinks, type SyncedLink } from '../../integrations/links/store.ts'
import {
  findSubmissionId,
  WAIT_MS_MAX,
  type Action,
  type Outcome,
  type Resume,
  type Work,
} from './action.ts'

/** How often a step looks whether the syncs that it has begun are over. */
const LOOK_MS = 2_000

/** What the nodes do that sync with others; the sync is the job that any other sync is. */
export const SYNC_ACTIONS = {
  /** Begins with the end of the step. */
  crm_sync: async (work) => {
    const submissionIds = [findSubmissionId(work)]
    const options = { trigger: 'workflow', direction: 'push' as const, submissionIds }
    const sync = await beginSync(work.ctx, String(work.config.connection_id), options)
    return { output: { sync_id: sync.id, status: sync.status } }
  },
  import_transactions: async (work) => {
    const links = await listOwn(work)
    if (links.length === 0) {
      const message = 'The submission has no link of this integration.'
      throw new ApiError('link_not_found', message, { param: 'integration_id' })
    }
    // As rows have it: the clock here is some milliseconds off, and a sync may be over as soon.
    const since = await readInstant(work.ctx)
    for (const { id, integrationId } of links) await refreshLink(work.ctx, { integrationId, id })
    return wait(work, since)
  },
} satisfies Record<string, Action>

/** What these nodes do when a wait may have come to its end. */
export const SYNC_RESUMES = {
  /** Ends when each link was synced; a link that brought nothing fails the step with its error. */
  import_transactions: async (work, { state }) => {
    const { since } = state as { since: string }
    const links = await listOwn(work)
    if (!links.every((link) => isOver(link, since))) return wait(work, since)
    const failed = links.find(({ status }) => status !== 'active')
    if (failed) throw new ApiError('provider_error', failed.error?.message)
    const sources = links.flatMap(({ dataSourceId }) => dataSourceId ?? [])
    return { output: { imported_count: await countImported(work.ctx, sources, since) } }
  },
} satisfies Record<string, Resume>

function listOwn(work: Work): Promise<SyncedLink[]> {
  const integrationId = String(work.config.integration_id)
  return listOwnLinks(work.ctx, { submissionId: findSubmissionId(work), integrationId })
}

/** A sync of many rows goes on page after page. */
function isOver({ status, pageCursor, updatedAt }: SyncedLink, since: string): boolean {
  if (Date.parse(updatedAt) <= Date.parse(since) || status === 'syncing') return false
  return status !== 'active' || pageCursor === null
}

function wait({ ctx }: Work, since: string): Outcome {
  const now = ctx.house.now()
  const state = { since }
  return { wait: { kind: 'check', untilMs: now + WAIT_MS_MAX, atMs: now + LOOK_MS, state } }
}
