import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  compareDeal,
  figureKey,
  type Lens,
  type MetricParity,
  type ParityRow,
} from '../../../clients/typescript/src/migrate/heron/parity/parity.ts'
import { placeRange } from '../../../clients/typescript/src/migrate/heron/parity/ranges.ts'
import { INJECTIONS, makeInput, type Injection } from './injections.ts'

/** The verdicts that are no agreement, with what they are put down to. */
function open(metrics: MetricParity[]): [string, string, Lens[]][] {
  return metrics.flatMap(({ label, verdict, causes }) =>
    verdict === 'equal' || verdict === 'within_tolerance' ? [] : [[label, verdict, causes]],
  )
}

suite('parity', () => {
  test('thirty injected causes are all found, and nothing else', () => {
    assert.equal(INJECTIONS.length, 30)
    for (const injection of INJECTIONS) {
      const found = open(compareDeal(makeInput(injection)))
      const expected = injection.metrics.map((label) => {
        return [label, 'explained', injection.only?.[label] ?? injection.causes]
      })
      assert.deepEqual(found, expected, injection.name)
    }
  })

  test('deals without an injected cause agree in every metric', () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const plain: Injection = {
        name: `seed ${seed}`,
        seed,
        causes: [],
        metrics: [],
        inject: () => {},
      }
      assert.deepEqual(open(compareDeal(makeInput(plain))), [], plain.name)
    }
  })

  test('the rows behind an explanation are those that were changed, largest first', () => {
    const injection = INJECTIONS.find(({ name }) => name === 'three labels')!
    const [metric] = compareDeal(makeInput(injection)).filter(
      ({ verdict }) => verdict === 'explained',
    )
    const effects = metric!.rows.map(({ effect }) => Math.abs(effect))
    assert.deepEqual(
      effects,
      [...effects].sort((a, b) => b - a),
    )
    assert.equal(
      Math.round(metric!.rows.reduce((sum, { effect }) => sum + effect, 0) * 100) / 100,
      metric!.difference,
    )
  })

  test('a difference that no row accounts for stays open, with all of it left', () => {
    const input = makeInput({ name: '', seed: 3, causes: [], metrics: [], inject: () => {} })
    const heron = input.heron.map((metric) =>
      metric.label === 'revenue' ? { ...metric, value: Number(metric.value) + 123.45 } : metric,
    )
    const [found] = compareDeal({ ...input, heron }).filter(
      ({ verdict }) => verdict === 'different',
    )
    assert.deepEqual([found!.label, found!.residue, found!.causes], ['revenue', -123.45, []])
  })

  test('a figure that its rows do not add up to is never explained by rows', () => {
    const injection = INJECTIONS.find(({ name }) => name === 'one label')!
    const input = makeInput(injection)
    const key = figureKey('true_revenue', 'last_90_days')
    const figure = input.ours[key]!
    const ours = { ...input.ours, [key]: { ...figure, value: Number(figure.value) + 50 } }
    const verdicts = compareDeal({ ...input, ours }).map(
      ({ label, verdict }) => `${label} ${verdict}`,
    )
    assert.ok(verdicts.includes('revenue different'))
  })

  test('cents of rounding are within tolerance, counts never', () => {
    const rows: ParityRow[] = []
    const days = placeRange('last_90_days', '2026-09-27')
    const compared = compareDeal({
      heron: [
        { label: 'revenue', value: 10.004, date_range: 'last_90_days' },
        { label: 'inflows', value: 3, date_range: 'last_90_days' },
      ],
      ours: {
        'true_revenue@last_90_days': { value: 10, unit: 'amount', days },
        'deposit_count@last_90_days': { value: 4, unit: 'n', days },
      },
      rows,
      heronAsOf: null,
      ourAsOf: '2026-09-27',
    })
    assert.deepEqual(
      compared.map(({ verdict }) => verdict),
      ['within_tolerance', 'different'],
    )
  })

  test('date ranges have the days that the service gives them', () => {
    const days = (name: string, asOf: string) => Object.values(placeRange(name, asOf)!).join(' ')
    assert.equal(days('last_90_days', '2026-09-27'), '2026-06-30 2026-09-27')
    assert.equal(days('last_3_full_calendar_months', '2026-09-27'), '2026-06-01 2026-08-31')
    assert.equal(days('last_3_full_calendar_months', '2026-09-30'), '2026-07-01 2026-09-30')
    assert.equal(days('last_2_calendar_months', '2026-01-15'), '2025-12-01 2026-01-15')
    assert.equal(placeRange('next_30_days', '2026-01-15'), null)
  })
})
