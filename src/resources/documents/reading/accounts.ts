import type { Statement } from '../../../core/statements/statement.ts'
import { toBankKey, withoutLegalForm } from '../../../core/values/banks/bank-name.ts'
import type { Context } from '../../../platform/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { ACCOUNT_NUMBER, ROUTING_NUMBER } from '../../records/documents/account-numbers.ts'
import { upsertAccount } from './store.ts'

/** Accounts whose rows count in revenue, NSF and balances from the start (formulas C10). */
export const INCLUDED_TYPES: ReadonlySet<string> = new Set(['checking', 'unknown'])

const TYPE_NAMES: Record<string, string> = {
  checking: 'Checking',
  savings: 'Savings',
  money_market: 'Money market',
  credit_card: 'Credit card',
  loan: 'Loan',
  line_of_credit: 'Line of credit',
  investment: 'Investment',
  unknown: 'Account',
}

/** What identifies an account; `name` is used when neither bank nor number is known. */
export type AccountFacts = Pick<
  Statement,
  | 'institutionName'
  | 'accountNumber'
  | 'accountLast4'
  | 'accountHolderNames'
  | 'routingNumber'
  | 'accountType'
  | 'currency'
> & {
  name?: string | null
  /** The statement whose account is uncertain: it is joined with no other. */
  apartId?: string | null
}

/**
 * The account a statement is of: the one with the same bank and number, or a new one. `Wells Fargo`
 * and `Wells Fargo Bank, N.A.` are one bank.
 */
export async function resolveAccount(
  ctx: Context,
  submissionId: string,
  statement: AccountFacts,
): Promise<string> {
  const id = randomUUIDv7()
  const number = statement.accountNumber?.replace(/\s/g, '') ?? null
  const sealed = number && ACCOUNT_NUMBER.at(ctx, id).seal(number)
  return upsertAccount(ctx, {
    id,
    submissionId,
    fingerprint: computeAccountKey(ctx, statement),
    spelledFingerprint: computeFingerprint(ctx, statement),
    institutionName: statement.institutionName,
    name: formatName(statement),
    holderNames: statement.accountHolderNames,
    numberSealed: sealed,
    last4: statement.accountLast4,
    routingSealed:
      statement.routingNumber && ROUTING_NUMBER.at(ctx, id).seal(statement.routingNumber),
    type: statement.accountType,
    currency: statement.currency,
    isIncluded: INCLUDED_TYPES.has(statement.accountType),
  })
}

/** A keyed hash that is equal for all statements of one account, however they spell the bank. */
export function computeAccountKey(ctx: Context, statement: AccountFacts): string {
  return hash(ctx, buildIdentity(statement, toBankKey(statement.institutionName)))
}

/**
 * The same by the bank as it is spelled. The keys of rows hang on it, so that corrections find
 * their rows, and accounts of older versions have it.
 */
export function computeFingerprint(ctx: Context, statement: AccountFacts): string {
  return hash(ctx, buildIdentity(statement, withoutLegalForm(statement.institutionName ?? '')))
}

function hash({ house, environment }: Context, identity: string): string {
  return house.blindIndex.of(identity, environment.id)
}

/**
 * Bank and last four digits, since one statement may print the full number and the next a mask.
 */
function buildIdentity(
  { accountLast4, accountType, accountHolderNames, currency, name, apartId = null }: AccountFacts,
  bank: string,
): string {
  if (apartId !== null) return ['apart', apartId].join('|')
  if (accountLast4 !== null) return ['number', bank, accountLast4, currency].join('|')
  const named = name == null ? [] : [name]
  return [
    'unnamed',
    bank,
    accountType,
    [...accountHolderNames, ...named].join(' ').toUpperCase(),
    currency,
  ].join('|')
}

/** What an account is called where nobody named it: bank, type, end of the number. */
export function formatName({
  institutionName,
  accountLast4,
  accountType,
  name,
}: AccountFacts): string {
  if (name != null) return name
  const parts = [
    institutionName,
    TYPE_NAMES[accountType],
    accountLast4 === null ? null : `···${accountLast4}`,
  ]
  return parts.filter(Boolean).join(' ')
}
