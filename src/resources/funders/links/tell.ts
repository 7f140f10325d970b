import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'

/** A line of the timeline about a submission at a funder. */
export async function auditLinkChange(
  ctx: Context,
  entry: Pick<Parameters<typeof audit>[1], 'action' | 'summary' | 'changes'> & {
    id: string
    submissionId: string
  },
): Promise<void> {
  const { id, ...rest } = entry
  await audit(ctx, { ...rest, resourceType: 'funder_submission', resourceId: id })
}
