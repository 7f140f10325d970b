import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { EVENTS } from '../../src/events.ts'
import type { Route, Shapes } from '../../src/platform/route.ts'
import {
  canBeNull,
  describeRoute,
  describeSchema,
  extendChain,
  getRoot,
  type Described,
} from '../../src/resources/docs/fields/describe.ts'
import { needsExample } from '../../src/resources/docs/fields/example.ts'
import { findField, listNames, readFields } from '../../src/resources/docs/fields/table.ts'
import { ROUTES } from '../../src/resources/index.ts'

interface Field {
  place: string
  chain: readonly string[]
  schema: Described
}

const FIELDS: readonly Field[] = [
  ...ROUTES.filter(({ browser }) => browser !== 'page').flatMap(listRouteFields),
  ...EVENTS.flatMap(({ type, data }) => {
    const schema = describeSchema(data, 'events') as Described
    return listFields(schema, { place: type, chain: ['events'], schema })
  }),
]

test('every parameter and every field of a body, a response and an event is described', () => {
  assert.ok(FIELDS.length > 5000)
  assert.deepEqual(listPlaces(FIELDS.filter(({ schema }) => !schema.description)), [])
})

test('a description is a sentence, and more than the name of its field', () => {
  const isSentence = (text: string) => /^[A-Z`0-9].*[.]$/s.test(text) && text.length >= 8
  const odd = [...readFields().values()].filter(
    ({ field, description }) => !isSentence(description) || toWords(description) === toWords(field),
  )
  assert.deepEqual(
    odd.map(({ field }) => field),
    [],
  )
})

test('what can be null in a response is described with when it is', () => {
  const silent = FIELDS.filter(
    ({ place, schema }) =>
      / returns/.test(place) && canBeNull(schema) && !/\bnull\b/i.test(schema.description ?? ''),
  )
  assert.deepEqual(listPlaces(silent), [])
})

test('every text and number that no enum shows has an example', () => {
  const bare = FIELDS.filter(({ schema }) => needsExample(schema) && !schema.examples)
  assert.deepEqual(listPlaces(bare), [])
})

test('every example is valid by the schema of its field', () => {
  const wrong = FIELDS.filter(({ schema }) =>
    (schema.examples ?? []).some((example) => !Value.Check(schema as TSchema, example)),
  )
  assert.deepEqual(listPlaces(wrong), [])
})

test('every row of the tables describes a field', () => {
  const used = new Set(FIELDS.map(({ chain }) => findField(chain)))
  const unused = [...readFields().values()].filter((row) => !used.has(row))
  assert.deepEqual(
    unused.map(({ field }) => field),
    [],
  )
})

test('the most precise row of a field is taken', () => {
  assert.deepEqual(listNames(['webhooks:body', 'retries', 'max']), [
    'webhooks:body.retries.max',
    'webhooks.retries.max',
    'retries.max',
    ':body.max',
    'max',
  ])
})

function listRouteFields(declared: Route): Field[] {
  return Object.entries(describeRoute(declared).shapes).flatMap(([name, shape]) => {
    const schema = shape as Described
    const chain = [getRoot(declared, name as keyof Shapes)]
    return listFields(schema, { place: `${declared.endpoint} ${name}`, chain, schema })
  })
}

/** The fields of a schema, and those within them. */
function listFields(schema: Described, { place, chain }: Field): Field[] {
  const { anyOf = [], items, properties = {}, patternProperties = {} } = schema
  const options = items && !Array.isArray(items) ? [...anyOf, items] : anyOf
  const within = [...options, ...Object.values(patternProperties)]
  return [
    ...within.flatMap((one) => listFields(one, { place, chain, schema: one })),
    ...Object.entries(properties).flatMap(([name, field]) => {
      const { own, inner } = extendChain(chain, name)
      const at = { place: `${place}.${name}`, schema: field }
      return [{ ...at, chain: own }, ...listFields(field, { ...at, chain: inner })]
    }),
  ]
}

function listPlaces(fields: readonly Field[]): string[] {
  return fields.map(({ place }) => place)
}

function toWords(text: string): string {
  return text
    .replaceAll(/[^a-z]+/gi, ' ')
    .trim()
    .toLowerCase()
}
