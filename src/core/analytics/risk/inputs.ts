import { computeBalanceFigures } from '../figures/balance-figures.ts'
import { isClosed } from '../anomalies/balance-anomalies.ts'
import { supportsReason } from '../adverse-action/supported.ts'
import { positionsWithStatus, stoppedPositions } from '../figures/debt-figures.ts'
import { computeMean } from '../arithmetic.ts'
import { fullMonths, monthlyMean } from '../figures/monthly.ts'
import { computeReconciliation } from '../figures/quality.ts'
import { windowNamed } from '../metric/gate.ts'
import { remember, type Ledger } from '../ledger.ts'
import { KIND } from '../ledger/classify.ts'
import { computeMetric, type Metric, computeExact } from '../metric.ts'
import { addDays } from '../../values/dates.ts'
import { selectRows } from '../ledger/rows/select.ts'
import type { Scope } from '../window.ts'
import { INDUSTRY_SHARES } from '../settings/risk-model.ts'
import { REASON_STATEMENTS } from '../settings/reasons.ts'
import { scoreRisk, type RiskCap, type RiskInputs, type RiskScore } from './score.ts'

/** The metric behind each factor; the others are computed here. */
export const METRIC_OF_FACTOR: Readonly<Record<string, string>> = {
  revenue_level: 'monthly_true_revenue',
  revenue_trend: 'revenue_trend',
  revenue_consistency: 'revenue_cv',
  deposit_activity: 'monthly_deposit_count',
  adb_to_revenue: 'adb_to_revenue',
  negative_days: 'negative_days',
  nsf_overdraft: 'nsf_overdraft_count',
  low_balance_days: 'low_balance_days',
  holdback: 'holdback_ratio',
  active_positions: 'active_mca_positions',
  debt_service_coverage: 'debt_service_coverage_ratio',
  time_in_business: 'time_in_business_months',
  owner_credit: 'owner_fico',
  industry: 'naics_code',
  data_reliability: 'coverage_ratio',
  document_authenticity: 'document_authenticity',
}

/** Coverage of a business without debts: as good as it gets (formulas section 19). */
const NO_DEBT_COVERAGE = 2
const LEGAL_DAYS = 90
const DEFAULT_DAYS = 365

/** The score of the deal by the tenant's model, over these metrics. */
export function computeRisk(ledger: Ledger, metrics: readonly Metric[]): RiskScore {
  return remember(ledger, 'risk', () =>
    scoreRisk(buildInputs(ledger, metrics), {
      ...(ledger.settings.riskModel === null ? {} : { model: ledger.settings.riskModel }),
      caps: listCaps(ledger),
      latePositions: positionsWithStatus(ledger, 'late').length + stoppedPositions(ledger).length,
      isSupported: ({ name, code }) => isSupported(ledger, metrics, { name, code }),
    }),
  )
}

function isSupported(
  ledger: Ledger,
  metrics: readonly Metric[],
  { name, code }: { name: string; code: string },
): boolean {
  const own = metrics.find((metric) => metric.name === METRIC_OF_FACTOR[name])!
  return supportsReason(ledger, code, computeMetric(ledger, own))
}

function buildInputs(ledger: Ledger, metrics: readonly Metric[]): RiskInputs {
  const isEmpty = ledger.columns.size === 0
  const exact = (name: string): number | null => {
    const own = metrics.find((metric) => metric.name === METRIC_OF_FACTOR[name])!
    return computeExact(ledger, own)
  }
  const months = windowNamed(ledger, 'last_3_full_calendar_months')
  const stated = Object.keys(METRIC_OF_FACTOR).filter((name) => !COMPUTED.includes(name))
  return {
    ...Object.fromEntries(stated.map((name) => [name, exact(name)])),
    negative_days: monthly(ledger, months, 'negativeDays'),
    low_balance_days: monthly(ledger, months, 'lowDays'),
    debt_service_coverage: computeDebtCoverage(ledger, metrics),
    industry: findIndustryTier(ledger),
    data_reliability: isEmpty ? null : reliability(ledger, exact('data_reliability')),
  }
}

const COMPUTED: readonly string[] = [
  'negative_days',
  'low_balance_days',
  'debt_service_coverage',
  'industry',
  'data_reliability',
]

/** Days per mean month of the last full months with balances; null when none is known. */
function monthly(ledger: Ledger, scope: Scope, figure: 'negativeDays' | 'lowDays'): number | null {
  if (computeBalanceFigures(ledger, scope).dayCount === 0) return null
  const months = fullMonths(ledger, scope).map(
    (month) => computeBalanceFigures(ledger, month)[figure],
  )
  const known = computeMean(months.filter((days) => days !== null))
  return (
    known ??
    monthlyMean(ledger, scope, (days) => computeBalanceFigures(ledger, days)[figure] ?? 0).value
  )
}

function computeDebtCoverage(ledger: Ledger, metrics: readonly Metric[]): number | null {
  const metric = metrics.find(({ name }) => name === 'debt_service_coverage_ratio')!
  const { exact, reasons } = computeMetric(ledger, metric)
  if (reasons.includes('no_debt_service')) return NO_DEBT_COVERAGE
  if (typeof exact !== 'number') return null
  // What was paid from an unseen account can only lower it.
  return reasons.includes('missing_account') && exact >= 1 ? null : exact
}

/** The tier of the longest prefix that the tenant has put in one. */
function findIndustryTier({ company: { naicsCode }, settings }: Ledger): number | null {
  if (naicsCode === null) return null
  const prefixes = Object.keys(settings.industryTiers).filter((prefix) =>
    naicsCode.startsWith(prefix),
  )
  const longest = prefixes.toSorted((a, b) => b.length - a.length)[0]
  return longest === undefined ? null : INDUSTRY_SHARES[settings.industryTiers[longest]!]!
}

function reliability(ledger: Ledger, coverage: number | null): number | null {
  const known = [computeReconciliation(ledger).rate, coverage].filter((each) => each !== null)
  return known.length === 0 ? null : Math.min(...known)
}

/** The ceilings of formulas section 19 that the deal hits, the lowest first. */
function listCaps(ledger: Ledger): RiskCap[] {
  const { rate } = computeReconciliation(ledger)
  const caps: { isHit: boolean; cap: RiskCap }[] = [
    {
      isHit: ledger.accounts.some((account) => isClosed(ledger, account)),
      cap: { name: 'account_closed', limit: 20, code: 'RC19', statement: REASON_STATEMENTS.RC19 },
    },
    {
      isHit: ledger.documentAuthenticity !== null && ledger.documentAuthenticity < 30,
      cap: {
        name: 'document_authenticity',
        limit: 30,
        code: 'RC16',
        statement: REASON_STATEMENTS.RC16,
      },
    },
    {
      isHit: hasLegalOrder(ledger),
      cap: { name: 'legal_order', limit: 40, code: 'RC18', statement: REASON_STATEMENTS.RC18 },
    },
    {
      isHit: hasDefaulted(ledger),
      cap: {
        name: 'defaulted_position',
        limit: 45,
        code: 'RC17',
        statement: REASON_STATEMENTS.RC17,
      },
    },
    {
      isHit: rate !== null && rate < 0.5,
      cap: {
        name: 'unreconciled_statements',
        limit: 60,
        code: 'RC15',
        statement: REASON_STATEMENTS.RC15,
      },
    },
  ]
  return caps.filter(({ isHit }) => isHit).map(({ cap }) => cap)
}

function hasLegalOrder(ledger: Ledger): boolean {
  const scope = { startDay: ledger.lastDay - LEGAL_DAYS + 1, endDay: ledger.lastDay }
  const isOrder = (row: number): boolean =>
    ((ledger.columns.kinds[row]! >>> KIND.legalOrder) & 1) === 1
  return selectRows(ledger, scope, isOrder).length > 0
}

function hasDefaulted(ledger: Ledger): boolean {
  if (ledger.asOf === null) return false
  const since = addDays(ledger.asOf, -DEFAULT_DAYS)
  return positionsWithStatus(ledger, 'defaulted').some(
    ({ payment, advance }) => (payment?.lastDate ?? advance?.date ?? '') >= since,
  )
}
