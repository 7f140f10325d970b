import { addBusinessDays } from '../../src/core/values/days/business-days.ts'
import { eachDay, toMonth, type PlainDate } from '../../src/core/values/dates.ts'
import { roundHalfAway, roundRatio, toMajor, type Cents } from '../../src/core/values/money.ts'
import { code, figureTable } from '../markdown.ts'
import {
  toExactCents,
  readDays,
  readRows,
  sumAmounts,
  type Deal,
  type MetricResponse,
  type Row,
} from './deal.ts'
import {
  addition,
  money,
  listMonths,
  monthTable,
  percent,
  rowsIn,
  rowTable,
  steps,
  sumTable,
} from './words.ts'

/** What a lesson reads: the deal, the number it is about and the rows that number links to. */
export interface Subject {
  deal: Deal
  metric: MetricResponse
  evidence: Row[]
}

/** A number made by hand, rounded as the API rounds it, and the text that shows how. */
export interface Worked {
  byHand: number
  lines: string[]
}

/** A metric and how it is worked out; throws when rows and reports of the deal disagree. */
export interface Lesson {
  metric: string
  work: (subject: Subject) => Promise<Worked>
}

const FIRST_ROWS = 4
const FIRST_DAYS = 7

/** In the order of an underwriting file: revenue, balances, risk events, debt. */
export const LESSONS: readonly Lesson[] = [
  { metric: 'monthly_true_revenue', work: workRevenue },
  { metric: 'average_daily_balance', work: workBalance },
  { metric: 'nsf_overdraft_count', work: workReturns },
  { metric: 'holdback_ratio', work: workHoldback },
  { metric: 'debt_service_coverage_ratio', work: workCoverage },
]

async function workRevenue({ deal, evidence }: Subject): Promise<Worked> {
  const inflows = (await readRows(deal)).filter(({ amount }) => amount > 0)
  const others = inflows.filter(({ exclusion_reason }) => exclusion_reason !== null)
  const mean = meanOfMonths(evidence)
  return {
    byHand: toMajor(mean.cents),
    lines: [
      `A deposit is not yet revenue. In ${inflows.length} rows ${money(sumAmounts(inflows))} came into the accounts,`,
      'but the business did not earn all of it. These deposits are no revenue:',
      '',
      sumTable('why not', others, ({ exclusion_reason }) => exclusion_reason!.replaceAll('_', ' ')),
      '',
      'The rest was earned. What customers got back is taken off, and true revenue is left:',
      '',
      monthTable('what', evidence, getCategoryName),
      '',
      'The number is the mean of the full calendar months:',
      '',
      steps(...mean.steps),
      '',
      ...formatFirstRows(evidence),
    ],
  }
}

async function workBalance({ deal, metric }: Subject): Promise<Worked> {
  const closes = await computeCloses(deal)
  const { start_date, end_date } = metric.date_range
  const days = closes.filter(({ date }) => date >= start_date && date <= end_date)
  const months = [...Map.groupBy(days, ({ date }) => toMonth(date))]
  const sums = months.map(([, own]) => own.reduce((sum, { closing }) => sum + closing, 0))
  const sum = sums.reduce((total, cents) => total + cents, 0)
  const mean = roundHalfAway(sum / days.length)
  const table = months.map(([month, own], at) => [month, own.length, money(sums[at]!)])
  return {
    byHand: toMajor(mean),
    lines: [
      'What the business had at the end of a day, in all accounts together. The number opens its days,',
      'each with the last row before its end, and the rows make the balances: the first statements open with',
      `${money(closes[0]!.opening)} on ${closes[0]!.date}; add to it the rows of each day. The first days of the window:`,
      '',
      dayTable(days.slice(0, FIRST_DAYS)),
      '',
      `So on for ${days.length} days. Every one of these balances, added up from rows, is the one that`,
      `${code('GET /v1/submissions/:id/balances')} gives, where it is read from what the statements print.`,
      'A day without rows keeps the balance of the day before it, so a weekend counts too. By month:',
      '',
      figureTable(['month', 'days', 'sum of the balances'], table),
      '',
      steps(addition(sums), `${money(sum)} / ${days.length} days = ${money(mean)}`),
    ],
  }
}

async function workReturns({ deal, metric, evidence }: Subject): Promise<Worked> {
  const { start_date, end_date } = metric.date_range
  const fees = evidence.filter(({ categories }) => categories[0]!.slug === 'fees.nsf_overdraft')
  const returned = (await readRows(deal)).filter(
    ({ date, categories }) =>
      categories[0]?.slug === 'returns.returned_debit' && date >= start_date && date <= end_date,
  )
  const alone = returned.filter(({ date }) => {
    const days = [date, addBusinessDays(date, 1)]
    return !fees.some((fee) => days.includes(fee.date))
  })
  const count = fees.length + alone.length
  return {
    byHand: count,
    lines: [
      'How often the account could not pay an item. The bank prints a fee for each; these are the rows',
      'that the number links to:',
      '',
      rowTable(evidence),
      '',
      'It also prints the debits that it gave back:',
      '',
      rowTable(returned),
      '',
      'A fee and its returned debit are one item, so it counts once, by its fee. A returned debit',
      'counts by itself only where no fee stands on its day or on the next business day:',
      '',
      steps(`${fees.length} fees + ${alone.length} debits returned without a fee = ${count}`),
      '',
      'What was given back came in, but is no revenue: it is among the deposits above that are none.',
    ],
  }
}

function workHoldback({ metric, evidence }: Subject): Promise<Worked> {
  const taken = rowsOnSide(metric, evidence, 'numerator')
  const revenue = rowsOnSide(metric, evidence, 'denominator')
  const [paid, earned] = [meanOfMonths(taken, -1), meanOfMonths(revenue)]
  const ratio = roundRatio(paid.cents / earned.cents)
  const last = listMonths(revenue).at(-1)!
  const [lastPaid, lastEarned] = [
    -sumAmounts(rowsIn(taken, last)),
    sumAmounts(rowsIn(revenue, last)),
  ]
  return Promise.resolve({
    byHand: ratio,
    lines: [
      'The share of revenue that goes to funders of advances before anything else is paid. By month',
      'they took:',
      '',
      monthTable('what', taken, getCategoryName),
      '',
      'Over the monthly true revenue, which was worked out above:',
      '',
      steps(...paid.steps, `${money(paid.cents)} / ${money(earned.cents)} = ${ratio}`),
      '',
      `${percent(ratio)} of what is earned is taken. An advance that began within the window lowers the`,
      `mean, so look at the last month too: in ${last} it was ${money(lastPaid)} of ${money(lastEarned)},`,
      `${percent(lastPaid / lastEarned)}.`,
      '',
      ...formatFirstRows(taken),
    ],
  })
}

/** The rows of one side of a ratio. */
function rowsOnSide(
  { basis }: MetricResponse,
  evidence: readonly Row[],
  side: 'numerator' | 'denominator',
): Row[] {
  const own = new Set(
    basis!.rows.filter((row) => row.side === side).map(({ transaction_id }) => transaction_id),
  )
  return evidence.filter(({ id }) => own.has(id))
}

function workCoverage({ metric, evidence }: Subject): Promise<Worked> {
  const operating = rowsOnSide(metric, evidence, 'numerator')
  const service = rowsOnSide(metric, evidence, 'denominator')
  const [left, paid] = [meanOfMonths(operating), meanOfMonths(service, -1)]
  const ratio = roundRatio(left.cents / paid.cents)
  const largest = operating.toSorted((one, other) => one.amount - other.amount).slice(0, 1)
  return Promise.resolve({
    byHand: ratio,
    lines: [
      'Whether the business earns what its lenders take. First what a month leaves after goods, wages,',
      'rent and taxes and before any lender is paid: the line `operating_cash_flow` of the cash flow,',
      `${operating.length} rows, by the first part of their category:`,
      '',
      monthTable('what', operating, ({ categories }) => code(getRootCategory(categories))),
      '',
      'Then what lenders took; the number links to the rows of both sides:',
      '',
      monthTable('what', service, getCategoryName),
      '',
      steps(...left.steps, ...paid.steps, `${money(left.cents)} / ${money(paid.cents)} = ${ratio}`),
      '',
      'Below 1 the operations alone do not carry the debt, and what is missing has to come from',
      "balances, owners or new debt. Advances that came in, owners' draws and transfers between own",
      'accounts are on neither side; cash drawn at a machine is a cost until somebody says what it was',
      'for. One cost can make a month, so look at the largest, and check whether it recurs:',
      '',
      rowTable(largest),
    ],
  })
}

interface Close {
  date: PlainDate
  opening: Cents
  inflow: Cents
  outflow: Cents
  closing: Cents
}

/** End-of-day balances from the first opening balance and the rows alone. */
async function computeCloses(deal: Deal): Promise<Close[]> {
  const [printed, rows] = [await readDays(deal), await readRows(deal)]
  let balance = toExactCents(printed[0]!.opening)
  return eachDay(printed[0]!.date, printed.at(-1)!.date).map((date, at) => {
    const own = rows.filter((row) => row.date === date)
    const inflow = sumAmounts(own.filter(({ amount }) => amount > 0))
    const outflow = sumAmounts(own) - inflow
    const opening = balance
    balance += inflow + outflow
    const known = printed[at]!
    if (known.date !== date || toExactCents(known.closing) !== balance) {
      throw new Error(`${date} closes with ${balance} by its rows, ${known.closing} by the report`)
    }
    return { date, opening, inflow, outflow, closing: balance }
  })
}

function dayTable(days: readonly Close[]): string {
  const lines = days.map(({ date, ...figures }) => [date, ...Object.values(figures).map(money)])
  return figureTable(['day', 'opens with', 'in', 'out', 'closes with'], lines)
}

/** The mean over the months of the rows; with -1 outflows are counted as positive. */
function meanOfMonths(rows: readonly Row[], sign: 1 | -1 = 1): { cents: Cents; steps: string[] } {
  const sums = listMonths(rows).map((month) => sign * sumAmounts(rowsIn(rows, month)))
  const sum = sums.reduce((total, cents) => total + cents, 0)
  const cents = roundHalfAway(sum / sums.length)
  return { cents, steps: [addition(sums), `${money(sum)} / ${sums.length} = ${money(cents)}`] }
}

function formatFirstRows(rows: readonly Row[]): string[] {
  return [`The first of the ${rows.length} rows:`, '', rowTable(rows.slice(0, FIRST_ROWS))]
}

function getCategoryName({ categories }: Row): string {
  return categories[0]!.name.toLowerCase()
}

function getRootCategory(categories: Row['categories']): string {
  return categories[0]!.slug.split('.', 1)[0]!
}
