import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { getMethod, getPath, type Route } from '../../src/platform/route.ts'
import { ROUTES } from '../../src/resources/index.ts'
import { createCaller, useTestHouse, type Caller, type TestTenant } from '../context.ts'
import { routeFor } from '../declared-routes.ts'
import {
  callerFor,
  isUuidParameter,
  makeCall,
  listNames,
  send,
  unknownRecords,
  buildUrl,
} from './walk.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

describe('every route refuses', () => {
  const house = useTestHouse({}, { worker: false })
  let tenant: TestTenant
  let nobody: Caller
  /** Keys that hold one scope each; a route is tried with one that is not its own. */
  let narrow: { scope: string; caller: Caller }[]

  before(async () => {
    tenant = await house.tenant()
    nobody = createCaller(house.app, null)
    narrow = await Promise.all(['usage:read', 'audit:read'].map((scope) => narrowKey(scope)))
  })

  async function narrowKey(scope: string): Promise<{ scope: string; caller: Caller }> {
    const { body } = await tenant.live.post('/v1/api-keys', { name: scope, scopes: [scope] })
    return { scope, caller: createCaller(house.app, body.data.key) }
  }

  const keyed = ROUTES.filter((declared) => declared.scope !== null)

  for (const declared of keyed) {
    const call = { declared, records: unknownRecords(declared), body: {} }

    test(`${declared.endpoint}: a call without key, and one without the scope`, async () => {
      const anonymous = await send(nobody, call)
      assert.deepEqual([anonymous.status, anonymous.body.error.code], [401, 'missing_api_key'])
      const { caller } = narrow.find(({ scope }) => scope !== declared.scope)!
      const unentitled = await send(caller, call)
      assert.deepEqual([unentitled.status, unentitled.body.error.code], [403, 'insufficient_scope'])
    })

    test(`${declared.endpoint}: a parameter it does not know`, async () => {
      const response = await send(callerFor(tenant, declared), call, {
        query: '?no_such_parameter=1',
      })
      assert.deepEqual(
        [response.status, response.body.error.code, response.body.error.param],
        [400, 'unknown_parameter', 'no_such_parameter'],
      )
    })
  }

  for (const declared of keyed.filter(hasFields)) {
    test(`${declared.endpoint}: a field it does not know`, async () => {
      const call = await makeCall(callerFor(tenant, declared), declared)
      const body = { ...(call.body as object), no_such_field: 'x' }
      const { status, body: responseBody } = await send(callerFor(tenant, declared), {
        ...call,
        body,
      })
      assert.deepEqual([status, responseBody.error.code], [422, 'unknown_field'])
      assert.equal(responseBody.error.param, 'no_such_field')
    })
  }

  for (const declared of keyed.filter((one) => listNames(one, 'params').length > 0)) {
    test(`${declared.endpoint}: an id that cannot be one`, async () => {
      for (const name of listNames(declared, 'params')) {
        const url = getPath(declared).replace(`:${name}`, 'no-such-id')
        const response = await send(callerFor(tenant, declared), {
          ...calling(declared, url),
          body: {},
        })
        const isRefused = response.status === 400 && response.body.error.code === 'invalid_id'
        // Where names are ids too, a name that nobody has is simply not there.
        const isAbsent = response.status === 404 && !isUuidParameter(declared, name)
        assert.ok(isRefused || isAbsent, `${name}: ${response.status} ${response.body.error.code}`)
      }
    })
  }

  for (const [path, [declared]] of Map.groupBy(ROUTES, getPath)) {
    test(`${path}: a method it does not have`, async () => {
      const url = buildUrl(declared!, unknownRecords(declared!))
      const own = METHODS.filter((method) => routeFor(method, url))
      for (const method of METHODS.filter((one) => !own.includes(one))) {
        const response = await house.app.inject({
          method,
          url,
          headers: { authorization: `Bearer ${tenant.liveKey}` },
        })
        assert.equal(response.statusCode, 405, `${method} ${path}`)
        assert.equal(response.json().error.code, 'method_not_allowed')
        const allowed = [...own, 'OPTIONS', ...(own.includes('GET') ? ['HEAD'] : [])]
        assert.deepEqual(String(response.headers.allow).split(', '), allowed.toSorted())
      }
    })
  }
})

function hasFields(declared: Route): boolean {
  return listNames(declared, 'body').length > 0
}

/** A call of a route under another path; what is left of its parameters becomes unknown ids. */
function calling(
  declared: Route,
  path: string,
): { declared: Route; records: Record<string, string> } {
  const parsed = { ...declared, endpoint: `${getMethod(declared)} ${path}` }
  return { declared: parsed, records: unknownRecords(parsed) }
}
