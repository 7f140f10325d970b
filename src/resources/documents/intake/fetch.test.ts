import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { useTestHouse, type TestTenant } from '../../../../test/context.ts'
import { readFixture, submit } from '../../../../test/statements.ts'

const FILE_BYTES_MAX = 1024 * 1024

describe('a file that is named by its URL', () => {
  const house = useTestHouse({ MAX_UPLOAD_MB: '1' })
  const { file } = readFixture('date-groups/funded')
  let tenant: TestTenant
  let bank: Server
  let url: string

  const PATHS: Record<string, RequestListener> = {
    '/files/july%202025.pdf?token=1': (_, response) => response.end(file.bytes),
    '/named': (_, response) =>
      response
        .setHeader('content-disposition', `attachment; filename*=UTF-8''Juli%20%C3%BC.pdf`)
        .end(file.bytes),
    '/gone': (_, response) => response.writeHead(404).end('no'),
    '/moved': (_, response) => response.writeHead(302, { location: '/named' }).end(),
    '/large': (_, response) => response.end(Buffer.alloc(FILE_BYTES_MAX + 1)),
    '/empty': (_, response) => response.end(),
    '/cut': (_, response) => {
      response.writeHead(200, { 'content-length': '100000' }).write('%PDF-1.7')
      setTimeout(() => response.destroy(), 20)
    },
  }

  before(async () => {
    tenant = await house.tenant()
    bank = createServer((request, response) => PATHS[request.url!]!(request, response))
    await once(bank.listen(0, '127.0.0.1'), 'listening')
    url = `http://127.0.0.1:${(bank.address() as AddressInfo).port}`
  })
  after(() => {
    bank.closeAllConnections()
    bank.close()
  })

  async function post(body: object): Promise<{ status: number; body: any }> {
    return tenant.live.post(`/v1/submissions/${await submit(tenant.live)}/documents`, body)
  }

  test('is fetched, named as its server or its address says, and read like an upload', async () => {
    const byAddress = await post({ url: `${url}/files/july%202025.pdf?token=1` })
    assert.deepEqual([byAddress.status, byAddress.body.data.filename], [201, 'july 2025.pdf'])
    const byServer = await post({ url: `${url}/named` })
    assert.equal(byServer.body.data.filename, 'Juli ü.pdf')
    const byCaller = await post({ url: `${url}/named`, filename: 'mine.pdf' })
    assert.equal(byCaller.body.data.filename, 'mine.pdf')
    await house.settle()
    const { body } = await tenant.live.get(`/v1/documents/${byAddress.body.data.id}`)
    assert.equal(body.data.status, 'processed')
  })

  const REFUSALS = [
    ['/gone', 'download_failed'],
    ['/moved', 'download_failed'],
    ['/cut', 'download_failed'],
    ['/large', 'file_too_large'],
    ['/empty', 'empty_file'],
  ] as const
  for (const [path, code] of REFUSALS) {
    test(`returns ${code} for ${path} and stores nothing`, async () => {
      const { body } = await post({ url: url + path })
      assert.equal(body.error.code, code)
      const kept = await Array.fromAsync(house.house.store.list(tenant.environments.live))
      const { rows } = await house.house.database.pool.query(
        'select 1 from documents where environment_id = $1',
        [tenant.environments.live],
      )
      assert.equal(kept.length, rows.length)
    })
  }

  test('may be as large as an upload, of which one byte more is refused', async () => {
    const url = `/v1/submissions/${await submit(tenant.live)}/documents`
    const statement = (sizeBytes: number): Buffer =>
      Buffer.concat([file.bytes, Buffer.alloc(sizeBytes - file.bytes.length, '\n')])
    const send = (sizeBytes: number) =>
      tenant.live.upload(url, [{ filename: 'july.pdf', bytes: statement(sizeBytes) }])
    assert.equal((await send(FILE_BYTES_MAX)).status, 201)
    const refused = await send(FILE_BYTES_MAX + 1)
    assert.deepEqual([refused.status, refused.body.error.code], [413, 'file_too_large'])
  })

  test('is not looked for at home, nor beside a file', async () => {
    assert.equal((await post({ url: 'http://10.0.0.1/a.pdf' })).body.error.code, 'url_not_allowed')
    assert.equal((await post({ url: 'july.pdf' })).body.error.code, 'invalid_url')
    const content = Buffer.from(file.bytes).toString('base64')
    const both = await post({ url: `${url}/named`, content_base64: content })
    assert.deepEqual([both.status, both.body.error.param], [422, 'url'])
  })

  test('is fetched once under one idempotency key, even when it is gone by then', async () => {
    const path = `/v1/submissions/${await submit(tenant.live)}/documents`
    const headers = { 'idempotency-key': 'by-url' }
    const first = await tenant.live.post(path, { url: `${url}/named` }, { headers })
    const held = PATHS['/named']!
    PATHS['/named'] = PATHS['/gone']!
    const again = await tenant.live.post(path, { url: `${url}/named` }, { headers })
    PATHS['/named'] = held
    assert.deepEqual([again.status, again.body], [201, first.body])
    assert.equal(again.headers['idempotent-replayed'], 'true')
  })
})
