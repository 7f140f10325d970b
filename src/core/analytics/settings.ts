import type { Cents } from '../values/money.ts'
import type { RiskModel } from './settings/risk-model.ts'

/**
 * What counts as revenue for one tenant (formulas section 3). Slug lists and switches act on top
 * of the classification by enrichment, so that a change can be simulated without enriching again.
 * A switch that is null leaves the classification as it is.
 */
export interface RevenueFormula {
  version: number
  includeSlugs: readonly string[]
  excludeSlugs: readonly string[]
  countP2pAsRevenue: boolean | null
  countFactoringAsRevenue: boolean | null
  countSalaryAsRevenue: boolean | null
  subtractContra: boolean
  /** One inflow counts at most this many times the account's median revenue deposit; null = off. */
  largeDepositCapMultiple: number | null
  /** How a wire from an unknown party counts; null = excluded, as enrichment classifies it. */
  wirePolicy: 'include' | 'exclude' | null
}

/**
 * Cut-offs of one graded metric, in the units of the wire (major units, ratios 0-1). When they
 * fall from A to D more is better, and grade A is `value >= A`; else it is `value <= A`.
 */
export interface GradeThresholds {
  metric: string
  isCritical: boolean
  section: string
  A: number
  B: number
  C: number
  D: number
}

/** A line of a tenant's own cash flow: a sum of default lines, some of them subtracted. */
export interface CashflowLine {
  key: string
  label: string
  plus: readonly string[]
  minus: readonly string[]
}

/** The creditor as a notice to an applicant names it; null = not known. */
export interface Creditor {
  name: string | null
  address: string | null
  phone: string | null
  /** The federal agency that administers compliance of this creditor (12 CFR 1002.9). */
  agency: string | null
}

/** The tenant settings that change a number or a notice. */
export interface AnalyticsSettings {
  /** Which of the tenant's settings these are; 0 until it changes one. */
  version: number
  revenueFormula: RevenueFormula
  /** Threshold of B13. */
  lowBalanceThreshold: Cents
  countCardPaymentsAsDebt: boolean
  /** True: R1 leaves matched internal transfers out (formulas V5). */
  depositsExcludeInternal: boolean
  /** The x of B15, in days. */
  outflowCoverDays: number
  /** Replaces the default table of formulas section 18; null = default. */
  scorecardThresholds: readonly GradeThresholds[] | null
  /** The tenant's own lines of the cash flow; null = the lines of formulas section 11. */
  cashflowLayout: readonly CashflowLine[] | null
  /** Replaces the default risk model of formulas section 19; null = default. */
  riskModel: RiskModel | null
  /** Tier of an industry by NAICS prefix: low, medium, high or restricted. */
  industryTiers: Readonly<Record<string, IndustryTier>>
  /** Full calendar months that have to be covered (formulas G6). */
  requiredStatementMonths: number
  /** By kind of anomaly: its threshold in place of the default, null = the kind is off. */
  anomalyThresholds: Readonly<Record<string, number | null>>
  /** Replaces the last 90 days where no date range is requested (formulas C8). */
  defaultDateRange: string | null
  /** The currency of the figures where there are rows in it; null = that of most money. */
  reportingCurrency: string | null
  creditor: Creditor
}

/** How risky a line of business is to a tenant. */
export const INDUSTRY_TIERS = ['low', 'medium', 'high', 'restricted'] as const
/** One of them. */
export type IndustryTier = (typeof INDUSTRY_TIERS)[number]

/** Settings of a tenant that has changed none. */
export const DEFAULT_SETTINGS: AnalyticsSettings = {
  version: 0,
  revenueFormula: {
    version: 1,
    includeSlugs: [],
    excludeSlugs: [],
    countP2pAsRevenue: null,
    countFactoringAsRevenue: null,
    countSalaryAsRevenue: null,
    subtractContra: true,
    largeDepositCapMultiple: null,
    wirePolicy: null,
  },
  lowBalanceThreshold: 500_00,
  countCardPaymentsAsDebt: false,
  depositsExcludeInternal: false,
  outflowCoverDays: 3,
  scorecardThresholds: null,
  cashflowLayout: null,
  riskModel: null,
  industryTiers: {},
  requiredStatementMonths: 3,
  anomalyThresholds: {},
  defaultDateRange: null,
  reportingCurrency: null,
  creditor: { name: null, address: null, phone: null, agency: null },
}
