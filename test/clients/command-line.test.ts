import assert from 'node:assert/strict'
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { webhooks } from '../../clients/typescript/src/index.ts'
import { findFreePort } from '../../scripts/free-port.ts'
import { openTestHouse, type TestTenant } from '../context.ts'
import { consent, signInBrowser, type OAuthHouse } from '../oauth-house.ts'

const MAIN = `${import.meta.dirname}/../../clients/typescript/src/cli/main.ts`
const FILE = `${import.meta.dirname}/../../fixtures/statements/running-balance/funded/statement.pdf`

interface Ran {
  status: number
  stdout: string
  stderr: string
}

describe('the command line', () => {
  let house: OAuthHouse
  let tenant: TestTenant
  const home = mkdtempSync(join(tmpdir(), 'assay-home-'))

  before(async () => {
    const port = await findFreePort()
    const base = `http://127.0.0.1:${port}`
    const opened = await openTestHouse({ PUBLIC_URL: base, PORT: String(port) })
    await opened.app.listen({ port, host: '127.0.0.1' })
    house = { ...opened, base }
    tenant = await house.tenant()
  })
  after(async () => house?.close())

  function environment(extra: Record<string, string> = {}): NodeJS.ProcessEnv {
    const key = { SERVICE_API_URL: house.base, SERVICE_API_KEY: tenant.testKey }
    return { ...process.env, ...key, XDG_CONFIG_HOME: home, ...extra }
  }

  function start(args: string[], extra?: Record<string, string>): ChildProcess {
    return spawn(process.execPath, [MAIN, ...args], { cwd: home, env: environment(extra) })
  }

  function assay(args: string[], extra?: Record<string, string>): Promise<Ran> {
    const options = { cwd: home, env: environment(extra), timeout: 60_000 }
    return new Promise((resolve) => {
      execFile(process.execPath, [MAIN, ...args], options, (error, stdout, stderr) =>
        resolve({ status: error ? Number(error.code ?? -1) : 0, stdout, stderr }),
      )
    })
  }

  test('uploads a file and prints the scorecard as text; a deal is saved as a ZIP', async () => {
    const { status, stdout, stderr } = await assay(['upload', FILE, '--deal', 'First', '--wait'])
    assert.equal(status, 0, stderr)
    assert.match(stdout, /^Scorecard · Grade C/m)
    const id = /^deal (\S+)$/m.exec(stderr)![1]!
    const saved = await assay(['export', id, '--out', 'deal.zip'])
    assert.equal(saved.status, 0, saved.stderr)
    assert.equal(readFileSync(join(home, 'deal.zip')).subarray(0, 2).toString(), 'PK')
  })

  test('forwards an event to a receiver, signed so that the client takes it', async () => {
    const received: { body: string; headers: Record<string, string> }[] = []
    const receiver = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += String(chunk)
      received.push({ body, headers: request.headers as Record<string, string> })
      response.end()
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`
    const child = start(['listen', '--forward-to', url, '--events', 'document.parsed'])
    const [secret] = await waitForText(child, /whsec_\S+/)
    // Before the event, whose line may come before the command that triggers it has ended.
    const forwarded = waitForText(child, /document\.parsed {2}→ 200/)
    await assay(['trigger', 'submission.processed'])
    const { stdout } = await assay(['trigger', 'document.parsed'])
    await forwarded
    child.kill()
    receiver.close()
    assert.equal(received.length, 1)
    const [{ body, headers }] = received as [(typeof received)[0]]
    const event = await webhooks.constructEvent(body, headers, [secret!])
    assert.equal(event.id, JSON.parse(stdout).id)
    const { 'webhook-id': _, ...older } = headers
    await webhooks.constructEvent(body, older, [secret!])
    await assert.rejects(webhooks.constructEvent(`${body} `, headers, [secret!]))
  })

  test('keeps the configuration in files: plan, change, nothing left to change', async () => {
    const rule = { name: 'Bounces', metric: 'nsf_count', operator: 'less_than_or_equal', value: 3 }
    const { body: made } = await tenant.test.post('/v1/rules', { ...rule, outcome: 'decline' })
    await tenant.test.post('/v1/policies', {
      name: 'House',
      rule_ids: [made.data.id],
      status: 'draft',
    })
    assert.equal((await assay(['config', 'export', 'config'])).status, 0)
    assert.deepEqual(readdirSync(join(home, 'config')).toSorted(), ['policies', 'rules'])
    const policy = JSON.parse(readFileSync(join(home, 'config/policies/house.json'), 'utf8'))
    assert.deepEqual(policy.rule_ids, ['rules/Bounces'])
    const path = join(home, 'config/rules/bounces.json')
    const file = { ...JSON.parse(readFileSync(path, 'utf8')), value: 2 }
    writeFileSync(path, JSON.stringify(file))
    writeFileSync(join(home, 'config/rules/new.json'), JSON.stringify({ ...file, name: 'New' }))
    const plan = await assay(['config', 'apply', 'config'])
    assert.match(plan.stdout, /~ rules\/bounces\.json\n {4}value: 3 → 2\n\+ rules\/new\.json\n/)
    const unchanged = await tenant.test.get('/v1/rules')
    assert.equal(unchanged.body.data.length, 1)
    const applied = await assay(['config', 'apply', 'config', '--yes'])
    assert.match(applied.stdout, /^2 changed$/m, applied.stderr)
    assert.match((await assay(['config', 'apply', 'config'])).stdout, /^Nothing to change$/m)
    const other = await house.tenant()
    const copied = await assay(['config', 'apply', 'config', '--yes'], {
      SERVICE_API_KEY: other.testKey,
    })
    assert.match(copied.stdout, /^3 changed$/m, copied.stderr)
  })

  test('prints requests as they come', async () => {
    const child = start(['logs', 'tail', '--errors'])
    await new Promise((resolve) => setTimeout(resolve, 100))
    const looking = setInterval(() => void tenant.test.get('/v1/submissions/nobody'), 500)
    const [line] = await waitForText(child, /.*400.*GET.*invalid_id.*req_\S+/)
    clearInterval(looking)
    child.kill()
    assert.match(line!, /\/v1\/submissions\/nobody/)
  })

  test('signs a person in with a browser, and keeps the tokens for that person alone', async () => {
    const child = start(['login', '--no-browser'], { SERVICE_API_KEY: '' })
    const [url] = await waitForText(child, /http:\/\/\S+\/oauth\/authorize\S+/)
    const browser = await signInBrowser(house, tenant, 'owner')
    const back = await consent(browser, { url: new URL(url!) })
    const done = waitForText(child, /Signed in to/)
    assert.equal((await fetch(back)).status, 200)
    await done
    const path = join(home, 'assay/credentials.json')
    assert.equal(statSync(path).mode & 0o777, 0o600)
    const listed = await assay(['upload', FILE, '--deal', 'Mine', '--json'], {
      SERVICE_API_KEY: '',
    })
    assert.equal(listed.status, 0, listed.stderr)
    const kept = JSON.parse(readFileSync(path, 'utf8'))
    writeFileSync(path, JSON.stringify({ ...kept, tokens: { ...kept.tokens, expiresAt: 0 } }))
    const refreshed = await assay(['config', 'export', 'own'], { SERVICE_API_KEY: '' })
    assert.equal(refreshed.status, 0, refreshed.stderr)
    assert.notEqual(JSON.parse(readFileSync(path, 'utf8')).tokens.access, kept.tokens.access)
    assert.equal((await assay(['logout'])).status, 0)
    assert.equal((await assay(['config', 'export', 'own'], { SERVICE_API_KEY: '' })).status, 1)
  })

  test('explains what it does not understand, and what the service refuses', async () => {
    const unknown = await assay(['frobnicate'])
    assert.equal(unknown.status, 2)
    assert.match(unknown.stderr, /no command frobnicate[\s\S]*assay upload/)
    assert.equal((await assay(['upload', FILE])).status, 2)
    const refused = await assay(['trigger', 'submission.procesed'])
    assert.equal(refused.status, 1)
    assert.match(refused.stderr, /submission\.processed.*\n.*\/docs\/errors#[\s\S]*request req_/)
    assert.ok(!refused.stderr.includes(tenant.testKey))
  })
})

const WAIT_MS = 60_000

/** The first match in what a process has printed. */
function waitForText(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let text = ''
    const timer = setTimeout(() => reject(new Error(`${pattern} did not come: ${text}`)), WAIT_MS)
    const look = (chunk: unknown) => {
      text += String(chunk)
      const found = pattern.exec(text)
      if (!found) return
      clearTimeout(timer)
      resolve(found)
    }
    child.stdout!.on('data', look)
    child.stderr!.on('data', look)
  })
}
