import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createHolder, type Decision } from './holder.ts'

const LONG_MS = 60_000

describe('a decision of the queue', () => {
  test('is sent when its time is over, and leaves the list once the list is read anew', async () => {
    const seen: string[] = []
    const { promise: read, resolve } = Promise.withResolvers<void>()
    const holder = createHolder({
      holdMs: 1,
      onSent: () => {
        seen.push('read')
        resolve()
        return Promise.resolve()
      },
      onFailed: () => seen.push('failed'),
    })
    holder.hold(decide('a', () => seen.push('sent')))
    assert.deepEqual(
      holder.list().map(({ itemId }) => itemId),
      ['a'],
    )
    await read
    await Promise.resolve()
    assert.deepEqual(seen, ['sent', 'read'])
    assert.equal(holder.waiting(), 0)
  })

  test('that is taken back is never sent', () => {
    const seen: string[] = []
    const holder = openHolder()
    holder.hold(decide('a', () => seen.push('a')))
    holder.hold(decide('b', () => seen.push('b')))
    assert.equal(holder.takeBack()?.itemId, 'b')
    assert.equal(holder.takeBack('a')?.itemId, 'a')
    assert.equal(holder.takeBack(), null)
    holder.flush()
    assert.deepEqual(seen, [])
  })

  test('is sent at once when the screen is left, and cannot be taken back then', () => {
    const seen: string[] = []
    const holder = openHolder()
    holder.hold(decide('a', () => seen.push('a')))
    holder.flush()
    assert.deepEqual(seen, ['a'])
    assert.equal(holder.takeBack('a'), null)
  })

  test('about what lasts stays out of the list after it is sent', async () => {
    const { promise: read, resolve } = Promise.withResolvers<void>()
    const holder = createHolder({
      holdMs: LONG_MS,
      onSent: () => Promise.resolve(resolve()),
      onFailed: () => {},
    })
    holder.hold({ ...decide('a', () => {}), isLasting: true })
    holder.flush()
    await read
    await Promise.resolve()
    assert.equal(holder.list().length, 1)
    assert.equal(holder.takeBack('a'), null)
  })

  test('that is refused comes back into the list', async () => {
    const { promise: failed, resolve } = Promise.withResolvers<unknown>()
    const holder = createHolder({
      holdMs: LONG_MS,
      onSent: () => Promise.resolve(),
      onFailed: (_, error) => resolve(error),
    })
    const refusal = new Error('refused')
    holder.hold({ ...decide('a', () => {}), send: () => Promise.reject(refusal) })
    holder.flush()
    assert.equal(await failed, refusal)
    await Promise.resolve()
    assert.deepEqual(holder.list(), [])
  })
})

function openHolder() {
  return createHolder({ holdMs: LONG_MS, onSent: () => Promise.resolve(), onFailed: () => {} })
}

function decide(itemId: string, onSend: () => unknown): Decision {
  return {
    itemId,
    reason: 'failed',
    text: itemId,
    send: () => {
      onSend()
      return Promise.resolve()
    },
  }
}
