import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { useTestHouse, type TestTenant } from '../../../../test/context.ts'
import { sql } from '../../../platform/db/sql.ts'
import { waitFor } from '../../../../test/wait-until.ts'

describe('a run that waits', () => {
  const house = useTestHouse()
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  async function start(nodes: object[], edges?: object[]): Promise<string> {
    const draft = { name: `Workflow ${Math.random()}`, trigger: { type: 'manual' }, nodes, edges }
    const { body } = await tenant.test.post('/v1/workflows', draft)
    const active = await tenant.test.post(`/v1/workflows/${body.data.id}/activate`)
    assert.equal(active.status, 200, JSON.stringify(active.body))
    const run = await tenant.test.post('/v1/workflows/start', { workflow_id: body.data.id })
    return run.body.data.id
  }

  async function read(id: string): Promise<any> {
    return (await tenant.test.get(`/v1/workflow-executions/${id}`)).body.data
  }

  function reach(id: string, status: string): Promise<any> {
    return waitFor(async () => {
      const run = await read(id)
      return run.status === status && run
    }, `The run does not become ${status}`)
  }

  /** As if so many days had passed: what is due then is due now. */
  async function moveClock(runId: string, days: number): Promise<void> {
    const back = sql`${days} * interval '1 day'`
    await house.house.database.withEnvironment(tenant.environments.test, async (db) => {
      await db.run(sql`update jobs set run_at = run_at - ${back} where state = 'queued'`)
      await db.run(sql`
        update workflow_steps set wait = jsonb_set(wait, '{until}',
          to_jsonb(to_char((wait ->> 'until')::timestamptz - ${back}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
        where run_id = ${runId} and wait is not null`)
    })
    house.house.wakeWorkers()
  }

  const approval = {
    id: 'ok',
    type: 'approval',
    config: {
      title: 'Approve the offer?',
      assignees: ['owner'],
      fields: [{ name: 'amount', type: 'number', is_required: true }],
      timeout: { value: 2, unit: 'days' },
    },
  }
  const decided = [
    approval,
    {
      id: 'yes',
      type: 'set_variable',
      config: { name: 'way', value: 'approved {{ nodes.ok.values.amount }}' },
    },
    { id: 'no', type: 'set_variable', config: { name: 'way', value: 'rejected' } },
    { id: 'late', type: 'set_variable', config: { name: 'way', value: 'late' } },
  ]
  const ways = [
    { from: 'ok', to: 'yes', from_port: 'approved' },
    { from: 'ok', to: 'no', from_port: 'rejected' },
    { from: 'ok', to: 'late', from_port: 'timeout' },
  ]

  async function openApproval(runId: string): Promise<any> {
    await reach(runId, 'waiting')
    const { body } = await tenant.test.get('/v1/approvals?status=pending')
    return body.data.find((one: any) => one.run_id === runId)
  }

  test('for an approval goes on as it is decided, once', async () => {
    const id = await start(decided, ways)
    const { id: approvalId, title, fields } = await openApproval(id)
    assert.deepEqual([title, fields[0].name], ['Approve the offer?', 'amount'])
    const path = `/v1/approvals/${approvalId}/decide`
    const empty = await tenant.test.post(path, { decision: 'approved' })
    assert.deepEqual([empty.status, empty.body.error.param], [422, 'values.amount'])
    const given = { decision: 'approved', values: { amount: 500 } }
    for (let time = 0; time < 2; time += 1)
      assert.equal((await tenant.test.post(path, given)).status, 200)
    const other = await tenant.test.post(path, { decision: 'rejected' })
    assert.deepEqual([other.status, other.body.error.code], [409, 'already_decided'])
    const run = await reach(id, 'succeeded')
    assert.deepEqual(run.output, { way: 'approved 500' })
    assert.deepEqual(
      run.steps.map((step: any) => [step.node_id, step.status]),
      [
        ['ok', 'succeeded'],
        ['yes', 'succeeded'],
        ['no', 'skipped'],
        ['late', 'skipped'],
      ],
    )
  })

  test('for an approval leaves by timeout when its time has passed', async () => {
    const id = await start(decided, ways)
    const { id: approvalId } = await openApproval(id)
    await moveClock(id, 3)
    const run = await reach(id, 'succeeded')
    assert.deepEqual(run.output, { way: 'late' })
    const late = await tenant.test.post(`/v1/approvals/${approvalId}/decide`, {
      decision: 'approved',
      values: { amount: 1 },
    })
    assert.equal(late.body.error.code, 'already_decided')
  })

  test('for an approval is decided by those that it names', async () => {
    const { id } = tenant.owner
    const other = [{ ...approval, config: { ...approval.config, assignees: ['underwriter'] } }]
    for (const [nodes, status] of [
      [other, 403],
      [[{ ...approval, config: { ...approval.config, assignees: [id] } }], 200],
    ] as const) {
      const draft = { name: `Workflow ${Math.random()}`, trigger: { type: 'manual' }, nodes }
      const { body } = await tenant.person.post('/v1/workflows', draft)
      await tenant.person.post(`/v1/workflows/${body.data.id}/activate`)
      const run = await tenant.person.post('/v1/workflows/start', { workflow_id: body.data.id })
      await house.settle(500).catch(() => {})
      const decidedNow = await tenant.person.post(
        `/v1/workflow-executions/${run.body.data.id}/approve`,
        { decision: 'approved', values: { amount: 1 } },
      )
      assert.equal(decidedNow.status, status, JSON.stringify(decidedNow.body))
    }
  })

  test('for an event is woken with all others that wait for it, and fails alone', async () => {
    const timeout = { value: 1, unit: 'days' }
    const config = { event_type: 'submission.created', timeout }
    const wait = { id: 'wait', type: 'wait_for_event', config }
    const kept = { id: 'kept', type: 'set_variable', config: { name: 'woken', value: true } }
    // It has no submission to write to.
    const note = { id: 'note', type: 'create_note', config: { text: 'Woken' } }
    const [first, failing, last] = [await start([wait, kept]), await start([wait, note]), await start([wait, kept])] // prettier-ignore
    for (const id of [first, failing, last]) await reach(id, 'waiting')
    await tenant.test.post('/v1/submissions', { name: 'Oak Bakery' })
    for (const id of [first, last])
      assert.deepEqual((await reach(id, 'succeeded')).output, { woken: true })
    const { error, steps } = await reach(failing, 'failed')
    assert.deepEqual([error.node_id, error.code], ['note', 'missing_field'])
    assert.deepEqual([steps[0].status, steps[0].branch], ['succeeded', 'received'])
  })

  test('for a workflow that it runs goes on with what that one kept', async () => {
    const inner = [
      { type: 'set_variable', config: { name: 'sum', value: '{{ trigger.input.a }}' } },
    ]
    const draft = { name: 'Inner', trigger: { type: 'manual' }, nodes: inner }
    const { body } = await tenant.test.post('/v1/workflows', draft)
    await tenant.test.post(`/v1/workflows/${body.data.id}/activate`)
    const id = await start([
      { id: 'sub', type: 'sub_workflow', config: { workflow_id: body.data.id, input: { a: 7 } } },
      { type: 'set_variable', config: { name: 'found', value: '{{ nodes.sub.result.sum }}' } },
    ])
    const run = await reach(id, 'succeeded')
    assert.deepEqual(run.output, { found: 7 })
    const children = await tenant.test.get(`/v1/workflows/${body.data.id}/executions`)
    assert.equal(children.body.data[0].parent_run_id, id)
  })

  test('that is cancelled closes its approval', async () => {
    const id = await start(decided, ways)
    const { id: approvalId } = await openApproval(id)
    await tenant.test.post(`/v1/workflow-executions/${id}/cancel`)
    const { body } = await tenant.test.get(`/v1/approvals/${approvalId}`)
    assert.equal(body.data.status, 'cancelled')
  })
})
