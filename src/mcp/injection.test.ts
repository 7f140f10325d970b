import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { connectOverHttp, openToNetwork, type Agent, type Called } from '../../test/agents.ts'
import { useTestHouse } from '../../test/context.ts'
import { INSTRUCTING_TEXTS, MARKED } from '../../test/instructing-texts.ts'
import { listTools, type ListedTool } from './catalogue.ts'

/** What nobody sees, and what turns the order of a text. */
const UNSEEN =
  /[\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]|(?![\t\n])\p{Cc}/u
/** A deal has room for a few texts in each of its names, and takes a second to process. */
const AT_ONCE = 3
const ALL = { toolsets: null, isReadOnly: false, mayReadFiles: false }

/** The records of one text: each tool that takes ids gets those of its arguments. */
interface Planted {
  trick: string
  text: string
  values: Record<string, string>
}

suite('a text of others never reaches a model as a word of ours', () => {
  const house = useTestHouse()
  let agent: Agent
  let offered: string
  const planted: Planted[] = []
  before(async () => {
    const tenant = await house.tenant()
    agent = await connectOverHttp(await openToNetwork(house), tenant.testKey)
    offered = await readOffered(agent)
    const tricks = Object.entries(INSTRUCTING_TEXTS)
    for (let start = 0; start < tricks.length; start += AT_ONCE) {
      const some = tricks.slice(start, start + AT_ONCE)
      const texts = some.map(([, text]) => text).join(' ')
      planted.push(await plant(agent, some.map(([trick]) => trick).join(', '), texts))
    }
    await house.settle(60_000)
  })
  after(() => agent.close())

  test('whatever a tool returns, each text stands within the fence, without what nobody sees', async (context) => {
    const faults: string[] = []
    const showing = new Map<string, number>()
    for (const { trick, text, values } of planted)
      for (const { name, given } of listCalls(values, text)) {
        const called = await agent.call(name, given)
        faults.push(...listFaults(called).map((fault) => `${name}, ${trick}: ${fault}`))
        if (called.text.includes(MARKED)) showing.set(name, (showing.get(name) ?? 0) + 1)
      }
    assert.deepEqual(faults, [])
    context.diagnostic(
      `${Object.keys(INSTRUCTING_TEXTS).length} texts, shown by ${showing.size} tools: ${[...showing.keys()].join(' ')}`,
    )
    assert.ok(showing.size >= 15, `${showing.size} tools show a text at all`)
  })

  test('an error that a record provokes quotes no text of it', async (context) => {
    const errors: Called[] = []
    for (const { text, values } of planted)
      for (const [name, given] of listConflicts(values, text)) {
        const called = await agent.call(`service_${name}`, given)
        if (called.isError) errors.push(called)
      }
    assert.deepEqual(errors.flatMap(listFaults), [])
    context.diagnostic(`${errors.length} errors`)
    assert.ok(errors.length >= planted.length, `${errors.length} errors`)
  })

  test('what is offered, and how it is described, is the same whatever the records hold', async () => {
    assert.equal(await readOffered(agent), offered)
    assert.doesNotMatch(offered, new RegExp(MARKED))
  })

  test('resources are JSON, in which a text is a value and nothing else', async () => {
    for (const { trick, values } of planted)
      for (const uri of [
        `service://submissions/${values.submission_id}`,
        `service://documents/${values.document_id}`,
        `service://transactions?submission_id=${values.submission_id}`,
        `service://analytics/${values.submission_id}/scorecard`,
      ]) {
        const read = await agent.readResource(uri)
        assert.doesNotThrow(() => JSON.parse(read), `${uri}, ${trick}`)
        assert.doesNotMatch(read, UNSEEN, `${uri}, ${trick}`)
      }
  })
})

/** A deal of which every text that a caller can choose is the one. */
async function plant(agent: Agent, trick: string, text: string): Promise<Planted> {
  const call = async (name: string, values: object): Promise<{ id: string }> => {
    const called = await agent.call(`service_${name}`, values as Record<string, unknown>)
    assert.equal(called.isError, false, `${name}, ${trick}: ${called.text}`)
    return called.data
  }
  const name = toLine(text)
  const deal = {
    name,
    metadata: { [name.slice(0, 40)]: [text, text], [name.slice(-40)]: [text, text] },
    company_info: { name, ein: '12-3456789' },
  }
  const { id: submission_id } = await call('create_submission', deal)
  const { id: document_id } = await call('upload_document', toFile(submission_id, name))
  const row = { date: '2026-05-02', description: text, amount: -12.5, external_id: trick }
  await call('create_transactions', { submission_id, transactions: [row] })
  // Texts with braces are templates there, and checked as such.
  const message = name.replace(/[{}]/g, '')
  await call('create_rule', { name, message, ...CONDITION })
  const nodes = [{ id: 'end', type: 'stop', config: { message } }]
  const workflow = { name, trigger: { type: 'manual' }, nodes }
  const { id: workflow_id } = await call('create_workflow', workflow)
  return { trick, text, values: { submission_id, document_id, workflow_id } }
}

const CONDITION = { metric: 'monthly_true_revenue', operator: 'greater_than', value: 1e9 }

/** Names are of one line; descriptions of rows may have several. */
function toLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]/gu, ' ')
}

function toFile(submission_id: unknown, name: string): Record<string, unknown> {
  const rows = `Date,Description,Amount\n2026-05-01,"${name.replaceAll('"', '""')}",120.00\n`
  const content_base64 = Buffer.from(rows).toString('base64')
  return { submission_id, filename: `${name.replaceAll('/', ' ')}.csv`, content_base64 }
}

/** Calls that records of the text stand in the way of; the text itself is not in the call. */
function listConflicts(
  { submission_id, document_id, workflow_id }: Record<string, string>,
  text: string,
): [string, Record<string, unknown>][] {
  const file = { ...toFile(submission_id, toLine(text)), filename: 'again.csv' }
  return [
    ['upload_document', file],
    ['split_document', { document_id, ranges: [{ start_page: 2, end_page: 9 }] }],
    ['reclassify_document', { document_id, document_class: 'nothing' }],
    ['activate_workflow', { workflow_id }],
    ['get_transactions', { submission_id, category: ['nothing'] }],
  ]
}

/** Every tool, with the ids that it needs; the text itself where it takes words. */
function listCalls(
  values: Record<string, string>,
  text: string,
): { name: string; given: Record<string, unknown> }[] {
  // Reads first: a run that a write begins would be waited for.
  const tools = listTools(ALL).toSorted((left, right) => rank(left) - rank(right))
  return tools.map(({ name, inputSchema }) => {
    const wanted = Object.entries(inputSchema.properties).filter(([argument]) => argument in values)
    const given = Object.fromEntries(wanted.map(([argument]) => [argument, values[argument]]))
    const isNamed = 'name' in inputSchema.properties
    const isConfirming = 'confirm' in inputSchema.properties
    return {
      name,
      given: {
        ...given,
        ...(isNamed ? { name: text } : {}),
        ...(isConfirming ? { confirm: false } : {}),
      },
    }
  })
}

function rank({ annotations }: ListedTool): number {
  return annotations.readOnlyHint ? 0 : 1
}

function listFaults({ text, data }: Called): string[] {
  const outside = text.replace(/⟦data⟧[^⟦⟧]*⟦\/data⟧/g, '')
  return [
    ...(/[⟦⟧]/.test(outside) ? [`a broken fence: ${text}`] : []),
    ...(outside.includes(MARKED) ? [`outside of the fence: ${outside}`] : []),
    ...(UNSEEN.test(text) || UNSEEN.test(JSON.stringify(data ?? ''))
      ? [`what nobody sees: ${text}`]
      : []),
  ]
}

async function readOffered(agent: Agent): Promise<string> {
  return JSON.stringify([agent.instructions(), ...(await agent.readOffer())])
}
