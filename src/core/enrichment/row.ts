import type { Account, CompanyFacts } from '../values/account.ts'
import { dayNumber, type PlainDate } from '../values/dates.ts'
import type { Cents } from '../values/money.ts'
import type { CategorySource, Channel, RawTransaction } from '../values/transaction.ts'
import { detectChannel } from './descriptor/channel.ts'
import { createReader } from './descriptor/lexicon.ts'
import type { Party, Reading } from './descriptor/reading.ts'
import { numbersIn } from './descriptor/normalize.ts'
import { nameWords, createPartyReader } from './descriptor/party.ts'
import type { TenantIndex, TenantMerchant, TenantRule } from './tenant-layer.ts'

/** A transaction with its descriptor read, before any category is known. */
export interface Row {
  index: number
  tx: RawTransaction
  day: number
  date: PlainDate
  absCents: Cents
  isInflow: boolean
  account: Account | null
  reading: Reading
  /** As `Descriptor` has them. */
  normalized: string
  checkNumber: string | null
  /** Filled by `readNumbers`. */
  numbers: readonly string[] | null
  channel: Channel
  party: Party
  /** The correction for all rows like this one; `tx.override` includes it. */
  rule: TenantRule | null
  /** The merchant whose alias of the tenant is in the descriptor. */
  alias: TenantMerchant | null
}

/** The category that one layer gives a row. */
export interface CategoryCandidate {
  slug: string
  confidence: number
  source: CategorySource
  ruleId: string
}

/** Everything beyond the row itself that layers read. */
export interface Context {
  company: CompanyFacts
  ownerWords: readonly (readonly string[])[]
  companyWords: readonly string[]
  /** Rows settled by their partner: matched transfers, reversals, returns. */
  pairs: ReadonlyMap<number, CategoryCandidate>
  /** Rows settled by what happens around them: advance and payment patterns (formulas P2). */
  patterns: ReadonlyMap<number, CategoryCandidate>
  /** The tenant's entry of the merchant that a row names. */
  findTenantMerchant(row: Row): TenantMerchant | null
  /** Ids of rows of positions that a person rejected. */
  rejected: ReadonlySet<string>
  /** Whether an ambiguous funder alias has its second cue on this row (formulas P1). */
  hasSecondCue(row: Row, funderId: string, span: { start: number; end: number }): boolean
  /** Whether the account paid the same amount within the 10 business days before. */
  hasEarlierPayment(row: Row): boolean
  /** How often `hasSecondCue` and `hasEarlierPayment` ran: their results hold for one row only. */
  countRowLookups(): number
}

/** Numbers that the descriptor prints, computed on demand because most rows never need them. */
export function readNumbers(row: Row): readonly string[] {
  return (row.numbers ??= numbersIn(row.tx.description))
}

/** Rows in the order given. */
export function toRows(
  transactions: readonly RawTransaction[],
  around: { accounts: readonly Account[]; ownName: string | null; tenantIndex: TenantIndex },
): Row[] {
  const { accounts, ownName, tenantIndex } = around
  const accountById = new Map(accounts.map((account) => [account.id, account]))
  const read = createReader(ownName === null ? [] : nameWords(ownName))
  const partyBehind = createPartyReader()
  return transactions.map((given, index) => {
    const descriptor = read(given.description)
    const { reading, normalized, checkNumber } = descriptor
    const rule = tenantIndex.findRule(normalized, given.amount > 0)
    const tx = rule ? { ...given, override: { ...rule.override, ...given.override } } : given
    return {
      index,
      tx,
      day: dayNumber(tx.date),
      date: tx.date,
      absCents: Math.abs(tx.amount),
      isInflow: tx.amount > 0,
      account: accountById.get(tx.accountId) ?? null,
      reading,
      normalized,
      checkNumber,
      numbers: null,
      channel: detectChannel(descriptor, tx),
      party: partyBehind(descriptor, tx.description),
      rule: given.override?.category === undefined ? rule : null,
      alias: tenantIndex.findAlias(tx.description),
    }
  })
}

/** Whether the row stands on a credit card account. */
export function isOnCard({ account }: Row): boolean {
  return account !== null && /credit|card/.test(account.type)
}

/** Whether channel or words are those of a refund. */
export function isRefund({ channel, reading }: Row): boolean {
  return channel === 'card' || reading.wordings.has('refund')
}

/** A candidate of a rule. */
export function toRuleCandidate(
  slug: string,
  confidence: number,
  ruleId: string,
): CategoryCandidate {
  return { slug, confidence, source: 'rule', ruleId }
}

/** The sum of the amounts, as a magnitude. */
export function sumAmounts(rows: readonly Row[]): Cents {
  return rows.reduce((sum, { absCents }) => sum + absCents, 0)
}
