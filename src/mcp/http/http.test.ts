import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { after, before, suite, test } from 'node:test'
import { findFreePort } from '../../../scripts/free-port.ts'
import { openToNetwork } from '../../../test/agents.ts'
import { useTestHouse, type TestTenant } from '../../../test/context.ts'
import { childEnvironment } from '../../config.ts'
import { VERSION } from '../../version.ts'
import { waitFor } from '../../../test/wait-until.ts'

interface Received {
  status: number
  headers: Headers
  body: any
}

const HELLO = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { capabilities: {}, clientInfo: { name: 'example', version: '1.0.0' } },
}
const LEGACY = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']
const MODERN = '2026-07-28'
const MEANING = 'io.modelcontextprotocol'

suite('the tools over HTTP', () => {
  const house = useTestHouse({ ALLOWED_ORIGINS: 'https://app.example.com' })
  let tenant: TestTenant
  let child: ChildProcess
  /** The API with the tools in it, and the process that has the tools alone. */
  const places = { mounted: '', apart: '' }
  before(async () => {
    tenant = await house.tenant()
    places.mounted = await openToNetwork(house)
    const port = await findFreePort()
    places.apart = `http://127.0.0.1:${port}`
    child = startApart(places.mounted, port)
    await waitUntilUp(`${places.apart}/health`)
  })
  after(async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  })

  const key = (): Record<string, string> => ({ authorization: `Bearer ${tenant.testKey}` })

  for (const place of ['mounted', 'apart'] as const) {
    const url = (): string => `${places[place]}/mcp`

    test(`${place}: the handshake of the interface, without a word about event streams`, async () => {
      const { status, headers, body } = await send(url(), key(), {
        ...HELLO,
        params: { protocolVersion: '2024-11-05', ...HELLO.params },
      })
      assert.equal(status, 200)
      assert.match(headers.get('content-type')!, /^application\/json/)
      const { instructions, ...result } = body.result
      assert.ok(instructions.length <= 1500, `${instructions.length} characters`)
      assert.deepEqual(
        [body.jsonrpc, body.id, result],
        [
          '2.0',
          1,
          {
            protocolVersion: '2024-11-05',
            capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
            serverInfo: { name: 'assay', version: VERSION },
          },
        ],
      )
      const ready = { jsonrpc: '2.0', method: 'notifications/initialized' }
      assert.equal((await send(url(), key(), ready)).status, 202)
      const list = await send(url(), key(), { jsonrpc: '2.0', id: 2, method: 'tools/list' })
      assert.equal(list.body.result.tools.length, 45)
    })

    test(`${place}: every version of the protocol lists, calls and refuses`, async () => {
      for (const version of [...LEGACY, MODERN]) {
        const call = (method: string, params: Record<string, unknown>): Promise<Received> =>
          sendAs(version, url(), { key: key(), method, params })
        const list = await call('tools/list', {})
        assert.equal(list.body.result.tools.length, 45, version)
        const name = 'service_list_submissions'
        const called = await call('tools/call', { name, arguments: {} })
        assert.match(called.body.result.content[0].text, /0 shown/, version)
        const unknown = await call('tools/call', { name: 'service_list_submission', arguments: {} })
        assert.equal(unknown.body.error.code, -32602, version)
        assert.match(unknown.body.error.message, /Did you mean service_list_submissions\?/)
        const resources = await call('resources/templates/list', {})
        assert.equal(resources.body.result.resourceTemplates.length, 3, version)
      }
    })

    test(`${place}: no key, or one of no form, is 401 with the way to a token`, async () => {
      for (const headers of [{}, { authorization: 'Basic YTpi' }, { authorization: 'Bearer' }]) {
        const refused = await send(url(), headers as Record<string, string>, HELLO)
        assert.equal(refused.status, 401)
        const [, metadata] = /^Bearer resource_metadata="(.+)"$/.exec(
          refused.headers.get('www-authenticate')!,
        )!
        assert.match(metadata!, /^http:\/\/localhost:\d+\/\.well-known\/oauth-protected-resource$/)
      }
    })

    test(`${place}: a key that the API refuses is 401 at the first call that needs it`, async () => {
      const wrong = { 'x-api-key': `${tenant.testKey.slice(0, -4)}aaaa` }
      const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
      assert.equal((await send(url(), wrong, list)).status, 200)
      const params = { name: 'service_list_rules', arguments: {} }
      const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
      const refused = await send(url(), wrong, call)
      assert.equal(refused.status, 401)
      assert.match(refused.headers.get('www-authenticate')!, /^Bearer resource_metadata=/)
    })

    test(`${place}: the metadata name the API and where its tokens come from`, async () => {
      for (const path of ['', '/mcp']) {
        const address = `${places[place]}/.well-known/oauth-protected-resource${path}`
        const body: any = await (await fetch(address)).json()
        const names = ['authorization_servers', 'bearer_methods_supported', 'resource']
        assert.deepEqual(Object.keys(body).toSorted(), names)
        assert.deepEqual(body.authorization_servers, [body.resource])
        assert.deepEqual(body.bearer_methods_supported, ['header'])
      }
    })

    test(`${place}: a page of another origin may not call, one of the settings may`, async () => {
      const from = (origin: string): Promise<Received> =>
        send(url(), { ...key(), origin }, { jsonrpc: '2.0', id: 1, method: 'tools/list' })
      assert.equal((await from('https://evil.example')).status, 403)
      assert.equal((await from('https://app.example.com')).status, 200)
      assert.equal((await from('http://localhost:5173')).status, 200)
    })

    test(`${place}: headers narrow what is offered`, async () => {
      const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
      const narrowed = {
        ...key(),
        'x-mcp-toolsets': 'documents, policies',
        'x-mcp-readonly': 'true',
      }
      const { body } = await send(url(), narrowed, list)
      assert.deepEqual(
        body.result.tools.map(({ name }: { name: string }) => name),
        [
          'service_list_documents',
          'service_get_parsed_results',
          'service_list_rules',
          'service_get_policy_history',
        ],
      )
    })

    test(`${place}: whatever is no message of the protocol is refused, never a 5xx`, async () => {
      const bodies = ['', '{', 'null', '[]', '{"jsonrpc":"2.0"}', '{"id":1}', '"x"', '\u0000']
      for (const body of bodies) {
        const { status } = await sendText(url(), key(), body)
        assert.ok(status >= 400 && status < 500, `${JSON.stringify(body)}: ${status}`)
      }
      const long = await sendText(url(), key(), `{"a":"${'x'.repeat(4 * 1024 * 1024)}"}`)
      assert.equal(long.status, 413)
      const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
      const few = await send(url(), key(), [ping, { ...ping, id: 2 }])
      assert.deepEqual(
        few.body.map(({ id }: { id: number }) => id),
        [1, 2],
      )
      assert.equal(
        (
          await send(
            url(),
            key(),
            Array.from({ length: 21 }, () => ping),
          )
        ).status,
        400,
      )
      for (const method of ['GET', 'DELETE', 'PUT'])
        assert.equal((await fetch(url(), { method, headers: key() })).status, 405, method)
    })
  }

  test('a name that somebody else has led to this machine may not call', async () => {
    const { isAdmitted } = await import('./gate.ts')
    const gate = { publicUrl: 'https://assay.bank.example', allowedOrigins: [] }
    const isOpen = (host: string): boolean => isAdmitted(gate, { host })
    const own = ['assay.bank.example', 'localhost:3333', '127.0.0.1:3333', '[::1]:3333', 'assay:80']
    assert.deepEqual(
      own.filter((host) => !isOpen(host)),
      [],
    )
    assert.deepEqual(['evil.example', 'localhost.evil.example:3333', ''].filter(isOpen), [])
  })
})

function startApart(apiUrl: string, port: number): ChildProcess {
  return spawn(process.execPath, [`${import.meta.dirname}/../../main.ts`, 'mcp'], {
    stdio: 'ignore',
    env: childEnvironment({
      MCP_TRANSPORT: 'http',
      MCP_PORT: String(port),
      SERVICE_API_URL: apiUrl,
      ALLOWED_ORIGINS: 'https://app.example.com',
    }),
  })
}

async function waitUntilUp(url: string): Promise<void> {
  const isUp = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
  await waitFor(isUp, `${url} does not respond`)
}

interface Message {
  key: Record<string, string>
  method: string
  params: Record<string, unknown>
}

/** A request as clients of that version send it. */
function sendAs(version: string, url: string, { key, method, params }: Message): Promise<Received> {
  const headers: Record<string, string> = { ...key, 'mcp-protocol-version': version }
  if (version !== MODERN) return send(url, headers, { jsonrpc: '2.0', id: 1, method, params })
  const _meta = {
    [`${MEANING}/protocolVersion`]: version,
    [`${MEANING}/clientInfo`]: { name: 'example', version: '1.0.0' },
    [`${MEANING}/clientCapabilities`]: {},
  }
  headers['mcp-method'] = method
  if (typeof params.name === 'string') headers['mcp-name'] = params.name
  return send(url, headers, { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } })
}

function send(url: string, headers: Record<string, string>, body: object): Promise<Received> {
  return sendText(url, headers, JSON.stringify(body))
}

async function sendText(
  url: string,
  headers: Record<string, string>,
  body: string,
): Promise<Received> {
  const type = { 'content-type': 'application/json', accept: 'application/json' }
  const response = await fetch(url, { method: 'POST', headers: { ...type, ...headers }, body })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return {
    status: response.status,
    headers: response.headers,
    body: isJson && text !== '' ? JSON.parse(text) : text,
  }
}
