import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Account, CompanyFacts, CoveredPeriod } from '../values/account.ts'
import { isBusinessDay } from '../values/days/business-days.ts'
import { eachDay } from '../values/dates.ts'
import type { EnrichedTransaction, RawTransaction } from '../values/transaction.ts'
import { toPosition } from './positions/figures.ts'
import { enrich, type Enriched, type EnrichInput } from './enrich.ts'

const COMPANY: CompanyFacts = {
  name: 'Juniper Works LLC',
  ownerNames: ['Dana Whitfield'],
  entityType: 'llc',
  naicsCode: '722511',
  state: 'NC',
  businessStartDate: null,
  ownerFico: null,
  requestedAmount: null,
}

/** `[date, cents, description]`, with anything else that the case needs. */
type Line = [date: string, amount: number, description: string, rest?: Partial<RawTransaction>]

function buildRows(lines: readonly Line[]): RawTransaction[] {
  return lines.map(([date, amount, description, rest], index) => ({
    id: `t${index}`,
    accountId: 'checking',
    date,
    amount,
    description,
    currency: 'USD',
    balance: null,
    mccCode: null,
    bankType: null,
    checkNumber: null,
    isPending: false,
    isDuplicate: false,
    providerCategory: null,
    override: null,
    ...rest,
  }))
}

function run(lines: readonly Line[], around: Partial<EnrichInput> = {}): Enriched {
  const base = { accounts: [], company: COMPANY, periods: [], asOf: null }
  return enrich({ ...base, ...around, transactions: buildRows(lines) })
}

function only(
  description: string,
  amount: number,
  rest?: Partial<RawTransaction>,
): EnrichedTransaction {
  return run([['2025-03-04', amount, description, rest]]).transactions[0]!
}

function getSlug(description: string, amount: number): string {
  return only(description, amount).categories[0]!.slug
}

function account(id: string, type = 'checking', last4: string | null = null): Account {
  return { id, name: id, institutionName: null, last4, type, currency: 'USD', isIncluded: true }
}

function period(startDate: string, endDate: string, accountId = 'checking'): CoveredPeriod {
  return {
    accountId,
    documentId: null,
    statementId: null,
    startDate,
    endDate,
    isInferred: false,
    openingBalance: null,
    closingBalance: null,
    reconciliationStatus: 'reconciled',
    dailyBalances: [],
  }
}

test('a correction by a person wins over every rule', () => {
  const row = only('KAPITUS DAILY', -20500, {
    override: { category: 'expenses.rent', isRevenue: false },
  })
  assert.deepEqual(
    [row.categories[0]!.slug, row.categories[0]!.source, row.categories[0]!.confidence],
    ['expenses.rent', 'feedback', 1],
  )
})

test('every category carries its source and rule, and at most two runners-up', () => {
  const row = only('POS PURCHASE SHELL OIL 5744', -4210, {
    mccCode: '5542',
    providerCategory: 'TRAVEL_FLIGHTS',
  })
  assert.deepEqual(
    row.categories.map(({ slug, source, ruleId }) => [slug, source, ruleId]),
    [
      ['expenses.fuel', 'registry', 'merchant:shell'],
      ['expenses.travel', 'provider', 'provider:TRAVEL_FLIGHTS'],
      ['expenses.card_purchase', 'rule', 'channel:POS PURCHASE'],
    ],
  )
})

test('a bank fee is never taken for a funder', () => {
  assert.equal(getSlug('NSF FEE ACH KAPITUS DAILY', -3500), 'fees.nsf_overdraft')
})

test('the wording of an NSF or overdraft row decides the kind of fee', () => {
  const kinds: [string, string | null][] = [
    ['NSF FEE', 'nsf'],
    ['INSUFFICIENT FUNDS CHARGE', 'nsf'],
    ['OVERDRAFT FEE FOR CHECK 1043', 'overdraft'],
    ['OD FEE', 'overdraft'],
    ['RETURNED ITEM FEE', 'returned_item'],
    ['NSF/OD FEE', 'ambiguous'],
    ['WIRE FEE', null],
  ]
  for (const [text, kind] of kinds) assert.equal(only(text, -3500).feeKind, kind, text)
})

test('a processor settles sales, and lends where CAPITAL is named', () => {
  assert.equal(getSlug('STRIPE TRANSFER ST-A1B2', 84210), 'revenue.card_settlement')
  assert.equal(getSlug('STRIPE CAPITAL', 1_500_000), 'debt.mca_advance')
  assert.equal(getSlug('STRIPE CAP REPAYMENT', -12000), 'debt.mca_payment')
  assert.equal(getSlug('SQUARE INC REFUND', -2500), 'revenue.customer_refund')
})

test('a name that only looks like a funder keeps its own leaf', () => {
  assert.equal(getSlug('CAPITAL ONE CRCARDPMT', -45000), 'debt.credit_card_payment')
  assert.equal(getSlug('AMERICAN FUNDS INVESTMENT', -50000), 'transfers.investment')
  assert.equal(getSlug('FIRST INSURANCE FUNDING', -31000), 'expenses.insurance')
  assert.equal(getSlug('FLEETCOR FUNDING', -31000), 'cogs.fuel')
})

test('an ambiguous alias needs a second cue before it is a funder', () => {
  assert.notEqual(getSlug('ACH DEBIT TORRO', -21000), 'debt.mca_payment')
  assert.equal(getSlug('ACH DEBIT TORRO FUNDING', -21000), 'debt.mca_payment')
})

test('an amount whose sign contradicts its leaf is a refund or return', () => {
  assert.equal(getSlug('HOME DEPOT 0412', 8800), 'income.vendor_refund')
  assert.equal(getSlug('MONTHLY MAINTENANCE FEE REFUND', 1500), 'fees.bank')
  const { transactions } = run([
    ['2025-03-04', -41200, 'FORD CREDIT PYMT'],
    ['2025-03-07', 41200, 'FORD CREDIT PYMT'],
  ])
  assert.equal(transactions[1]!.categories[0]!.slug, 'returns.returned_debit')
})

test('an owner is recognized by name, and money from an owner is not revenue', () => {
  const row = only('ZELLE PAYMENT FROM DANA WHITFIELD 8X2K90', 500_000)
  assert.equal(row.categories[0]!.slug, 'equity.owner_contribution')
  assert.equal(row.exclusionReason, 'owner_or_investor')
  assert.ok(row.flags.includes('related_party') && row.flags.includes('p2p'))
})

test("the account holder's own name does not influence the category", () => {
  const company = { ...COMPANY, name: 'Redgate Electric Inc' }
  const lines: Line[] = [
    ['2025-03-04', -285_000, 'GATE CITY REALTY RENT 250102 REDGATE ELECTRIC INC'],
  ]
  assert.equal(run(lines, { company }).transactions[0]!.categories[0]!.slug, 'expenses.rent')
})

test('a customer by Zelle is revenue on a business account and not on a personal one', () => {
  const lines: Line[] = [['2025-03-04', 32000, 'ZELLE FROM ELENA FOSTER']]
  assert.equal(run(lines, { accounts: [account('checking')] }).transactions[0]!.isRevenue, true)
  const personal = run(lines, { accounts: [account('checking', 'personal_checking')] })
  assert.equal(personal.transactions[0]!.exclusionReason, 'personal_p2p')
})

test('every inflow is revenue or has exactly one reason why not', () => {
  const reasons: [string, number, string | null][] = [
    ['SQUARE INC 250304', 800_000, null],
    ['KAPITUS FUNDING', 2_000_000, 'mca_advance'],
    ['IRS TREAS 310 TAX REF', 50_000, 'tax_refund'],
    ['OWNER CONTRIBUTION', 100_000, 'owner_or_investor'],
    ['SBA EIDL', 100_000, 'loan_proceeds'],
    ['ONLINE TRANSFER FROM CHK 9911', 100_000, 'own_account_transfer'],
    ['INTEREST PAID', 312, 'interest_or_investment'],
    ['DRAFTKINGS', 9000, 'gambling'],
    ['INCOMING FEDWIRE', 900_000, 'unidentified_wire'],
    ['QZX', 900_000, 'uncategorized'],
  ]
  for (const [text, amount, reason] of reasons) {
    const row = only(text, amount)
    assert.deepEqual([row.isRevenue, row.exclusionReason], [reason === null, reason], text)
  }
  assert.equal(
    only('SQUARE INC', 1, { override: { isRevenue: false } }).exclusionReason,
    'user_excluded',
  )
})

test('a factor counts as revenue for carriers and as debt proceeds for others', () => {
  const lines: Line[] = [['2025-03-04', 410_000, 'RTS FINANCIAL']]
  assert.equal(run(lines).transactions[0]!.exclusionReason, 'factoring')
  const carrier = run(lines, { company: { ...COMPANY, naicsCode: '484121' } })
  assert.equal(carrier.transactions[0]!.isRevenue, true)
})

test('both sides of a transfer between own accounts point to each other and leave revenue', () => {
  const accounts = [account('checking', 'checking', '4417'), account('savings', 'savings', '6988')]
  const { transactions } = run(
    [
      ['2025-03-04', -125_000, 'ONLINE TRANSFER TO SAV 6988'],
      ['2025-03-05', 125_000, 'TRANSFER FROM CHK 4417', { accountId: 'savings' }],
    ],
    { accounts },
  )
  assert.deepEqual(
    transactions.map((row) => [
      row.categories[0]!.slug,
      row.matchedTransactionId,
      row.exclusionReason,
    ]),
    [
      ['transfers.internal', 't1', null],
      ['transfers.internal', 't0', 'internal_transfer'],
    ],
  )
  // 50 equal + 12 one day + 20 both worded + 20 mask (formulas 7.1).
  assert.equal(transactions[0]!.matchScore, 102)
})

test('a payment that came back is paired with its return and both leave the totals', () => {
  const { transactions } = run([
    ['2025-03-04', -53605, 'ACH DEBIT CAROLINA PAPER INVOICE'],
    ['2025-03-05', 53605, 'RETURNED DEBIT CAROLINA PAPER INVOICE R01'],
  ])
  assert.deepEqual(
    transactions.map((row) => [row.categories[0]!.slug, row.matchedTransactionId]),
    [
      ['returns.reversal', 't1'],
      ['returns.returned_debit', 't0'],
    ],
  )
})

test('a deposit that bounced leaves revenue, and its return leaves contra revenue', () => {
  const { transactions } = run([
    ['2025-03-04', 90_000, 'CHECK DEPOSIT HOLLIS BUILDERS'],
    ['2025-03-07', -90_000, 'DEPOSITED ITEM RETURNED HOLLIS BUILDERS'],
  ])
  assert.deepEqual(
    transactions.map(({ isRevenue, exclusionReason }) => [isRevenue, exclusionReason]),
    [
      [false, 'returned_or_reversed'],
      [false, 'returned_or_reversed'],
    ],
  )
  assert.equal(transactions[1]!.categories[0]!.slug, 'returns.returned_deposit')
})

test('the position of vector V6 has exactly its figures', () => {
  const { positions, transactions } = estimated(advanceAndPayments(), {
    periods: [period('2025-01-01', '2025-03-31')],
    asOf: '2025-03-31',
    settings: { factorRates: { kapitus: 1.4 } },
  })
  const [position, ...others] = positions
  assert.equal(others.length, 0)
  assert.equal(position!.payment!.count, 58)
  assert.equal(position!.payment!.cadence, 'business_daily')
  assert.equal(position!.paidToDate, 1_353_314)
  assert.equal(position!.rightToReceive, 2_800_000)
  assert.equal(position!.remainingBalance!.mid, 1_446_686)
  assert.equal(position!.percentPaid!.toFixed(4), '0.4833')
  assert.equal(position!.paymentsRemaining, 63)
  assert.equal(position!.estimatedPayoffDate, '2025-06-30')
  assert.equal(position!.monthlyPayment, 489_993)
  assert.equal(position!.isUpperBound, false)
  assert.deepEqual(position!.missedDates, [])
  assert.equal(position!.status, 'active')
  assert.equal(transactions[0]!.positionRole, 'advance')
  assert.ok(transactions[1]!.flags.includes('mca'))
})

/** The same with each position as it is reported without any decision. */
function estimated(...input: Parameters<typeof run>) {
  const { positions, ...rest } = run(...input)
  return { ...rest, positions: positions.map((found) => toPosition(found, null)) }
}

/** Vector V6: 20,000.00 on 2025-01-06, then 233.33 on each business day to 2025-03-31. */
function advanceAndPayments(text = 'KAPITUS DAILY'): Line[] {
  const days = eachDay('2025-01-07', '2025-03-31').filter(isBusinessDay)
  return [
    ['2025-01-06', 2_000_000, text.replace('DAILY', 'FUNDING')],
    ...days.map((date): Line => [date, -23_333, text]),
  ]
}

test('remittances without a named funder form a position that needs confirmation', () => {
  const lines = advanceAndPayments('ACH DEBIT QRX DAILY')
  lines[0] = ['2025-01-06', 2_000_000, 'WIRE TRANSFER IN']
  const { positions, transactions } = estimated(lines, { asOf: '2025-03-31' })
  assert.equal(positions.length, 1)
  assert.equal(positions[0]!.confirmation, 'needs_confirmation')
  assert.equal(positions[0]!.confidence, 0.6)
  assert.equal(transactions[0]!.categories[0]!.slug, 'debt.mca_advance')
  assert.ok(transactions[1]!.needsReview)
})

test('two amounts of one funder that run side by side are two positions', () => {
  const days = eachDay('2025-01-07', '2025-02-28').filter(isBusinessDay)
  const lines = days.flatMap((date): Line[] => [
    [date, -23_333, 'KAPITUS DAILY'],
    [date, -41_000, 'KAPITUS DAILY'],
  ])
  const { positions } = estimated(lines, { asOf: '2025-02-28' })
  assert.deepEqual(
    positions.map(({ payment }) => payment!.amount).toSorted((left, right) => left - right),
    [23_333, 41_000],
  )
})

test('a returned remittance is not paid, counts as missed and names the position', () => {
  const lines = advanceAndPayments()
  lines.push(['2025-03-31', 23_333, 'RETURNED DEBIT KAPITUS DAILY R01'])
  const { positions, transactions } = estimated(lines, { asOf: '2025-03-31' })
  assert.equal(positions[0]!.returnedCount, 1)
  assert.equal(positions[0]!.paidToDate, 57 * 23_333)
  assert.deepEqual(positions[0]!.missedDates, ['2025-03-31'])
  assert.equal(transactions.at(-1)!.positionRole, 'return')
  assert.ok(transactions.at(-1)!.flags.includes('returned_mca_payment'))
})

test('without an advance the balance is an estimate and an upper bound', () => {
  const { positions } = estimated(advanceAndPayments().slice(1), {
    periods: [period('2025-01-06', '2025-03-31')],
    asOf: '2025-03-31',
  })
  assert.equal(positions[0]!.rightToReceive, 120 * 23_333)
  assert.equal(positions[0]!.isUpperBound, true)
})

test('a position whose payments stopped is late, then inactive', () => {
  const lines = advanceAndPayments()
  assert.equal(estimated(lines, { asOf: '2025-04-10' }).positions[0]!.status, 'late')
  assert.equal(estimated(lines, { asOf: '2025-05-30' }).positions[0]!.status, 'inactive')
})

test('the same rows give the same output, byte for byte', () => {
  const lines = advanceAndPayments()
  assert.equal(JSON.stringify(run(lines)), JSON.stringify(run(lines)))
})

test('no rows give no output', () => {
  assert.deepEqual(run([]), { transactions: [], streams: [], positions: [] })
})
