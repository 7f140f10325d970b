import { each, monthly, selectOutflows, over, plainParts, trueParts } from '../metric/basis.ts'
import { rowsOfKind } from '../metric/evidence.ts'
import { partsOfLine } from './cash-flow-metrics.ts'
import {
  dailyMcaBurden,
  estimatedMcaBalance,
  monthlyDebtService,
  monthlyMcaPayments,
  monthlyOperatingCashFlow,
} from '../figures/debt-figures.ts'
import { getCashFlowLine } from '../figures/cashflow.ts'
import { monthlyMean, type MonthlyMean } from '../figures/monthly.ts'
import { monthlyTrueRevenue, computeRevenue } from '../figures/revenue-figures.ts'
import { getTally, type Ledger } from '../ledger.ts'
import { categoryIndex, KIND } from '../ledger/classify.ts'
import { kindCount, kindSum } from '../ledger/tally.ts'
import { metric, type Metric, type MetricDeclaration } from '../metric.ts'
import type { Scope } from '../window.ts'
import {
  AFTER_COSTS,
  BANK,
  meanOutcome,
  money,
  MONTHLY,
  ratioOutcome,
  scaled,
  valueOr,
} from '../metric/outcomes.ts'

const THREE_MONTHS = 'last_3_full_calendar_months'
const HALF_YEAR = 'last_180_days'

function debt(declaration: Omit<MetricDeclaration, 'group'>): Metric {
  const isDivisible = declaration.basis !== undefined
  return metric({ needs: BANK, isHigherBetter: false, isDivisible, ...declaration, group: 'debt' })
}

/** Payments less what came back, by month. */
const MCA_PAYMENTS = monthly(plainParts(rowsOfKind(KIND.mcaPayment, KIND.mcaReturn), -1))
const DEBT_SERVICE = monthly(plainParts(rowsOfKind(KIND.debtService, KIND.debtReturn), -1))

/** A monthly burden over monthly true revenue. */
function toRevenue(
  burden: (ledger: Ledger, scope: Scope) => MonthlyMean,
  declaration: Omit<MetricDeclaration, 'group' | 'compute' | 'unit'>,
): Metric {
  return debt({
    defaultWindow: THREE_MONTHS,
    needs: MONTHLY,
    ...declaration,
    unit: 'ratio',
    compute: (ledger, window) => {
      const revenue = monthlyTrueRevenue(ledger, window)
      const denominator = revenue.value !== null && revenue.value > 0 ? revenue.value : null
      const names: [string, string] = ['monthly_payments', 'monthly_true_revenue']
      const sides = { numerator: burden(ledger, window).value, denominator, names }
      return ratioOutcome(sides, 'no_revenue', scaled(revenue))
    },
  })
}

/** What the debt costs each month, and what it brought in (formulas section 10). */
export const DEBT_METRICS: readonly Metric[] = [
  debt({
    name: 'monthly_mca_payments',
    label: 'Monthly MCA payments',
    unit: 'amount',
    formulaId: 'L7',
    formula: 'Mean MCA debits of full calendar months, less returned ones',
    defaultWindow: THREE_MONTHS,
    heronLabel: 'debt_repayment_daily_average',
    needs: MONTHLY,
    compute: (ledger, window) => meanOutcome(monthlyMcaPayments(ledger, window)),
    basis: { method: 'sum', parts: MCA_PAYMENTS },
  }),
  toRevenue(monthlyMcaPayments, {
    name: 'holdback_ratio',
    label: 'Holdback',
    formulaId: 'L8',
    formula: 'Monthly MCA payments / monthly true revenue',
    heronLabel: 'holdback',
    basis: over(MCA_PAYMENTS, monthly(trueParts)),
  }),
  debt({
    name: 'daily_mca_burden',
    label: 'Daily MCA burden',
    unit: 'ratio',
    formulaId: 'L9',
    formula: 'Daily equivalent of active MCA payments / (monthly true revenue / 21)',
    defaultWindow: THREE_MONTHS,
    needs: MONTHLY,
    compute: (ledger, window) => valueOr(dailyMcaBurden(ledger, window), 'no_revenue'),
  }),
  debt({
    name: 'monthly_debt_service',
    label: 'Monthly debt service',
    unit: 'amount',
    formulaId: 'L10',
    formula: 'Mean debt outflows of full calendar months, less returned ones',
    defaultWindow: THREE_MONTHS,
    heronLabel: 'debt_repayment',
    needs: MONTHLY,
    compute: (ledger, window) => meanOutcome(monthlyDebtService(ledger, window)),
    basis: { method: 'sum', parts: DEBT_SERVICE },
  }),
  toRevenue(monthlyDebtService, {
    name: 'debt_to_revenue',
    label: 'Debt service to revenue',
    formulaId: 'L11',
    formula: 'Monthly debt service / monthly true revenue',
    basis: over(DEBT_SERVICE, monthly(trueParts)),
  }),
  debt({
    name: 'debt_service_coverage_ratio',
    label: 'Debt service coverage',
    unit: 'ratio',
    formulaId: 'L12',
    formula: 'Operating cash flow / debt service of the same full calendar months',
    defaultWindow: THREE_MONTHS,
    isHigherBetter: true,
    heronLabel: 'debt_service_coverage_ratio',
    needs: [...MONTHLY, ...AFTER_COSTS],
    compute: (ledger, window) => {
      const flow = monthlyOperatingCashFlow(ledger, window)
      const service = monthlyDebtService(ledger, window).value
      const denominator = service !== null && service > 0 ? service : null
      const names: [string, string] = ['operating_cash_flow', 'debt_service']
      const sides = { numerator: flow.value, denominator, names }
      const outcome = ratioOutcome(sides, 'no_debt_service', scaled(flow))
      const oneOff = monthlyMean(ledger, window, (month) =>
        getCashFlowLine(ledger, month, 'other_income.one_off'),
      )
      return { ...outcome, inputs: { ...outcome.inputs, one_off_inflows: money(oneOff.value) } }
    },
    basis: over(monthly(partsOfLine('operating_cash_flow')), DEBT_SERVICE),
  }),
  debt({
    name: 'estimated_mca_balance',
    label: 'Estimated MCA balance',
    unit: 'amount',
    formulaId: 'L13',
    formula: 'Sum of the estimated remaining balances of active MCA positions',
    defaultWindow: 'all',
    heronLabel: 'estimated_remaining_balance',
    compute: (ledger) => {
      const { low, mid, high, unknownCount } = estimatedMcaBalance(ledger)
      const inputs = { low: money(low), high: money(high), without_estimate: unknownCount }
      return { value: mid, reasons: unknownCount > 0 ? ['missing_input'] : [], inputs }
    },
  }),
  debt({
    name: 'leverage_ratio',
    label: 'MCA balance to monthly revenue',
    unit: 'ratio',
    formulaId: 'L14',
    formula: 'Estimated MCA balance / monthly true revenue',
    defaultWindow: 'all',
    needs: MONTHLY,
    compute: (ledger, window) => {
      const names: [string, string] = ['estimated_mca_balance', 'monthly_true_revenue']
      const denominator = monthlyTrueRevenue(ledger, window).value
      const sides = { numerator: estimatedMcaBalance(ledger).mid, denominator, names }
      return ratioOutcome(sides, 'no_revenue')
    },
  }),
  debt({
    name: 'debt_proceeds',
    label: 'Debt proceeds',
    unit: 'amount',
    formulaId: 'L15',
    formula: 'Sum of debt inflows',
    defaultWindow: HALF_YEAR,
    heronLabel: 'debt_investment',
    compute: (ledger, window) => ({ value: kindSum(getTally(ledger, window), KIND.debtProceeds) }),
    basis: each(rowsOfKind(KIND.debtProceeds)),
  }),
  debt({
    name: 'debt_proceeds_ratio',
    label: 'Debt proceeds to deposits',
    unit: 'ratio',
    formulaId: 'L15',
    formula: 'Debt inflows / total deposits',
    defaultWindow: HALF_YEAR,
    compute: (ledger, window) => {
      const numerator = kindSum(getTally(ledger, window), KIND.debtProceeds)
      const { totalDeposits } = computeRevenue(ledger, window)
      const names: [string, string] = ['debt_proceeds', 'total_deposits']
      return ratioOutcome({ numerator, denominator: totalDeposits, names }, 'no_transactions')
    },
    basis: over(plainParts(rowsOfKind(KIND.debtProceeds)), plainParts(rowsOfKind(KIND.deposit))),
  }),
  debt({
    name: 'debt_proceeds_count',
    label: 'Debt inflows',
    unit: 'n',
    formulaId: 'L15',
    formula: 'Number of debt inflows',
    defaultWindow: HALF_YEAR,
    heronLabel: 'debt_investment_count',
    compute: (ledger, window) => ({
      value: kindCount(getTally(ledger, window), KIND.debtProceeds),
    }),
    basis: each(rowsOfKind(KIND.debtProceeds), 'count'),
  }),
  debt({
    name: 'collections_amount',
    label: 'Amount paid to collection agencies',
    unit: 'amount',
    formulaId: 'L10',
    formula: 'Outflows in debt.collections',
    defaultWindow: HALF_YEAR,
    heronLabel: 'debt_collection',
    compute: (ledger, window) => ({ value: sumCollections(ledger, window).amount }),
    basis: each(selectOutflows('debt.collections'), 'sum', -1),
  }),
  debt({
    name: 'collections_count',
    label: 'Payments to collection agencies',
    unit: 'n',
    formulaId: 'L10',
    formula: 'Number of transactions in debt.collections',
    defaultWindow: HALF_YEAR,
    heronLabel: 'debt_collection',
    compute: (ledger, window) => ({ value: sumCollections(ledger, window).count }),
    basis: each(selectOutflows('debt.collections'), 'count'),
  }),
]

function sumCollections(ledger: Ledger, scope: Scope): { amount: number; count: number } {
  const index = categoryIndex('debt.collections', -1)
  const tally = getTally(ledger, scope)
  return { amount: tally.outflow[index]!, count: tally.outflowCount[index]! }
}
