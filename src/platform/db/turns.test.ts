import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTurns } from './turns.ts'

test('a hundred who wait under one name let one of another name go next', async () => {
  const turns = createTurns(1)
  const end = await turns.take('noisy')
  const order: string[] = []
  const waiting = [...Array.from({ length: 100 }, () => 'noisy'), 'quiet'].map(async (name) => {
    const leave = await turns.take(name)
    order.push(name)
    leave()
  })
  end()
  await Promise.all(waiting)
  assert.equal(order.indexOf('quiet'), 1)
  assert.equal(order.length, 101)
})

test('a place that is given back is free again when nobody waits', async () => {
  const turns = createTurns(1)
  for (let round = 0; round < 3; round += 1) {
    const end = turns.take('one')
    assert.equal(typeof end, 'function')
    ;(end as () => void)()
  }
})
