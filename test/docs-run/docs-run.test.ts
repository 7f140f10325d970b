import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { findFreePort } from '../../scripts/free-port.ts'
import { PAGES } from '../../src/resources/docs/guide/pages.ts'
import { openTestHouse, type TestHouse, type TestTenant } from '../context.ts'
import { listBlocks, listRuns, type Run } from './blocks.ts'
import { findDifferences } from './compare.ts'
import { MARK, MISSING, preparePrograms, type Program } from './programs.ts'

const STATEMENTS = `${import.meta.dirname}/../../fixtures/statements/running-balance/funded`
const TIMEOUT_MS = 90_000

const all = listRuns()
const runs = all.filter(({ language }) => MISSING[language] === false)

describe('the guide', () => {
  let house: TestHouse
  let programs: Map<Run, Program>
  const ran: Run[] = []

  before(async () => {
    const port = await findFreePort()
    const url = `http://localhost:${port}`
    house = await openTestHouse({ PORT: String(port), PUBLIC_URL: url })
    await house.app.listen({ port, host: '127.0.0.1' })
    programs = await preparePrograms(runs)
  })
  after(async () => house?.close())

  for (const [page, own] of Map.groupBy(runs, (one) => one.page)) {
    const languages = own.map(({ language }) => language).join(', ')
    test(`runs as it is printed: ${page} (${languages})`, async () => {
      const tenant = await house.tenant()
      const id = usesDeal(own) ? await makeDeal(house, tenant) : ''
      for (const run of own) {
        const output = await execute(programs.get(run)!, environment(house, tenant, id))
        assert.deepEqual(check(run, output), [])
        ran.push(run)
      }
    })
  }

  test('has a block that is run on every page, or says that there is none', (t) => {
    const silent = PAGES.filter(({ text }) => listBlocks(text).length === 0)
    assert.deepEqual(
      silent.map(({ name }) => name),
      PAGES.filter(({ hasNothingToRun }) => hasNothingToRun).map(({ name }) => name),
    )
    const blocks = ran.reduce((sum, run) => sum + run.blocks.length, 0)
    t.diagnostic(`ran ${blocks} code blocks in ${new Set(ran.map((run) => run.page)).size} pages`)
  })
})

function usesDeal(own: readonly Run[]): boolean {
  return own.some(({ blocks }) =>
    blocks.some(({ code }) => /\$ID\b|\bdealI[dD]\b|\bdeal_id\b/.test(code)),
  )
}

/** The sample deal that the pages begin with, processed. */
async function makeDeal({ settle }: TestHouse, tenant: TestTenant): Promise<string> {
  const { body } = await tenant.test.post('/v1/sandbox/deals', { sample: 'one-advance' })
  await settle(40_000)
  return body.data.submission_id
}

function environment(
  { config }: TestHouse,
  tenant: TestTenant,
  id: string,
): Record<string, string> {
  const { publicUrl: url } = config
  const key = tenant.testKey
  return { BASE: url, KEY: key, ID: id, SERVICE_API_URL: url, SERVICE_API_KEY: key }
}

/** In a folder of its own with the statement that the pages upload. */
function execute({ command, args, env }: Program, given: Record<string, string>): Promise<string> {
  const cwd = mkdtempSync(join(tmpdir(), 'assay-page-'))
  cpSync(`${STATEMENTS}/statement.pdf`, join(cwd, 'statement.pdf'))
  const options = { cwd, timeout: TIMEOUT_MS, env: { ...process.env, ...given, ...env } }
  return new Promise((resolve) => {
    execFile(command, args, options, (error, stdout, stderr) =>
      resolve(error ? `${stdout}\n${stderr}\n${error.message}` : stdout),
    )
  })
}

/** What of each block differs from its page. */
function check({ page, language, blocks }: Run, output: string): string[] {
  const parts = output.split(MARK)
  let left = parts[0]!
  return blocks.flatMap(({ line, expected, exit }, at) => {
    const where = `docs/guide/${page}.md, ${language} block ${at + 1} (line ${line})`
    const next = parts[at + 1]
    if (next === undefined) return at === parts.length - 1 ? [`${where} did not end: ${left}`] : []
    const [status = ''] = next.split('\n', 1)
    const own = left
    left = next.slice(status.length + 1)
    const ended = Number(status) === exit ? [] : [`it ended with ${status}: ${own}`]
    return [...ended, ...findDifferences(expected, own)].map((one) => `${where}: ${one}`)
  })
}
