import { findCategory } from '../values/categories.ts'
import type { CompanyFacts } from '../values/account.ts'
import { FACTORING_IS_REVENUE } from './data/mcc.ts'
import type { Row } from './row.ts'

/** The tenant's revenue formula as far as a single row is concerned (formulas section 3). */
export interface RevenueSettings {
  includeSlugs: readonly string[]
  excludeSlugs: readonly string[]
  countP2pAsRevenue: boolean
  /** Null lets the industry decide. */
  countFactoringAsRevenue: boolean | null
  countSalaryAsRevenue: boolean
}

/** What the settings are when a tenant has changed nothing. */
export const DEFAULT_REVENUE_SETTINGS: RevenueSettings = {
  includeSlugs: [],
  excludeSlugs: [],
  countP2pAsRevenue: true,
  countFactoringAsRevenue: null,
  countSalaryAsRevenue: false,
}

/** Why the inflow is or is not true revenue; outflows are neither. */
export interface RevenueVerdict {
  isRevenue: boolean
  exclusionReason: string | null
}

export interface RevenueFacts {
  settings: RevenueSettings
  company: CompanyFacts
  isMatchedTransfer: boolean
  /** One of a pair of which the later row undoes the earlier. */
  isCancelled: boolean
  isRelatedParty: boolean
  payrollNames: ReadonlySet<string>
}

/** Exclusion reasons by leaf or root, in the order of formulas section 3. */
const REASON_BY_SLUG: readonly [reason: string, slugs: readonly string[]][] = [
  [
    'own_account_transfer',
    [
      'transfers.external_own',
      'transfers.savings',
      'transfers.sweep',
      'transfers.overdraft_protection',
      'debt.credit_card_payment',
    ],
  ],
  [
    'returned_or_reversed',
    ['returns.returned_debit', 'returns.returned_deposit', 'returns.reversal'],
  ],
  ['mca_advance', ['debt.mca_advance', 'debt.reverse_consolidation_in']],
  [
    'loan_proceeds',
    [
      'debt.loan_proceeds',
      'debt.loc_draw',
      'debt.sba_proceeds',
      'debt.card_cash_advance',
      'debt.student_loan',
    ],
  ],
  ['factoring', ['debt.factoring_advance']],
  [
    'owner_or_investor',
    ['equity.owner_contribution', 'equity.investor_funding', 'equity.owner_loan'],
  ],
  ['affiliate', ['transfers.affiliate']],
  ['tax_refund', ['income.tax_refund']],
  ['insurance_or_settlement', ['income.insurance_payout', 'income.legal_settlement']],
  ['vendor_refund_or_rewards', ['income.vendor_refund', 'income.rewards']],
  [
    'interest_or_investment',
    ['income.interest', 'income.dividend', 'transfers.investment', 'transfers.crypto'],
  ],
  ['government_benefit_or_grant', ['income.government_benefit', 'income.grant', 'income.pension']],
  ['gambling', ['income.gambling_winnings']],
  ['asset_sale', ['income.asset_sale']],
  ['personal_p2p', ['transfers.p2p', 'revenue.p2p_business']],
  ['unidentified_wire', ['transfers.wire']],
  ['salary', ['revenue.salary']],
  ['uncategorized', ['uncategorized.inflow']],
]

const REASONS = new Map(
  REASON_BY_SLUG.flatMap(([reason, slugs]) => slugs.map((slug) => [slug, reason] as const)),
)

/**
 * Whether the row counts in true revenue and, for an inflow that does not, the first reason that
 * applies (formulas section 3). Every inflow has exactly one of both, so the reasons sum to the
 * deposits that are not revenue.
 */
export function revenueVerdict(row: Row, slug: string, facts: RevenueFacts): RevenueVerdict {
  if (!row.isInflow) {
    // A debit that takes a deposit back leaves contra revenue as the deposit leaves revenue.
    return { isRevenue: false, exclusionReason: facts.isCancelled ? 'returned_or_reversed' : null }
  }
  const toggled = row.tx.override?.isRevenue
  if (toggled === true) return { isRevenue: true, exclusionReason: null }
  if (toggled === false) return { isRevenue: false, exclusionReason: 'user_excluded' }
  if (facts.isMatchedTransfer || slug === 'transfers.internal') {
    return { isRevenue: false, exclusionReason: 'internal_transfer' }
  }
  if (facts.isCancelled) return { isRevenue: false, exclusionReason: 'returned_or_reversed' }
  if (counts(row, slug, facts)) return { isRevenue: true, exclusionReason: null }
  return { isRevenue: false, exclusionReason: REASONS.get(slug) ?? 'other_non_operating' }
}

function counts(row: Row, slug: string, facts: RevenueFacts): boolean {
  const { settings } = facts
  if (settings.excludeSlugs.includes(slug)) return false
  if (settings.includeSlugs.includes(slug)) return true
  if (slug === 'revenue.salary') return settings.countSalaryAsRevenue
  if (slug === 'revenue.p2p_business') return settings.countP2pAsRevenue && isCustomer(row, facts)
  if (slug === 'debt.factoring_advance') return factoringCounts(facts)
  return findCategory(slug)?.trueRevenue === 'yes'
}

/** A payer of a business account who is no owner, affiliate or employee seen in payroll. */
function isCustomer(row: Row, facts: RevenueFacts): boolean {
  const isPersonal = row.account?.type.includes('personal') ?? false
  const isEmployee = row.party.name !== null && facts.payrollNames.has(row.party.name)
  return !isPersonal && !facts.isRelatedParty && !isEmployee
}

function factoringCounts({ settings, company }: RevenueFacts): boolean {
  if (settings.countFactoringAsRevenue !== null) return settings.countFactoringAsRevenue
  return FACTORING_IS_REVENUE.some((prefix) => company.naicsCode?.startsWith(prefix))
}
