import { findCategory } from '../values/categories.ts'
import type { CompanyFacts } from '../values/account.ts'
import type { EnrichedTransaction, FeeKind } from '../values/transaction.ts'
import type { Classified } from './rules/classified.ts'
import { isReviewNeeded, listFlags } from './flags.ts'
import { resolveCounterparty } from './merchants/counterparty.ts'
import type { PositionLink } from './positions/links.ts'
import type { Row } from './row.ts'
import { feeMatch } from './rules/financing.ts'
import { decideRevenue, type RevenueSettings } from './true-revenue.ts'

/** What of the deal shows on its rows. */
export interface DealFacts {
  settings: RevenueSettings
  company: CompanyFacts
  /** By transaction id. */
  positions: ReadonlyMap<string, PositionLink>
  /** Ids of streams by transaction id. */
  streams: ReadonlyMap<string, string>
}

/** Counterparties that are named on a row and are no merchants for all that. */
const NO_MERCHANTS = new Set(['person', 'bank', 'own_account'])

/** The rows as enrichment returns them, in the order given. */
export function assembleRows(
  classified: readonly Classified[],
  facts: DealFacts,
): EnrichedTransaction[] {
  const payrollNames = new Set(
    classified
      .filter(({ slug, row }) => slug === 'expenses.payroll' && row.party.looksLikePerson)
      .map(({ row }) => row.party.name!),
  )
  return classified.map((one) => assembleRow(one, facts, payrollNames))
}

function assembleRow(
  one: Classified,
  facts: DealFacts,
  payrollNames: ReadonlySet<string>,
): EnrichedTransaction {
  const { row, categories, slug } = one
  const { tx } = row
  const { settings, company } = facts
  const { isRevenue, exclusionReason } = decideRevenue(one, { settings, company, payrollNames })
  const links = linkRow(one, facts)
  const needsReview = isReviewNeeded(categories[0]!, row)
  const feeKind = detectFeeKind(row, slug)
  const isRecurring = tx.override?.isRecurring ?? links.streamId !== null
  const isMca = facts.positions.get(tx.id)?.isMca ?? false
  const shown = { ...one, feeKind, isRevenue, isRecurring, needsReview, isMca }
  return {
    ...tx,
    isDuplicate: tx.override?.isDuplicate ?? tx.isDuplicate,
    normalizedDescription: row.normalized,
    ...nameOtherSide(one),
    categories,
    channel: row.channel,
    checkNumber: tx.checkNumber ?? row.checkNumber,
    flags: listFlags(row, shown),
    feeKind,
    isRevenue,
    exclusionReason,
    isDebt: tx.override?.isDebt ?? findCategory(slug)?.debt === 'yes',
    isRecurring,
    ...links,
    needsReview,
  }
}

function nameOtherSide({ row, slug, funder, merchant }: Classified) {
  const merchantName = merchant?.name ?? null
  const counterparty = resolveCounterparty(row, { slug, merchantName, isFunder: funder !== null })
  const merchantId = NO_MERCHANTS.has(counterparty.type) ? null : (merchant?.key ?? null)
  return { merchantName, merchantId, counterparty }
}

function linkRow({ row: { tx }, funder, partner }: Classified, { streams, positions }: DealFacts) {
  const position = positions.get(tx.id)
  return {
    streamId: streams.get(tx.id) ?? null,
    positionId: position?.positionId ?? null,
    positionRole: position?.role ?? null,
    funderId: funder?.value.id ?? null,
    matchedTransactionId: partner?.row.tx.id ?? null,
    matchScore: partner?.score ?? null,
  }
}

/** The kind by wording (formulas N1); a fee leaf without such wording is ambiguous. */
function detectFeeKind(row: Row, slug: string): FeeKind | null {
  if (row.tx.override?.feeKind) return row.tx.override.feeKind
  if (slug !== 'fees.nsf_overdraft') return null
  return feeMatch(row)?.value.rule.feeKind ?? 'ambiguous'
}
