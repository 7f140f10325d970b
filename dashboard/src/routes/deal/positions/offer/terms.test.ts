import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type {
  Submission,
  SubmissionOffers,
} from '../../../../../../clients/typescript/src/index.ts'
import { computeDailyCash, highestAdvance, startTerms, toParams, toSearch } from './terms.ts'

const OFFERS = {
  requested_amount: 75_000,
  offers: [
    { advance: 40_310, factor: 1.28, term: 6, frequency: 'daily' },
    { advance: 52_740, factor: 1.34, term: 9, frequency: 'weekly' },
    { advance: 61_900, factor: 1.4, term: 12, frequency: 'weekly' },
  ],
} as SubmissionOffers

describe('the terms of the offer slider', () => {
  test('begin at the middle suggestion, and at the address where it says otherwise', () => {
    const start = startTerms({}, OFFERS)
    assert.deepEqual([start.advance, start.factor, start.term], [52_700, 1.34, 9])
    const linked = startTerms({ advance: '30000', term: 'x', payoffs: 'a,b' }, OFFERS)
    assert.deepEqual([linked.advance, linked.term, linked.payoffs], [30_000, 9, ['a', 'b']])
  })

  test('begin at the request where nothing is suggested', () => {
    const none = { ...OFFERS, offers: [] } as SubmissionOffers
    assert.equal(startTerms({}, none).advance, 75_000)
  })

  test('begin at the offer that the deal keeps, until the address says otherwise', () => {
    const kept = {
      amount: 30_050,
      factor: 1.36,
      termMonths: 9,
      frequency: 'weekly',
      originationFee: 0.035,
      payoffs: [{ name: 'Credibly', amount: 9_000, positionId: 'a' }],
    } as NonNullable<Submission['keptOffer']>
    assert.deepEqual(startTerms({}, OFFERS, kept), {
      advance: 30_050,
      factor: 1.36,
      term: 9,
      frequency: 'weekly',
      fee: 3.5,
      payoffs: ['a'],
    })
    const tried = { ...startTerms({}, OFFERS, kept), advance: 20_000, fee: 0, payoffs: [] }
    assert.deepEqual(startTerms(toSearch(tried), OFFERS, kept), tried)
  })

  test('come back from the address as they were', () => {
    const terms = { ...startTerms({}, OFFERS), fee: 2.5, payoffs: ['a'] }
    assert.deepEqual(startTerms(toSearch(terms), undefined), terms)
  })

  test('pay off what is chosen alone, and keep the fee back', () => {
    const terms = { ...startTerms({}, OFFERS), fee: 3, payoffs: ['a'] }
    const choices = [
      { id: 'a', name: 'Credibly', amount: 9_000 },
      { id: 'b', name: 'Forward Financing', amount: 4_000 },
    ]
    const { fees, payoffs } = toParams(terms, choices)
    assert.deepEqual(fees, [{ name: 'Origination fee', share: 0.03, is_deducted: true }])
    assert.deepEqual(payoffs, [{ name: 'Credibly', amount: 9_000, position_id: 'a' }])
  })

  test('leave room above every limit', () => {
    assert.equal(highestAdvance(20_000, [{ amount: 90_000 }, { amount: null }], 75_000), 120_000)
  })
})

describe('the cash of a business day', () => {
  test('is revenue less the payments of before and of the offer', () => {
    const cash = computeDailyCash(63_000, 0.25, 6_300)!
    assert.deepEqual(cash, { revenue: 3_000, existing: 450, offered: 300, left: 2_250 })
  })

  test('is not known where the revenue is not', () => {
    assert.equal(computeDailyCash(null, null, 6_300), null)
  })
})
