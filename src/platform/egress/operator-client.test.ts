import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { Blocked } from './addresses.ts'
import { openOperatorClient } from './operator-client.ts'

test('a server of the settings is reached on a private address, and nothing else through it', async () => {
  const server = createServer((_, response) => response.writeHead(302, { location: '/' }).end())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = openOperatorClient(origin)
  const { statusCode } = await client.request(`${origin}/bucket`, {})
  assert.equal(statusCode, 302, 'a redirect is a response')
  for (const url of ['http://127.0.0.1:1/', origin.replace('http:', 'https:')])
    await assert.rejects(client.request(url, {}), Blocked)
  await client.close()
  server.close()
})

test('a server of the settings cannot be the metadata of a cloud', async () => {
  const client = openOperatorClient('http://169.254.169.254')
  await assert.rejects(client.request('http://169.254.169.254/latest', {}), Blocked)
  await client.close()
})
