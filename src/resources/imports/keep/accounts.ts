import type { ImportedAccount } from '../../../core/providers/imported.ts'
import { getLast4 } from '../../../core/statements/formats/tabular.ts'
import type { Context } from '../../../platform/context.ts'
import { resolveAccount } from '../../documents/reading/accounts.ts'
import {
  insertProviderAccount,
  listAccounts,
  listProviderAccounts,
  type KnownAccount,
  type ProviderRecords,
} from './store.ts'

export interface KeptAccounts {
  /** Our id by the provider's. */
  ids: Map<string, string>
  createdCount: number
}

/**
 * The accounts of a payload: those that the provider named before, else one of the same number,
 * bank and currency, else new ones.
 */
export async function keepAccounts(
  ctx: Context,
  records: ProviderRecords,
  accounts: readonly ImportedAccount[],
): Promise<KeptAccounts> {
  const named = await listProviderAccounts(ctx, records)
  const known = await listAccounts(ctx, records.submissionId)
  const ids = new Map<string, string>()
  const created = new Set<string>()
  for (const account of accounts) {
    const id = named.get(account.id) ?? (await findOrCreate(ctx, records, { account, known }))
    if (!known.some((one) => one.id === id)) created.add(id)
    if (!named.has(account.id))
      await insertProviderAccount(ctx, records, { externalId: account.id, accountId: id })
    ids.set(account.id, id)
  }
  return { ids, createdCount: created.size }
}

async function findOrCreate(
  ctx: Context,
  { submissionId, provider }: ProviderRecords,
  { account, known }: { account: ImportedAccount; known: readonly KnownAccount[] },
): Promise<string> {
  const last4 = getLast4(account.number)
  const match = findByNumber(account, last4, known)
  if (match !== null) return match
  return resolveAccount(ctx, submissionId, {
    institutionName: account.institutionName,
    accountNumber: account.number,
    accountLast4: last4,
    accountHolderNames: account.holderNames,
    routingNumber: null,
    accountType: account.type,
    currency: account.currency,
    name: last4 === null ? account.name : null,
    // Without a number, two accounts of one name differ in the provider's id alone.
    apartId: last4 === null ? `${provider}:${account.id}` : null,
  })
}

/** Where one side names no bank, the only account with the number is the one. */
function findByNumber(
  { institutionName, currency }: ImportedAccount,
  last4: string | null,
  known: readonly KnownAccount[],
): string | null {
  if (last4 === null) return null
  const alike = known.filter((one) => one.last4 === last4 && one.currency === currency)
  const [only, ...others] = alike
  const isOpen = institutionName === null || only?.institutionName === null
  return only !== undefined && others.length === 0 && isOpen ? only.id : null
}
