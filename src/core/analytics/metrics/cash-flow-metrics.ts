import { CATEGORIES } from '../../values/categories.ts'
import { rowsOfKind, rowsOfSlugs } from '../metric/evidence.ts'
import { getCashFlowLine, netSpend, PAYROLL, RENT } from '../figures/cashflow.ts'
import { monthlyMean } from '../figures/monthly.ts'
import { computeRevenue, computeTrueRevenue } from '../figures/revenue-figures.ts'
import { getTally, type Ledger } from '../ledger.ts'
import { KIND } from '../ledger/classify.ts'
import { LEAF_LINES } from '../ledger/lines.ts'
import { selectRows } from '../ledger/rows/select.ts'
import {
  metric,
  type Behind,
  type Metric,
  type MetricDeclaration,
  type MetricParameters,
} from '../metric.ts'
import type { Scope } from '../window.ts'
import { meanOutcome, MONTHLY, ratioOutcome, REVENUE } from '../metric/outcomes.ts'

function flow(declaration: Omit<MetricDeclaration, 'group'>): Metric {
  return metric({ needs: REVENUE, ...declaration, group: 'profit_and_loss' })
}

type Measure = (ledger: Ledger, scope: Scope) => number

type Facts = Pick<Metric, 'name' | 'label'> & Partial<Pick<Metric, 'heronLabel'>>

function line(facts: Facts): Metric {
  return flow({
    ...facts,
    unit: 'amount',
    formulaId: `cashflow.${facts.name}`,
    formula: `Line ${facts.name} of the cash flow`,
    isHigherBetter: COSTS.includes(facts.name) ? null : true,
    compute: (ledger, window) => ({ value: getCashFlowLine(ledger, window, facts.name) }),
    evidence: rowsOfLine(facts.name),
  })
}

function perRevenue(facts: Facts, part: string, measure: Measure): Metric {
  return flow({
    ...facts,
    unit: 'ratio',
    formulaId: `cashflow.${facts.name}`,
    formula: `${part} / true revenue`,
    isHigherBetter: facts.name.endsWith('margin') ? true : null,
    compute: (ledger, window) => {
      const denominator = computeTrueRevenue(ledger, window)
      const names: [string, string] = [part, 'true_revenue']
      return ratioOutcome({ numerator: measure(ledger, window), denominator, names }, 'no_revenue')
    },
  })
}

function total(facts: Facts, slugs: readonly string[]): Metric {
  return flow({
    ...facts,
    unit: 'amount',
    formulaId: `cashflow.${facts.name}`,
    formula: `Outflows less refunds of ${slugs.join(', ')}`,
    compute: (ledger, window) => ({ value: netSpend(ledger, window, slugs) }),
    evidence: rowsOfSlugs(...slugs),
  })
}

const COSTS: readonly string[] = ['cogs', 'opex']
const CASH = ['transfers.atm_withdrawal', 'transfers.cash_withdrawal']
const CARD = ['debt.credit_card_payment']

const SLUG = {
  name: 'slug',
  type: 'string' as const,
  isRequired: true,
  description: 'A category, or a root such as expenses.',
}
const DENOMINATOR = {
  name: 'denominator',
  type: 'string' as const,
  isRequired: false,
  description: 'A category, a root, total_deposits or true_revenue (default).',
}

/** The profit and loss lines and their most used ratios (formulas section 11). */
export const CASH_FLOW_METRICS: readonly Metric[] = [
  line({ name: 'cogs', label: 'Cost of goods sold', heronLabel: 'cogs' }),
  line({ name: 'opex', label: 'Operating expenses', heronLabel: 'opex' }),
  line({ name: 'gross_profit', label: 'Gross profit', heronLabel: 'gross_operating_cashflow' }),
  line({ name: 'operating_income', label: 'Operating income' }),
  line({
    name: 'operating_cash_flow',
    label: 'Operating cash flow',
    heronLabel: 'net_operating_cashflow',
  }),
  perRevenue({ name: 'gross_margin', label: 'Gross margin' }, 'gross_profit', (ledger, scope) =>
    getCashFlowLine(ledger, scope, 'gross_profit'),
  ),
  perRevenue(
    { name: 'operating_margin', label: 'Operating margin' },
    'operating_income',
    (ledger, scope) => getCashFlowLine(ledger, scope, 'operating_income'),
  ),
  total({ name: 'payroll_total', label: 'Payroll' }, PAYROLL),
  perRevenue(
    { name: 'payroll_to_revenue', label: 'Payroll to revenue' },
    'payroll_total',
    (ledger, scope) => netSpend(ledger, scope, PAYROLL),
  ),
  total({ name: 'rent_total', label: 'Rent' }, RENT),
  perRevenue({ name: 'rent_to_revenue', label: 'Rent to revenue' }, 'rent_total', (ledger, scope) =>
    netSpend(ledger, scope, RENT),
  ),
  flow({
    name: 'tax_payments',
    label: 'Tax payments',
    unit: 'n',
    formulaId: 'cashflow.taxes',
    formula: 'Outflows in taxes.*',
    heronLabel: 'tax_payments',
    compute: (ledger, window) => ({ value: countOutflows(ledger, window, 'taxes') }),
    evidence: rowsOfSlugs('taxes'),
  }),
  total({ name: 'tax_payment_amount', label: 'Taxes paid', heronLabel: 'tax_payment_amount' }, [
    'taxes',
  ]),
  flow({
    name: 'credit_card_spend_monthly',
    label: 'Monthly card payments',
    unit: 'amount',
    formulaId: 'cashflow.debt_service.cards',
    formula: 'Mean card payments of full calendar months',
    defaultWindow: 'last_3_full_calendar_months',
    heronLabel: 'average_credit_card_spend',
    needs: MONTHLY,
    compute: (ledger, window) =>
      meanOutcome(monthlyMean(ledger, window, (month) => netSpend(ledger, month, CARD))),
    evidence: rowsOfSlugs(...CARD),
  }),
  total(
    { name: 'cash_withdrawals', label: 'Cash withdrawals', heronLabel: 'atm_withdrawals' },
    CASH,
  ),
  flow({
    name: 'category_amount',
    label: 'Category amount',
    unit: 'amount',
    formulaId: 'cashflow.category',
    formula: 'Sum of the transactions of a category',
    parameters: [SLUG],
    compute: (ledger, window, { slug }) => ({
      value: 0 - netSpend(ledger, window, [String(slug)]),
    }),
    evidence: rowsOfParameter,
  }),
  flow({
    name: 'category_count',
    label: 'Category transactions',
    unit: 'n',
    formulaId: 'cashflow.category',
    formula: 'Number of transactions of a category',
    parameters: [SLUG],
    compute: (ledger, window, { slug }) => ({
      value: rowsOfSlugs(String(slug))(ledger, window, {}).length,
    }),
    evidence: rowsOfParameter,
  }),
  flow({
    name: 'category_ratio',
    label: 'Category ratio',
    unit: 'ratio',
    formulaId: 'cashflow.category_ratio',
    formula: 'Absolute amount of a category / denominator',
    parameters: [SLUG, DENOMINATOR],
    compute: (ledger, window, parameters) => {
      const slug = String(parameters['slug'])
      const denominator = String(parameters['denominator'] ?? 'true_revenue')
      const sides = {
        numerator: Math.abs(netSpend(ledger, window, [slug])),
        denominator: computeDenominator(ledger, window, denominator),
        names: [slug, denominator] as [string, string],
      }
      return ratioOutcome(sides, 'no_transactions')
    },
    evidence: rowsOfParameter,
  }),
]

function computeDenominator(ledger: Ledger, scope: Scope, name: string): number {
  const revenue = computeRevenue(ledger, scope)
  if (name === 'true_revenue') return revenue.trueRevenue
  return name === 'total_deposits'
    ? revenue.totalDeposits
    : Math.abs(netSpend(ledger, scope, [name]))
}

function rowsOfParameter(ledger: Ledger, scope: Scope, { slug }: MetricParameters): Behind {
  return rowsOfSlugs(String(slug ?? ''))(ledger, scope, {})
}

function countOutflows(ledger: Ledger, scope: Scope, root: string): number {
  const tally = getTally(ledger, scope)
  return CATEGORIES.reduce(
    (sum, { parentSlug }, index) => sum + (parentSlug === root ? tally.outflowCount[index]! : 0),
    0,
  )
}

/** Rows that fall into a line; for a computed line every row that is not a transfer. */
function rowsOfLine(key: string): NonNullable<Metric['evidence']> {
  const lines = LEAF_LINES.map((leaf) => leaf.key === key || leaf.parent === key)
  if (!lines.includes(true)) return rowsOfKind(KIND.revenue, KIND.contra, KIND.operatingOutflow)
  return (ledger, scope) => selectRows(ledger, scope, (row) => lines[ledger.columns.line[row]!]!)
}
