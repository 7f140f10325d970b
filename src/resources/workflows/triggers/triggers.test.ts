import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { createCaller, useTestHouse, type TestTenant } from '../../../../test/context.ts'
import { doDue } from '../../../../test/due.ts'
import { JOBS } from '../../../jobs.ts'
import { sql } from '../../../platform/db/sql.ts'
import { startWorker } from '../../../platform/jobs/worker.ts'
import { signatureHeaders } from '../../webhooks/deliveries/sending/signature.ts'
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
  ): Promise<{ id: string; hook_url: string | null; signing_secret: string | null }> {
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
    await Promise.all([doDue(house, 'workflows'), doDue(house, 'workflows')])
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

  test('of a hook that is signed takes what its secret signs, once per id, and nothing else', async () => {
    const trigger = { type: 'webhook', config: { is_signed: true } }
    const { id, hook_url: url, signing_secret: secret } = await activate(trigger)
    const path = new URL(url!).pathname
    const nobody = createCaller(house.app, null)
    const body = Buffer.from('{ "sum": 7 }')
    const sign = (at: number, key = secret!): Record<string, string> => ({
      'content-type': 'application/json',
      ...signatureHeaders(
        { current: key, next: null },
        { eventId: 'msg_1', timestampSeconds: Math.floor(at / 1000), payload: body },
      ),
    })
    const call = (headers: Record<string, string>): Promise<any> =>
      nobody.post(path, body, { headers })
    const now = Date.now()
    const first = await call(sign(now))
    assert.equal(first.status, 202, JSON.stringify(first.body))
    const again = await call(sign(now))
    assert.equal(again.body.data.run_id, first.body.data.run_id)
    const hub = { 'content-type': 'application/json', 'x-hub-signature-256': '' }
    hub['x-hub-signature-256'] = sign(now)['X-Service-Signature']!
    assert.equal((await call(hub)).status, 202)
    const refused = [
      sign(now - 301_000),
      sign(now, 'whsec_c29tZSBvdGhlciBzZWNyZXQgb2YgMzIgYnl0ZXMhIQ'),
      { ...sign(now), 'webhook-id': 'msg_2' },
      { 'content-type': 'application/json' },
    ]
    for (const headers of refused) {
      const { status, body: error } = await call(headers)
      assert.deepEqual([status, error.error.code], [401, 'invalid_hook_signature'])
    }
    const rotated = await tenant.test.post(`/v1/workflows/${id}/activate`, { rotate_secret: true })
    assert.notEqual(rotated.body.data.signing_secret, secret)
    assert.equal((await call(sign(now))).status, 401)
    assert.equal((await listRuns(id)).length, 2)
  })

  test('of a hook starts sixty runs a minute, whoever calls at once', async () => {
    const { id, hook_url: url } = await activate({ type: 'webhook' })
    const path = new URL(url!).pathname
    const nobody = createCaller(house.app, null)
    const one = { headers: { 'idempotency-key': 'one' } }
    const keyed = await Promise.all([1, 2].map(() => nobody.post(path, {}, one)))
    assert.equal(new Set(keyed.map(({ body }) => body.data.run_id)).size, 1)
    const calls = await Promise.all(Array.from({ length: 62 }, () => nobody.post(path, {})))
    const refused = calls.filter(({ status }) => status === 429)
    assert.equal(refused.length, 3)
    assert.equal(refused[0]!.headers['retry-after'], '60')
    await house.settle()
    assert.equal((await listRuns(id)).length, 60)
  })

  test('of an e-mail begins one run for a mail of its senders, that a person wrote', async () => {
    const config = { from: ['bank.example'], subject: 'statement' }
    const { id } = await activate({ type: 'email_received', config })
    const hook = await tenant.test.post('/v1/emails/hook')
    const path = new URL(hook.body.data.url).pathname
    const nobody = createCaller(house.app, null)
    const mails = [
      ['one', 'ann@bank.example', 'Your Statement', ''],
      ['two', 'ann@other.example', 'Your Statement', ''],
      ['three', 'ann@bank.example', 'Hello', ''],
      ['four', 'ann@bank.example', 'Your Statement', 'Auto-Submitted: auto-replied\r\n'],
    ]
    for (const [name, from, subject, header] of mails) {
      const lines = [`Message-ID: <${name}@bank.example>`, `From: ${from}`, 'To: x@in.example']
      const raw = `${header}${[...lines, `Subject: ${subject}`, '', 'Hello'].join('\r\n')}`
      const headers = { 'content-type': 'message/rfc822' }
      const { status } = await nobody.post(path, Buffer.from(raw), { headers })
      assert.equal(status, 200)
    }
    await house.settle(60_000)
    const runs = await listRuns(id)
    assert.deepEqual(
      runs.map(({ status, input }) => [status, input.email.subject, input.email.from.address]),
      [['succeeded', 'Your Statement', 'ann@bank.example']],
    )
    assert.ok(!JSON.stringify(runs).includes('Hello'))
  })
})
