import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { useTestHouse } from '../../../../test/context.ts'
import { origins } from '../../../setting-values.ts'
import { chooseCoding } from './codings.ts'

// That every route gives the same bytes in every coding is test/contract/door.test.ts.

const APP = 'https://app.example.com'
const CODINGS: Readonly<Record<string, ReturnType<typeof chooseCoding>>> = {
  '': null,
  br: 'br',
  gzip: 'gzip',
  'gzip, deflate, br': 'br',
  'gzip, br;q=0.5': 'gzip',
  'br;q=0, gzip;q=0.1': 'gzip',
  'br;q=0': null,
  '*': 'br',
  '*, br;q=0': 'gzip',
  '*;q=0': null,
  identity: null,
  'identity, gzip;q=0.5': null,
  'deflate, zstd': null,
  'GZIP;Q=1': 'gzip',
  'gzip;q=2': null,
  'gzip;q=abc': null,
}

for (const [header, coding] of Object.entries(CODINGS)) {
  test(`Accept-Encoding: ${header} gets ${coding ?? 'the plain bytes'}`, () => {
    assert.equal(chooseCoding(header), coding)
  })
}

test('an origin is taken as browsers send it, and nothing else is', () => {
  assert.deepEqual(origins(''), [])
  assert.deepEqual(origins('*'), ['*'])
  assert.deepEqual(origins(`${APP}, http://localhost:5173`), [APP, 'http://localhost:5173'])
  const wrong = ['app.example.com', `${APP}/`, `${APP}/a`, 'https://A.com', 'null', `*,${APP}`]
  wrong.push('https://*.example.com', 'https://u:p@example.com', 'ftp://example.com', 'https://')
  wrong.push('https://example.com:443', `${APP};https://b.example.com`)
  for (const value of wrong) assert.equal(origins(value), undefined, value)
})

describe('a page of another origin', () => {
  const house = useTestHouse({ ALLOWED_ORIGINS: `${APP},http://localhost:5173` }, { worker: false })
  const preflight = {
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization, content-type, idempotency-key, traceparent',
  }
  const send = (headers: Record<string, string>, method = 'OPTIONS') =>
    house.app.inject({ method: method as 'GET', url: '/v1/submissions', headers })

  test('may call when it is listed, with every header that a request can carry', async () => {
    const { statusCode, headers } = await send({ origin: APP, ...preflight })
    assert.equal(statusCode, 204)
    assert.equal(headers['access-control-allow-origin'], APP)
    assert.equal(headers['access-control-allow-methods'], 'GET, HEAD, OPTIONS, POST')
    for (const name of preflight['access-control-request-headers'].split(', '))
      assert.match(String(headers['access-control-allow-headers']), new RegExp(name, 'i'))
    assert.equal(headers['access-control-max-age'], '7200')
    assert.equal(headers['access-control-allow-credentials'], undefined)
    assert.match(String(headers.vary), /Origin/)
  })

  test('reads a response and its headers, an error’s too', async () => {
    const { statusCode, headers } = await send({ origin: APP }, 'GET')
    assert.equal(statusCode, 401)
    assert.equal(headers['access-control-allow-origin'], APP)
    for (const name of ['X-Request-Id', 'RateLimit-Remaining', 'Retry-After', 'ETag'])
      assert.match(String(headers['access-control-expose-headers']), new RegExp(name))
  })

  for (const origin of [
    'https://app.example.com.evil.com',
    'http://app.example.com',
    'null',
    '*',
  ]) {
    test(`may not when it is ${origin}`, async () => {
      for (const method of ['OPTIONS', 'GET']) {
        const { headers } = await send({ origin, ...preflight }, method)
        const given = Object.keys(headers).filter((name) => name.startsWith('access-control'))
        assert.deepEqual(given, [])
        assert.match(String(headers.vary), /Origin/)
      }
    })
  }
})

describe('a page of this service', () => {
  const house = useTestHouse({}, { worker: false })

  test('is compressed once, and not sent again to whoever holds it', async () => {
    const get = (headers: Record<string, string> = {}) =>
      house.app.inject({ url: '/docs', headers })
    const plain = await get()
    let coded = await get({ 'accept-encoding': 'br' })
    assert.notEqual(coded.headers.etag, plain.headers.etag)
    const isBuilt = () => String(coded.headers.etag).endsWith('.br-max"')
    for (let tries = 0; tries < 200 && !isBuilt(); tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      coded = await get({ 'accept-encoding': 'br' })
    }
    assert.ok(isBuilt())
    assert.equal(brotliDecompressSync(coded.rawPayload).toString(), plain.payload)
    for (const held of [coded, plain]) {
      const tag = String(held.headers.etag)
      const coding = held.headers['content-encoding'] as string | undefined
      for (const sent of [tag, `"other", ${tag}`, `W/${tag}`, '*']) {
        const again = await get({
          'if-none-match': sent,
          ...(coding && { 'accept-encoding': coding }),
        })
        assert.deepEqual([again.statusCode, again.payload], [304, ''])
        assert.equal(again.headers.etag, tag)
        assert.match(String(again.headers.vary), /Accept-Encoding/)
      }
    }
    const other = await get({ 'if-none-match': '"other"' })
    assert.equal(other.statusCode, 200)
  })

  test('of the start leads to the reference, with an icon', async () => {
    const page = await house.app.inject({ url: '/' })
    assert.equal(page.json().data.links.reference, '/docs/reference')
    const icon = await house.app.inject({ url: '/favicon.ico' })
    assert.equal(icon.headers['content-type'], 'image/x-icon')
    assert.equal(icon.rawPayload.readUInt16LE(2), 1)
  })
})

describe('a record that is read compressed', () => {
  const house = useTestHouse({}, { worker: false })

  test('is changed with the tag that came with it', async () => {
    const { live, liveKey } = await house.tenant()
    const text = 'x'.repeat(2_000)
    const { body } = await live.post('/v1/submissions', { name: 'A', metadata: { text } })
    const url = `/v1/submissions/${body.data.id}`
    const { headers } = await house.app.inject({
      url,
      headers: { authorization: `Bearer ${liveKey}`, 'accept-encoding': 'br' },
    })
    assert.match(String(headers.etag), /\.br"$/)
    const change = (tag: string) => live.patch(url, { name: 'B' }, { headers: { 'if-match': tag } })
    assert.equal((await change(String(headers.etag))).status, 200)
    assert.equal((await change(String(headers.etag))).status, 409)
  })
})
