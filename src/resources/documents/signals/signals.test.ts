import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { TAMPERINGS } from '../../../../fixtures/tampered.ts'
import { useTestHouse, type TestFile, type TestTenant } from '../../../../test/context.ts'
import { readFixture, submit, upload } from '../../../../test/statements.ts'

interface Row {
  id?: string
  account_id: string
  date: string
  amount: number
  description: string
}

/** The row as a caller sends it for the same account. */
function toItem({ account_id, date, amount, description }: Row): Row {
  return { account_id, date, amount, description }
}

describe('signals', () => {
  const house = useTestHouse()
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  /** `running-balance/funded`, altered as the named tampering does. */
  function altered(name: string): TestFile {
    const { file, truth } = readFixture('running-balance/funded')
    const { make } = TAMPERINGS.find((each) => each.name === name)!
    return { ...file, bytes: Buffer.from(make({ bytes: file.bytes, truth })) }
  }

  async function read(
    file: TestFile,
  ): Promise<{ submissionId: string; id: string; document: any }> {
    const submissionId = await submit(tenant.live)
    const id = await upload(tenant.live, submissionId, { file })
    await house.settle()
    return { submissionId, id, document: (await tenant.live.get(`/v1/documents/${id}`)).body.data }
  }

  async function listSignals(id: string, query = '', { live } = tenant): Promise<any[]> {
    return (await live.get(`/v1/documents/${id}/signals${query}`)).body.data
  }

  async function listAnomalies(submissionId: string, kind: string): Promise<any[]> {
    const url = `/v1/submissions/${submissionId}/anomalies?kind=${kind}`
    return (await tenant.live.get(url)).body.data.anomalies
  }

  async function decide(id: string, signal: { id: string }, isDismissed: boolean): Promise<void> {
    const url = `/v1/documents/${id}/signals/${signal.id}`
    const { status, body } = await tenant.live.patch(url, {
      is_dismissed: isDismissed,
      reason: 'The bank confirmed the row',
    })
    assert.deepEqual([status, body.data.is_dismissed], [200, isDismissed], JSON.stringify(body))
  }

  describe('the authenticity of a document', () => {
    test('an untouched statement that reconciles is trusted', async () => {
      const { document } = await read(readFixture('running-balance/funded').file)
      assert.deepEqual(document.authenticity, {
        score: 100,
        level: 'trusted',
        signals_count: 0,
        top_signals: [],
      })
      assert.notEqual(document.status, 'review_required')
    })

    test('an altered one says where, what is there, what was there, and what it weighs', async () => {
      const { id, document } = await read(
        altered('with an amount under a white box and another one on top'),
      )
      const [signal] = await listSignals(id, '?group=overlay')
      assert.equal(signal.code, 'white_box_overlay')
      assert.deepEqual([signal.page, signal.found, signal.points], [1, '9,400.00', 55])
      assert.ok(signal.bbox.length === 4 && signal.expected !== null && signal.explanation !== '')
      assert.deepEqual(document.authenticity.top_signals[0], {
        code: 'white_box_overlay',
        severity: 'critical',
        points: 55,
      })
      assert.deepEqual(
        [document.authenticity.level, document.status],
        ['suspicious', 'review_required'],
      )
    })

    test('the list of documents filters by level', async () => {
      const { submissionId, id } = await read(altered('with an amount in another font'))
      const listAtLevel = async (level: string) =>
        (
          await tenant.live.get(
            `/v1/documents?submission_id=${submissionId}&authenticity_level=${level}`,
          )
        ).body.data
      assert.deepEqual(
        (await listAtLevel('review')).map((one: { id: string }) => one.id),
        [id],
      )
      assert.deepEqual(await listAtLevel('trusted'), [])
    })

    test('expand=signals shows them with the document', async () => {
      const { id } = await read(altered('with a script'))
      const { body } = await tenant.live.get(`/v1/documents/${id}?expand=signals,statements`)
      assert.deepEqual(
        body.data.signals.map(({ code }: { code: string }) => code),
        ['js_or_launch_action'],
      )
      assert.equal(body.data.statements.length, 1)
      assert.equal(body.data.status, 'review_required')
    })
  })

  describe('a dismissed signal', () => {
    test('leaves the score, is audited, and stays dismissed when the document is read again', async () => {
      const { submissionId, id } = await read(altered('with an amount in another size'))
      const signals = await listSignals(id)
      for (const each of signals) await decide(id, each, true)
      const [signal] = signals
      const { body } = await tenant.live.get(`/v1/documents/${id}`)
      assert.deepEqual(
        [body.data.authenticity.score, body.data.authenticity.signals_count],
        [100, 0],
      )
      const { body: log } = await tenant.live.get(`/v1/audit-log?resource_id=${signal.id}`)
      assert.equal(log.data[0].action, 'overridden')
      await tenant.live.post(`/v1/documents/${id}/parse`, { force: true })
      await house.settle()
      const [again] = await listSignals(id)
      assert.deepEqual([again.id, again.is_dismissed], [signal.id, true])
      assert.deepEqual(await listSignals(id, '?is_dismissed=false'), [])
      await decide(id, again, false)
      const { body: after } = await tenant.live.get(`/v1/submissions/${submissionId}/documents`)
      assert.equal(after.data[0].authenticity.score, 60)
    })

    test('of another document is not there', async () => {
      const one = await read(altered('with an amount in another font'))
      const other = await read(altered('with a script'))
      const [signal] = await listSignals(one.id)
      const url = `/v1/documents/${other.id}/signals/${signal.id}`
      const { status, body } = await tenant.live.patch(url, { is_dismissed: true, reason: 'No' })
      assert.deepEqual([status, body.error.code], [404, 'signal_not_found'])
    })
  })

  describe('documents compared', () => {
    test('a statement written otherwise than most of its account says so, until those are gone', async () => {
      const own = await house.tenant()
      const submissionId = await submit(own.live)
      const { file } = readFixture('running-balance/new-year')
      const same = [file, readFixture('running-balance/page-break').file]
      const ids: string[] = []
      for (const each of same) ids.push(await upload(own.live, submissionId, { file: each }))
      await house.settle()
      for (const id of ids) assert.deepEqual(await listSignals(id, '', own), [])
      const printed = Buffer.from(
        Buffer.from(file.bytes)
          .toString('latin1')
          .replace('Ledgerprint PDF Library 4.0', 'Statement Writer 2'.padEnd(27)),
        'latin1',
      )
      const odd = await upload(own.live, submissionId, { file: { ...file, bytes: printed } })
      await house.settle()
      const codes = (await listSignals(odd, '', own)).map(({ code }) => code)
      assert.ok(codes.includes('producer_mismatch_within_set'), codes.join())
      for (const id of ids) await own.live.delete(`/v1/documents/${id}`)
      assert.deepEqual(await listSignals(odd, '', own), [])
    })
  })

  test('a row that is in the statement and not in the data of its account says so', async () => {
    const { submissionId, id } = await read(readFixture('running-balance/page-break').file)
    const { body } = await tenant.live.get(
      `/v1/transactions?submission_id=${submissionId}&limit=500`,
    )
    const amounts = body.data.map(({ amount }: Row) => amount)
    const isLone = ({ amount }: Row): boolean =>
      amounts.filter((other: number) => other === amount).length === 1
    const lone = body.data.filter(isLone)
    const missing = lone[lone.length >> 1]
    const fed = body.data.filter((row: Row) => row !== missing).map(toItem)
    const url = '/v1/transactions/bulk'
    const added = await tenant.live.post(url, { submission_id: submissionId, transactions: fed })
    assert.equal(added.status, 201, JSON.stringify(added.body.data?.results?.[0]))
    const signals = await listSignals(id)
    assert.deepEqual(
      signals.map(({ code, page }) => ({ code, page })),
      [{ code: 'feed_conflict', page: missing.evidence.page }],
    )
    assert.ok(signals[0].found.includes(missing.date))
    await house.settle()
    const [anomaly, ...more] = await listAnomalies(submissionId, 'source_conflict')
    assert.equal(more.length, 0)
    assert.deepEqual(anomaly.document_ids, [id])
    assert.deepEqual(anomaly.transaction_ids, [missing.id])
    assert.equal(anomaly.amount, Math.abs(missing.amount))
  })

  test('a statement that is sent again with another digit is an anomaly of both documents', async () => {
    const { submissionId, id } = await read(readFixture('running-balance/funded').file)
    assert.deepEqual(await listAnomalies(submissionId, 'altered_resubmission'), [])
    const file = altered('with another digit in an amount')
    const again = await upload(tenant.live, submissionId, { file })
    await house.settle()
    const [anomaly, ...more] = await listAnomalies(submissionId, 'altered_resubmission')
    assert.equal(more.length, 0)
    assert.deepEqual(anomaly.document_ids.toSorted(), [id, again].toSorted())
    assert.equal(anomaly.transactions_count, 2, anomaly.explanation)
    await tenant.live.patch(`/v1/documents/${again}`, { is_included: false })
    assert.deepEqual(await listAnomalies(submissionId, 'altered_resubmission'), [])
  })

  test('the lowest score is the metric of the deal', async () => {
    const { submissionId } = await read(altered('with an amount in another font'))
    const { body } = await tenant.live.get(`/v1/submissions/${submissionId}/scorecard`)
    const metric = body.data.sections
      .flatMap(({ metrics }: { metrics: object[] }) => metrics)
      .find(({ name }: { name: string }) => name === 'document_authenticity')
    assert.equal(metric.value, 60)
  })
})
