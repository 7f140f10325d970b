import { toCents } from '../../values/money.ts'
import { DEFAULT_RISK_MODEL, type Knot, type RiskModel } from './risk-model.ts'
import { DEFAULT_THRESHOLDS } from './grade-thresholds.ts'
import type {
  AnalyticsSettings,
  CashflowLine,
  GradeThresholds,
  RevenueFormula,
} from '../settings.ts'
import type { AnalyticsPatch } from './schemas.ts'

/**
 * The settings with changes applied; what they do not name stays. The changes have been checked by
 * `problemIn`. Source of the keys: resources section 24.
 */
export function applySettings(base: AnalyticsSettings, patch: AnalyticsPatch): AnalyticsSettings {
  const or = <T>(value: T | undefined, otherwise: T): T => (value === undefined ? otherwise : value)
  const { scorecard_thresholds: cuts, risk_model: model, cashflow_layout: layout } = patch
  return {
    ...base,
    revenueFormula: mergeFormula(base.revenueFormula, patch.revenue_formula ?? {}),
    lowBalanceThreshold:
      toCents(patch.low_balance_threshold ?? Number.NaN) ?? base.lowBalanceThreshold,
    countCardPaymentsAsDebt: or(patch.count_card_payments_as_debt, base.countCardPaymentsAsDebt),
    depositsExcludeInternal: or(patch.deposits_exclude_internal, base.depositsExcludeInternal),
    requiredStatementMonths: or(patch.required_statement_months, base.requiredStatementMonths),
    scorecardThresholds: cuts === undefined ? base.scorecardThresholds : mergeThresholds(cuts),
    riskModel: model === undefined ? base.riskModel : mergeModel(model, base.version),
    industryTiers: or(patch.industry_tiers, base.industryTiers),
    anomalyThresholds: or(patch.anomaly_thresholds, base.anomalyThresholds),
    defaultDateRange: or(patch.default_date_range, base.defaultDateRange),
    reportingCurrency: or(patch.reporting_currency, base.reportingCurrency),
    creditor: { ...base.creditor, ...patch.creditor },
    cashflowLayout: layout === undefined ? base.cashflowLayout : (layout?.map(toLine) ?? null),
  }
}

function mergeFormula(
  base: RevenueFormula,
  patch: NonNullable<AnalyticsPatch['revenue_formula']>,
): RevenueFormula {
  const or = <T>(value: T | undefined, otherwise: T): T => (value === undefined ? otherwise : value)
  return {
    version: base.version,
    includeSlugs: or(patch.include_slugs, [...base.includeSlugs]),
    excludeSlugs: or(patch.exclude_slugs, [...base.excludeSlugs]),
    countP2pAsRevenue: or(patch.count_p2p_as_revenue, base.countP2pAsRevenue),
    countFactoringAsRevenue: or(patch.count_factoring_as_revenue, base.countFactoringAsRevenue),
    countSalaryAsRevenue: or(patch.count_salary_as_revenue, base.countSalaryAsRevenue),
    subtractContra: or(patch.subtract_contra, base.subtractContra),
    largeDepositCapMultiple: or(patch.large_deposit_cap_multiple, base.largeDepositCapMultiple),
    wirePolicy: or(patch.wire_policy as RevenueFormula['wirePolicy'], base.wirePolicy),
  }
}

type Cuts = NonNullable<AnalyticsPatch['scorecard_thresholds']>

/** The default table with a tenant's rows in place of its own; null where nothing differs. */
function mergeThresholds(cuts: Cuts): readonly GradeThresholds[] | null {
  if (Object.keys(cuts).length === 0) return null
  const kept = DEFAULT_THRESHOLDS.filter(({ metric }) => cuts[metric] !== null)
  const changed = kept.map((row) => (cuts[row.metric] ? mergeRow(row, cuts[row.metric]!) : row))
  const known = new Set(DEFAULT_THRESHOLDS.map(({ metric }) => metric))
  const added = Object.entries(cuts).flatMap(([metric, own]) =>
    own === null || known.has(metric)
      ? []
      : [mergeRow({ metric, section: '', isCritical: false }, own)],
  )
  return [...changed, ...added]
}

function mergeRow(
  base: Pick<GradeThresholds, 'metric' | 'section' | 'isCritical'>,
  own: NonNullable<Cuts[string]>,
): GradeThresholds {
  const { A, B, C, D, section = base.section, is_critical: isCritical = base.isCritical } = own
  return { metric: base.metric, section, isCritical, A, B, C, D }
}

/** The default model with the weights and curves of a tenant; a weight of 0 leaves a factor out. */
function mergeModel(
  patch: NonNullable<AnalyticsPatch['risk_model']> | null,
  version: number,
): RiskModel | null {
  if (patch === null) return null
  const factors = DEFAULT_RISK_MODEL.factors.map((factor) => {
    const own = patch.factors[factor.name]
    if (!own) return factor
    return {
      ...factor,
      weight: own.weight,
      knots: (own.knots as Knot[] | undefined) ?? factor.knots,
    }
  })
  const name = patch.name ?? `${DEFAULT_RISK_MODEL.name} of the tenant`
  return {
    id: 'tenant',
    version: `${version}`,
    name,
    factors: factors.filter(({ weight }) => weight > 0),
  }
}

function toLine({
  key,
  label,
  plus,
  minus = [],
}: NonNullable<AnalyticsPatch['cashflow_layout']>[number]): CashflowLine {
  return { key, label, plus, minus }
}
