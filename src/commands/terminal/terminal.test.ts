import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { promisify } from 'node:util'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { useTestHouse, type TestTenant } from '../../../test/context.ts'
import { readFixture, submit, upload } from '../../../test/statements.ts'
import { readFirstKeys } from '../../resources/tenants/first-keys.ts'
import { firstScorecard, greetingText } from './greeting.ts'
import { showDeals } from './deal-lines.ts'
import { alarmText } from './process-log.ts'

const README = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
const KEYS = { tenant_id: 't', live_key: 'svc_live_1', test_key: 'svc_test_1' }

const START = {
  url: 'http://localhost:3100',
  keysPath: '/data/keys.json',
  newKeys: null,
  isProduction: false,
  testKey: null,
  logPath: null,
  setupLink: null,
}

describe('the first day', () => {
  const house = useTestHouse({ PARSER_PROCESSES: '2' })
  let tenant: TestTenant
  before(async () => {
    tenant = await house.tenant()
  })

  test('begins with three lines of the README that lead to a full scorecard in any folder', async () => {
    await house.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = house.app.server.address() as AddressInfo
    const folder = mkdtempSync(join(tmpdir(), 'assay-first-'))
    const [key, made, show = ''] = firstScorecard(`http://localhost:${port}`, tenant.testKey)
    // A busy machine may take longer than the last line waits; what it prints says to repeat it.
    const repeat = `while [ "\${out#Still being}" != "$out" ]; do out=$(${show}); done`
    const script = [key, made, `out=$(${show})`, repeat, `printf '%s\\n' "$out"`].join('\n')
    const { stdout } = await promisify(execFile)('sh', ['-c', script], { cwd: folder })
    rmSync(folder, { recursive: true })
    assert.match(stdout, /^Scorecard · Grade [A-F]: /)
    assert.match(stdout, /Monthly true revenue +A +\$61,001\.46 /)
    assert.match(stdout, /Forward Financing · MCA · active/)
    assert.ok(stdout.length < 5000, `${stdout.length} characters`)
    for (const line of firstScorecard('localhost:3100', '').slice(1))
      assert.ok(README.includes(line))
  })

  test('never shows the numbers of half a deal as if they were all', async () => {
    const { body } = await tenant.test.post('/v1/sandbox/deals', { sample: 'one-advance' })
    const url = `/v1/submissions/${body.data.submission_id}/scorecard?format=text`
    assert.match((await tenant.test.get(url)).raw.toString(), /^Still being processed/)
    assert.match((await tenant.test.get(`${url}&wait=25`)).raw.toString(), /^Scorecard · Grade/)
  })

  test('shows each deal as a line when it is received and when it ends, and obeys no name', async () => {
    const lines: string[] = []
    showDeals(house.house, (line) => lines.push(line))
    const read = await submit(tenant.test, { name: 'Good\u001b[31m Cafe' })
    await upload(tenant.test, read, readFixture('running-balance/dormant'))
    await house.settle()
    const fixture = readFixture('running-balance/dormant')
    const bad = { ...fixture, file: { ...fixture.file, filename: 'a.fail-parse.pdf' } }
    await upload(tenant.test, await submit(tenant.test, { name: 'Bad' }), bad)
    await house.settle()
    house.house.showEvent = () => {}
    assert.deepEqual(lines.slice(0, 1), ['test  Good [31m Cafe   received'])
    assert.match(lines[1]!, /^test {2}Good .*processed · 1 document, \d+ transactions · no grade/)
    assert.match(lines.at(-1)!, /^test {2}Bad {3}failed: The document could not be read/)
    assert.equal(lines.length, 4)
  })
})

test('the first start shows both keys, a later one the test key, production none', () => {
  const first = greetingText({ ...START, newKeys: KEYS, testKey: KEYS.test_key })
  assert.ok(first.includes('svc_live_1') && first.includes('KEY=svc_test_1'))
  const later = greetingText({ ...START, testKey: KEYS.test_key, logPath: '/data/log/assay.log' })
  assert.ok(!later.includes('svc_live_1') && later.includes('KEY=svc_test_1'))
  assert.ok(later.includes('/data/log/assay.log'))
  const production = greetingText({ ...START, newKeys: KEYS, isProduction: true })
  assert.ok(!production.includes('svc_') && production.includes('/data/keys.json'))
  const unknown = greetingText(START)
  assert.ok(unknown.includes("KEY='<test key>'") && unknown.includes('/data/keys.json'))
})

test('a file of keys that is missing, or no longer holds any, is no key', () => {
  assert.equal(readFirstKeys({ dataDir: '/nowhere' }), null)
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-keys-'))
  for (const text of ['', '{', 'null', '{"test_key":1}']) {
    writeFileSync(join(dataDir, 'keys.json'), text)
    assert.equal(readFirstKeys({ dataDir }), null, text)
  }
  rmSync(dataDir, { recursive: true })
})

test('an error appears on the terminal with its cause, anything less stays in the file', () => {
  const error = { level: 'error', time: '', err: { message: 'no space\nleft' }, msg: 'job failed' }
  assert.equal(alarmText(JSON.stringify(error)), 'error  job failed: no space left')
  assert.equal(alarmText(JSON.stringify({ ...error, level: 'warn' })), null)
})
