import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { TSchema } from 'typebox'
import { ROUTES } from '../../src/resources/index.ts'
import type { Route } from '../../src/platform/route.ts'
import { createCaller, useTestHouse, type TestResponse, type TestTenant } from '../context.ts'
import { AUDITED_TYPES } from '../../src/platform/audit.ts'
import { buildUrl, callerFor, getShape, listNames, send, unknownRecords } from './walk.ts'

/** Parameters of every query, with their routes. */
const PARAMETERS = ROUTES.flatMap((declared) =>
  listNames(declared, 'query').map((name) => ({ declared, name })),
)

/** What a schema, or one of its options, says of a mark. */
function getMark(schema: TSchema, mark: string): unknown {
  const { anyOf = [], [mark]: own } = schema as { anyOf?: TSchema[] } & Record<string, unknown>
  return own ?? anyOf.map((option) => getMark(option, mark)).find((found) => found !== undefined)
}

describe('a query', () => {
  const house = useTestHouse({ RATE_LIMIT_PER_SECOND: '0' }, { worker: false })
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  function call(declared: Route, query: string): Promise<TestResponse> {
    const caller =
      declared.scope === null ? createCaller(house.app, null) : callerFor(tenant, declared)
    return send(caller, { declared, records: unknownRecords(declared) }, { query })
  }

  test('with a date that is none is 400 invalid_date and names the parameter', async () => {
    const dates = PARAMETERS.filter(
      ({ declared, name }) => getMark(getShape(declared, 'query', name), 'format') === 'date',
    )
    assert.ok(dates.length >= 40, `${dates.length} parameters are dates`)
    for (const { declared, name } of dates) {
      for (const value of ['yesterday', '2025-02-30', '30.06.2025']) {
        const { status, body } = await call(declared, `?${name}=${value}`)
        const { code, type, param } = body.error
        assert.deepEqual(
          [status, code, type, param],
          [400, 'invalid_date', 'invalid_request_error', name],
          `${declared.endpoint} ${name}=${value}`,
        )
      }
    }
  })

  test('without a parameter that is required is 422 missing_field and names it', async () => {
    const required = ROUTES.flatMap((declared) => {
      const { required: names = [] } = (declared.shapes.query ?? {}) as { required?: string[] }
      return names.length > 0 ? [{ declared, names }] : []
    })
    assert.ok(required.some(({ declared }) => declared.endpoint === 'GET /v1/search'))
    for (const { declared, names } of required) {
      const caller =
        declared.scope === null ? createCaller(house.app, null) : callerFor(tenant, declared)
      const { status, body } = await caller.get(buildUrl(declared, unknownRecords(declared)))
      const found = [status, body.error?.code, body.error?.type, body.error?.param]
      const expected = [422, 'missing_field', 'validation_error', names[0]]
      assert.deepEqual(found, expected, declared.endpoint)
    }
    const empty = await tenant.live.get('/v1/search?q=')
    assert.deepEqual([empty.status, empty.body.error.code], [422, 'missing_field'])
  })

  test('with a date range that is none names the ranges and the right neighbor', async () => {
    const ranged = PARAMETERS.filter(({ name }) => name === 'date_range')
    for (const { declared } of ranged.filter(({ declared: { endpoint } }) => isReport(endpoint))) {
      const created = await tenant.live.post('/v1/submissions', { name: 'Ranges' })
      const records = { ...unknownRecords(declared), submissions: created.body.data.id as string }
      const { status, body } = await send(
        callerFor(tenant, declared),
        { declared, records },
        { query: '?date_range=last_month' },
      )
      assert.deepEqual([status, body.error.code], [400, 'invalid_date_range'], declared.endpoint)
      assert.match(body.error.message, /Did you mean last_1_full_calendar_months\?/)
      assert.match(body.error.message, /last_N_days \(N: 7, 14, 30/)
    }
  })

  test('of the audit log names a type of record that there is, or is refused with the nearest', async () => {
    for (const type of AUDITED_TYPES) {
      assert.equal((await tenant.live.get(`/v1/audit-log?resource_type=${type}`)).status, 200)
    }
    const { status, body } = await tenant.live.get('/v1/audit-log?resource_type=submision')
    assert.deepEqual([status, body.error.param], [400, 'resource_type'])
    assert.match(body.error.message, /Did you mean submission\?/)
  })
})

/** A report that computes over days whatever the submission holds. */
function isReport(endpoint: string): boolean {
  return /^GET \/v1\/submissions\/:id\/(cashflow|metrics|balances|statistics)$/.test(endpoint)
}

describe('a currency', () => {
  const house = useTestHouse({}, { worker: false })

  test('is taken in either case wherever one is taken', () => {
    const texts = ROUTES.flatMap((declared) =>
      (['query', 'body'] as const).flatMap((place) =>
        listNames(declared, place)
          .filter((name) => /(^|_)currency$/.test(name))
          .map((name) => [declared.endpoint, name, getShape(declared, place, name)] as const),
      ),
    )
    assert.ok(texts.length >= 20, `${texts.length} fields are currencies`)
    for (const [endpoint, name, schema] of texts) {
      assert.equal(getMark(schema, 'inCapitals'), true, `${endpoint} ${name}`)
    }
  })

  test('is kept in capitals', async () => {
    const { live } = await house.tenant()
    const request = { amount: 50_000, currency: 'usd' }
    const { body } = await live.post('/v1/submissions', { name: 'Small', request })
    assert.equal(body.data.request.currency, 'USD')
    const row = { description: 'RENT', amount: -1, date: '2025-03-03', currency: 'eur' }
    const added = await live.post('/v1/transactions', { submission_id: body.data.id, ...row })
    assert.deepEqual([added.status, added.body.data?.currency], [201, 'EUR'])
    const bulk = await live.post('/v1/transactions/bulk', {
      submission_id: body.data.id,
      transactions: [{ ...row, description: 'FUEL' }],
    })
    assert.equal(bulk.status, 201, JSON.stringify(bulk.body))
    const listed = await live.get(`/v1/transactions?submission_id=${body.data.id}&currency=eur`)
    assert.equal(listed.body.data.length, 2)
    const set = await live.put('/v1/user/settings', { reporting_currency: 'gbp' })
    assert.equal(set.body.data.reporting_currency, 'GBP')
    const wrong = await live.put('/v1/user/settings', { reporting_currency: 'pounds' })
    assert.deepEqual([wrong.status, wrong.body.error.code], [422, 'invalid_currency'])
  })
})
