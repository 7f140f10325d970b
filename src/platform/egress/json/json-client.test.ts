import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { continueTrace } from '../../trace/trace.ts'
import { createEgress } from '../egress.ts'
import { callJson } from './json-client.ts'

const MIB = 1024 * 1024

describe('a call to an interface that speaks JSON', () => {
  const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] })
  let url = ''
  let respond: (response: ServerResponse) => void = (response) => response.end('{}')
  const seen: { method: string; type: string; body: string }[] = []
  const server = createServer((request: IncomingMessage, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', headers } = request
      seen.push({
        method,
        type: headers['content-type'] ?? '',
        body: String(Buffer.concat(chunks)),
      })
      respond(response)
    })
  })

  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  })
  after(async () => {
    await egress.close()
    server.close()
  })

  const base = { trace: continueTrace(null), timeoutMs: 20_000 }

  test('goes out with each method, its JSON or its form', async () => {
    respond = (response) => response.end('{"ok":true}')
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      const json = method === 'GET' ? undefined : { a: 1 }
      const outcome = await callJson(egress, { ...base, method, url, json })
      assert.ok(outcome.kind === 'response')
      assert.deepEqual(outcome.json, { ok: true })
      assert.deepEqual([seen.at(-1)!.method, seen.at(-1)!.body], [method, json ? '{"a":1}' : ''])
    }
    await callJson(egress, {
      ...base,
      method: 'POST',
      url,
      form: { grant_type: 'x', scope: 'a b' },
    })
    assert.deepEqual(seen.at(-1), { method: 'POST', type: 'application/x-www-form-urlencoded', body: 'grant_type=x&scope=a+b' }) // prettier-ignore
  })

  test('hands back what is no JSON as its text, and how long to wait', async () => {
    const cases: [Record<string, string>, number | null][] = [
      [{ 'retry-after': '30' }, 30],
      [{ 'retry-after': 'Wed, 21 Oct 2026 07:28:30 GMT', date: 'Wed, 21 Oct 2026 07:28:00 GMT' }, 30],
      [{ 'retry-after': '999999999' }, 86_400],
      [{ 'retry-after': 'soon' }, null],
      [{}, null],
    ] // prettier-ignore
    for (const [headers, seconds] of cases) {
      respond = (response) => response.writeHead(429, headers).end('<html>')
      const outcome = await callJson(egress, { ...base, method: 'GET', url })
      assert.ok(outcome.kind === 'response')
      assert.deepEqual(
        [outcome.status, outcome.json, outcome.bodyStart, outcome.retryAfterSeconds],
        [429, null, '<html>', seconds],
      )
    }
  })

  test('keeps up to 32 MiB where so much is wanted, and is cut off behind it', async () => {
    respond = (response) => response.end(Buffer.alloc(40 * MIB, 'a'))
    for (const [wanted, kept] of [
      [2 * MIB, 2 * MIB],
      [32 * MIB, 32 * MIB],
      [64 * MIB, 32 * MIB],
    ]) {
      // prettier-ignore
      const outcome = await callJson(egress, { ...base, method: 'GET', url, keptBytesMax: wanted! })
      assert.ok(outcome.kind === 'response')
      assert.equal(outcome.bodyStart.length, kept)
    }
  })
})
