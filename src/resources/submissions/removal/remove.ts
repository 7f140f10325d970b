import { formatCounted } from '../../../core/values/text.ts'
import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { deleteUnseenMerchants, listSeenMerchants } from '../../merchants/seen/store.ts'
import { forgetDescriptors } from '../../search/index/index-submission.ts'
import { listDescriptorKeys } from '../../search/index/store.ts'
import { deleteUnusedOpinions } from '../../transactions/opinions/store.ts'
import { releaseLinks } from '../../records/links/release.ts'
import { countContents, getSubmissionForUpdate } from '../../records/submissions/store.ts'
import { requireNoHold } from '../../records/submissions/hold.ts'
import { deleteQueuedJobs, deleteSubmissionRow, listStorageKeys, redactEvents } from './store.ts'

/**
 * Deletes a submission permanently. The keys of its files are deleted with its rows, so the files
 * are unreadable from the commit on and removed right after it. The audit log keeps one entry.
 * Throws `legal_hold`.
 */
export async function removeSubmission(ctx: Context, id: string): Promise<void> {
  await getSubmissionForUpdate(ctx, id)
  await requireNoHold(ctx)
  const { documents, transactions } = (await countContents(ctx, [id])).get(id)!
  const storageKeys = await listStorageKeys(ctx, id)
  await releaseLinks(ctx, { submissionId: id })
  await deleteQueuedJobs(ctx, id)
  await redactEvents(ctx, id)
  const merchantIds = await listSeenMerchants(ctx, id)
  const descriptorKeys = await listDescriptorKeys(ctx, id)
  await deleteSubmissionRow(ctx, id)
  await deleteUnseenMerchants(ctx, merchantIds)
  await forgetDescriptors(ctx, descriptorKeys)
  await deleteUnusedOpinions(ctx, descriptorKeys)
  await audit(ctx, {
    action: 'deleted',
    resourceType: 'submission',
    resourceId: id,
    submissionId: id,
    summary: `Submission deleted with ${formatCounted(documents, 'document')} and ${formatCounted(transactions, 'transaction')}`,
  })
  ctx.db.afterCommit(() => void removeFiles(ctx, storageKeys))
}

async function removeFiles({ house, environment }: Context, storageKeys: string[]): Promise<void> {
  for (const key of storageKeys) {
    await house.store
      .remove(environment.id, key)
      .catch((error: unknown) =>
        house.log.error({ err: error, storage_key: key }, 'removing a file failed'),
      )
  }
}
