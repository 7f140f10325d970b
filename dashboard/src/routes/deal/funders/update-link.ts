import type {
  FunderLink,
  FunderUpdateSubmissionParams,
} from '../../../../../clients/typescript/src/index.ts'
import { refreshDeal } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { notify } from '../../../parts/toasts.tsx'
import { attempt } from '../attempt.ts'

/** What came back from a funder; the states of a link go forward alone, so nothing is taken back. */
export async function updateLink(
  { id, funder_id, submission_id }: FunderLink,
  patch: FunderUpdateSubmissionParams,
  text: string,
): Promise<boolean> {
  const changed = await attempt(() => api.funders.updateSubmission(funder_id, id, patch))
  if (changed === undefined) return false
  await refreshDeal(submission_id)
  notify(text)
  return true
}
