import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { findAccountInForce } from '../../records/data-sources/accounts/store.ts'
import { resolveAccount } from '../../documents/reading/accounts.ts'
import type { AccountInput } from '../schemas.ts'

/** The account of a row: an existing one, a described one, or a default one. */
export interface AccountReference {
  accountId?: string | undefined
  account?: AccountInput | undefined
  currency?: string | undefined
}

export interface FoundAccount {
  id: string
  currency: string
}

const CURRENCY_DEFAULT = 'USD'

/** Returns a cached lookup for the accounts of one request, which throws `account_not_found`. */
export function accountFinder(
  ctx: Context,
  submissionId: string,
): (reference: AccountReference) => Promise<FoundAccount> {
  const found = new Map<string, FoundAccount>()
  return async (reference) => {
    const { accountId, account = null, currency = CURRENCY_DEFAULT } = reference
    const name = accountId ?? JSON.stringify([account, currency])
    const known = found.get(name)
    if (known) return known
    const resolved =
      accountId === undefined
        ? { id: await ensureAccount(ctx, submissionId, { account, currency }), currency }
        : await getAccount(ctx, submissionId, accountId)
    found.set(name, resolved)
    return resolved
  }
}

/** What was merged into another account is that account. Throws `account_not_found`. */
export async function getAccount(
  ctx: Context,
  submissionId: string,
  accountId: string,
): Promise<FoundAccount> {
  const account = await findAccountInForce(ctx, submissionId, accountId)
  if (account !== null) return account
  const message = 'The submission has no such account.'
  throw new ApiError('account_not_found', message, { param: 'account_id' })
}

/** Accounts of the same bank and number are one account, whatever the source. */
async function ensureAccount(
  ctx: Context,
  submissionId: string,
  { account, currency }: { account: AccountInput | null; currency: string },
): Promise<string> {
  const number = account?.number?.replace(/\s/g, '') ?? null
  return resolveAccount(ctx, submissionId, {
    institutionName: account?.institutionName ?? null,
    accountNumber: number,
    accountLast4: number?.slice(-4) ?? null,
    accountHolderNames: [],
    routingNumber: null,
    accountType: account?.type ?? 'checking',
    currency,
    name: account?.name ?? null,
  })
}
