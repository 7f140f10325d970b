import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { chooseStep, findDomain, isDraggable, isMet, snap, stackDots } from './geometry.ts'

describe('the chart of a back-test', () => {
  test('lets drag a single number that splits the deals in two, and nothing else', () => {
    assert.ok(isDraggable('less_than', 3))
    assert.ok(!isDraggable('between', 3))
    assert.ok(!isDraggable('less_than', { metric: 'true_revenue' }))
    assert.ok(!isDraggable(null, 3))
  })

  test('counts the threshold itself as the operator does', () => {
    assert.deepEqual(
      ['less_than', 'less_than_or_equal', 'greater_than', 'greater_than_or_equal'].map((operator) =>
        isMet(operator, 3, 3),
      ),
      [false, true, false, true],
    )
  })

  test('moves by steps that a person would type', () => {
    assert.equal(chooseStep('n', [0, 40]), 1)
    assert.equal(chooseStep('ratio', [0, 1]), 0.005)
    assert.equal(chooseStep('amount', [0, 120_000]), 1_000)
    assert.equal(snap(0.1449, 0.005), 0.145)
  })

  test('has every number and threshold within it, also where all are one', () => {
    const [low, high] = findDomain([1, 9], [12])
    assert.ok(low < 1 && high > 12)
    const [from, to] = findDomain([0], [0])
    assert.ok(from < 0 && to > 0)
  })

  test('stacks dots that would cover one another, and loses none', () => {
    const dots = stackDots([{ value: 12 }, { value: 11 }, { value: 90 }], (value) => value, 10)
    assert.deepEqual(
      dots.map(({ x, level }) => [x, level]),
      [
        [11, 0],
        [12, 1],
        [90, 0],
      ],
    )
  })
})
