import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { after, before, suite, test } from 'node:test'
import { findFreePort } from '../../scripts/free-port.ts'
import {
  consent,
  openOAuthHouse,
  registerClient,
  signInBrowser,
  type OAuthHouse,
} from '../../test/oauth-house.ts'

const SUITE = `${import.meta.dirname}/../../node_modules/@modelcontextprotocol/conformance/dist/index.js`
const METADATA = '/.well-known/oauth-authorization-server'
const METHODS = ['none', 'client_secret_basic', 'client_secret_post']

interface Check {
  id: string
  status: string
  errorMessage?: string
}

suite('the protocol’s own tests of an authorization server', () => {
  let inner: OAuthHouse
  let house: OAuthHouse
  let door: Server
  /**
   * What the suite is shown of the methods: it sends the secret of a program only to a server that
   * has no method `none`, and this one has all three.
   */
  let shown = METHODS
  before(async () => {
    const port = await findFreePort()
    const base = `http://127.0.0.1:${port}`
    inner = await openOAuthHouse({ PUBLIC_URL: base })
    house = { ...inner, base }
    door = openDoor(inner.base, () => shown)
    await new Promise<void>((resolve) => void door.listen(port, '127.0.0.1', resolve))
  })
  after(async () => {
    door.close()
    await inner.close()
  })

  for (const method of METHODS)
    test(`pass for a program that proves itself by ${method}, by a code that a person allowed`, async () => {
      shown = METHODS
      const port = await findFreePort()
      const browser = await signInBrowser(house, await house.tenant(), 'underwriter')
      const redirect_uris = [`http://127.0.0.1:${port}/callback`]
      const wanted = { redirect_uris, token_endpoint_auth_method: method }
      const registered = (await registerClient(house, wanted)).clientMetadata()
      shown = [method]
      const secret = String(registered.client_secret)
      const args = ['--url', house.base, '--resource', house.base, '--port', String(port)]
      args.push('--client-id', registered.client_id)
      if (method !== 'none') args.push('--client-secret', secret)
      const checks = await runSuite(args, async (address) => {
        await fetch(await consent(browser, { url: new URL(address) }))
      })
      assert.deepEqual(
        checks.map(({ id: name, status, errorMessage = '' }) =>
          `${name} ${status} ${errorMessage}`.trim(),
        ),
        [
          'authorization-server-metadata SUCCESS',
          'authorization-server-metadata-cimd SUCCESS',
          'authorization-code-grant SUCCESS',
        ],
      )
    })
})

/** Leads everything on, and shows of the metadata the wanted methods alone. */
function openDoor(url: string, listMethods: () => string[]): Server {
  return createServer((incoming, outgoing) => {
    const { method = 'GET', url: path = '/', headers } = incoming
    const onward = request(`${url}${path}`, { method, headers }, (response) => {
      if (path !== METADATA) {
        outgoing.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(outgoing)
        return
      }
      void amend(response, listMethods()).then((text) => {
        outgoing.writeHead(200, { 'content-type': 'application/json' })
        outgoing.end(text)
      })
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
}

async function amend(response: IncomingMessage, methods: string[]): Promise<string> {
  const document = (await json(response)) as Record<string, unknown>
  assert.deepEqual(document.token_endpoint_auth_methods_supported, METHODS)
  return JSON.stringify({ ...document, token_endpoint_auth_methods_supported: methods })
}

/** Runs the suite; `allow` is given the address that it prints for a person. */
async function runSuite(
  args: string[],
  allow: (address: string) => Promise<void>,
): Promise<Check[]> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-conformance-'))
  const child = spawn(process.execPath, [SUITE, 'authorization', ...args, '-o', folder])
  let output = ''
  const allowing: Promise<void>[] = []
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    const address = /^(https?:\S+\?response_type=code\S*)$/m.exec(output)?.[1]
    if (address !== undefined && allowing.length === 0) allowing.push(allow(address))
  })
  await new Promise((ended) => child.on('close', ended))
  await Promise.all(allowing)
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('checks.json'))
      .toSorted()
      .toReversed()
      .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Check[])
  } finally {
    rmSync(folder, { recursive: true })
  }
}
