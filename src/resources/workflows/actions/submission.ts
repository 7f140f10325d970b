import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { presentSubmission } from '../../records/submissions/present.ts'
import { getSubmission, type SubmissionRow } from '../../records/submissions/store.ts'
import { patchSubmission } from '../../submissions/write/update.ts'
import type { Action, Work } from './action.ts'

/** What the nodes do that read and change a deal. */
export const SUBMISSION_ACTIONS = {
  get_submission: async (work) => present(work, await getSubmission(work.ctx, findId(work))),
  update_submission: async (work) => {
    const { submission_id: _, ...patch } = work.config
    return present(work, await change(work, patch))
  },
  add_tag: async (work) => {
    const { tags } = await getSubmission(work.ctx, findId(work))
    const tag = String(work.config.tag)
    const all = tags.includes(tag) ? tags : [...tags, tag]
    const { id } = await change(work, { tags: all })
    return { output: { submission_id: id, tags: all } }
  },
  archive_submission: async (work) => {
    const { id } = await change(work, { status: 'archived' })
    return { output: { submission_id: id } }
  },
} satisfies Record<string, Action>

/** The submission that the config names, else the run's own. */
function findId({ config, run }: Work): string {
  const id = config.submission_id ?? run.submissionId
  if (typeof id === 'string') return id
  const message = 'The run has no submission, and the node names none.'
  throw new ApiError('missing_field', message, { param: 'submission_id' })
}

async function change(
  work: Work,
  patch: Parameters<typeof patchSubmission>[2]['patch'],
): Promise<SubmissionRow> {
  return patchSubmission(work.ctx, findId(work), { patch, ifMatch: null })
}

async function present(
  { ctx }: { ctx: Context },
  row: SubmissionRow,
): Promise<{ output: Record<string, unknown> }> {
  return { output: { submission: await presentSubmission(ctx, row) } }
}
