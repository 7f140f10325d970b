import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFields, toConfig } from './schema-fields.ts'

test('what is empty is left out, numbers and lists are no texts', () => {
  const schema = {
    properties: {
      url: { type: 'string' },
      count: { type: 'integer' },
      hosts: { type: 'array', items: { type: 'string' } },
      note: { type: 'string' },
    },
    required: ['url'],
  }
  const values = { url: 'https://x', count: '3', hosts: 'a, b\nc', note: '' }
  assert.deepEqual(toConfig(readFields(schema), values), {
    url: 'https://x',
    count: 3,
    hosts: ['a', 'b', 'c'],
  })
})
