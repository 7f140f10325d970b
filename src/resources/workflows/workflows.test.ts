import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { createCaller, useTestHouse, type TestTenant } from '../../../test/context.ts'

describe('workflows', () => {
  const house = useTestHouse()
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  const nodes = [
    { id: 'big', type: 'condition', config: { expression: 'trigger.input.amount > 1000' } },
    { id: 'note', type: 'transform', config: { fields: { text: '{{ submission.name }} is big' } } },
  ]

  test('are created, activated, started on a submission and followed to their end', async () => {
    const created = await tenant.test.post('/v1/workflows', {
      name: 'Big deals',
      trigger: { type: 'manual' },
      nodes,
    })
    assert.equal(created.status, 201)
    const { id, status, edges } = created.body.data
    assert.deepEqual([status, edges.length], ['draft', 2])
    const early = await tenant.test.post('/v1/workflows/start', { workflow_id: id })
    assert.deepEqual([early.status, early.body.error.code], [409, 'workflow_inactive'])
    const active = await tenant.test.post(`/v1/workflows/${id}/activate`)
    assert.deepEqual([active.status, active.body.data.status], [200, 'active'])
    const deal = await tenant.test.post('/v1/submissions', { name: 'Oak Bakery' })
    const started = await tenant.test.post(`/v1/submissions/${deal.body.data.id}/workflow`, {
      workflow_name: 'Big deals',
      input: { amount: 5000 },
    })
    assert.equal(started.status, 202)
    await house.settle()
    const { body } = await tenant.test.get(`/v1/workflow-executions/${started.body.data.id}`)
    assert.equal(body.data.status, 'succeeded')
    assert.deepEqual(
      body.data.steps.map((step: any) => [step.node_id, step.branch, step.output]),
      [
        ['big', 'true', { result: true }],
        ['note', 'default', { text: 'Oak Bakery is big' }],
      ],
    )
    const listed = await tenant.test.get('/v1/workflows?q=big')
    assert.deepEqual(
      listed.body.data.map((one: any) => [one.name, one.runs_count, one.last_run.status]),
      [['Big deals', 1, 'succeeded']],
    )
    const runs = await tenant.test.get(`/v1/workflows/${id}/executions?status=succeeded`)
    assert.equal(runs.body.data.length, 1)
  })

  async function runOnDeal(nodes: object[], key = tenant.test): Promise<any> {
    const draft = { name: `Workflow ${Math.random()}`, trigger: { type: 'manual' }, nodes }
    const { body } = await tenant.test.post('/v1/workflows', draft)
    const active = await key.post(`/v1/workflows/${body.data.id}/activate`)
    assert.equal(active.status, 200, JSON.stringify(active.body))
    const deal = await tenant.test.post('/v1/submissions', { name: 'Ash Bakery', tags: ['new'] })
    const submissionId = deal.body.data.id
    const started = await tenant.test.post(`/v1/submissions/${submissionId}/workflow`, {
      workflow_id: body.data.id,
    })
    await house.settle()
    const run = await tenant.test.get(`/v1/workflow-executions/${started.body.data.id}`)
    const after = await tenant.test.get(`/v1/submissions/${submissionId}`)
    return { run: run.body.data, deal: after.body.data }
  }

  test('change the deal that they run on, once and under their own name', async () => {
    const { run, deal } = await runOnDeal([
      { type: 'get_submission' },
      { type: 'add_tag', config: { tag: 'seen {{ nodes.get_submission.submission.name }}' } },
      { type: 'update_submission', config: { metadata: { grade: 'A' } } },
      { type: 'archive_submission' },
    ])
    assert.deepEqual([run.status, run.error], ['succeeded', null])
    assert.deepEqual(deal.tags, ['new', 'seen Ash Bakery'])
    assert.deepEqual([deal.status, deal.metadata.grade], ['archived', 'A'])
    const { body } = await tenant.test.get(`/v1/submissions/${deal.id}/timeline?actor=workflow`)
    assert.ok(body.data.length > 0)
  })

  test('may do what whoever activated them could do, and no more', async () => {
    const scopes = ['workflows:read', 'workflows:write']
    const made = await tenant.test.post('/v1/api-keys', { name: 'Narrow', scopes })
    const narrow = createCaller(house.app, made.body.data.key)
    const reads = { type: 'transform', config: { fields: { name: '{{ submission.name }}' } } }
    const { run } = await runOnDeal([reads], narrow)
    assert.equal(run.steps[0].output.name, null)
    const nodes = [{ type: 'add_tag', config: { tag: 'x' } }]
    const draft = { name: 'Too much', trigger: { type: 'manual' }, nodes }
    const { id } = (await narrow.post('/v1/workflows', draft)).body.data
    const { error } = (await narrow.post(`/v1/workflows/${id}/activate`)).body
    assert.equal(error.code, 'workflow_not_runnable')
    assert.match(error.message, /add_tag: .* needs the scope submissions:write/)
  })

  test('refuse a value that a field does not take when it is filled in', async () => {
    const { run } = await runOnDeal([
      { id: 'rows', type: 'transform', config: { fields: { list: [1, 2] } } },
      { id: 'tag', type: 'add_tag', config: { tag: '{{ nodes.rows.list }}' } },
    ])
    assert.deepEqual([run.error.node_id, run.error.code], ['tag', 'invalid_type'])
  })

  test('that cannot run are refused with each node, its type and the reason', async () => {
    const draft = { name: 'Teleport', trigger: { type: 'manual' }, nodes: [{ type: 'teleport' }] }
    const { body } = await tenant.test.post('/v1/workflows', draft)
    assert.equal(body.data.unsupported_nodes[0].type, 'teleport')
    const refused = await tenant.test.post(`/v1/workflows/${body.data.id}/activate`)
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'workflow_not_runnable'])
    const [node] = refused.body.error.unsupported_nodes
    assert.deepEqual([node.node_id, node.type], ['teleport', 'teleport'])
    assert.match(node.reason, /no node type teleport/)
  })

  test('write into a CRM once it is connected, and are refused before', async () => {
    const nodes = [{ type: 'crm_sync', config: { connection_id: randomUUID() } }]
    const draft = { name: 'Mirror', trigger: { type: 'manual' }, nodes }
    const made = await tenant.test.post('/v1/workflows', draft)
    const refused = await tenant.test.post(`/v1/workflows/${made.body.data.id}/activate`)
    assert.equal(refused.body.error.code, 'workflow_not_runnable')
    assert.match(refused.body.error.unsupported_nodes[0].reason, /no CRM integration/)
    const input = { provider: 'csv', name: 'Mirror' }
    const { id } = (await tenant.test.post('/v1/crm-integrations', input)).body.data
    const config = { connection_id: id }
    const { run, deal } = await runOnDeal([{ type: 'crm_sync', config }])
    assert.deepEqual([run.status, run.error], ['succeeded', null])
    await house.settle()
    const syncs = await tenant.test.get(`/v1/crm-integrations/${id}/syncs`)
    const [sync] = syncs.body.data
    assert.deepEqual([sync.trigger, sync.items[0].submission_id], ['workflow', deal.id])
  })

  test('whose graph cannot be drawn are refused with the place of the fault', async () => {
    const { status, body } = await tenant.test.post('/v1/workflows', {
      name: 'Broken',
      trigger: { type: 'manual' },
      nodes: [{ id: 'a', type: 'condition', config: { expression: '1 +' } }],
    })
    assert.deepEqual([status, body.error.code], [422, 'invalid_expression'])
    assert.equal(body.error.param, 'nodes[0].config.expression')
  })

  test('that nobody made cannot be started, by name or by id', async () => {
    const deal = await tenant.test.post('/v1/submissions', { name: 'Elm Bakery' })
    const path = `/v1/submissions/${deal.body.data.id}/workflow`
    for (const given of [{ workflow_name: 'nightly' }, { workflow_id: deal.body.data.id }]) {
      const { status, body } = await tenant.test.post(path, given)
      assert.deepEqual([status, body.error.code], [404, 'workflow_not_found'])
      assert.equal(body.error.param, Object.keys(given)[0])
    }
    const { body } = await tenant.test.post(path, {})
    assert.equal(body.error.code, 'missing_field')
  })

  test('go with all of their runs when they are deleted', async () => {
    const draft = { name: 'Gone', trigger: { type: 'manual' }, nodes: [{ type: 'parallel' }] }
    const { body } = await tenant.test.post('/v1/workflows', draft)
    const { id } = body.data
    await tenant.test.post(`/v1/workflows/${id}/activate`)
    const run = await tenant.test.post('/v1/workflows/start', { workflow_id: id })
    await tenant.test.delete(`/v1/workflows/${id}`)
    await house.settle()
    const gone = await tenant.test.get(`/v1/workflow-executions/${run.body.data.id}`)
    assert.equal(gone.body.error.code, 'workflow_execution_not_found')
  })

  test('have types of nodes that all run, and that show what they need', async () => {
    const { body } = await tenant.test.get('/v1/workflow-node-types')
    const idle = body.data.filter((one: any) => !one.is_runnable || one.reason !== null)
    assert.deepEqual(idle, [])
    const saving = body.data.find((one: any) => one.type === 'save_to_storage')
    assert.deepEqual(saving.requires, ['app:s3_bucket', 'documents:read'])
    const none = await tenant.test.get('/v1/workflow-node-types?is_runnable=false')
    assert.deepEqual(none.body.data, [])
  })
})
