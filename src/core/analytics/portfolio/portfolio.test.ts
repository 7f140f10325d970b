import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays, dayNumber } from '../../values/dates.ts'
import { toBucket, cover, GRAINS } from './buckets.ts'
import { computeDifference, type Contribution } from './contribution.ts'
import { noCounterNames, packCounters, sumPacks } from './pack.ts'
import { toBin, quantilesOfBins, RELATIVE_ACCURACY } from './sketch.ts'

const day = fc.integer({ min: 0, max: 4_000 }).map((days) => addDays('2020-01-01', days))

test('the counters of a period hold each of its days once and no other', () => {
  fc.assert(
    fc.property(day, day, fc.constantFrom(...GRAINS), (a, b, longest) => {
      const [since, until] = a < b ? [a, b] : [b, a]
      const held = cover(since, until, longest)
      for (const date of [since, until, addDays(since, -1), addDays(until, 1)]) {
        const inside = held.filter(({ grain, ...range }) => {
          const bucket = toBucket(grain, date)
          return range.from <= bucket && bucket <= range.until
        })
        assert.equal(inside.length, date >= since && date <= until ? 1 : 0)
      }
      const days = held.reduce(
        (sum, { from, until: end }) => sum + dayNumber(end) - dayNumber(from) + 1,
        0,
      )
      assert.equal(days, dayNumber(until) - dayNumber(since) + 1)
    }),
  )
})

test('ten years and a part are few counters', () => {
  const held = cover('2015-03-17', '2026-11-21')
  assert.deepEqual(
    held.map(({ grain, from, until }) => `${grain} ${from} ${until}`),
    [
      'day 2015-03-17 2015-03-31',
      'month 2015-04-01 2015-12-31',
      'year 2016-01-01 2025-12-31',
      'month 2026-01-01 2026-10-31',
      'day 2026-11-01 2026-11-21',
    ],
  )
  assert.deepEqual(cover('2026-02-01', '2026-01-31'), [])
})

test('a quantile of a distribution is within its accuracy of the value at that rank', () => {
  const value = fc.oneof(
    fc.double({ min: -1e7, max: 1e7, noNaN: true }),
    fc.integer({ min: -5, max: 40 }),
  )
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 60 }), (values) => {
      const bins = new Map<number, number>()
      for (const each of values) {
        const bin = Number(toBin(each))
        bins.set(bin, (bins.get(bin) ?? 0) + 1)
      }
      const ascending = values.toSorted((a, b) => a - b)
      for (const share of [0, 0.1, 0.5, 0.9, 1]) {
        const exact = ascending[Math.floor(share * (values.length - 1))]!
        const slack = Math.abs(exact) * RELATIVE_ACCURACY * (1 + 1e-9) + 1e-6
        assert.ok(
          Math.abs(quantilesOfBins(bins, [share])[0]! - exact) <= slack,
          `${share} of ${values.join()}`,
        )
      }
    }),
  )
  assert.deepEqual(quantilesOfBins(new Map(), [0.5]), [null])
})

test('packs of counters add up to what the counters do, whoever named them first', () => {
  const counter = fc.tuple(
    fc.constantFrom('status', 'source', 'industry'),
    fc.constantFrom('', 'new', 'failed'),
    fc.integer({ min: -9, max: 9 }),
    fc.integer({ min: -1e9, max: 1e9 }),
  ) as fc.Arbitrary<Contribution>
  fc.assert(
    fc.property(fc.array(fc.array(counter, { maxLength: 8 }), { maxLength: 6 }), (buckets) => {
      const names = noCounterNames()
      const packs = buckets.map((counters) => packCounters(names, counters))
      const sorted = (counters: Contribution[]): string[] =>
        counters.map((each) => each.join()).toSorted()
      assert.deepEqual(
        sorted(sumPacks(names, packs)),
        sorted(computeDifference([], buckets.flat())),
      )
    }),
  )
})
