import assert from 'node:assert/strict'
import { globSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import {
  connectOverHttp,
  connectOverStdio,
  installPacked,
  LIBRARIES,
  openToNetwork,
  type Agent,
} from '../../test/agents.ts'
import { useTestHouse, type TestTenant } from '../../test/context.ts'
import { readFixture, retouched } from '../../test/statements.ts'

const { file } = readFixture('running-balance/funded')

const BYTES_MAX = 8 * 1024 * 1024

suite('a deal from its creation to its scorecard, by the official clients', () => {
  const house = useTestHouse()
  const folder = mkdtempSync(join(tmpdir(), 'assay-mcp-'))
  let tenant: TestTenant
  let url: string
  before(async () => {
    tenant = await house.tenant()
    url = await openToNetwork(house)
  })
  after(() => rmSync(folder, { recursive: true, force: true }))
  const overStdio = (options: Parameters<typeof connectOverStdio>[1]): Promise<Agent> => {
    const key = { SERVICE_API_URL: url, SERVICE_API_KEY: tenant.testKey }
    return connectOverStdio({ ...key, MCP_FILES_ROOT: folder }, options)
  }

  for (const library of LIBRARIES) {
    test(`over HTTP at /mcp of the API, ${library} version`, async () => {
      const agent = await connectOverHttp(url, tenant.testKey, library)
      const { bytes } = retouched(file, `http ${library}`)
      const content_base64 = Buffer.from(bytes).toString('base64')
      await underwrite(agent, `http ${library}`, { filename: 'may.pdf', content_base64 })
    })

    test(`over stdio, from a file of the machine, ${library} version`, async () => {
      const name = `${library}.pdf`
      writeFileSync(join(folder, name), retouched(file, `stdio ${library}`).bytes)
      await underwrite(await overStdio({ library }), `stdio ${library}`, { file_path: name })
    })
  }

  test('from an archive of npm in an empty folder, without sources and database', async () => {
    const empty = join(folder, 'empty')
    mkdirSync(empty)
    const program = await installPacked(empty)
    const installed = globSync('node_modules/**/*', { cwd: empty })
    assert.deepEqual(
      installed.filter((path) => /\.tsx?$|postgres/.test(path)),
      [],
    )
    const { size } = statSync(join(empty, 'node_modules/assay-mcp/dist/assay.mjs'))
    assert.ok(size <= BYTES_MAX, `${size} bytes`)
    writeFileSync(join(folder, 'packed.pdf'), retouched(file, 'packed').bytes)
    await underwrite(await overStdio({ program }), 'packed', { file_path: 'packed.pdf' })
  })
})

async function underwrite(
  agent: Agent,
  name: string,
  source: Record<string, string>,
): Promise<void> {
  try {
    assert.equal((await agent.listTools()).length, 45)
    const created = await call(agent, 'service_create_submission', { name })
    const submission_id = created.data.id
    const read = await call(agent, 'service_import_bank_pdf', { submission_id, ...source })
    assert.equal(read.data.document_class, 'bank_statement')
    await processDeal(agent, submission_id)
    const scorecard = await call(agent, 'service_get_scorecard', { submission_id })
    assert.equal(scorecard.data.paper_grade, 'C', scorecard.text)
    assert.match(scorecard.text, new RegExp(`service://submissions/${submission_id}`))
  } finally {
    await agent.close()
  }
}

/** The upload may have begun a run already; then the error names the tool that waits for it. */
async function processDeal(agent: Agent, submission_id: string): Promise<void> {
  const started = await agent.call('service_start_workflow', { submission_id, wait_seconds: 25 })
  if (started.isError) assert.match(started.text, /next: service_get_processing_status/)
  for (;;) {
    const { data } = await call(agent, 'service_get_processing_status', { submission_id })
    if (data.status !== 'processing') return assert.match(data.status, /processed|review_required/)
    await delay(100)
  }
}

async function call(
  agent: Agent,
  name: string,
  values: Record<string, unknown>,
): Promise<{ data: any; text: string }> {
  const called = await agent.call(name, values)
  assert.equal(called.isError, false, `${name}: ${called.text}`)
  return called
}
