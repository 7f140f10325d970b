import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import { useTestHouse, type TestTenant } from '../../../test/context.ts'
import { useReceiver } from '../../../test/fakes/receiver.ts'
import { TEMPLATES } from '../../core/workflow/templates/index.ts'
import { waitFor } from '../../../test/wait-until.ts'

const STATEMENT = `${import.meta.dirname}/../../../fixtures/statements/running-balance/funded/statement.pdf`
const CHASER = 'missing_documents_chaser'
const DAY_MS = 86_400_000
const ENDED = ['succeeded', 'failed', 'cancelled', 'timed_out']

describe('a template', () => {
  const house = useTestHouse()
  const receiver = useReceiver()
  let tenant: TestTenant
  let deal: string

  before(async () => {
    tenant = await house.tenant()
    await tenant.live.put('/v1/user/settings', { allowed_outbound_hosts: ['127.0.0.1'] })
    const created = await tenant.live.post('/v1/submissions', { name: 'Oak Bakery' })
    deal = created.body.data.id
    const file = {
      filename: 'statement.pdf',
      contentType: 'application/pdf',
      bytes: readFileSync(STATEMENT),
    }
    await tenant.live.upload(`/v1/submissions/${deal}/documents`, [file])
    await house.settle(60_000)
  })

  /** Started on the deal; returns the id of the run. */
  async function start(slug: string, changes?: object): Promise<string> {
    const cloned = await tenant.live.post(`/v1/workflow-templates/${slug}/clone`, {})
    assert.equal(cloned.status, 201, JSON.stringify(cloned.body))
    const { id, template_id: origin } = cloned.body.data
    assert.equal(origin, slug)
    if (changes) assert.equal((await tenant.live.put(`/v1/workflows/${id}`, changes)).status, 200)
    const valid = await tenant.live.post(`/v1/workflows/${id}/validate`)
    assert.deepEqual(
      [valid.body.data.is_valid, valid.body.data.problems, valid.body.data.unsupported_nodes],
      [true, [], []],
    )
    const input = TEMPLATES.find((one) => one.slug === slug)!.sampleInput
    const body = { submission_id: deal, input }
    const started = await tenant.live.post(`/v1/workflows/${id}/run`, body)
    assert.equal(started.status, 202, JSON.stringify(started.body))
    return started.body.data.id
  }

  /** Approves what waits for a person, until the run is as wanted. */
  async function follow(runId: string, isThere: (run: any) => boolean): Promise<any> {
    return waitFor(async () => {
      const run = (await tenant.live.get(`/v1/workflow-executions/${runId}`)).body.data
      if (isThere(run)) return run
      await tenant.live.post(`/v1/workflow-executions/${runId}/approve`, { decision: 'approved' })
      return null
    }, 'The run does not get there')
  }

  const isEnded = ({ status }: any): boolean => ENDED.includes(status)

  for (const { slug } of TEMPLATES.filter((one) => one.slug !== CHASER))
    test(`${slug} is cloned, valid, and runs to its end on a deal`, async () => {
      const variables = { crm_url: receiver.url }
      const isPush = slug === 'crm_push_on_processed'
      const run = await follow(await start(slug, isPush ? { variables } : undefined), isEnded)
      assert.deepEqual([run.status, run.error], ['succeeded', null])
      assert.ok(run.steps.some((step: any) => step.status === 'succeeded'))
      if (isPush) assert.equal(JSON.parse(String(receiver.received[0]!.body)).deal, deal)
    })

  test(`${CHASER} writes, writes again after 1, 3 and 5 business days, and ends after ten`, async () => {
    const runId = await start(CHASER)
    await follow(runId, ({ status }) => status === 'waiting')
    const countMails = async (): Promise<number> =>
      (await tenant.live.get(`/v1/submissions/${deal}/stip-requests`)).body.data.length
    assert.equal(await countMails(), 1)
    // Six business days or seven, less a holiday; all that is due by then follows at once.
    await moveOn(9)
    await waitFor(async () => (await countMails()) >= 4)
    assert.equal(await countMails(), 4)
    await moveOn(10)
    const run = await follow(runId, isEnded)
    assert.deepEqual([run.status, run.error, run.steps[0].branch], ['succeeded', null, 'timeout'])
    assert.equal(run.steps[0].output.reminders, 3)
    assert.equal(await countMails(), 4)
    const { tags } = (await tenant.live.get(`/v1/submissions/${deal}`)).body.data
    assert.ok(tags.includes('documents missing'))
  })

  /** As if it were so many days later: what is due then is due now. */
  async function moveOn(days: number): Promise<void> {
    const { now } = house.house
    house.house.now = () => now() + days * DAY_MS
    await house.house.database.pool.query(`update jobs set run_at = now() where state = 'queued'`)
    house.house.wakeWorkers()
  }

  test('that nobody made is refused with the nearest', async () => {
    const { status, body } = await tenant.live.get('/v1/workflow-templates/fraud_gat')
    assert.deepEqual([status, body.error.code], [404, 'workflow_template_not_found'])
    assert.match(body.error.message, /fraud_gate/)
  })

  test('there are ten', async () => {
    const { body } = await tenant.live.get('/v1/workflow-templates')
    assert.equal(body.data.length, 10)
  })
})
