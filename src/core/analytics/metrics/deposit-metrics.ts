import { each, monthly, partsOf } from '../metric/basis.ts'
import { rowsOfKind } from '../metric/evidence.ts'
import {
  depositChannel,
  depositMix,
  computeDepositFigures,
  largeDeposits,
  monthlyDepositCount,
  type DepositChannel,
  type DepositFigures,
} from '../figures/deposit-figures.ts'
import { computeRevenue } from '../figures/revenue-figures.ts'
import { getTally } from '../ledger.ts'
import { KIND } from '../ledger/classify.ts'
import { selectRows } from '../ledger/rows/select.ts'
import { kindCount, kindSum } from '../ledger/tally.ts'
import { metric, type Metric, type MetricDeclaration } from '../metric.ts'
import { BANK, meanOutcome, MONTHLY, valueOr } from '../metric/outcomes.ts'

function flow(declaration: Omit<MetricDeclaration, 'group'>): Metric {
  return metric({ needs: BANK, ...declaration, group: 'profit_and_loss' })
}

/** A metric that is one of the deposit figures D1 to D6. */
function deposit(
  key: keyof DepositFigures,
  declaration: Omit<MetricDeclaration, 'group' | 'compute'>,
): Metric {
  return flow({
    basis: each(rowsOfKind(KIND.countedDeposit), 'count'),
    ...declaration,
    compute: (ledger, window) =>
      valueOr(computeDepositFigures(ledger, window)[key], 'no_transactions'),
  })
}

function channel(
  key: DepositChannel,
  facts: Pick<Metric, 'name' | 'label'> & Partial<Pick<Metric, 'heronLabel'>>,
): Metric {
  return flow({
    ...facts,
    unit: 'amount',
    formulaId: 'D10',
    formula: `Sum of deposits that came in as ${key}`,
    compute: (ledger, window) => {
      const { amount, count } = depositMix(ledger, window)[key]
      return { value: amount, inputs: { deposits: count } }
    },
    basis: each((ledger, window) => {
      const isWanted = (row: number): boolean =>
        ((ledger.columns.kinds[row]! >>> KIND.deposit) & 1) === 1 &&
        depositChannel(ledger, row) === key
      return selectRows(ledger, window, isWanted)
    }),
  })
}

/** Money in and out by count, size and channel (formulas R1 and section 6). */
export const DEPOSIT_METRICS: readonly Metric[] = [
  flow({
    name: 'total_deposits',
    label: 'Total deposits',
    unit: 'amount',
    formulaId: 'R1',
    formula: 'Sum of inflows',
    isHigherBetter: true,
    heronLabel: 'inflow_amount',
    compute: (ledger, window) => ({ value: computeRevenue(ledger, window).totalDeposits }),
    basis: each(rowsOfKind(KIND.deposit)),
  }),
  deposit('count', {
    name: 'deposit_count',
    label: 'Deposits',
    unit: 'n',
    formulaId: 'D1',
    formula: 'Inflows without internal transfers, returns, reversals and fee refunds',
    isHigherBetter: true,
    heronLabel: 'inflows',
  }),
  deposit('days', {
    name: 'deposit_days',
    label: 'Deposit days',
    unit: 'days',
    formulaId: 'D3',
    formula: 'Distinct dates with a deposit',
    isHigherBetter: true,
    heronLabel: 'deposit_days',
    basis: each(rowsOfKind(KIND.countedDeposit), 'distinct_days'),
  }),
  flow({
    name: 'monthly_deposit_count',
    label: 'Deposits per month',
    unit: 'n',
    formulaId: 'D9',
    formula: 'Mean number of deposits of full calendar months',
    defaultWindow: 'last_3_full_calendar_months',
    isHigherBetter: true,
    heronLabel: 'min_number_of_revenue_deposits',
    needs: MONTHLY,
    compute: (ledger, window) => meanOutcome(monthlyDepositCount(ledger, window)),
    basis: { method: 'count', parts: monthly(partsOf(rowsOfKind(KIND.countedDeposit))) },
  }),
  deposit('average', {
    name: 'average_deposit',
    label: 'Average deposit',
    unit: 'amount',
    formulaId: 'D4',
    formula: 'Sum of deposits / deposits',
    isHigherBetter: true,
    basis: each(rowsOfKind(KIND.countedDeposit), 'mean'),
  }),
  deposit('median', {
    name: 'median_deposit',
    label: 'Median deposit',
    unit: 'amount',
    formulaId: 'D4',
    formula: 'Median of deposits',
    isHigherBetter: true,
    basis: each(rowsOfKind(KIND.countedDeposit), 'median'),
  }),
  deposit('largeCount', {
    name: 'large_deposit_count',
    label: 'Large deposits',
    unit: 'n',
    formulaId: 'D5',
    formula: "Revenue deposits above 1.5 x the account's average revenue deposit",
    heronLabel: 'revenue_anomalies',
    basis: each(largeDeposits, 'count'),
  }),
  flow({
    name: 'total_withdrawals',
    label: 'Total withdrawals',
    unit: 'amount',
    formulaId: 'D7',
    formula: 'Sum of outflows without internal transfers and reversals, as a positive amount',
    heronLabel: 'outflows',
    compute: (ledger, window) => ({
      value: 0 - kindSum(getTally(ledger, window), KIND.withdrawal),
    }),
    basis: each(rowsOfKind(KIND.withdrawal), 'sum', -1),
  }),
  flow({
    name: 'withdrawal_count',
    label: 'Withdrawals',
    unit: 'n',
    formulaId: 'D7',
    formula: 'Outflows without internal transfers and reversals',
    heronLabel: 'outflows',
    compute: (ledger, window) => ({ value: kindCount(getTally(ledger, window), KIND.withdrawal) }),
    basis: each(rowsOfKind(KIND.withdrawal), 'count'),
  }),
  flow({
    name: 'net_cash_flow',
    label: 'Net cash flow',
    unit: 'amount',
    formulaId: 'D8',
    formula: 'Inflows - outflows, internal transfers excluded',
    isHigherBetter: true,
    heronLabel: 'net_amount',
    compute: (ledger, window) => ({ value: kindSum(getTally(ledger, window), KIND.external) }),
    basis: each(rowsOfKind(KIND.external)),
  }),
  channel('card', { name: 'card_sales', label: 'Card sales' }),
  channel('cash', {
    name: 'cash_deposits',
    label: 'Cash deposits',
    heronLabel: 'atm_cash_inflows',
  }),
  channel('check', {
    name: 'check_deposits',
    label: 'Check deposits',
    heronLabel: 'check_deposits',
  }),
  channel('p2p', { name: 'p2p_deposits', label: 'P2P deposits', heronLabel: 'p2p_transfers' }),
  channel('wire', { name: 'wire_deposits', label: 'Wire deposits' }),
]
