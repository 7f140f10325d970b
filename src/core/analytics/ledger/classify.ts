import { CATEGORIES, findCategory, type Category } from '../../values/categories.ts'
import type { AnalyticsSettings, RevenueFormula } from '../settings.ts'
import { LEAF_LINES, LINE_OF_CATEGORY, lineIndex } from './lines.ts'
import type { Label } from './rows/row.ts'

/** What a row can be; a row is any number of these. The number is a bit of the `kinds` column. */
export const KIND = {
  /** R1: every inflow (without internal ones when the tenant excludes them). */
  deposit: 0,
  /** D1: inflows without internal transfers, returns, reversals and fee refunds. */
  countedDeposit: 1,
  /** D7: outflows without internal transfers and reversals. */
  withdrawal: 2,
  revenue: 3,
  contra: 4,
  /** Every row that is not an internal transfer (D8). */
  external: 5,
  debtService: 6,
  mcaPayment: 7,
  /** Inflow that takes an amount counted in debt service back. */
  debtReturn: 8,
  mcaReturn: 9,
  /** L19: a returned payment of a position, whether or not its debit counts. */
  returnedMcaPayment: 10,
  debtProceeds: 11,
  needsReview: 12,
  unmatchedTransfer: 13,
  hasMerchant: 14,
  hasBalance: 15,
  relatedPartyInflow: 16,
  legalOrder: 17,
  stopPayment: 18,
  operatingOutflow: 19,
  any: 20,
} as const

/** One of the kinds above. */
export type Kind = (typeof KIND)[keyof typeof KIND]
/** How many kinds there are. */
export const KIND_COUNT = 21

/** Why an inflow is not revenue (formulas section 3, table of exclusion reasons, in its order). */
export const EXCLUSION_REASONS: readonly string[] = [
  'user_excluded',
  'internal_transfer',
  'own_account_transfer',
  'returned_or_reversed',
  'mca_advance',
  'loan_proceeds',
  'factoring',
  'owner_or_investor',
  'affiliate',
  'tax_refund',
  'insurance_or_settlement',
  'vendor_refund_or_rewards',
  'interest_or_investment',
  'government_benefit_or_grant',
  'gambling',
  'asset_sale',
  'personal_p2p',
  'unidentified_wire',
  'salary',
  'uncategorized',
  'other_non_operating',
  'capped_large_deposit',
]

/** What classification knows of rows of one label and sign. */
export interface Verdict {
  category: number
  line: number
  kinds: number
  /** Index into `EXCLUSION_REASONS`, or 255 when the row is revenue or no inflow. */
  exclusion: number
  /** A person corrected them. */
  isCorrected: boolean
}

/** The `exclusion` of a row that has no reason. */
export const NO_EXCLUSION = 255

const CATEGORY_INDEX = new Map(CATEGORIES.map((category, index) => [category.slug, index]))
const LINE = {
  gross: lineIndex('gross_revenue'),
  contra: lineIndex('contra_revenue'),
  oneOff: lineIndex('other_income.one_off'),
  recurring: lineIndex('other_income.recurring'),
  returns: lineIndex('returns'),
  proceeds: lineIndex('debt_proceeds'),
  otherDebt: lineIndex('debt_service.other'),
  cardPayments: lineIndex('transfers_net.card_payments'),
  otherExpense: lineIndex('opex.other'),
}

/** The number of a category in the columns; an unknown slug counts as uncategorized. */
export function categoryIndex(slug: string, amount: number): number {
  const known = findCategory(slug)?.slug ?? `uncategorized.${amount > 0 ? 'inflow' : 'outflow'}`
  return CATEGORY_INDEX.get(known) ?? 0
}

/** A label with the amount of one of its rows, of which only the sign counts. */
interface SignedLabel extends Label {
  amount: number
}

/**
 * Category, cash flow line, kinds and exclusion reason of the rows with a label whose amounts have
 * the sign of this one (formulas sections 3 and 11). What is a row's own is not among the kinds.
 */
export function classifyLabel(label: Label, amount: number, settings: AnalyticsSettings): Verdict {
  const row: SignedLabel = { ...label, amount }
  const index = categoryIndex(row.categories[0]?.slug ?? '', row.amount)
  const category = CATEGORIES[index]!
  const revenue = revenueVerdict(row, category, settings.revenueFormula)
  const isContra =
    row.amount < 0 &&
    settings.revenueFormula.subtractContra &&
    (category.trueRevenue === 'contra' || category.pnlLine === 'Revenue') &&
    row.exclusionReason !== 'returned_or_reversed'
  const isDebtService = row.amount < 0 && countsAsDebt(row, category, settings)
  const line = pickLine({
    row,
    category,
    index,
    isRevenue: revenue.isRevenue,
    isContra,
    isDebtService,
  })
  const kinds = toKindBits(row, category, { line, isContra, isDebtService, settings })
  return {
    category: index,
    line,
    kinds: kinds | (revenue.isRevenue ? 1 << KIND.revenue : 0),
    exclusion: revenue.exclusion,
    isCorrected: label.override !== null,
  }
}

/** Whether rows of a label return a payment of a position. */
export function isLinkedReturn({ positionRole, flags }: Label): boolean {
  return positionRole === 'return' || flags.includes('returned_mca_payment')
}

/** Whether a category, by its number, is one of returns. */
export function isReturn(category: number): boolean {
  return CATEGORIES[category]!.parentSlug === 'returns'
}

function revenueVerdict(
  row: SignedLabel,
  category: Category,
  formula: RevenueFormula,
): { isRevenue: boolean; exclusion: number } {
  if (row.amount <= 0) return { isRevenue: false, exclusion: NO_EXCLUSION }
  const ruling = row.override?.isRevenue ?? isRevenueByFormula(category.slug, formula)
  if (ruling ?? row.isRevenue) return { isRevenue: true, exclusion: NO_EXCLUSION }
  const given = row.isRevenue ? reasonOfRuling(category.slug) : row.exclusionReason
  const index = EXCLUSION_REASONS.indexOf(given ?? 'other_non_operating')
  return {
    isRevenue: false,
    exclusion: index < 0 ? EXCLUSION_REASONS.indexOf('other_non_operating') : index,
  }
}

/** How the tenant's formula counts a leaf; null leaves the classification by enrichment. */
function isRevenueByFormula(slug: string, formula: RevenueFormula): boolean | null {
  if (formula.excludeSlugs.includes(slug)) return false
  if (formula.includeSlugs.includes(slug)) return true
  if (slug === 'revenue.p2p_business' && formula.countP2pAsRevenue === false) return false
  if (slug === 'debt.factoring_advance') return formula.countFactoringAsRevenue
  if (slug === 'revenue.salary') return formula.countSalaryAsRevenue
  if (slug === 'transfers.wire' && formula.wirePolicy) return formula.wirePolicy === 'include'
  return null
}

const RULING_REASONS: Record<string, string> = {
  'revenue.p2p_business': 'personal_p2p',
  'debt.factoring_advance': 'factoring',
  'revenue.salary': 'salary',
}

function reasonOfRuling(slug: string): string {
  return RULING_REASONS[slug] ?? 'user_excluded'
}

function countsAsDebt(row: SignedLabel, category: Category, settings: AnalyticsSettings): boolean {
  if (row.override?.isDebt !== undefined) return row.override.isDebt
  return (
    category.debt === 'yes' || (category.debt === 'revolving' && settings.countCardPaymentsAsDebt)
  )
}

interface LineQuestion {
  row: SignedLabel
  category: Category
  index: number
  isRevenue: boolean
  isContra: boolean
  isDebtService: boolean
}

/** The one line of a row; a person's override moves a row away from its category's line. */
function pickLine(question: LineQuestion): number {
  const { row, category, isRevenue, isContra, isDebtService } = question
  const line = LINE_OF_CATEGORY[question.index]!
  const isDebtLine = LEAF_LINES[line]!.parent === 'debt_service'
  if (isRevenue) return LINE.gross
  if (isContra) return LINE.contra
  if (row.exclusionReason === 'returned_or_reversed') return LINE.returns
  if (category.pnlLine === 'Contra revenue') return LINE.returns
  if (category.pnlLine === 'Revenue') return row.amount > 0 ? LINE.oneOff : LINE.returns
  if (isDebtService) return isDebtLine ? line : LINE.otherDebt
  if (isDebtLine && row.amount > 0) return LINE.proceeds
  if (isDebtLine) return category.debt === 'revolving' ? LINE.cardPayments : LINE.otherExpense
  if (category.slug === 'income.insurance_payout' && row.isRecurring) return LINE.recurring
  return line
}

interface KindFacts {
  line: number
  isContra: boolean
  isDebtService: boolean
  settings: AnalyticsSettings
}

function toKindBits(row: SignedLabel, category: Category, facts: KindFacts): number {
  const { slug } = category
  const isInternal = row.override?.isInternalTransfer ?? slug === 'transfers.internal'
  const isInflow = row.amount > 0
  const isOutflow = row.amount < 0
  const leaf = LEAF_LINES[facts.line]!
  const flags = row.flags
  return (
    toKindBit(KIND.any, true) |
    toKindBit(KIND.deposit, isInflow && !(isInternal && facts.settings.depositsExcludeInternal)) |
    toKindBit(KIND.countedDeposit, isInflow && !isInternal && isDepositLine(leaf.key, category)) |
    toKindBit(KIND.withdrawal, isOutflow && !isInternal && slug !== 'returns.reversal') |
    toKindBit(KIND.contra, facts.isContra) |
    toKindBit(KIND.external, !isInternal) |
    toKindBit(KIND.debtService, facts.isDebtService) |
    toKindBit(KIND.mcaPayment, facts.isDebtService && leaf.key === 'debt_service.mca') |
    toKindBit(
      KIND.debtProceeds,
      isInflow && category.debt === 'yes' && category.parentSlug === 'debt',
    ) |
    toKindBit(KIND.needsReview, row.needsReview) |
    toKindBit(KIND.unmatchedTransfer, flags.includes('unmatched_transfer')) |
    toKindBit(KIND.relatedPartyInflow, isInflow && isRelatedParty(row, slug)) |
    toKindBit(KIND.legalOrder, slug === 'debt.garnishment_levy' || flags.includes('legal_order')) |
    toKindBit(KIND.stopPayment, slug === 'fees.stop_payment' || flags.includes('stop_payment')) |
    toKindBit(KIND.operatingOutflow, isOutflow && (leaf.parent === 'opex' || leaf.key === 'cogs'))
  )
}

/** The bit of a kind, when rows are of it. */
export function toKindBit(kind: Kind, isKind: boolean): number {
  return isKind ? 1 << kind : 0
}

/** Neither a return nor the refund of a fee (formulas D1). */
function isDepositLine(lineKey: string, category: Category): boolean {
  return lineKey !== 'returns' && category.parentSlug !== 'fees'
}

/** Anomaly `related_party_flow`: owners, affiliates and parties recognized as such. */
function isRelatedParty(row: SignedLabel, slug: string): boolean {
  return (
    row.flags.includes('related_party') ||
    slug === 'transfers.affiliate' ||
    slug === 'equity.owner_contribution' ||
    slug === 'equity.owner_loan'
  )
}
