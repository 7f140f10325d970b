import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { entityTag } from '../../src/platform/http/respond.ts'
import { plainTag } from '../../src/platform/http/response/finish.ts'
import { getMethod, getPath, type Route } from '../../src/platform/route.ts'
import { ROUTES } from '../../src/resources/index.ts'
import { buildForm, useTestHouse, type TestResponse, type TestTenant } from '../context.ts'
import {
  buildQuery,
  buildUrl,
  callerFor,
  isList,
  isWrite,
  listNouns,
  makeRecords,
  send,
  unknownRecords,
} from './walk.ts'
import type { Records } from '../factories.ts'

/** What differs by its nature from one request to the next, as the length of what names a time. */
const OF_THE_REQUEST =
  /^(?:x-request-id|date|connection|content-length|transfer-encoding|(?:x-)?ratelimit(?:-remaining|-reset)?)$/

/** Headers without what differs by its nature, or between two reads of what names the time. */
function settled(headers: Headers, ...reads: Headers[]): Headers {
  const [before, after] = reads
  const entries = Object.entries(headers).filter(
    ([name]) => !OF_THE_REQUEST.test(name) && before![name] === after![name],
  )
  return Object.fromEntries(entries)
}

type Headers = Record<string, unknown>

const READS = ROUTES.filter((one) => getMethod(one) === 'GET')
const CODINGS = { br: brotliDecompressSync, gzip: gunzipSync }

interface Message {
  name: string
  send: (tenant: TestTenant) => Promise<TestResponse>
  status: number
  code: string
  message: RegExp
}

const LIST = '/v1/submissions'

/** A read with these headers in place of the key's. */
function withHeaders(headers: (tenant: TestTenant) => Record<string, string>): Message['send'] {
  return (tenant) => tenant.live.get(LIST, { headers: headers(tenant) })
}

/** One row for each message that the door itself writes. */
const MESSAGES: readonly Message[] = [
  {
    name: 'a key without Bearer',
    send: withHeaders(({ liveKey }) => ({ authorization: liveKey })),
    status: 401,
    code: 'invalid_api_key',
    message: /lacks the word Bearer/,
  },
  {
    name: 'Bearer without a key',
    send: withHeaders(() => ({ authorization: 'Bearer ' })),
    status: 401,
    code: 'invalid_api_key',
    message: /no key behind Bearer/,
  },
  {
    name: 'a key as a token',
    send: withHeaders(({ liveKey }) => ({ authorization: `Token ${liveKey}` })),
    status: 401,
    code: 'invalid_api_key',
    message: /not of the scheme Bearer/,
  },
  {
    name: 'two keys',
    send: withHeaders(({ testKey }) => ({ 'x-api-key': testKey })),
    status: 401,
    code: 'invalid_api_key',
    message: /different keys/,
  },
  {
    name: 'a misspelt parameter',
    send: ({ live }) => live.get(`${LIST}?limt=1`),
    status: 400,
    code: 'unknown_parameter',
    message: /Did you mean limit\?/,
  },
  {
    name: 'a parameter that is like none',
    send: ({ live }) => live.get(`${LIST}?zzzz=1`),
    status: 400,
    code: 'unknown_parameter',
    message: /Known: .*\bcursor\b/,
  },
  {
    name: 'a method that a path does not have',
    send: ({ live }) => live.delete(LIST),
    status: 405,
    code: 'method_not_allowed',
    message: /takes GET, HEAD, OPTIONS, POST/,
  },
  {
    name: 'a path that is nearly one',
    send: ({ live }) => live.get('/v1/submision'),
    status: 404,
    code: 'route_not_found',
    message: /Did you mean \/v1\/submissions\?/,
  },
  {
    name: 'a boundary of 71 characters',
    send: ({ live }) => postForm(live, `multipart/form-data; boundary=${'b'.repeat(71)}`),
    status: 400,
    code: 'invalid_header',
    message: /boundary .* 1 to 70/,
  },
  {
    name: 'a boundary of 300 characters',
    send: ({ live }) => postForm(live, `multipart/form-data; boundary="${'b'.repeat(300)}"`),
    status: 400,
    code: 'invalid_header',
    message: /boundary .* 1 to 70/,
  },
  {
    name: 'no boundary',
    send: ({ live }) => postForm(live, 'multipart/form-data'),
    status: 400,
    code: 'invalid_header',
    message: /boundary/,
  },
]

function postForm(live: TestTenant['live'], type: string): Promise<TestResponse> {
  const url = `/v1/submissions/${randomUUID()}/documents`
  return live.post(url, 'x', { headers: { 'content-type': type } })
}

describe('the door', () => {
  const house = useTestHouse({ RATE_LIMIT_PER_SECOND: '100000' }, { worker: false })
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  const shared = new Map<string, Promise<Records>>()

  async function locate(declared: Route): Promise<string> {
    const name = listNouns(declared).join(' ')
    const caller = callerFor(tenant, declared)
    const records = shared.get(name) ?? makeRecords(caller, declared)
    shared.set(name, records)
    return `${buildUrl(declared, await records)}${buildQuery(declared)}`
  }

  function call(method: string, url: string, headers: Record<string, string> = {}) {
    return house.app.inject({ method: method as 'GET', url, headers })
  }

  function authorize(declared: Route): Record<string, string> {
    const { testKey, liveKey } = tenant
    return { authorization: `Bearer ${declared.isTestOnly ? testKey : liveKey}` }
  }

  // Health and the search hold how long the database took, so no two responses are alike.
  const alike = READS.filter(
    (one) => one.produces !== 'events' && !/\/health|\/v1\/search/.test(one.endpoint),
  )
  for (const declared of alike) {
    test(`HEAD of ${declared.endpoint} is GET without its body`, async () => {
      const url = await locate(declared)
      for (const coding of ['identity', 'br']) {
        const headers = { ...authorize(declared), 'accept-encoding': coding }
        const before = await call('GET', url, headers)
        const head = await call('HEAD', url, headers)
        const after = await call('GET', url, headers)
        assert.deepEqual([head.statusCode, head.payload], [after.statusCode, ''])
        assert.equal('content-length' in head.headers, 'content-length' in after.headers)
        assert.deepEqual(
          settled(head.headers, before.headers, after.headers),
          settled(after.headers, before.headers, after.headers),
        )
      }
    })
  }

  for (const declared of READS.filter((one) => one.produces === 'events')) {
    test(`HEAD of ${declared.endpoint} ends without an event`, async () => {
      const { statusCode, headers, payload } = await call(
        'HEAD',
        await locate(declared),
        authorize(declared),
      )
      assert.deepEqual([statusCode, payload], [200, ''])
      assert.match(String(headers['content-type']), /event-stream/)
      assert.equal(headers['content-encoding'], undefined)
    })
  }

  for (const [path, [declared]] of Map.groupBy(ROUTES, getPath)) {
    test(`OPTIONS of ${path} names its methods, without a key`, async () => {
      const url = buildUrl(declared!, unknownRecords(declared!))
      const { statusCode, headers, payload } = await call('OPTIONS', url)
      assert.deepEqual([statusCode, payload], [204, ''])
      const refused = await call('TRACE', url)
      const allowed = String(headers.allow).split(', ')
      assert.ok(
        ROUTES.filter((one) => getPath(one) === path).every((one) =>
          allowed.includes(getMethod(one)),
        ),
      )
      assert.ok(allowed.includes('OPTIONS') && allowed.includes('HEAD') === allowed.includes('GET'))
      if (refused.statusCode === 405) assert.equal(refused.headers.allow, headers.allow)
    })
  }

  test('OPTIONS of nothing is not found', async () => {
    assert.equal((await call('OPTIONS', '/v1/nothing')).statusCode, 404)
  })

  for (const declared of READS.filter((one) => one.produces !== 'events')) {
    test(`${declared.endpoint} is the same bytes in every coding`, async () => {
      const url = await locate(declared)
      const plain = await call('GET', url, authorize(declared))
      const isText = /json|text|csv/.test(String(plain.headers['content-type']))
      assert.equal(plain.headers['content-encoding'], undefined)
      if (isText) assert.match(String(plain.headers.vary), /Accept-Encoding/)
      for (const [coding, decode] of Object.entries(CODINGS)) {
        const headers = { ...authorize(declared), 'accept-encoding': coding }
        const coded = await call('GET', url, headers)
        if (coded.headers['content-encoding'] === undefined) {
          assert.ok(!isText || coded.rawPayload.length < 1024, 'a long text is not compressed')
          continue
        }
        assert.equal(coded.headers['content-encoding'], coding)
        const decoded = decode(coded.rawPayload)
        const { etag } = coded.headers
        // A response that names the time is another one each time, and its tag says which.
        if (etag) assert.equal(plainTag(etag), entityTag(decoded))
        else assert.ok(decoded.equals(plain.rawPayload), 'other bytes')
      }
    })
  }

  for (const declared of ROUTES.filter((one) => isWrite(one) && one.scope !== null)) {
    test(`${declared.endpoint} names the content types that it takes`, async () => {
      const url = buildUrl(declared, unknownRecords(declared))
      const method = getMethod(declared)
      const headers = { ...authorize(declared), 'content-type': 'text/yaml' }
      const refused = await house.app.inject({
        method: method as 'POST',
        url,
        headers,
        payload: 'a: 1',
      })
      const { error } = refused.json()
      assert.deepEqual([refused.statusCode, error.code], [415, 'invalid_content_type'])
      const named = {
        multipart: /multipart\/form-data/,
        ndjson: /x-ndjson/,
        payload: /xml/,
        json: /json/,
        signed: /json/,
        mail: /message\/rfc822/,
      }
      assert.match(error.message, named[declared.consumes ?? 'json'])
    })
  }

  for (const declared of ROUTES.filter(isList)) {
    test(`${declared.endpoint}: what other services call a page leads to cursor`, async () => {
      const call = { declared, records: unknownRecords(declared) }
      for (const name of ['page', 'offset', 'skip', 'starting_after']) {
        const { body } = await send(callerFor(tenant, declared), call, { query: `?${name}=2` })
        assert.deepEqual([body.error.code, body.error.param], ['unknown_parameter', name])
        assert.match(body.error.message, /cursor/)
      }
      const { body } = await send(callerFor(tenant, declared), call, { query: '?per_page=2' })
      assert.match(body.error.message, /Did you mean limit\?/)
    })
  }

  for (const declared of ROUTES.filter((one) => one.consumes === 'multipart')) {
    test(`${declared.endpoint} without a part named file says so`, async () => {
      const url = await locate(declared)
      const caller = callerFor(tenant, declared)
      const file = { filename: 'a.csv', bytes: Buffer.from('a,b\n') }
      const other = buildForm([file])
      const renamed = other.payload.toString().replace('name="file"', 'name="document"')
      const responses = [
        await caller.post(url, {}),
        await caller.upload(url, []),
        await caller.upload(url, [], { file: 'statement.pdf' }),
        await caller.post(url, renamed, { headers: other.headers }),
      ]
      for (const { status, body } of responses)
        assert.deepEqual([status, body.error.code, body.error.param], [400, 'missing_file', 'file'])
    })
  }

  for (const { name, send: request, ...expected } of MESSAGES) {
    test(`says what is wrong: ${name}`, async () => {
      const { status, body } = await request(tenant)
      assert.deepEqual([status, body.error.code], [expected.status, expected.code])
      assert.match(body.error.message, expected.message)
      assert.ok(!JSON.stringify(body).includes(tenant.liveKey.slice(9)), 'a key is repeated')
    })
  }

  test('with X-Service-Lenient leaves out what a body has too much', async () => {
    const body = { name: 'Lenient', no_such: 1, company_info: { name: 'A', no_such: 1 } }
    const strict = await tenant.live.post('/v1/submissions', body)
    assert.equal(strict.status, 422)
    const headers = { 'x-service-lenient': 'true' }
    const { status, body: made } = await tenant.live.post('/v1/submissions', body, { headers })
    assert.deepEqual([status, made.data.name, made.data.companyInfo.name], [201, 'Lenient', 'A'])
    const wrong = await tenant.live.post('/v1/submissions', { name: 1, no_such: 1 }, { headers })
    assert.deepEqual([wrong.status, wrong.body.error.param], [422, 'name'])
    const query = await tenant.live.get('/v1/submissions?no_such=1', { headers })
    assert.equal(query.status, 400)
  })
})
