import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CoveredPeriod } from '../../values/account.ts'
import { isBusinessDay } from '../../values/days/business-days.ts'
import {
  addDays,
  addMonths,
  dayNumber,
  firstOfMonth,
  lastOfMonth,
  toMonth,
  toWeekday,
} from '../../values/dates.ts'
import { exampleInput, examplePeriod, examplePosition, type RowFacts } from '../example.test.ts'
import { seededDraw, type Draw } from '../random.ts'
import { buildLedger, type Ledger, type LedgerInput } from '../ledger.ts'
import type { LedgerRow } from '../ledger/rows/row.ts'
import type { Position } from '../../values/position.ts'

/** A generated business: its rows, the months it has statements of, and what is odd about it. */
interface Deal {
  months: string[]
  opening: number
  rows: RowFacts[]
  more?: (input: LedgerInput) => Partial<LedgerInput>
  /** Months without a statement. */
  missing?: string[]
}

const DEALS: Record<string, () => Deal> = {
  clean: () => business('clean'),
  stacked,
  'nsf-heavy': nsfHeavy,
  seasonal: () =>
    business('seasonal', {
      count: 15,
      season: (month) => 1 + 0.5 * Math.sin((Number(month.slice(5)) * Math.PI) / 6),
    }),
  gap: () => ({ ...business('gap'), missing: ['2025-03'] }),
  'two-accounts': twoAccounts,
}

/** The ledger of each sample deal. */
export const SAMPLE_DEALS: Readonly<Record<string, () => Ledger>> = Object.fromEntries(
  Object.entries(DEALS).map(([name, make]) => [name, () => createLedger(make())]),
)

test('a sample deal is the same one each time', () => {
  const [first, again] = [1, 2].map(() => SAMPLE_DEALS['clean']!().table)
  assert.deepEqual(first, again)
})

interface Course {
  count?: number
  /** What a month's takings are against the mean. */
  season?: (month: string) => number
  /** Takings of a business day, in cents. */
  takings?: number
}

/** A shop that takes cards every business day and pays wages, rent, supplies and taxes. */
function business(
  seed: string,
  { count = 6, season = () => 1, takings = 1_900_00 }: Course = {},
): Deal {
  const draw = seededDraw(seed)
  const first = addMonths('2025-06', 1 - count)
  const months = Array.from({ length: count }, (_, index) => addMonths(first, index))
  const rows = months.flatMap((month) =>
    daysIn(month).flatMap((date) => buildDay(date, { draw, base: takings * season(month) })),
  )
  return { months, opening: 18_000_00, rows }
}

function buildDay(date: string, { draw, base }: { draw: Draw; base: number }): RowFacts[] {
  const amount = (mean: number): number => Math.round(mean * (0.7 + 0.6 * draw()))
  const day = Number(date.slice(8))
  const rows: RowFacts[] = []
  const pay = (slug: string, cents: number, more: Partial<RowFacts> = {}): void =>
    void rows.push({ date, amount: -cents, slug, ...more })
  if (isBusinessDay(date))
    rows.push({
      date,
      amount: amount(base),
      slug: 'revenue.card_settlement',
      merchantName: 'Example Processor',
    })
  if (day % 9 === 4)
    rows.push({ date, amount: amount(base * 1.5), merchantName: `Customer ${day}` })
  if (toWeekday(date) === 5 && dayNumber(date) % 14 < 7)
    pay('expenses.payroll', amount(4_800_00), { isRecurring: true })
  if (day === 1)
    pay('expenses.rent', 3_200_00, { isRecurring: true, merchantName: 'Example Landlord' })
  if (isBusinessDay(date) && draw() < 0.5)
    pay('cogs.inventory', amount(base * 0.5), { merchantName: 'Example Supplier' })
  if (day === 15) pay('taxes.federal', amount(900_00))
  if (day === 20) pay('expenses.utilities', amount(380_00))
  return rows
}

/** Three advances on top of each other, each paid on every business day. */
function stacked(): Deal {
  const deal = business('stacked')
  const advances = [
    { id: 'first', date: '2025-02-03', amount: 40_000_00, payment: 310_00 },
    { id: 'second', date: '2025-04-07', amount: 25_000_00, payment: 240_00 },
    { id: 'third', date: '2025-05-19', amount: 15_000_00, payment: 190_00 },
  ]
  const rows = advances.flatMap(({ id, date, amount, payment }) => {
    const name = { merchantName: `Funder ${id}`, funderId: id, positionId: id }
    const days = deal.months.flatMap(daysIn).filter((day) => day > date && isBusinessDay(day))
    return [
      { date, amount, slug: 'debt.mca_advance', exclusionReason: 'mca_advance', ...name },
      ...days.map((day) => ({ date: day, amount: -payment, slug: 'debt.mca_payment', ...name })),
    ]
  })
  const positions = advances.map(({ id, date, amount, payment }) =>
    examplePosition({
      id,
      funderId: id,
      funderName: `Funder ${id}`,
      advance: { amount, date, isNet: false, confidence: 0.9, transactionIds: [] },
      payment: {
        amount: payment,
        cadence: 'business_daily',
        weekday: 1,
        anchorDays: [1],
        amountType: 'fixed',
        firstDate: addDays(date, 1),
        lastDate: '2025-06-30',
        lastAmount: payment,
        count: 30,
      },
      remainingBalance: { low: amount / 4, mid: amount / 2, high: amount },
      monthlyPayment: payment * 21,
    }),
  )
  const more = ({ transactions }: LedgerInput): Partial<LedgerInput> => ({
    positions: positions.map((position) =>
      withRows(position, transactions as readonly LedgerRow[]),
    ),
  })
  return { ...deal, rows: [...deal.rows, ...rows], more }
}

function withRows(position: Position, rows: readonly LedgerRow[]): Position {
  const own = rows.filter(({ positionId }) => positionId === position.id)
  const advances = own.filter(({ amount }) => amount > 0)
  const listIds = (of: readonly LedgerRow[]): string[] => of.map(({ id }) => id)
  return {
    ...position,
    advance: { ...position.advance!, transactionIds: listIds(advances) },
    transactionIds: listIds(own),
  }
}

/** Too little on the account: fees, returned items and days below zero. */
function nsfHeavy(): Deal {
  const deal = business('nsf-heavy', { takings: 900_00 })
  const days = deal.months.flatMap(daysIn).filter((date) => Number(date.slice(8)) % 6 === 2)
  const fees = days.flatMap((date): RowFacts[] => [
    { date, amount: -35_00, slug: 'fees.nsf_overdraft', feeKind: 'nsf' },
    { date, amount: -35_00, slug: 'fees.nsf_overdraft', feeKind: 'overdraft' },
  ])
  return { ...deal, opening: 600_00, rows: [...deal.rows, ...fees] }
}

/** A savings account beside the checking account, with transfers between both. */
function twoAccounts(): Deal {
  const deal = business('two-accounts')
  const transfers = deal.months.flatMap((month): RowFacts[] => {
    const date = `${month}-10`
    const [slug, exclusionReason] = ['transfers.internal', 'internal_transfer']
    return [
      { date, amount: -2_000_00, slug },
      { date, amount: 2_000_00, slug, exclusionReason, accountId: 'savings' },
    ]
  })
  const more = ({ accounts, periods }: LedgerInput): Partial<LedgerInput> => ({
    accounts: [
      ...accounts,
      { ...accounts[0]!, id: 'savings', name: 'Reserve', last4: '9876', type: 'savings' },
    ],
    periods: [
      ...periods,
      ...periods.map((period, index) => ({
        ...period,
        accountId: 'savings',
        openingBalance: index === 0 ? 5_000_00 : null,
      })),
    ],
  })
  return { ...deal, rows: [...deal.rows, ...transfers], more }
}

function createLedger({ months, opening, rows, more, missing = [] }: Deal): Ledger {
  const kept = months.filter((month) => !missing.includes(month))
  const periods = kept.map((month, index): CoveredPeriod =>
    examplePeriod(
      firstOfMonth(month),
      lastOfMonth(month),
      index === 0 ? { openingBalance: opening } : {},
    ),
  )
  const own = rows.filter(({ date }) => !missing.includes(toMonth(date)))
  const sorted = own.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
  const input = exampleInput(sorted, periods, { today: '2025-07-02', documentAuthenticity: 95 })
  const company = {
    ...input.company,
    name: 'Example LLC',
    businessStartDate: '2020-01-01',
    naicsCode: '722511',
  }
  return buildLedger({ ...input, company, ...more?.(input) })
}

function daysIn(month: string): string[] {
  const count = Number(lastOfMonth(month).slice(8))
  return Array.from({ length: count }, (_, index) => addDays(firstOfMonth(month), index))
}
