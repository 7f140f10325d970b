import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { openToNetwork } from '../../../test/agents.ts'
import { useTestHouse } from '../../../test/context.ts'

const SUITE = '@modelcontextprotocol/conformance/dist/index.js'
const MODULES = `${import.meta.dirname}/../../../node_modules`
const REVISIONS = ['2025-11-25', '2026-07-28']

/**
 * Scenarios that try a server by tools, prompts and resources of the suite's own, which only a
 * server made for the suite has. Whatever else a revision requires must pass.
 */
const OF_THE_SUITE = [
  /^tools-call-/,
  /^elicitation-/,
  /^input-required-result-/,
  /^prompts-get-/,
  /^resources-read-(?:text|binary)$/,
  /^resources-templates-read$/,
  /^json-schema-2020-12$/,
  /^http-custom-header-server-validation$/,
]
/** Parts of the protocol that a server may leave out, and this one does. */
const LEFT_OUT = [/^logging-set-level$/, /^resources-(?:un)?subscribe$/, /^tasks-/]
/** Checks of a scenario that need a tool of the suite say so. */
const NOT_TESTABLE = /Not testable: server does not list the diagnostic tool/

suite('the protocol’s own tests of a server', () => {
  const house = useTestHouse({}, { worker: false })
  let door: Server
  before(async () => {
    const tenant = await house.tenant()
    door = openDoor(await openToNetwork(house), tenant.testKey)
    await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  })
  after(() => door.close())

  for (const revision of REVISIONS) {
    test(`every scenario of ${revision} that needs no server of its own passes`, async (context) => {
      const { port } = door.address() as AddressInfo
      const scenarios = await runScenarios(`http://localhost:${port}/mcp`, revision)
      const own = scenarios.filter(({ name }) => !isExcepted(name))
      const faults = own.flatMap(({ name, failures }) =>
        failures
          .filter((failure) => !NOT_TESTABLE.test(failure))
          .map((failure) => `${name}: ${failure}`),
      )
      assert.deepEqual(faults, [])
      context.diagnostic(`${own.length} of ${scenarios.length} scenarios apply and pass`)
      assert.ok(own.length >= 8, String(own.length))
    })
  }
})

interface Scenario {
  name: string
  failures: string[]
}

function isExcepted(name: string): boolean {
  return [...OF_THE_SUITE, ...LEFT_OUT].some((pattern) => pattern.test(name))
}

interface Check {
  id: string
  status: string
  errorMessage?: string
}

/** Of each scenario that a revision requires, what failed of it. */
async function runScenarios(url: string, revision: string): Promise<Scenario[]> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-conformance-'))
  const args = ['server', '--url', url, '--requirements', revision, '--output-dir', folder]
  try {
    // It ends with an error when any scenario fails, and those of the suite's own always do.
    await new Promise((resolve) => {
      execFile(process.execPath, [`${MODULES}/${SUITE}`, ...args], resolve)
    })
    return readdirSync(folder).map((name) => readScenario(folder, name))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** `server-<name>-<time>/checks.json`. */
function readScenario(folder: string, entry: string): Scenario {
  const checks = JSON.parse(readFileSync(join(folder, entry, 'checks.json'), 'utf8')) as Check[]
  const failed = checks.filter(({ status }) => status === 'FAILURE')
  const name = entry.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, '')
  return { name, failures: failed.map(({ id, errorMessage }) => `${id}: ${errorMessage}`) }
}

/** The suite cannot send a key, so it comes through a door that adds one. */
function openDoor(url: string, key: string): Server {
  return createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, 'x-api-key': key }
    const { method = 'GET', url: path = '/' } = incoming
    const onward = request(`${url}${path}`, { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
}
