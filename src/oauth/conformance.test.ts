import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

interface Check {
  id: string
  status: string
  errorMessage?: string
}

suite('the protocol’s own tests of an authorization server', () => {
  let house: OAuthHouse
  before(async () => {
    house = await openOAuthHouse()
  })
  after(() => house.close())

  test('find its metadata, and get a token by a code that a person allowed', async () => {
    const port = await findFreePort()
    const browser = await signInBrowser(house, await house.tenant(), 'underwriter')
    const redirect = `http://127.0.0.1:${port}/callback`
    const { client_id: id } = (await registerClient(house, { redirect_uris: [redirect] })).clientMetadata() // prettier-ignore
    const folder = mkdtempSync(join(tmpdir(), 'assay-conformance-'))
    const args = ['--url', house.base, '--client-id', id, '--resource', house.base]
    const checks = await runSuite([...args, '--port', String(port)], folder, async (address) => {
      const back = await consent(browser, { url: new URL(address) })
      await fetch(back)
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

/** Runs the suite; `allow` is given the address that it prints for a person. */
async function runSuite(
  args: string[],
  folder: string,
  allow: (address: string) => Promise<void>,
): Promise<Check[]> {
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
