import type { PlainDate } from '../../core/values/dates.ts'
import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { derivedId } from '../../platform/crypto/derived-id.ts'
import { getSubmission, getSubmissionForUpdate } from '../records/submissions/store.ts'
import { detectMissingAccounts, type MissingAccount } from './detect.ts'
import { detectOperatingAccount, expectsRunningCosts } from './operating.ts'
import {
  findRunningCosts,
  listKnownAccounts,
  listMissingAccountStatuses,
  listUnmatchedRows,
  upsertMissingAccountStatus,
  type MissingAccountStatus,
} from './store.ts'

export interface ListedAccount extends MissingAccount {
  id: string
  status: MissingAccountStatus
}

/** The missing accounts by the rows up to a day, or by all, each with its status. */
export async function listMissingAccounts(
  ctx: Context,
  submissionId: string,
  asOf: PlainDate | null = null,
): Promise<ListedAccount[]> {
  const found = await findMissingAccounts(ctx, submissionId, asOf)
  const noted = await listMissingAccountStatuses(ctx, submissionId)
  const statuses = new Map(noted.map(({ id, status }) => [id, status]))
  return found.map((account) => {
    const id = derivedId(submissionId, 'missing-account', account.key)
    return { ...account, id, status: statuses.get(id) ?? 'open' }
  })
}

/** The missing accounts by the present rows, without their status. */
export async function findMissingAccounts(
  ctx: Context,
  submissionId: string,
  asOf: PlainDate | null = null,
): Promise<MissingAccount[]> {
  const { companyInfo } = await getSubmission(ctx, submissionId)
  const found = detectMissingAccounts(
    await listUnmatchedRows(ctx, submissionId, asOf),
    await listKnownAccounts(ctx, submissionId),
  )
  if (!expectsRunningCosts(companyInfo.naicsCode)) return found
  return [...found, ...detectOperatingAccount(await findRunningCosts(ctx, submissionId, asOf))]
}

/**
 * Sets the status of a missing account. Throws `missing_account_not_found` when the rows no longer
 * mention it.
 */
export async function noteMissingAccount(
  ctx: Context,
  submissionId: string,
  note: { id: string; status: MissingAccountStatus },
): Promise<ListedAccount> {
  await getSubmissionForUpdate(ctx, submissionId)
  const account = (await listMissingAccounts(ctx, submissionId)).find(({ id }) => id === note.id)
  if (!account) throw new ApiError('missing_account_not_found')
  await upsertMissingAccountStatus(ctx, submissionId, note)
  await audit(ctx, {
    action: 'updated',
    resourceType: 'missing_account',
    resourceId: note.id,
    submissionId,
    summary: `Missing account is ${note.status}`,
    changes: [{ field: 'status', from: account.status, to: note.status }],
  })
  return { ...account, status: note.status }
}
