import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { useTestHouse, type TestTenant } from '../../../test/context.ts'
import { longFile } from '../../../test/factories/files.ts'
import { linesPdf } from '../../../test/lines-pdf.ts'
import { readFixture, submit, upload } from '../../../test/statements.ts'
import { FILES_UPKEEP } from './retention.ts'

const { truth, file } = readFixture('running-balance/funded')

describe('a file without a submission', () => {
  const house = useTestHouse()
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  async function process(input: Record<string, string> = {}, sent = file) {
    const { status, body } = await tenant.live.upload('/v1/files/process', [sent], input)
    return { status, data: body.data, error: body.error }
  }

  test('is read at once, row by row, and nothing of it is kept', async () => {
    const { status, data } = await process()
    assert.deepEqual([status, data.status, data.error, data.id], [200, 'processed', null, null])
    const [printed] = truth.statements
    const [statement] = data.statements
    assert.equal(data.document_class, 'bank_statement')
    assert.equal(statement.closing_balance, printed!.closingBalanceCents / 100)
    assert.equal(statement.reconciliation.status, 'reconciled')
    assert.deepEqual(
      data.transactions.map(({ amount }: { amount: number }) => amount),
      printed!.rows.map(({ amountCents }) => amountCents / 100),
    )
    assert.deepEqual([data.signals, data.split_suggestions], [[], null])
    const kept = await tenant.live.get('/v1/documents?include_total=true')
    assert.equal(kept.body.meta.total_count, 0)
  })

  test('has only what the operations request', async () => {
    const { data } = await process({ operations: 'classify' })
    assert.equal(data.document_class, 'bank_statement')
    assert.ok(data.classification.confidence > 0.5)
    assert.deepEqual([data.statements, data.transactions, data.signals], [null, null, null])
    const split = await process({ operations: 'split_suggestions' })
    assert.equal(split.data.split_suggestions[0].start_page, 1)
    assert.equal(split.data.classification, null)
  })

  test('comes as base64 too, and is refused when it is none, several, or a container', async () => {
    const content_base64 = Buffer.from(file.bytes).toString('base64')
    const inline = await tenant.live.post('/v1/files/process', {
      filename: 'a.pdf',
      content_base64,
    })
    assert.deepEqual([inline.status, inline.body.data.filename], [200, 'a.pdf'])
    const none = await tenant.live.post('/v1/files/process', {})
    assert.deepEqual([none.status, none.body.error.code], [400, 'missing_file'])
    const two = await tenant.live.upload('/v1/files/process', [file, { ...file, filename: 'b' }])
    assert.equal(two.body.error.code, 'too_many_files')
    const wrong = await process({ operations: 'clasify' })
    assert.match(wrong.error.message, /classify/)
  })

  test('that cannot be read has failed, with the reason', async () => {
    const broken = { filename: 'broken.pdf', bytes: Buffer.from('%PDF-1.7\nnothing\n') }
    const { status, data } = await process({}, broken)
    assert.deepEqual([status, data.status], [200, 'failed'])
    assert.ok(data.error.code && data.error.message)
  })

  test('of more than twenty pages is read by a job, and its bytes go when it is', async () => {
    const sent = await process({}, longFile())
    assert.deepEqual([sent.status, sent.data.status], [202, 'processing'])
    await house.settle()
    const { body } = await tenant.live.get(`/v1/files/${sent.data.id}`)
    assert.deepEqual([body.data.status, body.data.page_count], ['processed', 21])
    assert.ok(Date.parse(body.data.expires_at) > Date.now())
    const { rows } = await house.house.database.pool.query(
      'select storage_key, wrapped_key, content_sealed from processed_files where id = $1',
      [sent.data.id],
    )
    assert.deepEqual([rows[0].storage_key, rows[0].wrapped_key], [null, null])
    assert.ok(!String(rows[0].content_sealed).includes('long letter'))
    const stranger = await tenant.test.get(`/v1/files/${sent.data.id}`)
    assert.deepEqual([stranger.status, stranger.body.error.code], [404, 'file_not_found'])
  })

  test('is gone after a day', async () => {
    const { data } = await process({}, longFile())
    await house.settle()
    const { pool } = house.house.database
    await pool.query(`update processed_files set created_at = now() - interval '25 hours'
      where id = '${data.id}'`)
    assert.equal((await tenant.live.get(`/v1/files/${data.id}`)).status, 404)
    await FILES_UPKEEP.run(house.house)
    const { rows } = await pool.query('select from processed_files where id = $1', [data.id])
    assert.equal(rows.length, 0)
  })

  test('with store is a document as well, of a deal that is named or new', async () => {
    const submissionId = await submit(tenant.live)
    const { data } = await process({ store: 'true', submission_id: submissionId })
    assert.equal(data.submission_id, submissionId)
    await house.settle(60_000)
    const { body } = await tenant.live.get(`/v1/documents/${data.document_id}`)
    assert.deepEqual([body.data.submission_id, body.data.status], [submissionId, 'processed'])
    const other = await process({ store: 'true' })
    const made = await tenant.live.get(`/v1/submissions/${other.data.submission_id}`)
    assert.equal(made.body.data.name, file.filename)
  })

  test('the newest of each class of a deal comes with how many there are', async () => {
    const id = await submit(tenant.live)
    const add = (name: string, document_class: string) => {
      const letter = { filename: name, bytes: linesPdf([`Letter ${name}`]) }
      return upload(tenant.live, id, { file: letter, fields: { document_class } })
    }
    const old = await add('old.pdf', 'deed')
    const newer = await add('newer.pdf', 'deed')
    const lease = await add('lease.pdf', 'lease_agreement')
    await house.settle()
    const url = `/v1/submissions/${id}/files/recent`
    const { data } = (await tenant.live.get(url)).body
    assert.deepEqual(
      data.map((one: any) => [one.document_class, one.document.id, one.count, one.older_ids]),
      [
        ['lease_agreement', lease, 1, []],
        ['deed', newer, 2, [old]],
      ],
    )
    const two = await tenant.live.get(`${url}?document_class=deed&per_class=2`)
    assert.deepEqual(
      two.body.data.map(({ documents }: any) => documents.map((one: any) => one.id)),
      [[newer, old]],
    )
    const wrong = await tenant.live.get(`${url}?document_class=ded`)
    assert.deepEqual([wrong.status, wrong.body.error.code], [400, 'invalid_document_class'])
  })
})
