import type { CompanyFacts } from '../values/account.ts'
import { categorySlug, findCategory } from '../values/categories.ts'
import { text } from '../values/rows/cells.ts'
import { readRows } from '../values/rows/rows.ts'
import type { Classified } from './rules/classified.ts'
import { FACTORING_IS_REVENUE } from './data/mcc.ts'

/** The tenant's revenue formula as far as a single row is concerned (formulas section 3). */
export interface RevenueSettings {
  includeSlugs: readonly string[]
  excludeSlugs: readonly string[]
  countP2pAsRevenue: boolean
  /** Null lets the industry decide. */
  countFactoringAsRevenue: boolean | null
  countSalaryAsRevenue: boolean
}

/** The settings of a tenant that changed none. */
export const DEFAULT_REVENUE_SETTINGS: RevenueSettings = {
  includeSlugs: [],
  excludeSlugs: [],
  countP2pAsRevenue: true,
  countFactoringAsRevenue: null,
  countSalaryAsRevenue: false,
}

/** Whether a row is true revenue and why not; an outflow has a reason only as part of a pair. */
export interface RevenueVerdict {
  isRevenue: boolean
  exclusionReason: string | null
}

interface RevenueFacts {
  settings: RevenueSettings
  company: CompanyFacts
  /** People whom the payroll paid. */
  payrollNames: ReadonlySet<string>
}

/** Why the inflows of a leaf are not true revenue (formulas section 3). */
const REASONS = new Map(
  readRows(
    new URL('data/exclusion-reasons.csv', import.meta.url),
    { slug: categorySlug, reason: text },
    ['slug'],
  ).map(({ slug, reason }) => [slug, reason]),
)

/**
 * Whether the row counts in true revenue and, for an inflow that does not, the first reason that
 * applies (formulas section 3). Every inflow has exactly one of both, so the reasons sum to the
 * deposits that are not revenue.
 */
export function decideRevenue(one: Classified, facts: RevenueFacts): RevenueVerdict {
  const { row, slug, partner } = one
  const isTransfer = partner?.kind === 'transfer'
  const isCancelled = partner !== null && !isTransfer
  // A debit that takes a deposit back leaves contra revenue as the deposit leaves revenue.
  if (!row.isInflow) return isCancelled ? excluded('returned_or_reversed') : NEITHER
  const override = row.tx.override?.isRevenue
  if (override !== undefined) return override ? REVENUE : excluded('user_excluded')
  if (isTransfer || slug === 'transfers.internal') return excluded('internal_transfer')
  if (isCancelled) return excluded('returned_or_reversed')
  if (countsAsRevenue(one, facts)) return REVENUE
  return excluded(REASONS.get(slug) ?? 'other_non_operating')
}

const REVENUE: RevenueVerdict = { isRevenue: true, exclusionReason: null }
const NEITHER: RevenueVerdict = { isRevenue: false, exclusionReason: null }

function excluded(exclusionReason: string): RevenueVerdict {
  return { isRevenue: false, exclusionReason }
}

function countsAsRevenue(one: Classified, facts: RevenueFacts): boolean {
  const { settings } = facts
  const { slug } = one
  if (settings.excludeSlugs.includes(slug)) return false
  if (settings.includeSlugs.includes(slug)) return true
  if (slug === 'revenue.salary') return settings.countSalaryAsRevenue
  if (slug === 'revenue.p2p_business') return settings.countP2pAsRevenue && isCustomer(one, facts)
  if (slug === 'debt.factoring_advance') return factoringCounts(facts)
  return findCategory(slug)?.trueRevenue === 'yes'
}

/** A payer of a business account who is no owner, affiliate or employee seen in payroll. */
function isCustomer(
  { row: { account, party }, isRelatedParty }: Classified,
  { payrollNames }: RevenueFacts,
): boolean {
  const isPersonal = account?.type.includes('personal') ?? false
  const isEmployee = party.name !== null && payrollNames.has(party.name)
  return !isPersonal && !isRelatedParty && !isEmployee
}

function factoringCounts({ settings, company }: RevenueFacts): boolean {
  if (settings.countFactoringAsRevenue !== null) return settings.countFactoringAsRevenue
  return FACTORING_IS_REVENUE.some((prefix) => company.naicsCode?.startsWith(prefix))
}
