import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import { useTestHouse, type TestTenant } from '../../../test/context.ts'
import { TEMPLATES } from '../../core/workflow/templates/index.ts'
import { waitFor } from '../../../test/wait-until.ts'

const STATEMENT = `${import.meta.dirname}/../../../fixtures/statements/running-balance/funded/statement.pdf`
const ENDED = ['succeeded', 'failed', 'cancelled', 'timed_out']

describe('a template', () => {
  const house = useTestHouse()
  let tenant: TestTenant
  let deal: string

  before(async () => {
    tenant = await house.tenant()
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

  /** Approves what waits for a person, until the run has ended. */
  async function follow(runId: string): Promise<any> {
    return waitFor(async () => {
      const run = (await tenant.live.get(`/v1/workflow-executions/${runId}`)).body.data
      const isHeld = run.steps.some(
        (step: any) => step.status === 'waiting' && step.node_type === 'request_documents',
      )
      if (isHeld || ENDED.includes(run.status)) return run
      await tenant.live.post(`/v1/workflow-executions/${runId}/approve`, { decision: 'approved' })
      return null
    }, 'The run does not end')
  }

  for (const { slug, sampleInput } of TEMPLATES)
    test(`${slug} is cloned, valid, and runs to its end on a deal`, async () => {
      const cloned = await tenant.live.post(`/v1/workflow-templates/${slug}/clone`, {})
      assert.equal(cloned.status, 201, JSON.stringify(cloned.body))
      const { id, template_id: origin } = cloned.body.data
      assert.equal(origin, slug)
      const valid = await tenant.live.post(`/v1/workflows/${id}/validate`)
      assert.deepEqual(
        [valid.body.data.is_valid, valid.body.data.problems, valid.body.data.unsupported_nodes],
        [true, [], []],
      )
      const started = await tenant.live.post(`/v1/workflows/${id}/run`, {
        submission_id: deal,
        input: sampleInput,
        is_silent: slug === 'crm_push_on_processed',
      })
      assert.equal(started.status, 202, JSON.stringify(started.body))
      const run = await follow(started.body.data.id)
      if (slug === 'missing_documents_chaser') {
        assert.equal(run.status, 'waiting')
        return
      }
      assert.deepEqual([run.status, run.error], ['succeeded', null])
      assert.ok(run.steps.some((step: any) => step.status === 'succeeded'))
    })

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
