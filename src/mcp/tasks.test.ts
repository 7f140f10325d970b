import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { demoDeal } from '../../fixtures/deal.ts'
import { AGENT_TASKS, type AgentTask, type Material } from '../../test/agent-tasks.ts'
import { connectOverHttp, openToNetwork, type Agent, type Called } from '../../test/agents.ts'
import { useTestHouse } from '../../test/context.ts'
import { readFixture } from '../../test/statements.ts'

const TASKS_COUNT = 30
const CALLS_MEDIAN_MAX = 6
const RESULT_TOKENS_MAX = 1_200
const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g

suite('what an agent does at a lender’s desk', () => {
  const house = useTestHouse()
  let agent: Agent
  let material: Material
  /** Ids of the deal, by what they are. */
  const known = { transactions: new Set<string>(), documents: new Set<string>() }
  before(async () => {
    const tenant = await house.tenant()
    agent = await connectOverHttp(await openToNetwork(house), tenant.testKey)
    const company_info = { name: 'Juniper Lane Cafe', ein: '12-3456789' }
    const values = { name: 'Juniper Lane Cafe', external_id: 'crm-1', company_info }
    const { data: deal } = await agent.call('service_create_submission', values)
    for (const { filename, bytes } of (await demoDeal()).files) {
      const content_base64 = Buffer.from(bytes).toString('base64')
      const file = { submission_id: deal.id, filename, content_base64 }
      known.documents.add((await agent.call('service_upload_document', file)).data.id)
    }
    await house.settle(60_000)
    const rows = await readAll(agent, deal.id)
    for (const { id } of rows) known.transactions.add(id)
    const statement = Buffer.from(readFixture('running-balance/funded').file.bytes)
    material = { deal: 'crm-1', statement: statement.toString('base64'), tag: '1' }
  })
  after(() => agent.close())

  test('30 tasks, each with its figures and the ids that they rest on', async (context) => {
    assert.equal(AGENT_TASKS.length, TASKS_COUNT)
    const calls: number[] = []
    const tokens: number[] = []
    for (const task of AGENT_TASKS) {
      const results = await perform(agent, task, material)
      calls.push(results.length)
      tokens.push(...results.map(({ text }) => encode(text).length))
      checkFigures(task, results)
      checkCitations(task, results.at(-1)!)
    }
    context.diagnostic(
      `${calls.length} tasks: ${median(calls)} calls in the middle, ${Math.max(...calls)} at most; ` +
        `a result has ${median(tokens)} tokens in the middle, ${Math.max(...tokens)} at most`,
    )
    assert.ok(median(calls) <= CALLS_MEDIAN_MAX)
    assert.ok(Math.max(...tokens) <= RESULT_TOKENS_MAX, `${Math.max(...tokens)} tokens`)
  })

  function checkCitations({ question, cites }: AgentTask, last: Called): void {
    if (cites === 'deal') return assert.match(last.text, /\nsource: [A-Z]+ \/v1\/\S+/, question)
    const ids = new Set(JSON.stringify(last.data).match(UUID))
    for (const kind of ['transactions', 'documents'] as const) {
      const count = [...ids].filter((id) => known[kind].has(id)).length
      assert.ok(count >= (cites[kind] ?? 0), `${question}: names ${count} ${kind}\n${last.text}`)
    }
  }
})

async function perform(agent: Agent, task: AgentTask, material: Material): Promise<Called[]> {
  const results: Called[] = []
  for (const [tool, given] of task.calls) {
    const result = await agent.call(`service_${tool}`, given(material, results))
    assert.equal(result.isError, false, `${task.question} ${tool}: ${result.text}`)
    results.push(result)
  }
  return results
}

/** The first in the last result, where the reply comes from; the others anywhere. */
function checkFigures({ question, shows }: AgentTask, results: readonly Called[]): void {
  const all = results.map(({ text }) => text).join('\n')
  for (const [index, figure] of shows.entries()) {
    const text = index === 0 ? results.at(-1)!.text : all
    const isShown = typeof figure === 'string' ? text.includes(figure) : figure.test(text)
    assert.ok(isShown, `${question} lacks ${figure}\n${text}`)
  }
}

async function readAll(agent: Agent, submission_id: string): Promise<{ id: string }[]> {
  const values = { submission_id, limit: 1000 }
  return (await agent.call('service_get_transactions', values)).data
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)]!
}
