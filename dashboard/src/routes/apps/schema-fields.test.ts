import assert from 'node:assert/strict'
import { test } from 'node:test'
import { APPS } from '../../../../src/resources/records/apps/catalogue.ts'
import { readFields, toConfig } from './schema-fields.ts'

test('every field of every app of the catalogue has its place in a form', () => {
  for (const { slug, config } of APPS) {
    const fields = readFields(JSON.parse(JSON.stringify(config)) as Record<string, unknown>)
    assert.deepEqual(
      fields.map(({ name }) => name).toSorted(),
      Object.keys(config.properties).toSorted(),
      slug,
    )
    for (const { kind, options, name } of fields)
      if (kind === 'choice') assert.ok(options.length > 1, `${slug} ${name}`)
  }
})

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
