import { isForKeys } from '../../clients/generator/model.ts'
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { nameMethods } from '../../clients/generator/method-names.ts'
import { getMethod, getPath } from '../../src/platform/route.ts'
import { ROUTES } from '../../src/resources/index.ts'
import { matchGolden } from '../golden.ts'
import { buildRequest } from '../../src/resources/docs/reference/example.ts'
import { describeRoute } from '../../src/resources/docs/fields/describe.ts'
import { printCalls } from '../../clients/generator/print/calls.ts'
import { buildWebhookScenarios } from './webhook-vectors.ts'
import { printClients } from './printed.ts'

const { files, model } = printClients()
const METHODS = model.resources.flatMap(({ name, methods }) =>
  methods.map((method) => ({ ...method, resource: name })),
)

test('every generated file of the three clients is what the list of routes prints', () => {
  for (const { path, text } of files) matchGolden(`clients/${path}`, text)
})

test('the reference shows how each method is called', () => {
  const described = ROUTES.filter(({ browser }) => browser === undefined).map(describeRoute)
  const examples = described.map(({ endpoint, shapes }) => {
    const sent = { ...listNeeded(shapes.query), ...(shapes.body && buildRequest(shapes.body)) }
    return [endpoint.replace(/:(\w+)/g, '{$1}'), sent] as const
  })
  const calls = printCalls(model, Object.fromEntries(examples))
  matchGolden('src/resources/docs/reference/calls.json', `${JSON.stringify(calls, null, 1)}\n`)
})

test('the vectors of webhooks are what the service signs', () => {
  const vectors = buildWebhookScenarios()
  matchGolden('clients/scenarios/webhooks.json', `${JSON.stringify(vectors, null, 2)}\n`)
})

test('no generated file is left of a resource that is gone', () => {
  const printed = new Set(files.map(({ path }) => path))
  const kept = globSync(
    ['typescript/src/generated/*', 'go/*.gen.go', 'python/src/assay/resources/*.py'],
    { cwd: `${import.meta.dirname}/../../clients` },
  )
  assert.deepEqual(
    kept.filter((path) => !printed.has(path)),
    [],
  )
})

test('every endpoint that a key opens is one method, and every method an endpoint', () => {
  const called = METHODS.map(({ verb, path }) => `${verb} ${path}`)
  const listed = ROUTES.filter(({ browser }) => browser === undefined)
    .map((declared) => `${getMethod(declared)} ${getPath(declared).replace(/:(\w+)/g, '{$1}')}`)
    .filter((endpoint) => isForKeys(endpoint.split(' ')[1]!))
  assert.deepEqual(called.toSorted(), listed.toSorted())
  assert.equal(new Set(called).size, called.length)
})

test('a name that is published stays, also when its endpoint would get another one', () => {
  const endpoint = 'POST /v1/deals/{id}/close'
  const named = nameMethods([{ endpoint, isPaged: false }], { [endpoint]: 'deals.finish' })
  assert.deepEqual(named, { [endpoint]: 'deals.finish' })
})

test('a published name whose endpoint is gone is refused', () => {
  assert.throws(() => nameMethods([], { 'GET /v1/deals': 'deals.list' }), /without an endpoint/)
})

test('two endpoints that want one name are refused', () => {
  const both = ['GET /v1/deals', 'GET /v1/submissions/{id}/deals'].map((endpoint) => ({
    endpoint,
    isPaged: true,
  }))
  const published = { 'GET /v1/submissions/{id}/deals': 'deals.list' }
  assert.throws(() => nameMethods(both, published), /deals\.list names/)
})

test('every type that is mentioned is defined once', () => {
  const names = model.types.map(({ name }) => name)
  assert.equal(new Set(names).size, names.length)
  const mentioned = [...JSON.stringify(model).matchAll(/"ref":"(\w+)"/g)].map(([, name]) => name!)
  assert.deepEqual(
    [...new Set(mentioned)].filter((name) => !names.includes(name)),
    [],
  )
})

/** Of a query, what must be given. */
function listNeeded(query: object | undefined): Record<string, unknown> {
  const { required = [] } = (query ?? {}) as { required?: string[] }
  return required.length > 0 ? buildRequest(query!) : {}
}
