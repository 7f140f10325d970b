import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkAudit, checkCreates, isLinearizable } from './checkers.ts'
import type { Operation } from './operation.ts'

function operation(given: Partial<Operation>): Operation {
  const usual = {
    client: 0,
    kind: 'write',
    subject: 'a',
    value: null,
    outcome: 'ok',
    requestId: null,
  }
  return { beganAt: 0, endedAt: 1, ...usual, ...given } as Operation
}

const write = (value: string, beganAt: number, endedAt: number): Operation =>
  operation({ value, beganAt, endedAt })
const read = (value: string, beganAt: number, endedAt: number): Operation =>
  operation({ kind: 'read', value, beganAt, endedAt })

describe('a register', () => {
  test('that is read as it was written last is in order', () => {
    const history = [
      read('0', 0, 1),
      write('1', 2, 3),
      read('1', 4, 5),
      write('2', 6, 9),
      read('1', 7, 8),
    ]
    assert.equal(isLinearizable(history, '0'), true)
  })

  test('that shows an old value after a newer one was acknowledged is not', () => {
    assert.equal(isLinearizable([write('1', 0, 1), read('0', 2, 3)], '0'), false)
  })

  test('that goes back from a new value to the old one is not', () => {
    const history = [write('1', 0, 9), read('1', 1, 2), read('0', 3, 4)]
    assert.equal(isLinearizable(history, '0'), false)
  })

  test('may show an unknown write late or never, but not before it began', () => {
    const unknown = operation({ value: '1', beganAt: 2, endedAt: Infinity, outcome: 'unknown' })
    assert.equal(isLinearizable([unknown, read('0', 3, 4)], '0'), true)
    assert.equal(isLinearizable([unknown, read('0', 3, 4), read('1', 5, 6)], '0'), true)
    assert.equal(isLinearizable([unknown, read('1', 0, 1)], '0'), false)
  })

  test('that never shows a write that failed is in order', () => {
    const failed = operation({ value: '1', outcome: 'failed' })
    assert.equal(isLinearizable([failed, read('0', 2, 3)], '0'), true)
    assert.equal(isLinearizable([failed, read('1', 2, 3)], '0'), false)
  })

  test('of many overlapping writes is judged in time', () => {
    const writes = Array.from({ length: 400 }, (_, index) => write(`${index}`, index, index + 6))
    assert.equal(isLinearizable([...writes, read('399', 500, 501)], ''), true)
  })

  test('with many writes that nobody knows the end of is judged in time', () => {
    const unknown = Array.from({ length: 60 }, (_, index) =>
      operation({ value: `${index}`, beganAt: index, endedAt: Infinity, outcome: 'unknown' }),
    )
    const seen = read('7', 100, 101)
    assert.equal(isLinearizable([...unknown, seen, read('7', 200, 201)], ''), true)
    assert.equal(
      isLinearizable([...unknown, write('x', 80, 81), seen, read('x', 200, 201)], ''),
      false,
    )
  })
})

test('what was acknowledged and is missing, is there twice, or was never requested is found', () => {
  const creates = ['one', 'two', 'three'].map((subject) => operation({ kind: 'create', subject }))
  const found = new Map([
    ['one', 1],
    ['two', 2],
    ['four', 1],
  ])
  assert.deepEqual(checkCreates(creates, found), {
    lost: ['three was acknowledged and is not there'],
    doubled: ['two is there 2 times'],
    broken: ['four is there and nobody requested it'],
  })
  const unknown = operation({ kind: 'create', subject: 'five', outcome: 'unknown' })
  assert.deepEqual(checkCreates([unknown], new Map()), { lost: [], doubled: [], broken: [] })
})

test('a change without its audit entry, and one with two, is found', () => {
  const changes = ['r1', 'r2', 'r3'].map((requestId) =>
    operation({ requestId, subject: requestId }),
  )
  const { lost, doubled } = checkAudit(
    changes,
    new Map([
      ['r1', 1],
      ['r2', 2],
    ]),
  )
  assert.deepEqual(lost, ['write r3 is not in the audit log'])
  assert.deepEqual(doubled, ['write r2 is in the audit log 2 times'])
})
