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

  test('go with the submission', async () => {
    await tenant.live.delete(`/v1/submissions/${id}`)
    const { rows } = await house.house.database.pool.query('select from notes')
    assert.equal(rows.length, 0)
  })
})
