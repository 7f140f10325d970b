import { beginSync } from '../../crm-integrations/syncs/queue.ts'
import { findSubmissionId, type Action } from './action.ts'

/** What the nodes do that write a deal into a CRM: the sync begins with the end of the step. */
export const CRM_ACTIONS = {
  crm_sync: async (work) => {
    const submissionIds = [findSubmissionId(work)]
    const options = { trigger: 'workflow', direction: 'push' as const, submissionIds }
    const sync = await beginSync(work.ctx, String(work.config.connection_id), options)
    return { output: { sync_id: sync.id, status: sync.status } }
  },
} satisfies Record<string, Action>
