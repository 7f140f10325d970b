import { NOBODY } from '../../values/account.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isBusinessDay } from '../../values/days/business-days.ts'
import { addDays, eachDay } from '../../values/dates.ts'
import type { FoundPosition, KnownPosition } from '../../values/position.ts'
import type { RawTransaction, TransactionOverride } from '../../values/transaction.ts'
import { enrich } from '../enrich.ts'
import { toPosition } from './figures.ts'

type Line = [date: string, amount: number, description: string, override?: TransactionOverride]

function found(lines: readonly Line[], positions: readonly KnownPosition[] = []): FoundPosition[] {
  const transactions = lines.map(([date, amount, description, override = null], index) => {
    return buildRow({ id: `t${index}`, date, amount, description, override })
  })
  const periods = [{ ...PERIOD, startDate: '2025-01-01', endDate: '2025-06-30' }]
  return enrich({ transactions, accounts: [], company: NOBODY, periods, asOf: null, positions })
    .positions
}

const PERIOD = {
  accountId: 'a',
  documentId: null,
  statementId: null,
  isInferred: false,
  openingBalance: null,
  closingBalance: null,
  reconciliationStatus: 'reconciled' as const,
  dailyBalances: [],
}

function buildRow(
  row: Pick<RawTransaction, 'id' | 'date' | 'amount' | 'description' | 'override'>,
): RawTransaction {
  return {
    accountId: 'a',
    currency: 'USD',
    balance: null,
    mccCode: null,
    bankType: null,
    checkNumber: null,
    isPending: false,
    isDuplicate: false,
    providerCategory: null,
    ...row,
  }
}

function daily(from: string, to: string, cents: number): Line[] {
  return eachDay(from, to)
    .filter(isBusinessDay)
    .map((date): Line => [date, -cents, 'KAPITUS DAILY'])
}

function weekly(from: string, count: number, [cents, text]: [number, string]): Line[] {
  return Array.from({ length: count }, (_, index) => [addDays(from, 7 * index), cents, text])
}

test('new money of the same funder and another payment are a renewal, and the old one is paid off', () => {
  const [first, second, ...others] = found([
    ['2025-01-06', 2_000_000, 'KAPITUS FUNDING'],
    ...daily('2025-01-07', '2025-03-14', 23_333),
    ['2025-03-14', 3_000_000, 'KAPITUS FUNDING'],
    ...daily('2025-03-17', '2025-06-27', 35_000),
  ])
  assert.equal(others.length, 0)
  assert.deepEqual([second!.isRenewal, second!.parentPositionId], [true, first!.id])
  assert.equal(toPosition(first!, null).status, 'paid_off')
  assert.equal(second!.advance!.amount, 3_000_000)
})

test('a payment that is lowered without new money is the same contract', () => {
  const positions = found([
    ...daily('2025-01-20', '2025-03-14', 23_333),
    ...daily('2025-03-17', '2025-06-27', 18_000),
  ])
  assert.deepEqual(
    positions.map(({ payment }) => payment!.amount),
    [18_000],
  )
})

test('an advance of a processor without visible payments is repaid by withholding', () => {
  const [position] = found([['2025-03-03', 1_500_000, 'TOAST CAPITAL FUNDING']])
  assert.equal(position!.repaymentChannel, 'processor_split')
  assert.equal(position!.payment, null)
})

test('weekly credits of one party against the payments to others are a reverse consolidation', () => {
  const positions = found([
    ...daily('2025-01-20', '2025-06-27', 20_000),
    ...weekly('2025-03-03', 16, [80_000, 'QFS CAPITAL WEEKLY']),
    ...weekly('2025-03-05', 16, [-30_000, 'QFS CAPITAL PAYMENT']),
  ])
  const support = positions.find(({ productType }) => productType === 'reverse_consolidation')
  const fed = positions.find(({ funderName }) => funderName === 'Kapitus')
  assert.deepEqual(support!.childPositionIds, [fed!.id])
})

/** Sales of each business day, and a debit the day after that `centsOf` draws from them. */
function salesAnd(centsOf: (sales: number, index: number) => number): Line[] {
  const days = eachDay('2025-02-03', '2025-04-30').filter(isBusinessDay)
  const sales = days.map((_, index) => 200_000 + ((index * 7919) % 97) * 3_000)
  return days.flatMap((date, index): Line[] => [
    [date, sales[index]!, 'MERCHANT BANKCD DEPOSIT 8812'],
    ...(index === 0
      ? []
      : [[date, -centsOf(sales[index - 1]!, index), 'KAPITUS REMIT'] satisfies Line]),
  ])
}

test('a debit that varies with the card sales of the day before is a share of them', () => {
  const [position, ...others] = found(salesAnd((sales) => Math.round(0.15 * sales)))
  assert.equal(others.length, 0)
  const { payment, missedDates } = position!
  assert.deepEqual([payment!.cadence, payment!.remittanceRate], ['percentage_split', 0.15])
  assert.deepEqual(missedDates, [])
  assert.equal(toPosition(position!, null).nextExpectedDate, '2025-05-01')
})

test('a debit that varies without the card sales has a daily cadence', () => {
  const [position] = found(salesAnd((_, index) => 20_000 + ((index * 104_729) % 89) * 500))
  assert.equal(position!.payment!.cadence, 'business_daily')
  assert.equal(position!.payment!.remittanceRate, undefined)
})

test('payments that end without a return within the interval of the factor ended as agreed', () => {
  const advance: Line = ['2025-01-06', 1_500_000, 'KAPITUS FUNDING']
  const ended = (to: string) =>
    toPosition(found([advance, ...daily('2025-01-07', to, 35_000)])[0]!, null).status
  assert.equal(ended('2025-03-18'), 'inactive', 'less than the least')
  assert.equal(ended('2025-03-24'), 'paid_off')
})

test('an unlisted party whose weekly credits fund other payments is a reverse consolidation', () => {
  const fed = (cents: number) =>
    found([
      ...daily('2025-01-20', '2025-06-27', 20_000),
      ...weekly('2025-03-03', 16, [cents, 'ACH CREDIT BLUESTEM FUNDING GROUP WEEKLY']),
      ...weekly('2025-03-05', 16, [-30_000, 'ACH DEBIT BLUESTEM FUNDING GROUP PAYMENT']),
    ]).find(({ funderId }) => funderId === null)
  const support = fed(80_000)!
  assert.equal(support.productType, 'reverse_consolidation')
  assert.equal(support.advance!.transactionIds.length, 16)
  assert.equal(support.childPositionIds.length, 1)
  assert.ok(support.needsConfirmation)
  assert.notEqual(fed(40_000)?.productType, 'reverse_consolidation', 'less than the rule requires')
})

test('a known position keeps its id by its rows, even with another first row', () => {
  const lines = daily('2025-02-03', '2025-06-27', 23_333)
  const known = { id: 'known', transactionIds: ['t20', 't21', 't22'], confirmation: null }
  assert.deepEqual(
    found(lines, [known]).map(({ id }) => id),
    ['known'],
  )
})

test('rows that a person assigned belong to that position, or to none', () => {
  const [kept, moved] = found([
    ...daily('2025-02-03', '2025-06-27', 23_333),
    ['2025-05-01', -5000, 'CHECK 1043', { positionId: 'other' }],
    ['2025-05-02', -23_333, 'KAPITUS DAILY', { positionId: null }],
  ])
  assert.equal(moved!.id, 'other')
  assert.equal(moved!.transactionIds.length, 1)
  assert.ok(!kept!.transactionIds.includes(moved!.transactionIds[0]!))
})

/** A position of a first funder whose payments end, and other money two days later. */
function endedThen(money: Line): string {
  const rows: Line[] = [
    ['2025-01-06', 2_000_000, 'KAPITUS FUNDING'],
    ...daily('2025-01-07', '2025-02-14', 23_333),
    money,
  ]
  const position = found(rows).find(({ funderName }) => funderName === 'Kapitus')!
  return toPosition({ ...position, asOf: '2025-06-30' }, null).status
}

test('another funder bought a position out only with money enough for what was owed', () => {
  assert.equal(endedThen(['2025-02-18', 4_000_000, 'RAPID FINANCE FUNDING']), 'paid_off')
  assert.equal(endedThen(['2025-02-18', 500_000, 'RAPID FINANCE FUNDING']), 'inactive')
  assert.equal(endedThen(['2025-02-18', 4_000_000, 'TOAST CAPITAL FUNDING']), 'inactive')
})

test('what is paid off leaves nothing to be paid and no date to expect', () => {
  const [first] = found([
    ['2025-01-06', 2_000_000, 'KAPITUS FUNDING'],
    ...daily('2025-01-07', '2025-03-14', 23_333),
    ['2025-03-14', 3_000_000, 'KAPITUS FUNDING'],
    ...daily('2025-03-17', '2025-06-27', 35_000),
  ])
  const { remainingBalance, paymentsRemaining, estimatedPayoffDate } = toPosition(first!, null)
  assert.deepEqual(remainingBalance, { low: 0, mid: 0, high: 0 })
  assert.deepEqual([paymentsRemaining, estimatedPayoffDate], [0, null])
})

test('an advance that a processor withholds is never late for want of payments', () => {
  const [position] = found([['2025-03-03', 1_500_000, 'TOAST CAPITAL FUNDING']])
  const statusOn = (asOf: string): string => toPosition({ ...position!, asOf }, null).status
  assert.deepEqual(['2025-03-20', '2025-06-30', '2026-06-30'].map(statusOn), [
    'new',
    'active',
    'inactive',
  ])
})

test('a returned item that the bank reverses is a returned payment', () => {
  const [position] = found([
    ['2025-01-06', 2_000_000, 'KAPITUS FUNDING'],
    ...daily('2025-01-07', '2025-03-14', 23_333),
    ['2025-03-14', 23_333, 'RETURNED ITEM REVERSAL KAPITUS DAILY'],
    ['2025-03-13', 23_333, 'ACH RETURNS KAPITUS R01 INSUFFICIENT FUNDS'],
  ])
  assert.deepEqual([position!.returnedCount, position!.totals.reversed], [2, 0])
})

test('a lender that no registry lists is a position by the category of its payments', () => {
  const monthly = (text: string, override?: TransactionOverride): Line[] =>
    ['2025-01-13', '2025-02-13', '2025-03-13', '2025-04-14'].map((date) => [
      date,
      -84_000,
      text,
      ...(override ? [override] : []),
    ]) as Line[]
  const [loan, ...none] = found(monthly('HILLSIDE COOP LN PMT', { category: 'debt.loan_payment' }))
  assert.deepEqual(
    [loan!.productType, loan!.needsConfirmation, none.length],
    ['term_loan', false, 0],
  )
  const [vehicle] = found(monthly('FORD CREDIT DES:RETAIL'))
  assert.deepEqual([vehicle!.productType, vehicle!.funderName], ['vehicle', 'Ford Credit'])
})

test('a funder whose name an ACH entry prints without blanks is that funder', () => {
  const days = eachDay('2025-02-03', '2025-04-30').filter(isBusinessDay)
  const positions = found([
    ['2025-01-30', 2_850_000, 'WIRE IN ORIG:FORWARD FINANCING LLC'],
    ...days.map((date): Line => [
      date,
      -31_500,
      'FORWARDFINANCING DES:DAILY PMT ID:461 CCD',
      { category: 'debt.mca_payment' },
    ]),
  ])
  assert.deepEqual(
    positions.map(({ funderName, advance, payment }) => [
      funderName,
      advance?.amount,
      payment?.count,
    ]),
    [['Forward Financing', 2_850_000, days.length]],
  )
})
