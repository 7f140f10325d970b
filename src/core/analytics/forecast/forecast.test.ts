import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isBusinessDay } from '../../values/days/business-days.ts'
import { addDays, toWeekday } from '../../values/dates.ts'
import { exampleLedger, examplePeriod, type RowFacts } from '../example.test.ts'
import { forecastBalances } from './forecast.ts'
import { classifyAffordability, weighBurden } from './offer.ts'
import { seededDraw } from '../random.ts'

/** Deals that the intervals are tried on; more of them on request. */
const DEALS = Number(process.env['ASSAY_DEALS'] ?? 8)
const START = '2025-01-01'
const DAYS = 180
const AHEAD = 30

/** Takings that follow the weekday, with noise, and supplies on most business days. */
function deal(seed: string): RowFacts[] {
  const draw = seededDraw(seed)
  const noise = (): number => draw() + draw() + draw() + draw() - 2
  const week = Array.from({ length: 7 }, () => 0.6 + draw())
  const base = 500_00 + draw() * 3_000_00
  const rows: RowFacts[] = []
  for (let day = 0; day < DAYS + AHEAD; day += 1) {
    const date = addDays(START, day)
    if (!isBusinessDay(date)) continue
    const takings = base * week[toWeekday(date)]! * (1 + 0.4 * noise())
    rows.push({ date, amount: Math.max(1_00, Math.round(takings)) })
    if (draw() < 0.7) rows.push({ date, amount: -Math.round(base * 0.6 * (1 + 0.3 * noise())) })
  }
  return rows
}

function createLedger(rows: readonly RowFacts[], seed: string): ReturnType<typeof exampleLedger> {
  const end = addDays(START, DAYS - 1)
  const period = examplePeriod(START, end, { openingBalance: 20_000_00 })
  const past = rows.filter(({ date }) => date <= end)
  return exampleLedger(past, [period], { submissionId: seed })
}

test('the 80 % interval holds about four days in five, and the model beats the naive one', () => {
  let [inside, total, better] = [0, 0, 0]
  for (let index = 0; index < DEALS; index += 1) {
    const rows = deal(`deal ${index}`)
    const { forecast } = forecastBalances(createLedger(rows, `deal ${index}`), AHEAD)
    assert.ok(forecast)
    let balance = forecast.start
    for (let day = 0; day < AHEAD; day += 1) {
      const date = addDays(START, DAYS + day)
      balance += rows.reduce((sum, row) => (row.date === date ? sum + row.amount : sum), 0)
      total += 1
      if (balance >= forecast.bands.lower80[day]! && balance <= forecast.bands.upper80[day]!)
        inside += 1
    }
    const [naive] = forecast.choice.ratings
    if (forecast.choice.mase! < naive!.mase!) better += 1
  }
  const [least, most] = DEALS >= 100 ? [0.75, 0.85] : [0.6, 0.95]
  assert.ok(inside / total >= least && inside / total <= most, `inside ${inside / total}`)
  assert.ok(better / DEALS >= 0.7, `better ${better / DEALS}`)
})

test('the same deal gives the same paths, another deal others', () => {
  const rows = deal('one')
  const bands = (seed: string): number[] => [
    ...forecastBalances(createLedger(rows, seed), AHEAD).forecast!.bands.lower95,
  ]
  assert.deepEqual(bands('a'), bands('a'))
  assert.notDeepEqual(bands('a'), bands('b'))
})

test('a month of history is too little, and says so', () => {
  const period = examplePeriod(START, '2025-01-20', { openingBalance: 100_00 })
  const { forecast, reasons } = forecastBalances(
    exampleLedger([{ date: START, amount: 5_00 }], [period]),
    30,
  )
  assert.equal(forecast, null)
  assert.deepEqual(reasons, ['insufficient_history'])
})

test('neither a transfer between accounts that count nor an advance makes the days ahead other', () => {
  const plain = deal('passing')
  const moves = ['02-06', '03-06', '04-07', '05-06', '06-06'].flatMap((day): RowFacts[] => [
    {
      id: `out ${day}`,
      date: `2025-${day}`,
      amount: -9_000_00,
      slug: 'transfers.internal',
      matchedTransactionId: `in ${day}`,
    },
    {
      id: `in ${day}`,
      date: addDays(`2025-${day}`, 1),
      amount: 9_000_00,
      slug: 'transfers.internal',
      matchedTransactionId: `out ${day}`,
    },
  ])
  const advance: RowFacts = {
    id: 'advance',
    date: '2025-05-05',
    amount: 40_000_00,
    slug: 'debt.mca_advance',
  }
  const listFlows = (rows: readonly RowFacts[]): number[] => {
    const { forecast } = forecastBalances(createLedger(rows, 'passing'), AHEAD)
    return [
      ...forecast!.flows,
      ...forecast!.bands.upper95.map((balance) => balance - forecast!.start),
    ]
  }
  const sorted = [...plain, ...moves, advance].toSorted((a, b) => (a.date < b.date ? -1 : 1))
  assert.deepEqual(listFlows(sorted).map(Math.round), listFlows(plain).map(Math.round))
  const lone = [...plain, moves[0]!].toSorted((a, b) => (a.date < b.date ? -1 : 1))
  assert.notDeepEqual(
    listFlows(lone),
    listFlows(plain),
    'the other side does not count: money went',
  )
})

test('an interval is never of zero width, even where the past had no errors', () => {
  const days = Array.from({ length: DAYS }, (_, day) => addDays(START, day)).filter(isBusinessDay)
  const rows = days.map((date) => ({ date, amount: 1_000_00 }))
  const { bands } = forecastBalances(createLedger(rows, 'even'), AHEAD).forecast!
  for (let day = 0; day < AHEAD; day += 1) {
    assert.ok(bands.upper80[day]! > bands.lower80[day]!)
    assert.ok(bands.upper95[day]! > bands.upper80[day]!)
  }
})

test('an offer to a business that is likely to run dry is never comfortable', () => {
  assert.equal(classifyAffordability(0.02, 0.05), 'comfortable')
  assert.equal(classifyAffordability(0.02, 0.2), 'tight')
  assert.equal(classifyAffordability(0.46, 0.54), 'unaffordable')
  assert.equal(classifyAffordability(0.3, 0.34), 'tight')
})

test('no balance makes an offer affordable that the business cannot pay or that is beyond a limit', () => {
  const weigh = (coverage: number | null, isBeyondLimits: boolean) =>
    weighBurden('comfortable', { coverage, isBeyondLimits })
  assert.equal(weigh(0.93, false), 'unaffordable')
  assert.equal(weigh(1.3, true), 'tight')
  assert.equal(weigh(null, false), 'comfortable')
  assert.equal(weighBurden('unaffordable', { coverage: 2, isBeyondLimits: true }), 'unaffordable')
})
