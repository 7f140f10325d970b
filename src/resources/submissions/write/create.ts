import { emit } from '../../../events.ts'
import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { readSetting } from '../../settings/read.ts'
import { columnsOfWish, type Wish } from './columns.ts'
import { matchKeysOf } from '../duplicates/keys.ts'
import { eventDataOf } from '../../pipeline/pipeline.ts'
import {
  findIdByExternalId,
  getSubmission,
  insertSubmission,
  type SubmissionRow,
} from '../../records/submissions/store.ts'

const UNNAMED = 'Untitled submission'

/**
 * A new submission; without a name it takes its company's. Throws `external_id_exists` with the
 * one that has it.
 */
export async function createSubmission(
  ctx: Context,
  wish: Wish,
  source = 'api',
): Promise<SubmissionRow> {
  const id = randomUUIDv7()
  const columns = columnsOfWish(ctx, { id, companyInfo: {}, request: null, metadata: {} }, wish)
  const autoProcess = columns.autoProcess ?? (await autoProcessOf(ctx))
  const name = wish.name ?? wish.companyInfo?.name ?? UNNAMED
  const companyInfo = columns.companyInfo ?? {}
  const matchKeys = matchKeysOf({ ...companyInfo, name: companyInfo.name ?? wish.name ?? null })
  if (!(await insertSubmission(ctx, id, { ...columns, autoProcess, name, matchKeys, source }))) {
    throw await externalIdTaken(ctx, wish.externalId!)
  }
  await audit(ctx, {
    action: 'created',
    resourceType: 'submission',
    resourceId: id,
    submissionId: id,
    summary: 'Submission created',
  })
  const row = await getSubmission(ctx, id)
  const data = eventDataOf(row, { documents: 0, transactions: 0 })
  await emit(ctx, { type: 'submission.created', submissionId: id, data })
  return row
}

/** False when the tenant wants new submissions to wait; null leaves it to what is usual. */
async function autoProcessOf(ctx: Context): Promise<false | null> {
  return (await readSetting<boolean>(ctx, 'auto_process')) ? null : false
}

export async function externalIdTaken(ctx: Context, externalId: string): Promise<ApiError> {
  const existingId = await findIdByExternalId(ctx, externalId)
  return new ApiError('external_id_exists', undefined, {
    param: 'external_id',
    ...(existingId === null ? {} : { existingId }),
  })
}
