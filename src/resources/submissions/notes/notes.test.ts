import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { useTestHouse, type TestTenant } from '../../../../test/context.ts'
import { submit } from '../../../../test/statements.ts'

const TEXT = 'Spoke with Maria Alvarez; her account 4400112233 was closed in May.'

describe('notes of a submission', () => {
  const house = useTestHouse()
  let tenant: TestTenant
  let id: string
  let url: string

  before(async () => {
    tenant = await house.tenant()
    id = await submit(tenant.live)
    url = `/v1/submissions/${id}/notes`
  })

  test('are listed newest first with who wrote them, and stand in the timeline', async () => {
    const first = await tenant.live.post(url, { text: TEXT })
    assert.equal(first.status, 201, JSON.stringify(first.body))
    await tenant.live.post(url, { text: 'Second' })
    const { data } = (await tenant.live.get(url)).body
    assert.deepEqual(
      data.map(({ text, author }: any) => [text, author.type]),
      [
        ['Second', 'api_key'],
        [TEXT, 'api_key'],
      ],
    )
    const timeline = `/v1/submissions/${id}/timeline?types=submission.noted`
    const shown = (await tenant.live.get(timeline)).body.data
    assert.deepEqual(
      shown.map(({ title }: any) => title),
      ['Second', TEXT],
    )
  })

  test('that are long stand whole in the description of the timeline', async () => {
    const text = 'All of it. '.repeat(40).trim()
    await tenant.live.post(url, { text })
    const { data } = (await tenant.live.get(`/v1/submissions/${id}/timeline?limit=1`)).body
    assert.deepEqual([data[0].title, data[0].description], [text.slice(0, 200), text])
  })

  test('without a visible character, or too long, are refused', async () => {
    for (const text of ['', '  \n ', 'x'.repeat(10_001)]) {
      const { status, body } = await tenant.live.post(url, { text })
      assert.deepEqual([status, body.error.param], [422, 'text'])
    }
  })

  test('are sealed, and the audit log has no word of them', async () => {
    const { pool } = house.house.database
    for (const table of ['notes', 'audit_log', 'events']) {
      const { rows } = await pool.query(
        `select to_jsonb(t)::text as line from ${table} t where submission_id = $1`,
        [id],
      )
      assert.ok(!rows.some(({ line }) => /Alvarez|4400112233/.test(line)), table)
    }
  })

  test('of a workflow are written by it', async () => {
    const draft = {
      name: 'Notes',
      trigger: { type: 'manual' },
      nodes: [{ id: 'note', type: 'create_note', config: { text: 'By the book' } }],
    }
    const workflow = (await tenant.live.post('/v1/workflows', draft)).body.data.id
    await tenant.live.post(`/v1/workflows/${workflow}/activate`)
    await tenant.live.post('/v1/workflows/start', { workflow_id: workflow, submission_id: id })
    await house.settle()
    const [newest] = (await tenant.live.get(`${url}?limit=1`)).body.data
    assert.deepEqual([newest.text, newest.author.type], ['By the book', 'workflow'])
  })

  test('of a decision are required of a person while something is open, not of a program', async () => {
    const rows = ['2025-03-03', '2025-03-04'].map((date) => ({
      submission_id: id,
      description: 'SALES',
      amount: 5_000,
      date,
    }))
    for (const row of rows) await tenant.live.post('/v1/transactions', row)
    await tenant.live.post(`/v1/submissions/${id}/process`, {})
    await house.settle()
    const rule = { name: 'No sales', metric: 'transaction_count', operator: 'less_than', value: 1 }
    const made = await tenant.live.post('/v1/rules', { ...rule, outcome: 'decline' })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const policy = { name: 'Strict', rule_ids: [made.body.data.id], status: 'published' }
    const policy_ids = [(await tenant.live.post('/v1/policies', policy)).body.data.id]
    await tenant.live.post('/v1/policies/evaluate', { submission_id: id, policy_ids })
    const deal = `/v1/submissions/${id}`
    const { issues } = (await tenant.person.get(`${deal}/open-issues`)).body.data
    assert.equal(issues[0].text, 'Strict says decline: No sales.')
    const codes = issues.map(({ code }: { code: string }) => code)
    for (const code of ['policy_failed', 'missing_months']) assert.ok(codes.includes(code), codes)
    const { anomalies } = (await tenant.live.get(`${deal}/anomalies`)).body.data
    const stale = anomalies.find(({ kind }: { kind: string }) => kind === 'stale_data')
    const dismissal = { status: 'dismissed' }
    const bare = await tenant.person.patch(`${deal}/anomalies/${stale.id}`, dismissal)
    assert.deepEqual([bare.body.error.code, bare.body.error.param], ['missing_field', 'note'])
    const offer = { amount: 90_000, factor: 1.4, term_months: 6 }
    assert.equal((await tenant.person.patch(deal, { kept_offer: offer })).status, 200)
    const steps = [
      { deal_stage: 'approved' },
      { deal_stage: 'funded' },
      { kept_offer: { state: 'sent' } },
      { kept_offer: { state: 'sent' }, deal_stage: 'offer_out' },
    ]
    for (const step of steps) {
      const { status, body } = await tenant.person.patch(deal, step)
      assert.deepEqual([status, body.error?.code], [422, 'missing_field'], JSON.stringify(step))
      assert.equal(body.error.param, 'decision_reason')
    }
    assert.equal((await tenant.person.patch(deal, { deal_stage: 'underwriting' })).status, 200)
    const why = { deal_stage: 'approved', decision_reason: 'Known for years' }
    assert.equal((await tenant.person.patch(deal, why)).status, 200)
    assert.equal((await tenant.live.patch(deal, { deal_stage: 'funded' })).status, 200)
    await tenant.live.patch(deal, { deal_stage: 'declined' })
    const back = await tenant.person.patch(deal, { deal_stage: 'offer_out' })
    assert.match(back.body.error.message, /The deal is declined/)
  })

  test('go with the submission', async () => {
    await tenant.live.delete(`/v1/submissions/${id}`)
    const { rows } = await house.house.database.pool.query('select from notes')
    assert.equal(rows.length, 0)
  })
})
