import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { toSnake } from '../../src/core/values/text.ts'
import type { Route } from '../../src/platform/route.ts'
import { listSchemaFaults } from '../../src/platform/wire/check/validate.ts'
import { ROUTES } from '../../src/resources/index.ts'
import { useTestHouse, type TestResponse, type TestTenant } from '../context.ts'
import {
  type Call,
  callerFor,
  isList,
  isWrite,
  makeCall,
  listNames,
  send,
  getShape,
  unknownRecords,
} from './walk.ts'

/** Texts that are no JSON, or JSON that parsers read differently: `invalid_json` everywhere. */
const BROKEN_TEXTS: Record<string, string | Buffer> = {
  'a cut-off object': '{"name": "x"',
  'a trailing comma': '{"name": "x",}',
  'a bare word': 'undefined',
  NaN: '{"amount": NaN}',
  'two values': '{} {}',
  'a NUL character': '{"name": "a\\u0000b"}',
  'a raw NUL': '{"name": "a\u0000b"}',
  'a lone surrogate': '{"name": "a\\ud800b"}',
  'a lone surrogate as key': '{"a\\udc00": 1}',
  'a key twice': '{"name": "a", "name": "b"}',
  'a key twice, once escaped': '{"name": "a", "n\\u0061me": "b"}',
  'a key __proto__': '{"__proto__": {"isAdmin": true}}',
  'bytes that are no UTF-8': Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]),
  'a number that no double holds': '{"amount": 1e999999}',
  'a number that a double changes': '{"amount": 9007199254740993}',
  'depth 40': `{"metadata": ${'['.repeat(40)}${']'.repeat(40)}}`,
}

/** Values that are JSON and not what any endpoint takes. */
const WRONG_VALUES: Record<string, unknown> = {
  'an array': [],
  'an array of objects': [{}],
  'a number': 4711,
  'a text': 'text',
  null: null,
  'a key constructor': { constructor: { prototype: { isAdmin: true } } },
}

/** Values that fit hardly a field; each field of each body is tried with each. */
const WRONG_FIELDS: readonly unknown[] = [
  'x'.repeat(300),
  "\u202e'; drop table submissions; --",
  -1,
  1e308,
  true,
  [null],
  { a: { b: { c: [] } } },
  null,
  '2025-02-30',
  '300000-01-01',
]

/** The same for parameters, which are text. */
const WRONG_PARAMETERS = [
  'x'.repeat(300),
  "'; drop table submissions; --",
  '-1',
  '1e308',
  '[]',
  '',
  '2025-02-30',
  '300000-01-01T00:00:00Z',
  '%_\\',
  '\u202e',
]

/** Faults of a value that are found in another parameter or field, and where. */
const BESIDE: Record<string, string> = {
  missing_field: 'the one that it needs, or may not stand beside',
  invalid_parameter: 'the one that it needs',
}

/** Where no browser has made it, this is refused, whatever stands beside it. */
const OF_BROWSER: Record<string, string> = { 'POST /v1/user/mfa/passkey': 'credential' }

describe('whatever is sent, the response is the caller’s fault or none', () => {
  const house = useTestHouse({}, { worker: false })
  let tenant: TestTenant
  const refused = new Set<string>()

  before(async () => {
    tenant = await house.tenant()
  })

  const bodied = ROUTES.filter((declared) => isWrite(declared) && declared.shapes.body)

  for (const declared of bodied) {
    const call = { declared, records: unknownRecords(declared) }

    test(`${declared.endpoint}: bodies that cannot be read`, async () => {
      for (const [name, text] of Object.entries(BROKEN_TEXTS)) {
        const { status, body } = await sendText(call, text)
        assert.deepEqual([status, body.error.code], [400, 'invalid_json'], name)
      }
      for (const charset of ['latin1', 'utf-16', '"us-ascii"']) {
        const { status, body } = await sendText(call, '{}', `application/json; charset=${charset}`)
        assert.deepEqual([status, body.error.code], [400, 'invalid_json'], charset)
      }
      const typed = await send(
        callerFor(tenant, declared),
        { ...call, body: 'name: x' },
        textual('text/yaml'),
      )
      assert.deepEqual([typed.status, typed.body.error.code], [415, 'invalid_content_type'])
    })

    test(`${declared.endpoint}: values of another kind`, async () => {
      for (const [name, value] of Object.entries(WRONG_VALUES)) {
        const { status, body } = await sendText(call, JSON.stringify(value))
        assert.ok(status >= 400 && status < 500, `${name} gets ${status}`)
        assert.notEqual(body.error.param, '', `${name} has an empty param`)
      }
      assert.equal('isAdmin' in {}, false)
    })

    test(`${declared.endpoint}: a wrong value in each field`, async () => {
      const sample = await makeCall(callerFor(tenant, declared), declared)
      for (const field of listNames(declared, 'body')) {
        await tryEach({ declared, place: 'body', name: field }, WRONG_FIELDS, (value) =>
          send(callerFor(tenant, declared), {
            ...sample,
            body: { ...(sample.body as object), [field]: value },
          }),
        )
      }
    })
  }

  for (const declared of ROUTES.filter(isList)) {
    const call = { declared, records: unknownRecords(declared) }

    test(`${declared.endpoint}: a limit, a cursor and an order that cannot be`, async () => {
      for (const limit of ['0', '-1', '1001', 'abc', '1.5', '', '1e2', '99999999999999999999']) {
        await expectRefusal(call, `?limit=${limit}`, 'invalid_limit')
      }
      for (const sort of ['no_such_field', '--created_at', 'id;drop', '%00']) {
        const { status } = await send(callerFor(tenant, declared), call, { query: `?sort=${sort}` })
        assert.ok(status === 400 || status === 404, `sort=${sort} gets ${status}`)
      }
      await expectRefusal(call, '?limit=1&limit=2', 'invalid_parameter')
    })
  }

  for (const declared of ROUTES.filter((one) => listNames(one, 'query').length > 0)) {
    test(`${declared.endpoint}: a wrong value in each parameter`, async () => {
      const sample = await makeCall(callerFor(tenant, declared), declared)
      for (const name of listNames(declared, 'query')) {
        await tryEach({ declared, place: 'query', name }, WRONG_PARAMETERS, (value) =>
          send(callerFor(tenant, declared), sample, {
            query: `?${name}=${encodeURIComponent(value)}`,
          }),
        )
      }
    })
  }

  /**
   * Sends each value in one place. What the place's shape refuses never reaches the route, so it is
   * tried once for all routes with a place of that name and shape. send() fails on a 5xx and on an
   * error that the route does not declare.
   */
  async function tryEach<Value>(
    { declared, place, name }: { declared: Route; place: 'body' | 'query'; name: string },
    values: readonly Value[],
    sendValue: (value: Value) => Promise<TestResponse>,
  ): Promise<void> {
    const shape = getShape(declared, place, name)
    for (const value of values) {
      const trial = JSON.stringify([place, name, shape, value])
      if (refused.has(trial)) continue
      const { status, body } = await sendValue(value)
      if (status !== 400 && status !== 422) continue
      const { param, code } = body.error
      const text = `${declared.endpoint}: ${name} = ${JSON.stringify(value).slice(0, 40)} gets ${code}`
      // What is missing beside the value comes first; so does what the value may not stand beside.
      const names = listNames(declared, place)
      const isOther = names.some((other) => isNamed(param, { place, name: other }))
      const isOwn = isNamed(param, { place, name })
      const isOfBrowser = place === 'body' && param === OF_BROWSER[declared.endpoint]
      assert.ok(
        isOwn || isOfBrowser || (isOther && code in BESIDE),
        `${text} with the param ${param}`,
      )
      if (isOwn && listSchemaFaults(shape, value).length > 0) refused.add(trial)
    }
  }

  async function expectRefusal(call: Call, query: string, code: string): Promise<void> {
    const { status, body } = await send(callerFor(tenant, call.declared), call, { query })
    assert.deepEqual([status, body.error?.code], [400, code], query)
  }

  function sendText(call: Call, body: string | Buffer, type = 'application/json') {
    return send(callerFor(tenant, call.declared), { ...call, body }, textual(type))
  }
})

/** `type` of a query is named as it stands there; of a body, also the part of it that is wrong. */
function isNamed(
  param: unknown,
  { place, name }: { place: 'body' | 'query'; name: string },
): boolean {
  if (place === 'query' || typeof param !== 'string') return param === name
  // A field that may be written in camelCase has one name.
  return [name, toSnake(name)].some(
    (one) => param === one || param.startsWith(`${one}.`) || param.startsWith(`${one}[`),
  )
}

function textual(type: string): { headers: Record<string, string> } {
  return { headers: { 'content-type': type } }
}
