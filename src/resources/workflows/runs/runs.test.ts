import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Draft } from '../../../core/workflow/complete.ts'
import { useTestHouse, type TestTenant } from '../../../../test/context.ts'
import { outside, SYSTEM_ACTOR, type Context } from '../../../platform/context.ts'
import type { ApiError } from '../../../platform/errors/api-error.ts'
import { activateWorkflow, createWorkflow } from '../define.ts'
import { cancelRun, retryRun } from './cancel.ts'
import { sql } from '../../../platform/db/sql.ts'
import { enqueue } from '../../../platform/jobs/job.ts'
import { PERFORM_STEP } from './save.ts'
import { startRun, type Start } from './start.ts'
import { listSteps, RUNS, updateRuns, type RunRow, type StepRow } from './store.ts'
import { countSent } from '../../../../test/sent.ts'
import { waitFor } from '../../../../test/wait-until.ts'

/**
 * Of a run of ten steps, from its start to its end: 25, and eight more where a busy machine makes it
 * two transactions; each step by itself would take some 55.
 */
const STATEMENTS_MAX = 45

describe('runs of workflows', () => {
  const house = useTestHouse()
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  async function inside<T>(work: (ctx: Context) => Promise<T>, of = tenant): Promise<T> {
    const { environments, tenantId } = of
    const environment = { id: environments.test, tenantId, mode: 'test' as const }
    const base = { house: house.house, actor: SYSTEM_ACTOR, requestId: 'test', environment }
    return outside(base).transaction(work)
  }

  let count = 0
  async function activate(draft: Partial<Draft>): Promise<string> {
    count += 1
    const whole = { trigger: { type: 'manual' }, nodes: [], name: `Workflow ${count}`, ...draft }
    const { id } = await inside((ctx) => createWorkflow(ctx, whole))
    await inside((ctx) => activateWorkflow(ctx, id))
    return id
  }

  async function start(draft: Partial<Draft>, options: Partial<Start> = {}): Promise<string> {
    const workflowId = await activate(draft)
    const trigger = { type: 'manual' }
    const { id } = await inside((ctx) => startRun(ctx, { workflowId, trigger, ...options }))
    return id
  }

  async function read(id: string): Promise<{ run: RunRow; steps: StepRow[] }> {
    return inside(async (ctx) => ({
      run: await RUNS.get(ctx, id),
      steps: await listSteps(ctx, [id]),
    }))
  }

  async function runToEnd(
    draft: Partial<Draft>,
    options?: Partial<Start>,
  ): Promise<{ run: RunRow; steps: StepRow[] }> {
    const id = await start(draft, options)
    await house.settle()
    return read(id)
  }

  function outputs(steps: readonly StepRow[]): Record<string, unknown> {
    return Object.fromEntries(
      steps.map(({ nodeId, iteration, output }) => [
        nodeId + (iteration && `#${iteration}`),
        output,
      ]),
    )
  }

  test('the steps of a workflow run to its end and pass values on', async () => {
    const { run, steps } = await runToEnd(
      {
        variables: { limit: 50 },
        nodes: [
          {
            id: 'double',
            type: 'transform',
            config: { fields: {}, expressions: { value: 'trigger.input.score * 2' } },
          },
          {
            id: 'high',
            type: 'condition',
            config: { expression: 'nodes.double.value > vars.limit' },
          },
          {
            id: 'keep',
            type: 'set_variable',
            config: { name: 'found', value: '{{ nodes.double.value }}' },
          },
          { id: 'last', type: 'transform', config: { fields: { text: 'Score {{ vars.found }}' } } },
        ],
      },
      { input: { score: 31 } },
    )
    assert.deepEqual([run.status, run.error], ['succeeded', null])
    assert.deepEqual(outputs(steps), {
      double: { value: 62 },
      high: { result: true },
      keep: { value: 62 },
      last: { text: 'Score 62' },
    })
    assert.deepEqual(run.variables, { limit: 50, found: 62 })
    assert.ok(run.startedAt !== null && run.finishedAt !== null)
  })

  test('a tag that a workflow adds leaves those that others give the deal meanwhile', async () => {
    const { body } = await tenant.test.post('/v1/submissions', { name: 'Oak Bakery' })
    const { id } = body.data
    await inside(async ({ db, environment }) => {
      await db.run(sql`update submissions set tags = array['theirs']
        where environment_id = ${environment.id} and id = ${id}`)
      await start({ nodes: [{ type: 'add_tag', config: { tag: 'ours' } }] }, { submissionId: id })
      await waitFor(isRowWaitedFor)
    })
    await house.settle()
    const { tags } = (await tenant.test.get(`/v1/submissions/${id}`)).body.data
    assert.deepEqual(tags, ['theirs', 'ours'])
  })

  test('steps that change a deal read it once and write it once, and each change is audited', async (context) => {
    const { body } = await tenant.test.post('/v1/submissions', { name: 'Oak Bakery' })
    const submissionId = body.data.id
    const tags = ['one', 'two', 'three', 'four']
    const workflowId = await activate({
      nodes: [
        ...tags.map((tag) => ({ type: 'add_tag', config: { tag } })),
        {
          type: 'update_submission',
          config: { metadata: { tags: '{{ submission.tags | size }}', by: 'desk' } },
        },
        { type: 'set_stage', config: { stage: 'underwriting' } },
        {
          id: 'stage',
          type: 'condition',
          config: { expression: 'submission.dealStage == "underwriting"' },
        },
        { type: 'create_note', config: { text: 'Seen' } },
        { type: 'assign', config: { user_id: tenant.owner.id } },
        { id: 'last', type: 'get_submission' },
      ],
    })
    const sent = countSent(house)
    const { id } = await inside((ctx) =>
      startRun(ctx, { workflowId, trigger: { type: 'manual' }, submissionId }),
    )
    await house.settle()
    sent.stop()
    const { run, steps } = await read(id)
    assert.deepEqual([run.status, run.error], ['succeeded', null])
    const deal = (await tenant.test.get(`/v1/submissions/${submissionId}`)).body.data
    assert.deepEqual([deal.tags, deal.metadata], [tags, { tags: 4, by: 'desk' }])
    assert.deepEqual([deal.dealStage, deal.assignedTo], ['underwriting', tenant.owner.id])
    assert.deepEqual(outputs(steps).last, { submission: deal })
    assert.deepEqual(outputs(steps).stage, { result: true })
    const timeline = `/v1/submissions/${submissionId}/timeline?actor=workflow&limit=100`
    assert.equal((await tenant.test.get(timeline)).body.data.length, 8)
    context.diagnostic(`${sent.statements} statements, ${sent.commits} transactions`)
    assert.ok(sent.statements <= STATEMENTS_MAX, `${sent.statements} statements`)
  })

  test('runs that are ready at once end alike, and one that fails among them fails alone', async () => {
    const config = { text: 'Run {{ trigger.input.number }}' }
    const workflowId = await activate({
      nodes: [
        { id: 'named', type: 'transform', config: { fields: { text: config.text } } },
        { id: 'each', type: 'loop', config: { items: '{{ trigger.input.rows }}' } },
        { id: 'note', type: 'create_note', config },
      ],
      edges: [
        { from: 'named', to: 'each' },
        { from: 'each', to: 'note', fromPort: 'done' },
      ],
    })
    const { body } = await tenant.test.post('/v1/submissions', { name: 'Oak Bakery' })
    const submissionId = body.data.id
    const numbers = Array.from({ length: 60 }, (_, number) => number)
    const isFailing = (number: number): boolean => number % 20 === 7
    const ids = await inside(async (ctx) => {
      const begun: string[] = []
      for (const number of numbers) {
        const input = { number, rows: isFailing(number) ? 'none' : [] }
        const trigger = { type: 'manual' }
        begun.push((await startRun(ctx, { workflowId, trigger, submissionId, input })).id)
      }
      return begun
    })
    await house.settle()
    const found = await Promise.all(ids.map(read))
    assert.deepEqual(
      found.map(({ run }) => [run.status, run.error?.code]),
      numbers.map((at) => (isFailing(at) ? ['failed', 'invalid_type'] : ['succeeded', undefined])),
    )
    const notes = await tenant.test.get(`/v1/submissions/${submissionId}/notes?limit=100`)
    assert.deepEqual(
      notes.body.data.map(({ text }: { text: string }) => text).toSorted(),
      numbers
        .filter((at) => !isFailing(at))
        .map((number) => `Run ${number}`)
        .toSorted(),
    )
  })

  async function isRowWaitedFor(): Promise<boolean> {
    const waiting = `select 1 from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`
    return (await house.house.database.pool.query(waiting)).rowCount! > 0
  }

  test('branches that end at once meet in one join', async () => {
    const names = Array.from({ length: 12 }, (_, at) => `b${at}`)
    const { run, steps } = await runToEnd({
      nodes: [...names.map((id) => ({ id, type: 'parallel' })), { id: 'join', type: 'join' }],
      edges: names.map((id) => ({ from: id, to: 'join' })),
    })
    assert.equal(run.status, 'succeeded')
    assert.equal(steps.length, 13)
    assert.ok(steps.every(({ status }) => status === 'succeeded'))
  })

  test('a loop performs its body for each item, with the item at hand', async () => {
    const { run, steps } = await runToEnd({
      nodes: [
        { id: 'each', type: 'loop', config: { items: ['a', 'b', 'c'], concurrency: 2 } },
        {
          id: 'body',
          type: 'transform',
          config: { fields: { at: '{{ index }}', item: '{{ item }}' } },
        },
        { id: 'after', type: 'transform', config: { fields: { count: '{{ nodes.each.count }}' } } },
      ],
      edges: [
        { from: 'each', to: 'body', fromPort: 'each' },
        { from: 'body', to: 'each' },
        { from: 'each', to: 'after', fromPort: 'done' },
      ],
    })
    assert.equal(run.status, 'succeeded')
    const found = outputs(steps)
    assert.deepEqual(
      [found['body#0'], found['body#1'], found['body#2'], found.after],
      [{ at: 0, item: 'a' }, { at: 1, item: 'b' }, { at: 2, item: 'c' }, { count: 3 }],
    )
  })

  test('a delay holds no job place and ends when its time has come', async () => {
    const id = await start({
      nodes: [
        { type: 'delay', config: { for: { value: 1, unit: 'seconds' } } },
        { type: 'parallel' },
      ],
    })
    await waitFor(async () => (await read(id)).run.status === 'waiting')
    await waitFor(async () => (await read(id)).run.status === 'succeeded')
    const { run, steps } = await read(id)
    assert.deepEqual(
      [run.status, steps.map(({ status }) => status)],
      ['succeeded', ['succeeded', 'succeeded']],
    )
  })

  test('a failing step fails the run and names node, code and reason', async () => {
    const { run, steps } = await runToEnd({
      nodes: [
        { id: 'each', type: 'loop', config: { items: '{{ trigger.input.rows }}' } },
        { type: 'parallel' },
      ],
    })
    assert.equal(run.status, 'failed')
    assert.deepEqual(run.error, {
      nodeId: 'each',
      code: 'invalid_type',
      message: 'items is no list.',
    })
    assert.equal(steps.length, 1)
  })

  test('a failing step goes on by its error port, where what follows can read the error', async () => {
    const { run, steps } = await runToEnd({
      nodes: [
        { id: 'each', type: 'loop', config: { items: 3 }, settings: { onError: 'branch' } },
        {
          id: 'caught',
          type: 'transform',
          config: { fields: { code: '{{ nodes.each.error.code }}' } },
        },
      ],
      edges: [{ from: 'each', to: 'caught', fromPort: 'error' }],
    })
    assert.equal(run.status, 'succeeded')
    assert.deepEqual(outputs(steps).caught, { code: 'invalid_type' })
  })

  test('stop ends the run with its status, and what still works is cancelled', async () => {
    const { run, steps } = await runToEnd({
      nodes: [
        { id: 'slow', type: 'delay', config: { for: { value: 1, unit: 'days' } } },
        { id: 'stop', type: 'stop', config: { status: 'failed', message: 'Not today' } },
      ],
      edges: [],
    })
    assert.deepEqual(run.error, { nodeId: 'stop', code: 'stopped', message: 'Not today' })
    assert.equal(steps.find(({ nodeId }) => nodeId === 'slow')?.status, 'cancelled')
  })

  test('one trigger key starts one run, however many start it at once', async () => {
    const workflowId = await activate({ nodes: [{ type: 'parallel' }] })
    const started = await Promise.all(
      Array.from({ length: 8 }, () =>
        inside((ctx) =>
          startRun(ctx, { workflowId, trigger: { type: 'event' }, triggerKey: 'evt_1' }),
        ),
      ),
    )
    assert.equal(new Set(started.map(({ id }) => id)).size, 1)
    await house.settle()
    assert.equal((await read(started[0]!.id)).steps.length, 1)
  })

  test('a step whose job runs again does nothing again', async () => {
    const { run, steps } = await runToEnd({ nodes: [{ type: 'parallel' }, { type: 'parallel' }] })
    for (const { id } of steps)
      await inside((ctx) => enqueue(ctx, PERFORM_STEP, { runId: run.id, stepId: id }))
    await house.settle()
    assert.deepEqual(await read(run.id), { run, steps })
  })

  test('a cancelled run stays cancelled, and goes on where it was when it is tried again', async () => {
    const id = await start({
      nodes: [
        { id: 'first', type: 'parallel' },
        { id: 'wait', type: 'delay', config: { for: { value: 1, unit: 'seconds' } } },
        { id: 'last', type: 'parallel' },
      ],
    })
    await waitFor(async () => (await read(id)).run.status === 'waiting')
    await inside((ctx) => cancelRun(ctx, id))
    await house.settle()
    const cancelled = await read(id)
    assert.equal(cancelled.run.status, 'cancelled')
    assert.deepEqual(
      cancelled.steps.map(({ status }) => status),
      ['succeeded', 'cancelled'],
    )
    await assert.rejects(
      inside((ctx) => cancelRun(ctx, id)),
      hasCode('invalid_state_transition'),
    )
    await inside((ctx) => retryRun(ctx, id))
    await waitFor(async () => (await read(id)).run.status === 'succeeded')
    const again = await read(id)
    assert.equal(again.run.status, 'succeeded')
    assert.deepEqual(again.steps[0], cancelled.steps[0])
    assert.equal(again.steps.length, 3)
  })

  test('a run that failed goes on from the step that failed, with what was mended', async () => {
    const { run } = await runToEnd({
      variables: { rows: 'none' },
      nodes: [
        { id: 'first', type: 'parallel' },
        { id: 'each', type: 'loop', config: { items: '{{ vars.rows }}' } },
      ],
    })
    assert.equal(run.status, 'failed')
    await inside(async (ctx) => {
      await updateRuns(ctx, [{ ...run, variables: { rows: [] } }])
      await retryRun(ctx, run.id)
    })
    await house.settle()
    const { run: after } = await read(run.id)
    assert.deepEqual([after.status, after.error], ['succeeded', null])
  })

  test('activation refuses what cannot run, and names node, type and reason', async () => {
    const draft = { trigger: { type: 'manual' }, name: 'Teleport', nodes: [{ type: 'teleport' }] }
    const { id } = await inside((ctx) => createWorkflow(ctx, draft))
    await assert.rejects(
      inside((ctx) => activateWorkflow(ctx, id)),
      (error: ApiError) => {
        assert.equal(error.code, 'workflow_not_runnable')
        assert.match(error.message, /teleport: There is no node type teleport\./)
        return true
      },
    )
    await assert.rejects(
      inside((ctx) => startRun(ctx, { workflowId: id, trigger: { type: 'manual' } })),
      hasCode('workflow_inactive'),
    )
  })

  test('a graph that could not be drawn is not kept', async () => {
    const nodes = [{ id: 'a', type: 'parallel' }]
    const draft = {
      trigger: { type: 'manual' },
      name: 'Broken',
      nodes,
      edges: [{ from: 'a', to: 'b' }],
    }
    await assert.rejects(
      inside((ctx) => createWorkflow(ctx, draft)),
      hasCode('invalid_graph'),
    )
  })

  test('no other tenant sees a run', async () => {
    const { run } = await runToEnd({ nodes: [{ type: 'parallel' }] })
    const other = await house.tenant()
    await assert.rejects(
      inside((ctx) => RUNS.get(ctx, run.id), other),
      hasCode('workflow_execution_not_found'),
    )
  })
})

function hasCode(code: string): (error: ApiError) => boolean {
  return (error) => error.code === code
}
