import { audit, changesBetween, withoutPersons } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { json } from '../../../platform/db/sql.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { ACCOUNT_NUMBER } from '../../records/documents/account-numbers.ts'
import { markDuplicates } from '../../documents/reading/overlap.ts'
import { toLast4 } from '../../documents/statements/overrides.ts'
import { bumpData, onDocumentSettled } from '../../pipeline/pipeline.ts'
import { getSubmissionForUpdate } from '../../records/submissions/store.ts'
import type { AccountPatch } from '../schemas.ts'
import { readStated } from '../../records/transactions/facts/stated-periods.ts'
import { getDataSource } from '../../records/data-sources/store.ts'
import { createPresenter } from './list.ts'
import {
  findAccount,
  hasAccount,
  moveAccount,
  toHolderSearch,
  updateAccount,
  updateNotPrimary,
  type AccountRow,
} from '../../records/data-sources/accounts/store.ts'

/** The fields an audit entry records; of the account number only the last four digits. */
const AUDITED = [
  'name',
  'type',
  'subtype',
  'isBusiness',
  'isIncluded',
  'isPrimary',
  'last4',
  'holderNames',
  'duplicateOf',
  'statedPeriods',
  'mergedInto',
] as const

interface AccountChange {
  dataSourceId: string
  id: string
  patch: AccountPatch
}

/**
 * Corrects an account and recomputes the submission. Throws `data_source_not_found`,
 * `account_not_found`, `invalid_currency`, `invalid_state_transition`.
 */
export async function changeAccount(ctx: Context, change: AccountChange): Promise<object> {
  const { dataSourceId, id, patch } = change
  const { submissionId } = await getDataSource(ctx, dataSourceId)
  await getSubmissionForUpdate(ctx, submissionId)
  if (!(await hasAccount(ctx, { dataSourceId, id }))) throw new ApiError('account_not_found')
  const before = (await findAccount(ctx, submissionId, id))!
  if (patch.isPrimary) await updateNotPrimary(ctx, submissionId)
  await updateAccount(ctx, id, await resolveColumns(ctx, before, patch))
  if (patch.mergeInto !== undefined) await merge(ctx, before, patch.mergeInto)
  const after = (await findAccount(ctx, submissionId, id))!
  await audit(ctx, {
    action: 'updated',
    resourceType: 'account',
    resourceId: id,
    submissionId,
    summary: patch.mergeInto === undefined ? 'Account changed' : 'Account merged into another one',
    changes: withoutPersons(changesBetween(before, after, AUDITED)),
  })
  await bumpData(ctx, submissionId)
  await onDocumentSettled(ctx, submissionId)
  const shown = (await findAccount(ctx, submissionId, after.mergedInto ?? id))!
  return (await createPresenter(ctx, { submissionId, dataSourceId }))(shown)
}

async function resolveColumns(
  ctx: Context,
  account: AccountRow,
  patch: AccountPatch,
): Promise<Record<string, unknown>> {
  if (patch.duplicateOf != null) await getOther(ctx, account, ['duplicate_of', patch.duplicateOf])
  return {
    name: patch.name,
    type: patch.type,
    subtype: patch.subtype,
    is_business: patch.isBusiness,
    is_included: patch.isIncluded,
    is_primary: patch.isPrimary,
    holder_names: patch.holderNames,
    holder_search: patch.holderNames && toHolderSearch(patch.holderNames),
    duplicate_of: patch.duplicateOf,
    ...statedColumns(account, patch),
    ...numberColumns(ctx, account.id, patch.accountNumber),
  }
}

/** A period takes the place of all that were stated before. */
function statedColumns(
  { currency }: AccountRow,
  { period, openingBalance }: AccountPatch,
): Record<string, unknown> {
  if (period === undefined && openingBalance === undefined) return {}
  const stated = readStated({ period, openingBalance }, currency)
  return { stated_periods: json(stated === null ? [] : [stated]) }
}

function numberColumns(
  ctx: Context,
  id: string,
  number: string | null | undefined,
): Record<string, unknown> {
  if (number === undefined) return {}
  if (number === null) return { number_sealed: null, last4: null }
  const plain = number.replace(/\s/g, '')
  return { number_sealed: ACCOUNT_NUMBER.at(ctx, id).seal(plain), last4: toLast4(plain) }
}

/** Rows that both accounts have count once after the merge. */
async function merge(ctx: Context, account: AccountRow, target: string): Promise<void> {
  const other = await getOther(ctx, account, ['merge_into', target])
  if (other.currency !== account.currency) {
    const message = `An account in ${account.currency} cannot be merged into one in ${other.currency}.`
    throw new ApiError('invalid_currency', message, { param: 'merge_into' })
  }
  await moveAccount(ctx, { from: account.id, to: other.id })
  await markDuplicates(ctx, account.submissionId)
}

/** Another account of the submission, neither merged nor a duplicate. */
async function getOther(
  ctx: Context,
  { id, submissionId }: AccountRow,
  [param, otherId]: ['duplicate_of' | 'merge_into', string],
): Promise<AccountRow> {
  const other = await findAccount(ctx, submissionId, otherId)
  if (!other || other.mergedInto !== null) {
    throw new ApiError('account_not_found', 'The submission has no such account.', { param })
  }
  if (other.id === id || other.duplicateOf !== null) {
    const message =
      other.id === id ? 'An account cannot refer to itself.' : 'That account is itself a duplicate.'
    throw new ApiError('invalid_state_transition', message, { param })
  }
  return other
}
