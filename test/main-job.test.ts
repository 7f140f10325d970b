import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { unzipSync } from 'fflate'
import { demoDeal, type DemoDeal } from '../fixtures/deal.ts'
import { workedExample } from '../scripts/worked-example.ts'
import { REPORTS } from '../src/core/analytics/reports/index.ts'
import { useTestHouse, type TestTenant } from './context.ts'
import { EXCEPTIONS } from './contract/one-node-exceptions.ts'
import { collectStatements, findFaultsOnNodes, type Sent } from './contract/one-node.ts'
import { useReceiver } from './fakes/receiver.ts'
import { matchGolden } from './golden.ts'

interface WireRow {
  id: string
  date: string
  amount: number
  evidence: { page: number; bbox: number[] }
}

/** The way of a deal from its files to a scorecard and the webhooks, on the generated demo deal. */
describe('the main job', () => {
  const house = useTestHouse()
  const receiver = useReceiver()
  let tenant: TestTenant
  let deal: DemoDeal
  let id: string
  let secret: string
  let sent: Sent

  before(async () => {
    sent = collectStatements(house)
    tenant = await house.tenant()
    deal = await demoDeal()
    const webhook = await tenant.test.post('/v1/webhooks', { url: receiver.url, events: ['*'] })
    secret = webhook.body.data.secret
    const { name, ein } = deal.company
    const created = await tenant.test.post('/v1/submissions', {
      name: deal.name,
      company_info: { name, ein },
    })
    id = created.body.data.id
    for (const { filename, bytes } of deal.files) {
      const uploaded = await tenant.test.upload(`/v1/submissions/${id}/documents`, [
        { filename, bytes },
      ])
      assert.equal(uploaded.status, 201)
    }
    await house.settle(60_000)
  })

  test('every document ends read and reconciled', async () => {
    const { body } = await tenant.test.get(`/v1/submissions/${id}/documents`)
    assert.equal(body.data.length, 6)
    for (const document of body.data) {
      assert.equal(document.status, 'processed')
      assert.equal(document.document_class, 'bank_statement')
      assert.match(document.reconciliation.status, /^reconciled/)
      assert.equal(document.reconciliation.difference, 0)
    }
  })

  test('every printed row is there once, with its page and its place on it', async () => {
    const rows: WireRow[] = []
    let cursor = ''
    do {
      const page = await tenant.test.get(`/v1/transactions?submission_id=${id}&limit=100${cursor}`)
      rows.push(...page.body.data)
      cursor = page.body.has_more ? `&cursor=${page.body.next_cursor}` : ''
    } while (cursor !== '')
    const printed = deal.truth.statements.flatMap((statement) => statement.rows)
    const found = rows.map(({ date, amount }) => `${date} ${Math.round(amount * 100)}`).toSorted()
    assert.deepEqual(
      found,
      printed.map(({ date, amountCents }) => `${date} ${amountCents}`).toSorted(),
    )
    assert.ok(rows.every(({ evidence }) => evidence.page >= 1 && evidence.bbox.length === 4))
  })

  test('the scorecard knows the advance, and its evidence opens exactly the rows it counted', async () => {
    const { body } = await tenant.test.get(`/v1/submissions/${id}/scorecard`)
    const { paper_grade, sections, positions_summary } = body.data
    assert.match(paper_grade, /^[A-DF]$/)
    const position = positions_summary.positions.find(
      (line: { funder_name: string }) => line.funder_name === 'Forward Financing',
    )
    assert.equal(position.advance_amount, 25_000)
    assert.equal(position.payment_amount, 289.5)
    const metrics = sections.flatMap((section: { metrics: unknown[] }) => section.metrics)
    for (const { name, evidence } of metrics) {
      if (evidence.href === null || evidence.transactions_count === 0) continue
      const opened = await tenant.test.get(`${evidence.href}&limit=1000`)
      assert.equal(opened.status, 200, evidence.href)
      assert.equal(opened.body.data.length, evidence.transactions_count, name)
    }
  })

  test('the months add up: nothing is unexplained between the balances and the rows', async () => {
    const { body } = await tenant.test.get(`/v1/submissions/${id}/cashflow`)
    assert.ok(body.data.periods.length >= 3)
    for (const period of body.data.periods) assert.equal(period.unexplained_difference, 0)
  })

  test('the numbers of the worked example are what their rows add up to by hand', async () => {
    const request = async (path: string): Promise<unknown> => (await tenant.test.get(path)).body
    matchGolden('docs/worked-example.md', await workedExample({ id, request }))
    const requestAltered = async (path: string): Promise<unknown> => {
      const { body } = await tenant.test.get(path)
      if (path.includes('metric=monthly_true_revenue')) body.data[0].amount += 1
      return body
    }
    await assert.rejects(
      workedExample({ id, request: requestAltered }),
      /monthly_true_revenue is .* by hand/,
    )
  })

  test('every report of the deal is there, and all of them with its rows in the archive', async () => {
    for (const { name } of REPORTS) {
      const { status, body } = await tenant.test.get(`/v1/submissions/${id}/${name}`)
      assert.deepEqual([status, body.data?.submission_id], [200, id], name)
    }
    const { status, raw } = await tenant.test.get(`/v1/submissions/${id}/export`)
    assert.equal(status, 200)
    const names = Object.keys(unzipSync(raw))
    for (const { name } of REPORTS) assert.ok(names.includes(`reports/${name}.json`), name)
  })

  test('the status that ends the event stream is the one a poll returns', async () => {
    const stream = await tenant.test.get(`/v1/submissions/${id}/events`)
    const frames = String(stream.body)
      .split('\n\n')
      .filter((frame) => frame.includes('data: '))
    const last = JSON.parse(/^data: (.*)$/m.exec(frames.at(-1)!)![1]!)
    const { body } = await tenant.test.get(`/v1/submissions/${id}/status`)
    assert.deepEqual(last, body.data)
    assert.equal(last.status, 'processed')
  })

  test('every step was sent to the webhook, signed, and processed exactly once', async () => {
    const types = receiver.received.map(({ headers }) => String(headers['x-service-event']))
    const count = (type: string): number => types.filter((own) => own === type).length
    assert.equal(count('submission.created'), 1)
    assert.equal(count('document.uploaded'), 6)
    assert.equal(count('document.classified'), 6)
    assert.equal(count('document.parsed'), 6)
    assert.equal(count('submission.processed'), count('submission.processing'))
    for (const { headers, body } of receiver.received) {
      const expected = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
      assert.equal(headers['x-service-signature'], expected)
    }
  })

  test('every statement of it is one that Citus takes, for one node', async () => {
    assert.ok(sent.size > 120, `${sent.size} statements`)
    assert.deepEqual(await findFaultsOnNodes(house, sent, EXCEPTIONS), [])
  })
})
