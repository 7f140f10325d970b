import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { getMethod, getPath, type Route } from '../../src/platform/route.ts'
import { toCamel } from '../../src/core/values/text.ts'
import { listSchemaFaults } from '../../src/platform/wire/check/validate.ts'
import { ROUTES } from '../../src/resources/index.ts'
import { useTestHouse, type TestTenant } from '../context.ts'
import { callerFor, getShape, listNames, makeCall, send } from './walk.ts'

/** Fields that a response shows and a request does not take back as they are, and why. */
const EXCEPTIONS: Record<string, string> = {
  'PATCH /v1/documents/:id/parsed-results patches': 'a correction of nothing is none',
  'POST /v1/emails attachments': 'they are documents, by their ids',
  'POST /v1/entities attributes': 'they are records of their own, with ids and endpoints',
  'PUT /v1/submissions/:id/pdfs/:pid status':
    'a review is written, the state of the reading is read',
  'PATCH /v1/policies/:id status': 'one that was published never becomes a draft again',
  'PATCH /v1/positions/:id confirmation': 'only the service says that one was added by hand',
  'PATCH /v1/submissions/:id status': 'the pipeline sets the others',
}

/** The route that shows what a write takes: the noun itself, by its id. */
function findReader(declared: Route): Route | undefined {
  const method = getMethod(declared)
  const path = getPath(declared)
  const readers = ROUTES.filter((one) => getMethod(one) === 'GET')
  if (method === 'POST') {
    const shape = new RegExp(`^${path}/:\\w+$`)
    return readers.find((one) => shape.test(getPath(one)))
  }
  return readers.find((one) => getPath(one) === path)
}

const writes = ROUTES.filter((declared) => declared.scope !== null && declared.shapes.body)
const pairs = writes.flatMap((declared) => {
  const reader = findReader(declared)
  return reader ? [{ declared, reader }] : []
})

describe('what a response gives, a request takes', () => {
  const house = useTestHouse()
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  test('the exceptions are fields that exist', () => {
    const known = writes.flatMap((declared) =>
      listNames(declared, 'body').map((name) => `${declared.endpoint} ${name}`),
    )
    const gone = Object.keys(EXCEPTIONS).filter((name) => !known.includes(name))
    assert.deepEqual(gone, [])
  })

  test('the categories of a row, on every route that takes rows', async () => {
    const { live } = tenant
    const { id: submission_id } = (await live.post('/v1/submissions', {})).body.data
    const given = { date: '2025-03-03', amount: -9.5, description: 'ACH RENT', currency: 'USD' }
    const post = (path: string, body: object) => live.post(`/v1/transactions${path}`, body)
    const { categories } = (
      await post('', { submission_id, ...given, categories: ['expenses.rent'] })
    ).body.data
    assert.equal(categories[0].slug, 'expenses.rent')
    for (const form of [categories, [{ name: 'Rent', slug: 'expenses.rent' }]]) {
      const row = { ...given, categories: form, amount: -1 }
      const created = await post('', { submission_id, ...row, lock_category: true })
      assert.equal(created.body.data.categories[0].slug, 'expenses.rent')
      const bulk = await post('/bulk', { submission_id, transactions: [row] })
      assert.equal(bulk.body.data.created, 1)
      assert.equal((await post('/enrich', { transactions: [row] })).status, 200)
    }
    const unknown = await post('', { submission_id, ...given, categories: [{ slug: 'rents' }] })
    assert.deepEqual(
      [unknown.body.error.code, unknown.body.error.param],
      ['invalid_category', 'categories'],
    )
  })

  for (const { declared, reader } of pairs) {
    test(`${declared.endpoint}: each field of ${reader.endpoint}`, async () => {
      const call = await makeCall(callerFor(tenant, reader), reader)
      await house.settle()
      const { body } = await send(callerFor(tenant, reader), call)
      const given: Record<string, unknown> = Array.isArray(body.data) ? {} : body.data
      const refused = listNames(declared, 'body').filter((name) => {
        const value = given[name] ?? given[toCamel(name)]
        if (value === undefined) return false
        const faults = listSchemaFaults(getShape(declared, 'body', name), value)
        return faults.length > 0 && !(`${declared.endpoint} ${name}` in EXCEPTIONS)
      })
      assert.deepEqual(refused, [])
    })
  }
})
