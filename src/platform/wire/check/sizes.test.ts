import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { ApiError } from '../../errors/api-error.ts'
import { Fields, FreeFormInput, Maybe, Metadata, Text } from '../shapes.ts'
import { validate } from './validate.ts'

const Shape = Fields({
  name: Maybe(Text),
  tags: Type.Optional(Type.Array(Text, { maxItems: 3, uniqueItems: true })),
  metadata: Type.Optional(Metadata),
  value: Type.Optional(
    Type.Union([
      Type.String({ maxLength: 5 }),
      Type.Array(Type.Number(), { maxItems: 2 }),
      FreeFormInput,
    ]),
  ),
  anything: Type.Optional(Type.Unknown()),
})

/** The codes and params of what is wrong with a body. */
function listFaults(body: unknown): string[] {
  try {
    validate(Shape, body, 'body')
    return []
  } catch (error) {
    assert.ok(error instanceof ApiError)
    return error.details.errors!.map(({ code, param }) => `${code} ${param}`)
  }
}

const many = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
const record = (count: number): object =>
  Object.fromEntries(many(count).map((index) => [`k${index}`, index]))

test('a list that is too long is refused for its length, and not looked into', () => {
  const untouchable = new Proxy([1, 2, 3, 4], {
    get(list, name) {
      if (name === 'length') return list.length
      throw new Error(`${String(name)} was read`)
    },
  })
  assert.deepEqual(listFaults({ tags: untouchable }), ['too_many tags'])
  assert.deepEqual(listFaults({ metadata: record(51) }), ['too_many metadata'])
})

test('a list with equal items is refused, whatever the order of keys', () => {
  assert.deepEqual(listFaults({ tags: ['a', 'b', 'a'] }), ['invalid_format tags'])
  assert.deepEqual(listFaults({ tags: ['a', 'b', 'c'] }), [])
})

test('a union takes what any of its options takes', () => {
  const taken = ['abcde', [1, 2], { a: 1 }, record(100)]
  for (const value of taken) assert.deepEqual(listFaults({ value }), [], JSON.stringify(value))
  assert.deepEqual(listFaults({ value: 'abcdef' }), ['too_long value'])
  assert.deepEqual(listFaults({ value: [1, 2, 3] }), ['too_many value'])
  assert.deepEqual(listFaults({ value: record(101) }), ['too_many value'])
})

test('a value of any kind, a key of metadata and what it holds are bounded', () => {
  assert.deepEqual(listFaults({ anything: many(999) }), [])
  assert.deepEqual(listFaults({ anything: many(1000) }), ['too_many anything'])
  assert.deepEqual(listFaults({ metadata: { ['k'.repeat(65)]: 1 } })[0]?.split(' ')[0], 'too_long')
  assert.deepEqual(listFaults({ metadata: { note: 'x'.repeat(2046) } }), [])
  assert.deepEqual(listFaults({ metadata: { note: 'x'.repeat(2047) } }), ['too_long metadata.note'])
})

test('characters count, not the units that they are stored in', () => {
  assert.deepEqual(listFaults({ name: '😀'.repeat(255) }), [])
  assert.deepEqual(listFaults({ name: '😀'.repeat(256) }), ['too_long name'])
})

test('at most 50 faults are listed, and of countless unknown fields the first alone', () => {
  assert.equal(listFaults({ tags: 1, ...record(50) }).length, 50)
  assert.deepEqual(listFaults(record(1000)), ['unknown_field k0'])
})
