import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { createCaller, useTestHouse, type TestTenant } from '../../../../test/context.ts'
import { JOBS } from '../../../jobs.ts'
import { sql } from '../../../platform/db/sql.ts'
import { startWorker } from '../../../platform/jobs/worker.ts'
import { fireSchedules } from './upkeep.ts'

describe('a trigger', () => {
  const house = useTestHouse()
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  async function activate(
    trigger: object,
    nodes: object[] = [{ type: 'parallel' }],
  ): Promise<{ id: string; hook_url: string | null }> {
    const draft = { name: `Workflow ${Math.random()}`, trigger, nodes }
    const { body } = await tenant.test.post('/v1/workflows', draft)
    const active = await tenant.test.post(`/v1/workflows/${body.data.id}/activate`)
    assert.equal(active.status, 200, JSON.stringify(active.body))
    return active.body.data
  }

  async function listRuns(id: string): Promise<any[]> {
    return (await tenant.test.get(`/v1/workflows/${id}/executions`)).body.data
  }

  test('of an event begins one run of each of a hundred workflows, with eight workers', async () => {
    const ids: string[] = []
    for (let index = 0; index < 100; index += 1)
      ids.push((await activate({ type: 'submission_created' })).id)
    const workers = Array.from({ length: 8 }, () => startWorker(house.house, JOBS))
    const deal = await tenant.test.post('/v1/submissions', { name: 'Oak Bakery' })
    for (const worker of workers) worker.wake()
    await house.settle(60_000)
    await Promise.all(workers.map((worker) => worker.stop(1000)))
    const runs = (await Promise.all(ids.map(listRuns))).flat()
    assert.equal(runs.length, 100)
    assert.equal(new Set(runs.map(({ workflow_id: id }) => id)).size, 100)
    assert.ok(runs.every(({ submission_id: id }) => id === deal.body.data.id))
    assert.ok(runs.every(({ status }) => status === 'succeeded'))
    for (const id of ids) await tenant.test.delete(`/v1/workflows/${id}`)
  })

  test('of an event begins no run that its filter does not let through', async () => {
    const config = { filter: { expression: 'submission.name == "Elm Bakery"' } }
    const { id } = await activate({ type: 'submission_created', config })
    for (const name of ['Oak Bakery', 'Elm Bakery'])
      await tenant.test.post('/v1/submissions', { name })
    await house.settle()
    const runs = await listRuns(id)
    assert.equal(runs.length, 1)
    assert.deepEqual(
      [runs[0].trigger.type, runs[0].input.event.type],
      ['submission_created', 'submission.created'],
    )
  })

  test('that its own run fires ends after three', async () => {
    const create = { type: 'create_submission', config: { name: 'Next' } }
    const { id } = await activate({ type: 'event', config: { event_type: 'submission.created' } }, [
      create,
    ])
    await tenant.test.post('/v1/submissions', { name: 'First' })
    await house.settle()
    const runs = await listRuns(id)
    const codes = runs.map(({ status, error }) => error?.code ?? status)
    assert.deepEqual(codes, ['recursion', 'succeeded', 'succeeded', 'succeeded'])
    await tenant.test.post(`/v1/workflows/${id}/deactivate`)
    await house.settle()
  })

  test('of a schedule fires once for its slot, and once for all that were missed', async () => {
    const config = { cron: '*/5 * * * *', timezone: 'Europe/Berlin' }
    const { id } = await activate({ type: 'schedule', config })
    assert.equal((await listRuns(id)).length, 0)
    await house.house.database.withEnvironment(tenant.environments.test, (db) =>
      db.run(sql`update workflows set next_fire_at = now() - interval '3 hours' where id = ${id}`),
    )
    await Promise.all([fireSchedules(house.house), fireSchedules(house.house)])
    await fireSchedules(house.house)
    await house.settle()
    const runs = await listRuns(id)
    assert.deepEqual(
      runs.map(({ status, trigger }) => [status, trigger.type]),
      [['succeeded', 'schedule']],
    )
  })

  test('of a hook starts a run for whoever has its token, which is shown once', async () => {
    const { id, hook_url: url } = await activate({ type: 'webhook' }, [
      { type: 'set_variable', config: { name: 'sum', value: '{{ trigger.input.sum }}' } },
    ])
    const nobody = createCaller(house.app, null)
    const path = new URL(url!).pathname
    const started = await nobody.post(path, { sum: 7 })
    assert.equal(started.status, 202, JSON.stringify(started.body))
    await house.settle()
    const run = await tenant.test.get(`/v1/workflow-executions/${started.body.data.run_id}`)
    assert.deepEqual([run.body.data.status, run.body.data.output], ['succeeded', { sum: 7 }])
    const wrong = await nobody.post('/v1/hooks/nobody', {})
    assert.deepEqual([wrong.status, wrong.body.error.code], [404, 'workflow_not_found'])
    const shown = await tenant.test.get(`/v1/workflows/${id}`)
    assert.equal(shown.body.data.hook_url, null)
    assert.ok(!JSON.stringify(shown.body).includes(path.split('/').at(-1)!))
  })

  test('of an e-mail cannot be activated yet, and says why', async () => {
    const draft = {
      name: 'Mail',
      trigger: { type: 'email_received' },
      nodes: [{ type: 'parallel' }],
    }
    const { body } = await tenant.test.post('/v1/workflows', draft)
    const refused = await tenant.test.post(`/v1/workflows/${body.data.id}/activate`)
    assert.equal(refused.status, 409)
    assert.equal(refused.body.error.unsupported_nodes[0].type, 'email_received')
  })
})
