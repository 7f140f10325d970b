import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { connectOverHttp, connectOverStdio, openToNetwork, type Agent } from '../../test/agents.ts'
import { useTestHouse, type TestTenant } from '../../test/context.ts'
import { readFixture, retouched } from '../../test/statements.ts'

const { file } = readFixture('running-balance/funded')

suite('a deal from its creation to its scorecard, by the official client', () => {
  const house = useTestHouse()
  const folder = mkdtempSync(join(tmpdir(), 'assay-mcp-'))
  let tenant: TestTenant
  let url: string
  before(async () => {
    tenant = await house.tenant()
    url = await openToNetwork(house)
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  for (const era of ['auto', 'legacy'] as const) {
    test(`over HTTP at /mcp of the API, ${era}`, async () => {
      const agent = await connectOverHttp(url, tenant.testKey, era)
      const { bytes } = retouched(file, `http ${era}`)
      const content_base64 = Buffer.from(bytes).toString('base64')
      await underwrite(agent, { filename: 'may.pdf', content_base64 })
    })

    test(`over stdio, from a file of the machine, ${era}`, async () => {
      writeFileSync(join(folder, 'may.pdf'), retouched(file, `stdio ${era}`).bytes)
      const agent = await connectOverStdio(
        { SERVICE_API_URL: url, SERVICE_API_KEY: tenant.testKey, MCP_FILES_ROOT: folder },
        era,
      )
      await underwrite(agent, { file_path: 'may.pdf' })
    })
  }
})

async function underwrite(agent: Agent, source: Record<string, string>): Promise<void> {
  try {
    const { tools } = await agent.client.listTools()
    assert.equal(tools.length, 45)
    const metadata = {
      version: agent.client.getNegotiatedProtocolVersion(),
      ...Object.keys(source),
    }
    const created = await call(agent, 'service_create_submission', { name: 'Harborline', metadata })
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
