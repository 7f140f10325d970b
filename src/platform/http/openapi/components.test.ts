import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withComponents } from './components.ts'

const LONG = 'x'.repeat(300)

function shape(name: string): object {
  return {
    type: 'object',
    properties: { [name]: { type: 'string', description: `${name} ${LONG}` } },
  }
}

function buildResponse(schema: object): object {
  return { description: 'Success', content: { 'application/json': { schema } } }
}

function operation(operationId: string, data: object): object {
  const schema = { type: 'object', properties: { data } }
  return { get: { operationId, responses: { 200: buildResponse(schema) } } }
}

const DOCUMENT = {
  paths: {
    '/v1/deals/{id}': operation('get_deals_id', shape('deal')),
    '/v1/deals': operation('get_deals', { type: 'array', items: shape('deal') }),
    '/v1/notes': operation('get_notes', shape('note')),
  },
  components: { schemas: { Error: { type: 'object' } } },
}

/** The document with every reference replaced by what it names. */
function inlined(value: unknown, components: any): unknown {
  if (Array.isArray(value)) return value.map((item) => inlined(item, components))
  if (value === null || typeof value !== 'object') return value
  const { $ref } = value as { $ref?: string }
  if ($ref !== undefined) {
    const [, , place, name] = $ref.split('/')
    return inlined(components[place!][name!], components)
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, inlined(child, components)]),
  )
}

test('a shape that stands twice is named once, after what it is', () => {
  const { paths, components } = withComponents(DOCUMENT) as any
  assert.deepEqual(Object.keys(components.schemas), ['Deal', 'Error'])
  const { schema } = paths['/v1/deals'].get.responses[200].content['application/json']
  assert.deepEqual(schema.properties.data.items, { $ref: '#/components/schemas/Deal' })
})

test('a parameter that stands twice is named once, one of another shape after its resource', () => {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
  const other = { ...id, schema: { type: 'integer' } }
  const paths = {
    '/v1/deals/{id}': { get: { parameters: [id] }, put: { parameters: [id] } },
    '/v1/notes/{id}': { get: { parameters: [other] }, put: { parameters: [other] } },
  }
  const { components } = withComponents({ paths, components: {} }) as any
  assert.deepEqual(components.parameters, { Id: id, NoteId: other })
})

test('a response that stands twice is named once', () => {
  const headers = { ETag: { description: LONG, schema: { type: 'string' } } }
  const response = { ...buildResponse(shape('deal')), headers }
  const deal = { put: { operationId: 'setDeal', responses: { 200: response, 201: response } } }
  const paths = { '/v1/deals/{id}': deal }
  const { components, ...replaced } = withComponents({ paths, components: {} }) as any
  assert.deepEqual(Object.keys(components.responses), ['Deal'])
  assert.deepEqual(inlined(replaced.paths, components), paths)
})

test('a field with the same notes is named also where another has its shape with other notes', () => {
  const values = ['available', 'partially_available', 'not_available', 'not_yet_available']
  const note = (text: string) => ({ enum: values, description: `Whether ${text} ${LONG}` })
  const properties = { own: note('it'), first: note('one'), second: note('one') }
  const paths = { '/v1/deals': operation('get_deals', { type: 'object', properties }) }
  const { components, ...replaced } = withComponents({ paths, components: {} }) as any
  assert.deepEqual(Object.keys(components.schemas), ['First'])
  assert.deepEqual(inlined(replaced.paths, components), paths)
})

test('a union that stands twice is named, a shape that may be null is named without it', () => {
  const value = { anyOf: [{ type: 'string', const: LONG }, { type: 'number' }] }
  const note = { anyOf: [shape('note'), { type: 'null' }] }
  const properties = { value, first_value: value, note, first_note: note }
  const item = { type: 'object', properties }
  const paths = { '/v1/deals': operation('get_deals', item) }
  const { components, ...replaced } = withComponents({ paths, components: {} }) as any
  assert.deepEqual(Object.keys(components.schemas), ['Note', 'Value'])
  assert.deepEqual(inlined(replaced.paths, components), paths)
})

test('the document says the same as before', () => {
  const { paths, components } = withComponents(DOCUMENT) as any
  assert.deepEqual(inlined(paths, components), DOCUMENT.paths)
})
