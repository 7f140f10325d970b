import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBatcher } from './gathering.ts'

test('what comes together is done together, what comes meanwhile goes next', async () => {
  const batcher = createBatcher()
  const batches: number[][] = []
  const late: Promise<number>[] = []
  const double = async (items: number[]): Promise<number[]> => {
    batches.push(items)
    if (batches.length === 1) late.push(...[4, 5].map((item) => batcher.add('a', item, double)))
    return items.map((item) => item * 2)
  }
  const first = await Promise.all([1, 2, 3].map((item) => batcher.add('a', item, double)))
  assert.deepEqual(
    [first, await Promise.all(late)],
    [
      [2, 4, 6],
      [8, 10],
    ],
  )
  assert.deepEqual(batches, [
    [1, 2, 3],
    [4, 5],
  ])
})

test('one that cannot be done fails alone', async () => {
  const batcher = createBatcher()
  const work = async (items: number[]): Promise<number[]> => {
    if (items.includes(2)) throw new Error('Not two')
    return items
  }
  const all = await Promise.allSettled([1, 2, 3].map((item) => batcher.add('a', item, work)))
  const statuses = all.map(({ status }) => status)
  assert.deepEqual(statuses, ['fulfilled', 'rejected', 'fulfilled'])
})
