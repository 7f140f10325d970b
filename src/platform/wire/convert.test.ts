import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { convertForm, pick } from './convert.ts'
import { Fields, FreeForm, Metadata, Nullable } from './shapes.ts'

const Item = Fields({ first_name: Nullable(Type.String()) })

test('a response has every required field, and an optional one only when it is known', () => {
  const shape = Fields({
    id: Type.Number(),
    note: Nullable(Type.String()),
    meta: Type.Optional(FreeForm),
  })
  assert.deepEqual(pick(shape, { id: 1, secret: 's' }), { id: 1, note: null })
  assert.deepEqual(pick(shape, { id: 1, meta: { aB: 1 } }), { id: 1, note: null, meta: { aB: 1 } })
})

test('a field that is one object or a list of them is picked as what it is', () => {
  const shape = Fields({ data: Type.Union([Item, Type.Array(Item)]) })
  const wire = { first_name: 'Ada' }
  assert.deepEqual(pick(shape, { data: { firstName: 'Ada', age: 3 } }), { data: wire })
  assert.deepEqual(pick(shape, { data: [{ firstName: 'Ada' }] }), { data: [wire] })
})

test('form fields take the types of their schema', () => {
  const shape = Fields({ flag: Type.Boolean(), name: Type.String(), metadata: Metadata })
  assert.deepEqual(convertForm(shape, { flag: 'true', name: '7', metadata: '{"a":{"b":1}}' }), {
    flag: true,
    name: '7',
    metadata: { a: { b: 1 } },
  })
  assert.throws(() => convertForm(shape, { metadata: '{' }), { code: 'invalid_format' })
})
