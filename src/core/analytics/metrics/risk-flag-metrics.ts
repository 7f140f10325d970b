import { standingAnomalies } from '../anomalies/index.ts'
import type { Anomaly } from '../anomalies/named.ts'
import { each, outflowsOf, over, partsOf, type Part } from '../metric/basis.ts'
import { rowsOfKind, rowsOfSlugs } from '../metric/evidence.ts'
import { categoryMask, getCashFlowLine } from '../figures/cashflow.ts'
import {
  isInside,
  nsfEvents,
  computeNsfFigures,
  type NsfEvent,
  type NsfFigures,
} from '../figures/nsf.ts'
import { computeRevenue } from '../figures/revenue-figures.ts'
import { remember, getTally, type Ledger } from '../ledger.ts'
import { KIND, type Kind } from '../ledger/classify.ts'
import { ALL_DAYS, rowAt, selectRows } from '../ledger/rows/select.ts'
import { kindCount, kindSum } from '../ledger/tally.ts'
import { metric, type Metric, type MetricDeclaration } from '../metric.ts'
import { type Scope, toScopeKey } from '../window.ts'
import { BANK, ratioOutcome, REVENUE } from '../metric/outcomes.ts'
import { partsOfLine } from './cash-flow-metrics.ts'

function flag(declaration: Omit<MetricDeclaration, 'group'>): Metric {
  return metric({ needs: BANK, isHigherBetter: false, ...declaration, group: 'risk_flag' })
}

/** A metric that is one of the NSF figures. */
function nsf(
  key: Exclude<keyof NsfFigures, 'monthlyRate'>,
  kinds: readonly NsfEvent['kind'][],
  declaration: Omit<MetricDeclaration, 'group' | 'compute'>,
): Metric {
  return flag({
    basis: { method: 'count', parts: (ledger, window) => nsfParts(ledger, window, kinds) },
    ...declaration,
    compute: (ledger, window) => ({ value: computeNsfFigures(ledger, window)[key] }),
  })
}

function spent(name: string, label: string, slug: string): Metric {
  return flag({
    name,
    label,
    unit: 'amount',
    formulaId: 'taxonomy.leaf',
    formula: `Outflows in ${slug}`,
    compute: (ledger, window) => {
      const wanted = categoryMask([slug])
      const { outflow } = getTally(ledger, window)
      return { value: wanted.reduce((sum, is, index) => sum + is * outflow[index]!, 0) }
    },
    basis: each(outflowsOf(slug), 'sum', -1),
  })
}

function count(
  kind: Kind,
  facts: Pick<Metric, 'name' | 'label' | 'formulaId'> & Partial<Pick<Metric, 'defaultWindow'>>,
): Metric {
  return flag({
    ...facts,
    unit: 'n',
    formula: `${facts.label} in the period`,
    compute: (ledger, window) => ({ value: kindCount(getTally(ledger, window), kind) }),
    basis: each(rowsOfKind(kind), 'count'),
  })
}

const ALL_ITEMS: readonly NsfEvent['kind'][] = ['nsf', 'overdraft', 'returned_item']
/** BANK VERIFY, PLAID INC, DECISION LOGIC, DECISIONLOGIC, FINICITY (formulas L20) */
const STATEMENT_PULL = /\b(BANK VERIFY|PLAID|DECISION ?LOGIC|FINICITY)\b/i
/** Test deposits that prove an account: 0.01 to 1.00 (formulas L20). */
const MICRO_DEPOSIT_MAX = 100

/** Signs of strain and of risk in the rows (formulas sections 5 and 10). */
export const RISK_FLAG_METRICS: readonly Metric[] = [
  nsf('nsfCount', ['nsf'], {
    name: 'nsf_count',
    label: 'NSF items',
    unit: 'n',
    formulaId: 'N4',
    formula: 'NSF and ambiguous fee items, less refunded ones',
    heronLabel: 'nsf_fees',
  }),
  nsf('overdraftCount', ['overdraft'], {
    name: 'overdraft_count',
    label: 'Overdraft items',
    unit: 'n',
    formulaId: 'N5',
    formula: 'Overdraft fee items, less refunded ones',
    heronLabel: 'nsf_fees',
  }),
  nsf('returnedItemCount', ['returned_item'], {
    name: 'returned_item_count',
    label: 'Returned items',
    unit: 'n',
    formulaId: 'N6',
    formula: 'Returned-item fee items and returned debits without a fee',
    heronLabel: 'nsf_fees',
  }),
  nsf('nsfOverdraftCount', ALL_ITEMS, {
    name: 'nsf_overdraft_count',
    label: 'NSF, overdraft and returned items',
    unit: 'n',
    formulaId: 'N7',
    formula: 'NSF + overdraft + returned items, each presented item once',
    heronLabel: 'nsf_fees',
  }),
  nsf('nsfDays', ALL_ITEMS, {
    name: 'nsf_days',
    label: 'NSF days',
    unit: 'days',
    formulaId: 'N8',
    formula: 'Distinct days with an NSF, overdraft or returned item',
    heronLabel: 'nsf_days',
    basis: {
      method: 'distinct_days',
      parts: (ledger, window) => nsfParts(ledger, window, ALL_ITEMS),
    },
  }),
  nsf('fees', ALL_ITEMS, {
    name: 'nsf_overdraft_fees',
    label: 'NSF and overdraft fees',
    unit: 'amount',
    formulaId: 'N1',
    formula: 'Fees in fees.nsf_overdraft less refunds',
    heronLabel: 'overdraft_nsf_fees_in_out_ratio',
    basis: each(rowsOfSlugs('fees.nsf_overdraft'), 'sum', -1),
  }),
  nsf('returnedDepositCount', [], {
    name: 'returned_deposit_count',
    label: 'Deposited items returned',
    unit: 'n',
    formulaId: 'N9',
    formula: "Transactions in returns.returned_deposit: customers' bad checks, never NSF",
    basis: each(rowsOfSlugs('returns.returned_deposit'), 'count'),
  }),
  count(KIND.returnedMcaPayment, {
    name: 'returned_mca_payments',
    label: 'Returned MCA payments',
    formulaId: 'L19',
  }),
  count(KIND.stopPayment, { name: 'stop_payment_count', label: 'Stop payments', formulaId: 'P22' }),
  spent('gambling_amount', 'Gambling', 'expenses.gambling'),
  spent('crypto_amount', 'Cryptocurrency', 'transfers.crypto'),
  flag({
    name: 'personal_spend_ratio',
    label: 'Personal spending',
    unit: 'ratio',
    formulaId: 'cashflow.personal_spend_ratio',
    formula: 'Personal spending / operating outflows',
    needs: REVENUE,
    compute: (ledger, window) => {
      const outflow =
        getCashFlowLine(ledger, window, 'cogs') + getCashFlowLine(ledger, window, 'opex')
      const names: [string, string] = ['personal', 'operating_outflow']
      const numerator = getCashFlowLine(ledger, window, 'opex.personal')
      return ratioOutcome({ numerator, denominator: outflow, names }, 'no_transactions')
    },
    basis: over(partsOfLine('opex.personal'), (...given) => [
      ...partsOfLine('cogs')(...given),
      ...partsOfLine('opex')(...given),
    ]),
  }),
  flag({
    name: 'related_party_inflow_ratio',
    label: 'Related-party inflows',
    unit: 'ratio',
    formulaId: 'R1',
    formula: 'Inflows from owners and affiliates / total deposits',
    needs: REVENUE,
    compute: (ledger, window) => {
      const numerator = kindSum(getTally(ledger, window), KIND.relatedPartyInflow)
      const denominator = computeRevenue(ledger, window).totalDeposits
      const names: [string, string] = ['related_party_inflows', 'total_deposits']
      return ratioOutcome({ numerator, denominator, names }, 'no_transactions')
    },
    basis: over(partsOf(rowsOfKind(KIND.relatedPartyInflow)), partsOf(rowsOfKind(KIND.deposit))),
  }),
  count(KIND.legalOrder, {
    name: 'legal_order_count',
    label: 'Levies and legal orders',
    formulaId: 'taxonomy.leaf',
    defaultWindow: 'last_180_days',
  }),
  flag({
    name: 'tax_plan_active',
    label: 'Tax payment plan',
    unit: 'boolean',
    formulaId: 'taxonomy.leaf',
    formula: 'A payment in taxes.installment_plan in the period',
    defaultWindow: 'last_180_days',
    compute: (ledger, window) => ({
      value: rowsOfSlugs('taxes.installment_plan')(ledger, window, {}).length > 0,
    }),
    basis: each(rowsOfSlugs('taxes.installment_plan'), 'any'),
  }),
  anomalyCount('anomaly_count', 'Anomalies', () => true),
  anomalyCount('high_anomaly_count', 'High-severity anomalies', ({ severity }) =>
    ['high', 'critical'].includes(severity),
  ),
  flag({
    name: 'credit_inquiry_signals',
    label: 'Credit inquiry signals',
    unit: 'n',
    formulaId: 'L20',
    formula: 'Distinct funders with test deposits + distinct statement pulls',
    compute: (ledger, window) => {
      const names = inquiryRows(ledger, window).map((row) => nameInquiry(ledger, row))
      return { value: new Set(names).size }
    },
    basis: {
      method: 'distinct_parties',
      parts: (ledger, window) =>
        [...Map.groupBy(inquiryRows(ledger, window), (row) => nameInquiry(ledger, row))].map(
          ([party, rows]) => ({ rows, factor: 1, party }),
        ),
    },
  }),
]

function anomalyCount(
  name: string,
  label: string,
  isWanted: (anomaly: Anomaly) => boolean,
): Metric {
  const find = (ledger: Ledger, scope: Scope): Anomaly[] =>
    standingAnomalies(ledger, scope).filter(isWanted)
  return flag({
    name,
    label,
    unit: 'n',
    formulaId: '12',
    formula: `${label} in the period, of every kind, without dismissed ones`,
    defaultWindow: 'all',
    isDivisible: false,
    compute: (ledger, window) => ({ value: find(ledger, window).length }),
    evidence: (ledger, window) => {
      const isShown = new Uint8Array(ledger.columns.size)
      for (const { rows } of find(ledger, window)) for (const row of rows) isShown[row] = 1
      return selectRows(ledger, ALL_DAYS, (row) => isShown[row] === 1)
    },
  })
}

function nsfParts(ledger: Ledger, scope: Scope, kinds: readonly NsfEvent['kind'][]): Part[] {
  const counted = nsfEvents(ledger).filter(
    (event) => isInside(event, scope) && event.count > 0 && kinds.includes(event.kind),
  )
  const counts = new Map(counted.map(({ row, count }) => [row, count]))
  return [{ rows: [...counts.keys()], factor: (row) => counts.get(row)! }]
}

function nameInquiry(ledger: Ledger, row: number): string {
  const { description, funderId } = rowAt(ledger, row)
  return STATEMENT_PULL.exec(description)?.[1] ?? funderId!
}

function inquiryRows(ledger: Ledger, scope: Scope): number[] {
  return remember(ledger, `inquiries:${toScopeKey(scope)}`, () =>
    selectRows(ledger, scope, (row) => {
      const { amount, funderId, description } = rowAt(ledger, row)
      const isMicro = amount > 0 && amount <= MICRO_DEPOSIT_MAX && funderId !== null
      return isMicro || STATEMENT_PULL.test(description)
    }),
  )
}
