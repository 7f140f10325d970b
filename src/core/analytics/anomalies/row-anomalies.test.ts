import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exampleLedger, examplePeriod, type RowFacts } from '../example.test.ts'
import type { Ledger } from '../ledger.ts'
import { windowNamed } from '../metric/gate.ts'
import { computeMetric } from '../metric.ts'
import { findMetric } from '../metrics/index.ts'
import { detectAnomalies } from './index.ts'

const period = [examplePeriod('2025-01-01', '2025-01-31')]
const batch: RowFacts[] = [3, 8, 14, 21, 27].map((day) => ({
  date: `2025-01-${String(day).padStart(2, '0')}`,
  amount: day * 1_000_00,
  description: `CUSTOMER ${day}`,
}))

function find(ledger: Ledger, kind: string): { explanation: string; rows: readonly number[] }[] {
  return detectAnomalies(ledger, windowNamed(ledger, 'all')).filter((each) => each.kind === kind)
}

function inOrder(rows: readonly RowFacts[]): RowFacts[] {
  return rows.toSorted((a, b) => (a.date < b.date ? -1 : 1))
}

test('a batch that was posted twice is found, and equal purchases are not', () => {
  const twice = find(exampleLedger(inOrder([...batch, ...batch]), period), 'duplicate_posting')
  assert.equal(twice.length, 1)
  assert.equal(twice[0]!.rows.length, batch.length)
  const some = exampleLedger(inOrder([...batch, ...batch.slice(0, 2)]), period)
  assert.deepEqual(find(some, 'duplicate_posting'), [])
})

test('rows dated after today count in no number and are named', () => {
  const rows: RowFacts[] = [...batch, { date: '2031-06-01', amount: 9_000_000_00 }]
  const ledger = exampleLedger(rows, period, { today: '2025-02-10' })
  const [found, ...more] = find(ledger, 'future_dated')
  assert.equal(more.length, 0)
  assert.match(found!.explanation, /1 transaction is dated after today .* 2031-06-01/)
  const { exact } = computeMetric(ledger, findMetric('true_revenue')!)
  assert.equal(exact, 73_000)
})

test('the currency of a deal is the one with most money', () => {
  const small = Array.from({ length: 9 }, (_, index): RowFacts => ({
    date: `2025-01-1${index}`,
    amount: 5_00,
    currency: 'EUR',
  }))
  const { currency, otherCurrencies } = exampleLedger(inOrder([...batch, ...small]), period)
  assert.deepEqual([currency, otherCurrencies], ['USD', ['EUR']])
})

test('a mean says on how many months or days it stands', () => {
  const read = (ledger: Ledger): unknown =>
    computeMetric(ledger, findMetric('monthly_true_revenue')!).inputs['rests_on']
  assert.equal(read(exampleLedger(batch, period)), '31 covered days (1 of 3 months)')
  const quarter = ['2025-01-31', '2025-02-28', '2025-03-31'].map((end) =>
    examplePeriod(`${end.slice(0, 8)}01`, end),
  )
  assert.equal(read(exampleLedger(batch, quarter)), '3 full months')
})
