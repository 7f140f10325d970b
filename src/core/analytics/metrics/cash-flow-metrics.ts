import { CATEGORIES } from '../../values/categories.ts'
import {
  countedShare,
  each,
  monthly,
  selectOutflows,
  over,
  plainParts,
  trueParts,
} from '../metric/basis.ts'
import type { FindParts, Part } from '../metric/parts.ts'
import { rowsOfKind, rowsOfSlugs } from '../metric/evidence.ts'
import { getCashFlowLine, listLeaves, netSpend, PAYROLL, RENT } from '../figures/cashflow.ts'
import { monthlyMean } from '../figures/monthly.ts'
import { computeRevenue, computeTrueRevenue } from '../figures/revenue-figures.ts'
import { getTally, remember, type Ledger } from '../ledger.ts'
import { KIND } from '../ledger/classify.ts'
import { LEAF_LINES } from '../ledger/lines.ts'
import { selectRows } from '../ledger/rows/select.ts'
import { metric, type Metric, type MetricDeclaration } from '../metric.ts'
import type { Behind, MetricParameters } from '../metric/parts.ts'
import { type Scope, toScopeKey } from '../window.ts'
import { AFTER_COSTS, meanOutcome, MONTHLY, ratioOutcome, REVENUE } from '../metric/outcomes.ts'

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
    needs: [...REVENUE, ...AFTER_COSTS],
    isHigherBetter: COSTS.includes(facts.name) ? null : true,
    compute: (ledger, window) => ({ value: getCashFlowLine(ledger, window, facts.name) }),
    basis: { method: 'sum', parts: partsOfLine(facts.name) },
  })
}

function perRevenue(
  facts: Facts,
  part: string,
  { measure, parts }: { measure: Measure; parts: FindParts },
): Metric {
  return flow({
    ...facts,
    unit: 'ratio',
    formulaId: `cashflow.${facts.name}`,
    formula: `${part} / true revenue`,
    needs: [...REVENUE, ...AFTER_COSTS],
    isHigherBetter: facts.name.endsWith('margin') ? true : null,
    compute: (ledger, window) => {
      const denominator = computeTrueRevenue(ledger, window)
      const names: [string, string] = [part, 'true_revenue']
      return ratioOutcome({ numerator: measure(ledger, window), denominator, names }, 'no_revenue')
    },
    basis: over(parts, trueParts),
  })
}

function total(facts: Facts, slugs: readonly string[]): Metric {
  return flow({
    ...facts,
    unit: 'amount',
    formulaId: `cashflow.${facts.name}`,
    formula: `Outflows less refunds of ${slugs.join(', ')}`,
    compute: (ledger, window) => ({ value: netSpend(ledger, window, slugs) }),
    basis: each(rowsOfSlugs(...slugs), 'sum', -1),
  })
}

function measureLine(key: string): { measure: Measure; parts: FindParts } {
  return {
    measure: (ledger, scope) => getCashFlowLine(ledger, scope, key),
    parts: partsOfLine(key),
  }
}

function spendOn(slugs: readonly string[]): { measure: Measure; parts: FindParts } {
  return {
    measure: (ledger, scope) => netSpend(ledger, scope, slugs),
    parts: plainParts(rowsOfSlugs(...slugs), -1),
  }
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
  perRevenue(
    { name: 'gross_margin', label: 'Gross margin' },
    'gross_profit',
    measureLine('gross_profit'),
  ),
  perRevenue(
    { name: 'operating_margin', label: 'Operating margin' },
    'operating_income',
    measureLine('operating_income'),
  ),
  total({ name: 'payroll_total', label: 'Payroll' }, PAYROLL),
  perRevenue(
    { name: 'payroll_to_revenue', label: 'Payroll to revenue' },
    'payroll_total',
    spendOn(PAYROLL),
  ),
  total({ name: 'rent_total', label: 'Rent' }, RENT),
  perRevenue({ name: 'rent_to_revenue', label: 'Rent to revenue' }, 'rent_total', spendOn(RENT)),
  flow({
    name: 'tax_payments',
    label: 'Tax payments',
    unit: 'n',
    formulaId: 'cashflow.taxes',
    formula: 'Outflows in taxes.*',
    heronLabel: 'tax_payments',
    compute: (ledger, window) => ({ value: countOutflows(ledger, window, 'taxes') }),
    basis: each(selectOutflows('taxes'), 'count'),
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
    basis: { method: 'sum', parts: monthly(plainParts(rowsOfSlugs(...CARD), -1)) },
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
    basis: each(rowsOfParameter),
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
    basis: each(rowsOfParameter, 'count'),
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
    basis: over(plainParts(rowsOfParameter), denominatorParts, 'absolute_ratio'),
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

function denominatorParts(ledger: Ledger, scope: Scope, parameters: MetricParameters): Part[] {
  const name = String(parameters['denominator'] ?? 'true_revenue')
  if (name === 'true_revenue') return trueParts(ledger, scope, parameters)
  const find = name === 'total_deposits' ? rowsOfKind(KIND.deposit) : rowsOfSlugs(name)
  return [{ rows: find(ledger, scope, parameters), factor: 1 }]
}

/** The rows of a line, signed as the line shows them; both sides of a line that is computed. */
export function partsOfLine(key: string): FindParts {
  const leaves = new Set(listLeaves(key))
  const isRevenue = leaves.has(LEAF_LINES.findIndex((leaf) => leaf.key === 'gross_revenue'))
  const sign = COSTS.includes(key.split('.')[0]!) ? -1 : 1
  return (ledger, scope) => {
    const { line } = ledger.columns
    const rows = remember(ledger, `line:${key}:${toScopeKey(scope)}`, () =>
      selectRows(ledger, scope, (row) => leaves.has(line[row]!)),
    )
    return [{ rows, factor: isRevenue ? shareInLine(ledger) : sign }]
  }
}

/** Of revenue rows what counts, of all others everything. */
function shareInLine(ledger: Ledger): Part['factor'] {
  const share = countedShare(ledger)
  if (typeof share === 'number') return share
  return (row) => (ledger.columns.revenue.at(row) === 0 ? 1 : share(row))
}
