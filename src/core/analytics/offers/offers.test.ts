import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findLaw, isCovered } from '../disclosures/states.ts'
import { buildNotice } from '../adverse-action/notice.ts'
import { exampleLedger, examplePeriod, examplePosition, type RowFacts } from '../example.test.ts'
import type { Position } from '../../values/position.ts'
import type { Ledger } from '../ledger.ts'
import { offers } from '../reports/offers.ts'
import { listStips } from '../stips/items.ts'
import {
  afterFunding,
  bindingLimit,
  computeCapacity,
  computeLimits,
  buildOfferPolicy,
  type Capacity,
} from './limits.ts'
import { computeCommission, factorForRate, computeQuote, type OfferTerms } from './quote.ts'
import { computeEarlyPayoffs, computeRenewal, computeSyndication, computeTrueUp } from './settle.ts'
import { paymentDates, paymentsCount, buildSchedule } from '../repayment/schedule.ts'

const POLICY = buildOfferPolicy({ advanceShare: [0.75, 1], holdback: [0.1, 0.14] })
const CAPACITY: Capacity = {
  revenue: 60_000_00,
  averageBalance: 8_000_00,
  advancePayments: 4_899_93,
  debtService: 5_000_00,
  cashFlow: 15_000_00,
}
const TERMS: OfferTerms = {
  advance: 30_000_00,
  factor: 1.35,
  termMonths: 8,
  frequency: 'weekly',
  startDate: '2025-04-01',
  fees: [],
  payoffs: [],
}

describe('an offer', () => {
  test('is repaid to the cent, whatever the rounding of its payments', () => {
    for (const [owed, count] of [
      [40_500_00, 35],
      [100_01, 7],
      [5, 10],
      [1_000_00, 3],
    ] as const) {
      const rule = { count, frequency: 'daily', startDate: '2025-01-06' } as const
      const { payments, payment, lastPayment } = buildSchedule(owed, rule)
      assert.equal(
        payments.reduce((sum, { amount }) => sum + amount, 0),
        owed,
      )
      assert.ok(lastPayment >= 0 && payment >= 0)
      assert.equal(payments.length, count)
    }
  })

  test('is paid on business days in the number of payments of its term', () => {
    assert.equal(paymentsCount(6, 'weekly', '2025-01-06'), 26)
    assert.equal(paymentsCount(6, 'biweekly', '2025-01-06'), 13)
    assert.equal(paymentsCount(6, 'monthly', '2025-01-31'), 6)
    assert.equal(paymentsCount(0.5, 'daily', '2025-01-06'), 11)
    assert.deepEqual(paymentDates('monthly', '2025-01-31', 3), [
      '2025-02-28',
      '2025-03-31',
      '2025-04-30',
    ])
    assert.deepEqual(paymentDates('weekly', '2025-05-19', 1), ['2025-05-27'], 'Memorial Day')
    assert.deepEqual(paymentDates('daily', '2025-07-03', 2), ['2025-07-07', '2025-07-08'])
  })

  test('reaches the business less fees and payoffs, and costs what is owed above what is received', () => {
    const fees = [
      { name: 'Origination', amount: null, share: 0.03, isDeducted: true },
      { name: 'Wire', amount: 50_00, share: null, isDeducted: false },
    ]
    const payoffs = [{ name: 'Other Funder', amount: 10_000_00, positionId: null }]
    const quote = computeQuote({ ...TERMS, fees, payoffs })
    assert.equal(quote.purchasedAmount, 40_500_00)
    assert.equal(quote.feesTotal, 950_00)
    assert.equal(quote.netFunded, 30_000_00 - 900_00 - 10_000_00)
    assert.equal(quote.financeCharge, 40_500_00 - (30_000_00 - 950_00))
    const plain = computeQuote(TERMS)
    assert.ok(quote.rate!.nominal > plain.rate!.nominal, 'fees raise the rate')
    for (const factor of [1, 1.01, 1.5, 3, 9]) {
      const { rate } = computeQuote({ ...TERMS, factor })
      const { payments } = buildSchedule(TERMS.advance * factor, {
        count: 35,
        frequency: 'weekly',
        startDate: TERMS.startDate,
      })
      const worth = payments.reduce(
        (sum, { days, amount }) => sum + amount / (1 + rate!.daily) ** days,
        0,
      )
      assert.ok(Math.abs(worth - TERMS.advance) < 1e-4, `${factor}: worth ${worth}`)
    }
    assert.equal(computeQuote({ ...TERMS, payoffs }).rate!.nominal, plain.rate!.nominal)
  })

  test('has no rate when fees eat it up, and the factor of a rate gives that rate again', () => {
    const eaten = [{ name: 'Fee', amount: 30_000_00, share: null, isDeducted: true }]
    assert.equal(computeQuote({ ...TERMS, fees: eaten }).rate, null)
    const factor = factorForRate(TERMS, 0.6)!
    assert.ok(Math.abs(computeQuote({ ...TERMS, factor }).rate!.nominal - 0.6) < 1e-5)
    assert.equal(factorForRate({ ...TERMS, fees: [{ ...eaten[0]!, amount: 9_000_00 }] }, 0.1), null)
  })

  test('pays its broker points, or what was sold above the buy rate, or nobody knows', () => {
    assert.equal(computeCommission(TERMS, { points: 0.08, buyRate: 1.2 }), 2_400_00)
    assert.equal(computeCommission(TERMS, { points: null, buyRate: 1.25 }), 3_000_00)
    assert.equal(computeCommission(TERMS, { points: null, buyRate: 1.4 }), 0)
    assert.equal(computeCommission(TERMS, { points: null, buyRate: null }), null)
  })
})

describe('what becomes of an offer, by hand', () => {
  const quote = computeQuote(TERMS)

  test('O13: settled early it owes a lower factor, less what was paid until then', () => {
    const table = computeEarlyPayoffs({ ...TERMS, ...quote }, quote.payments, [
      { days: 90, factor: 1.25 },
      { days: 30, factor: 1.15 },
      { days: 240, factor: 1.3 },
    ])
    assert.deepEqual(
      table.map(({ date, owed, paid, payoff, saving }) => [date, owed, paid, payoff, saving]),
      [
        // 4 and 12 of 35 weekly payments of 1,157.14
        ['2025-05-01', 34_500_00, 4_628_56, 29_871_44, 6_000_00],
        ['2025-06-30', 37_500_00, 13_885_68, 23_614_32, 3_000_00],
        // 34 payments are more than is owed by then, so only the last one falls away
        ['2025-11-27', 39_000_00, 39_342_76, 0, 1_157_24],
      ],
    )
  })

  test('O14: a renewal pays the balance off, and borrows its unpaid cost again', () => {
    // V6: 28,000.00 owed on 20,000.00, of which 13,533.14 are paid
    const old = { advance: 20_000_00, rightToReceive: 28_000_00, paid: 13_533_14 }
    const offer = { advance: 30_000_00, factor: 1.35, feesDeducted: 900_00 }
    const { doubleDipShare, ...renewal } = computeRenewal(old, offer)
    assert.deepEqual(renewal, {
      balance: 14_466_86,
      net: 14_633_14,
      doubleDipCost: 4_133_39,
      costOnCost: 1_446_69,
    })
    assert.equal(doubleDipShare!.toFixed(4), '0.5167')
    const free = { ...old, rightToReceive: 20_000_00 }
    assert.deepEqual(computeRenewal(free, offer).doubleDipShare, null)
    assert.equal(computeRenewal({ ...old, paid: 30_000_00 }, offer).balance, 0)
  })

  test('O16: what was collected above the share of the receipts is given back', () => {
    const facts = { specifiedPercentage: 0.1, receipts: 48_000_00, collected: 4_899_93 }
    assert.deepEqual(computeTrueUp(facts), { allowed: 4_800_00, refund: 99_93 })
    assert.deepEqual(computeTrueUp({ ...facts, collected: 4_000_00 }), {
      allowed: 4_800_00,
      refund: 0,
    })
  })

  test('O17: an investor puts in a share with its commission and gets it back less the fee', () => {
    const offer = { ...TERMS, ...quote, commission: 2_400_00 }
    const investor = computeSyndication({ share: 0.25, managementFee: 0.03 }, offer)
    assert.deepEqual(investor, {
      funded: 8_100_00,
      cashBack: 280_61,
      totalBack: 9_821_25,
      profit: 1_721_25,
    })
  })
})

describe('the advance', () => {
  test('is bounded by the least of five limits, by hand', () => {
    const limits = computeLimits(CAPACITY, POLICY, { factor: 1.35, termMonths: 8 })
    assert.deepEqual(
      limits.map(({ name, amount }) => [name, amount]),
      [
        ['revenue', 60_000_00],
        ['balance', 80_000_00],
        // (0.14 × 60,000 - 4,899.93) × 8 / 1.35
        ['holdback', 20_741_15],
        // (15,000 / 1.25 - 5,000) × 8 / 1.35
        ['coverage', 41_481_48],
        ['policy', null],
      ],
    )
    assert.equal(bindingLimit(limits)!.name, 'holdback')
  })

  test('is held against what running positions take now, where the mean of the months has less', () => {
    const rows = ['01', '02', '03'].flatMap((month) => [
      { date: `2025-${month}-10`, amount: 60_000_00 },
      { slug: 'debt.mca_payment', date: `2025-${month}-11`, amount: -3_000_00 },
    ])
    const periods = [examplePeriod('2025-01-01', '2025-03-31', { openingBalance: 0 })]
    const running = examplePosition({ monthlyPayment: 10_500_00 })
    const leased = examplePosition({ productType: 'equipment', monthlyPayment: 600_00 })
    const over = examplePosition({ monthlyPayment: 9_000_00, status: 'paid_off' })
    const read = (positions: Position[]) => {
      const { advancePayments, debtService } = computeCapacity(
        exampleLedger(rows, periods, { positions }),
      )
      return [advancePayments, debtService]
    }
    assert.deepEqual(read([over]), [3_000_00, 3_000_00])
    assert.deepEqual(read([running, leased, over]), [10_500_00, 11_100_00])
    assert.deepEqual(read([{ ...running, monthlyPayment: 1_000_00 }]), [3_000_00, 3_000_00])
  })

  test('has no room where debts take all, never less than none', () => {
    const full = { ...CAPACITY, advancePayments: 9_000_00 }
    const limits = computeLimits(full, POLICY, { factor: 1.35, termMonths: 8 })
    assert.equal(bindingLimit(limits)!.amount, 0)
  })

  test('leaves a limit with an unknown input out, and says nothing when all are', () => {
    const unknown = {
      revenue: null,
      averageBalance: null,
      advancePayments: null,
      debtService: null,
      cashFlow: null,
    }
    const limits = computeLimits(unknown, POLICY, { factor: 1.35, termMonths: 8 })
    assert.ok(limits.every(({ amount }) => amount === null))
    assert.equal(bindingLimit(limits), null)
    assert.deepEqual(afterFunding(unknown, 1_000_00), {
      specifiedPercentage: null,
      holdback: null,
      coverage: null,
    })
  })

  test('has the room of what it pays off', () => {
    const bought = { advancePayments: 4_899_93, debtService: 5_000_00 }
    const limits = computeLimits(CAPACITY, POLICY, { factor: 1.35, termMonths: 8, bought })
    assert.equal(limits.find(({ name }) => name === 'holdback')!.amount, 49_777_77)
    const after = afterFunding(CAPACITY, 5_000_00, bought)
    assert.deepEqual([after.holdback, after.coverage], [5_000_00 / 60_000_00, 3])
  })
})

test('a deal below every paper grade gets no suggestion, and names what decides it', () => {
  const body = offers.compute(smallShop(), {
    window: null,
    options: {},
    computedAt: '',
    analyticsVersion: 1,
  })
  const [refusal] = body['refusals'] as { code: string; text: string }[]
  assert.deepEqual(body['offers'], [])
  assert.equal(refusal!.code, 'grade_below_terms')
  assert.match(refusal!.text, /paper grade F, set by monthly true revenue/)
})

test('a state’s law covers offers of its products up to its amount, inclusive or not', () => {
  const covers = (
    state: string,
    amount: number,
    product: 'sales_based' | 'term_loan' = 'sales_based',
  ): boolean => isCovered(findLaw(state)!, product, amount)
  assert.deepEqual([covers('CA', 500_000), covers('CA', 500_000.01)], [true, false])
  assert.deepEqual([covers('TX', 999_999.99), covers('TX', 1_000_000)], [true, false])
  assert.deepEqual([covers('VA', 1_000), covers('VA', 1_000, 'term_loan')], [true, false])
  assert.equal(findLaw('WY'), null)
})

test('a notice is written once every part of it is known, and names what is missing else', () => {
  const creditor = { name: 'Meridian Capital', address: '1 Main St', phone: null, agency: 'FTC' }
  const facts = {
    applicant: 'Example LLC',
    creditor,
    date: '2025-04-02',
    statements: ['Bankruptcy'],
  }
  const { text, missing } = buildNotice(facts)
  assert.deepEqual(missing, [])
  assert.match(text!, /1\. Bankruptcy[^]*Equal Credit Opportunity Act[^]*creditor is FTC\.$/)
  const bare = buildNotice({ ...facts, creditor: { ...creditor, agency: null }, statements: [] })
  assert.deepEqual([bare.text, bare.missing], [null, ['creditor_agency', 'reasons']])
})

test('the checklist requests what is missing, and marks what was received', () => {
  const position = examplePosition({ funderName: 'Example Funding' })
  const ledger = {
    ...cafe(),
    positions: [position],
    documentClasses: ['iso_application'],
    today: '2025-05-20',
  }
  const letter = {
    id: 'l',
    documentClass: 'payoff_letter',
    subtype: null,
    currency: 'USD',
    tables: [],
  }
  const fields = { funder: { value: 'EXAMPLE FUNDING LLC', type: 'text', page: 1, box: null } }
  const items = listStips(ledger, { months: 3, taxReturnFrom: 1 })
  const listStatuses = (code: string, all = items): string[] =>
    all.filter((each) => each.code === code).map(({ status }) => status)
  assert.deepEqual(listStatuses('application'), ['received'])
  assert.deepEqual(listStatuses('voided_check'), ['missing'])
  assert.deepEqual(listStatuses('tax_return'), [], 'nothing was requested')
  assert.deepEqual(listStatuses('month_to_date'), ['missing'])
  assert.deepEqual(listStatuses('payoff_letter'), ['missing'])
  assert.ok(items.some(({ requestText }) => requestText?.includes('2025-01-01 to 2025-02-28')))
  const settled = listStips(
    { ...ledger, documents: [{ ...letter, fields }] },
    { months: 1, taxReturnFrom: 1 },
  )
  assert.deepEqual(listStatuses('payoff_letter', settled), ['received'])
})

/** One month of a café: too little for a grade. */
function cafe(): Ledger {
  const rows: RowFacts[] = [
    { date: '2025-03-03', amount: 4_000_00 },
    { date: '2025-03-20', amount: -1_000_00 },
  ]
  return exampleLedger(rows, [examplePeriod('2025-03-01', '2025-03-31', { openingBalance: 0 })])
}

/** Three months of a shop that takes too little for any paper grade. */
function smallShop(): Ledger {
  const rows = ['01', '02', '03'].map((month) => ({ date: `2025-${month}-10`, amount: 2_000_00 }))
  const periods = [examplePeriod('2025-01-01', '2025-03-31', { openingBalance: 0 })]
  return exampleLedger(rows, periods)
}
