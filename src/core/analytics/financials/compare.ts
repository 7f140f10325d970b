import { dateOfDay, dayNumber, type PlainDate } from '../../values/dates.ts'
import { formatPercent } from '../../values/paper/figure-text.ts'
import type { Cents } from '../../values/money.ts'
import { computeRatio } from '../arithmetic.ts'
import { getCashFlowLine, netSpend, PAYROLL, RENT } from '../figures/cashflow.ts'
import { coveredDays } from '../figures/quality.ts'
import type { Ledger } from '../ledger.ts'
import { countDays, type Scope } from '../window.ts'
import { findAmount, type FinancialStatement } from './statements.ts'

/** Where a number comes from. */
export const SOURCES = ['bank', 'profit_and_loss', 'tax_return'] as const
/** One of them. */
export type Source = (typeof SOURCES)[number]

/** One line of one period as each source has it; null = the source does not state it. */
export interface ComparedLine {
  line: string
  label: string
  startDate: PlainDate
  endDate: PlainDate
  bySource: Record<Source, Cents | null>
  /** Covered share of the period; below 0.98 the bank's sum is scaled to the whole period. */
  bankCoverage: number
  isBankScaled: boolean
  /** Bank less paper, or the profit and loss less the tax return without bank data. */
  variance: Cents | null
  varianceRatio: number | null
  flag: 'match' | 'minor' | 'major' | null
}

interface Rule {
  line: string
  label: string
  bank: (ledger: Ledger, scope: Scope) => Cents
  profitAndLoss: string | null
  /** The first of these fields that the return states. */
  taxReturn: readonly string[]
}

/** The lines that can be compared. Bank data is on cash basis, the documents may be on accrual. */
const RULES: readonly Rule[] = [
  {
    line: 'revenue',
    label: 'Revenue',
    bank: (ledger, scope) => getCashFlowLine(ledger, scope, 'true_revenue'),
    profitAndLoss: 'total_revenue',
    taxReturn: ['net_receipts', 'gross_receipts'],
  },
  {
    line: 'cost_of_goods_sold',
    label: 'Cost of goods sold',
    bank: (ledger, scope) => getCashFlowLine(ledger, scope, 'cogs'),
    profitAndLoss: 'cost_of_goods_sold',
    taxReturn: ['cost_of_goods_sold'],
  },
  {
    line: 'gross_profit',
    label: 'Gross profit',
    bank: (ledger, scope) => getCashFlowLine(ledger, scope, 'gross_profit'),
    profitAndLoss: 'gross_profit',
    taxReturn: ['gross_profit'],
  },
  {
    line: 'operating_expenses',
    label: 'Operating expenses',
    bank: (ledger, scope) => getCashFlowLine(ledger, scope, 'opex'),
    profitAndLoss: 'total_expenses',
    taxReturn: ['total_deductions'],
  },
  {
    line: 'salaries',
    label: 'Salaries and wages',
    bank: (ledger, scope) => netSpend(ledger, scope, PAYROLL),
    profitAndLoss: null,
    taxReturn: ['salaries_and_wages'],
  },
  {
    line: 'rent',
    label: 'Rent',
    bank: (ledger, scope) => netSpend(ledger, scope, RENT),
    profitAndLoss: null,
    taxReturn: ['rents'],
  },
  {
    line: 'net_income',
    label: 'Net income (bank: operating income)',
    bank: (ledger, scope) => getCashFlowLine(ledger, scope, 'operating_income'),
    profitAndLoss: 'net_income',
    taxReturn: ['net_income'],
  },
]

const WHOLE_COVERAGE = 0.98
/** Below a quarter of the period the covered days are too few to scale from. */
const SCALED_COVERAGE = 0.25
const MATCH = 0.05
const MINOR = 0.15

/** Every line of every period that a profit and loss or a tax return reports, oldest first. */
export function compareSources(
  ledger: Ledger,
  statements: readonly FinancialStatement[],
): ComparedLine[] {
  const reports = statements.filter(
    ({ kind, period, document }) =>
      (kind === 'profit_and_loss' || kind === 'tax_return') &&
      period !== null &&
      document.currency === ledger.currency,
  )
  const groups = Map.groupBy(reports, ({ period }) => `${period!.startDate}/${period!.endDate}`)
  const periods = [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return periods.flatMap(([, own]) => RULES.flatMap((rule) => comparedLine(ledger, rule, own)))
}

function comparedLine(
  ledger: Ledger,
  rule: Rule,
  reports: readonly FinancialStatement[],
): ComparedLine[] {
  const { startDate, endDate } = reports[0]!.period!
  const book = reports.find(({ kind }) => kind === 'profit_and_loss')
  const tax = reports.find(({ kind }) => kind === 'tax_return')
  const bank = computeBankAmount(ledger, rule, {
    startDay: dayNumber(startDate),
    endDay: dayNumber(endDate),
  })
  const bySource = {
    bank: bank.amount,
    profit_and_loss: book && rule.profitAndLoss ? findAmount(book, rule.profitAndLoss) : null,
    tax_return: tax ? findFirstAmount(tax, rule.taxReturn) : null,
  }
  if (bySource.profit_and_loss === null && bySource.tax_return === null) return []
  const facts = { line: rule.line, label: rule.label, startDate, endDate, bySource }
  const scaling = { bankCoverage: bank.coverage, isBankScaled: bank.isScaled }
  return [{ ...facts, ...scaling, ...computeVariance(bySource) }]
}

function findFirstAmount(statement: FinancialStatement, keys: readonly string[]): Cents | null {
  return keys.map((key) => findAmount(statement, key)).find((amount) => amount !== null) ?? null
}

function computeBankAmount(
  ledger: Ledger,
  { bank }: Rule,
  scope: Scope,
): { amount: Cents | null; coverage: number; isScaled: boolean } {
  const covered = coveredDays(ledger, scope)
  const coverage = covered / countDays(scope)
  if (coverage < SCALED_COVERAGE) return { amount: null, coverage, isScaled: false }
  const amount = bank(ledger, scope)
  if (coverage >= WHOLE_COVERAGE) return { amount, coverage, isScaled: false }
  return { amount: (amount / covered) * countDays(scope), coverage, isScaled: true }
}

function computeVariance(
  bySource: ComparedLine['bySource'],
): Pick<ComparedLine, 'variance' | 'varianceRatio' | 'flag'> {
  const { bank, profit_and_loss: book, tax_return: tax } = bySource
  const reference = tax ?? book
  const other = bank ?? (tax === null ? null : book)
  if (reference === null || other === null)
    return { variance: null, varianceRatio: null, flag: null }
  const variance = other - reference
  const ratio = computeRatio(variance, Math.abs(reference))
  const size = ratio === null ? Infinity : Math.abs(ratio)
  const flag = variance === 0 || size <= MATCH ? 'match' : size <= MINOR ? 'minor' : 'major'
  return { variance, varianceRatio: ratio, flag }
}

/** Something that must hold between documents, or between documents and the bank data. */
export interface FinancialCheck {
  name: string
  /** Null when a side is missing. */
  isPassed: boolean | null
  detail: string
}

const CASH_TOLERANCE = 0.05

/** What the documents must satisfy by themselves and against the bank data. */
export function listFinancialChecks(
  ledger: Ledger,
  statements: readonly FinancialStatement[],
  compared: readonly ComparedLine[],
): FinancialCheck[] {
  const sums = statements.flatMap((each) => sumCheck(each))
  const revenue = compared
    .filter(({ line }) => line === 'revenue')
    .map(({ startDate, endDate, flag, varianceRatio }) => ({
      name: 'revenue_agrees',
      isPassed: flag === null ? null : flag !== 'major',
      detail: `${startDate} to ${endDate}: ${varianceRatio === null ? 'one source only' : `sources differ by ${formatPercent(varianceRatio)}`}`,
    }))
  const cash = statements.flatMap((each) => cashCheck(ledger, each))
  return [...sums, ...revenue, ...cash]
}

function sumCheck({ kind, total, document }: FinancialStatement): FinancialCheck[] {
  const name = `${kind}_adds_up`
  if (total === null)
    return [{ name, isPassed: null, detail: `${document.id}: a component is not stated` }]
  const isPassed = total.stated === total.computed
  const detail = isPassed
    ? `${total.key} equals the sum of its components`
    : `${total.key} differs from the sum of its components`
  return [{ name, isPassed, detail: `${document.id}: ${detail}` }]
}

/** Cash on the balance sheet against the bank balances of that day. */
function cashCheck(ledger: Ledger, statement: FinancialStatement): FinancialCheck[] {
  const stated = findAmount(statement, 'cash')
  if (statement.kind !== 'balance_sheet' || stated === null || statement.period === null) return []
  const day = dayNumber(statement.period.endDate)
  const bank = ledger.days.closing[day - ledger.firstDay] ?? NaN
  const name = 'cash_agrees'
  const date = dateOfDay(day)
  if (Number.isNaN(bank))
    return [{ name, isPassed: null, detail: `${date}: no bank balance on that day` }]
  const apart = Math.abs(bank - stated) / Math.max(1, Math.abs(stated))
  const detail = `${date}: sources differ by ${formatPercent(apart)}`
  return [{ name, isPassed: apart <= CASH_TOLERANCE, detail }]
}
