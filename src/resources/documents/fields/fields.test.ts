import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { readXlsx } from 'hucre/xlsx'
import { DOCUMENT_FIXTURES, printDocument } from '../../../../fixtures/documents/index.ts'
import { sql } from '../../../platform/db/sql.ts'
import {
  createCaller,
  useTestHouse,
  type Caller,
  type TestTenant,
} from '../../../../test/context.ts'
import { submit, upload } from '../../../../test/statements.ts'

async function printFile(name: string) {
  const fixture = DOCUMENT_FIXTURES.find((each) => each.name === name)!
  return { filename: `${name}.pdf`, bytes: await printDocument(fixture) }
}

describe('fields of documents', () => {
  const house = useTestHouse()
  let tenant: TestTenant
  let submissionId: string

  before(async () => {
    tenant = await house.tenant()
    submissionId = await submit(tenant.live)
  })

  async function read(caller: Caller, name: string): Promise<string> {
    const id = await upload(caller, submissionId, { file: await printFile(name) })
    await house.settle()
    return id
  }

  async function results(id: string, query = '') {
    const { status, body } = await tenant.live.get(`/v1/documents/${id}/parsed-results${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    return body.data
  }

  test('a document that is no statement is parsed, with values, places and checks', async () => {
    const id = await read(tenant.live, 'balance-sheet')
    const { body } = await tenant.live.get(`/v1/documents/${id}`)
    assert.equal(body.data.document_class, 'balance_sheet')
    assert.ok(['parsed', 'processed'].includes(body.data.status))
    const data = await results(id)
    assert.deepEqual(
      [data.status, data.quality_status, data.parser],
      ['parsed', 'fully_matched', 'line_items'],
    )
    const { value, raw, page, bbox, validation } = data.fields.total_assets
    assert.deepEqual([value, raw, page, validation], [264_150.77, '$264,150.77', 1, 'passed'])
    assert.equal(bbox.length, 4)
    assert.equal(data.tables[0].name, 'line_items')
    const narrowed = await results(id, '?include=raw')
    assert.deepEqual(
      [narrowed.fields.total_assets.raw, narrowed.fields.total_assets.bbox],
      ['$264,150.77', null],
    )
    const list = await tenant.live.get(
      `/v1/submissions/${submissionId}/parsed-submissions?document_id=${id}`,
    )
    assert.equal(list.body.data[0].fields.total_assets.value, 264_150.77)
  })

  test('a tax return can be named by its form and year, and its fields stand in the spreadsheet', async () => {
    const rule = {
      name: 'tax',
      document_class: 'tax_return',
      template: '{{form_number}} {{tax_year}}',
    }
    await tenant.live.post('/v1/file-rename-rules', rule)
    const id = await read(tenant.live, 'form-1120s')
    const { data } = (await tenant.live.get(`/v1/documents/${id}`)).body
    assert.equal(data.display_name, '1120-S 2022.pdf')
    const url = `/v1/submissions/${submissionId}/documents/${id}/xlsx?sheets=fields`
    const [sheet] = (await readXlsx((await tenant.live.get(url)).raw)).sheets
    const line = (name: string) => sheet!.rows.find(([field]) => field === name)
    assert.deepEqual(line('gross_receipts')?.slice(0, 3), ['gross_receipts', 980_210, 1])
    assert.equal(line('cost_of_goods_sold')?.[1], null)
  })

  test('what a person corrects is checked, audited and survives the next reading', async () => {
    const id = await read(tenant.live, 'payoff-letter')
    const path = `/v1/documents/${id}/parsed-results`
    const wrong = await tenant.live.patch(path, {
      patches: [{ path: 'fields.per_diem', value: 'x' }],
    })
    assert.deepEqual([wrong.status, wrong.body.error.code], [422, 'invalid_type'])
    const unknown = await tenant.live.patch(path, {
      patches: [{ path: 'fields.per_dim', value: 1 }],
    })
    assert.deepEqual([unknown.status, unknown.body.error.code], [422, 'unknown_field'])
    assert.match(unknown.body.error.message, /fields\.per_diem/)
    const patches = [
      { path: 'fields.payoff_amount', value: 21_000.5, reason: 'Called the funder' },
      { path: 'fields.good_through_date', value: null },
    ]
    const { status, body } = await tenant.live.patch(path, { patches })
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(body.data.fields.payoff_amount.value, 21_000.5)
    assert.deepEqual(body.data.review_reasons, ['missing_field:good_through_date'])
    await tenant.live.post(`/v1/documents/${id}/parse`, {})
    await house.settle()
    const data = await results(id)
    assert.equal(data.fields.payoff_amount.value, 21_000.5)
    const [patch] = data.patches
    assert.deepEqual(
      [patch.field, patch.from, patch.to, patch.reason],
      ['fields.payoff_amount', 21_430.55, 21_000.5, 'Called the funder'],
    )
    const shown = await tenant.live.get(`/v1/documents/${id}`)
    assert.equal(shown.body.data.status, 'review_required')
    const log = await tenant.live.get(`/v1/audit-log?resource_id=${id}&action=overridden`)
    assert.equal(log.body.data.length, 1)
  })

  test('an accepted document goes back to review for a required field that is emptied, not before', async () => {
    const own = await submit(tenant.live)
    const id = await upload(tenant.live, own, { file: await printFile('payoff-letter') })
    await house.settle()
    const url = `/v1/submissions/${own}/pdfs/${id}`
    await tenant.live.put(url, { status: 'approved' })
    const correct = async (path: string, value: unknown): Promise<string> => {
      const patches = [{ path, value }]
      await tenant.live.patch(`/v1/documents/${id}/parsed-results`, { patches })
      return (await tenant.live.get(`/v1/documents/${id}`)).body.data.status
    }
    assert.equal(await correct('fields.payoff_amount', 21_000.5), 'processed')
    assert.equal(await correct('fields.good_through_date', null), 'review_required')
  })

  test('a required field that is not printed is null and causes a review', async () => {
    const id = await read(tenant.live, 'debt-schedule-short')
    const { body } = await tenant.live.patch(`/v1/documents/${id}/parsed-results`, {
      patches: [{ path: 'tables.debts.0.balance', value: 31_000 }],
    })
    assert.equal(body.data.tables[0].rows[0].balance, 31_000)
    assert.equal(body.data.fields.total_balance.value, null)
    assert.equal(body.data.fields.total_balance.page, null)
  })

  test('identifiers are masked for a key that may not read them, and sealed in the database', async () => {
    const id = await read(tenant.live, 'application-colon')
    const open = await results(id)
    assert.equal(open.fields.ein.value, '47-2938165')
    assert.equal(open.fields.owner_ssn_last4.value, '7731')
    const scopes = ['documents:read', 'submissions:read']
    const made = await tenant.live.post('/v1/api-keys', { name: 'Reader', scopes })
    const reader = createCaller(house.app, made.body.data.key)
    const { body } = await reader.get(`/v1/documents/${id}/parsed-results`)
    assert.deepEqual([body.data.fields.ein.value, body.data.fields.ein.raw], ['****8165', null])
    assert.equal(body.data.fields.business_legal_name.value, 'Marigold Bakehouse LLC')
    const rows = await house.house.database.withEnvironment(tenant.environments.live, (db) =>
      db.rows<{ contentSealed: string }>(sql`select content_sealed from document_readings`),
    )
    assert.doesNotMatch(JSON.stringify(rows), /2938165|Marigold/)
  })

  test('what documents say of the company and its owners are attribute values with their source', async () => {
    const { body } = await tenant.live.get(
      `/v1/submissions/${submissionId}/attribute-values?limit=500`,
    )
    const of = (id: string) =>
      body.data.find(
        (each: { entity: { name: string }; entity_index: number; attribute: { name: string } }) =>
          `${each.entity.name}.${each.entity_index}.${each.attribute.name}` === id,
      )
    const dba = of('company.0.dba')
    assert.equal(dba.value, 'Marigold Bread')
    assert.equal(dba.source.type, 'parsed_document')
    assert.deepEqual([dba.source.page, dba.source.bbox.length], [1, 4])
    assert.equal(of('owner.0.last_name').value, 'Venkataraman')
    assert.equal(of('company.0.address').value.city, 'Dayton')
  })

  test('an attribute set by hand stands over its sources until it is given back', async () => {
    const path = `/v1/submissions/${submissionId}/attribute-values`
    const set = (value: unknown) =>
      tenant.live.put(path, {
        values: [{ entity: 'company', attribute: 'dba', value, reason: 'Sign on the shop' }],
      })
    const wrong = await set(7)
    assert.deepEqual([wrong.status, wrong.body.error.code], [422, 'invalid_type'])
    const unknown = await tenant.live.put(path, {
      values: [{ entity: 'company', attribute: 'dbb', value: 'x' }],
    })
    assert.deepEqual([unknown.status, unknown.body.error.code], [422, 'invalid_enum'])
    const { status, body } = await set('Marigold Loaves')
    assert.equal(status, 200, JSON.stringify(body))
    const [value] = body.data
    assert.deepEqual(
      [value.value, value.status, value.is_overridden],
      ['Marigold Loaves', 'overridden', true],
    )
    assert.ok(value.overridden_by)
    const back = await set(null)
    assert.deepEqual(
      [back.body.data[0].value, back.body.data[0].is_overridden],
      ['Marigold Bread', false],
    )
  })

  test('the fields a tenant declares are read from the documents of its class', async () => {
    const field = { type: 'string', required: false }
    const made = await tenant.live.post('/v1/document-classes', {
      name: 'oven_warranty',
      parser: 'form',
      cues: {
        title: ['payoff letter'],
        strong: ['payoff amount', 'good through', 'per diem', 'march'],
      },
      extraction_fields: [
        { ...field, name: 'payoff_amount', type: 'money', required: true },
        { ...field, name: 'valid_until', label: 'Good Through', type: 'date' },
        { ...field, name: 'daily_cost', type: 'money', hint: 'Per Diem' },
        { ...field, name: 'serial', required: true, pattern: '^[A-Z]{3}$' },
      ],
    })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const { filename, bytes } = await printFile('payoff-letter')
    const file = { filename, bytes: Buffer.concat([bytes, Buffer.from('\n% twin\n')]) }
    const id = await upload(tenant.live, submissionId, {
      file,
      fields: { document_class: 'oven_warranty' },
    })
    await house.settle()
    const { fields, review_reasons } = await results(id)
    assert.deepEqual(
      [fields.payoff_amount.value, fields.valid_until.value, fields.daily_cost.value],
      [21_430.55, '2025-03-31', 14.2],
    )
    assert.deepEqual(review_reasons, ['missing_field:serial'])
  })

  test('a document said to be of another class is read as that class', async () => {
    const id = await read(tenant.live, 'invoice-columns')
    await tenant.live.post(`/v1/documents/${id}/reclassify`, { document_class: 'receipt' })
    await house.settle()
    const { document_class, fields } = await results(id)
    assert.equal(document_class, 'receipt')
    assert.equal(fields.total.value, 1_096.75)
    assert.equal('invoice_number' in fields, false)
  })

  test('another tenant neither sees nor corrects what was read', async () => {
    const id = await read(tenant.live, 'license')
    const stranger = await house.tenant()
    const path = `/v1/documents/${id}/parsed-results`
    assert.equal((await stranger.live.get(path)).status, 404)
    const patches = [{ path: 'fields.expires', value: null }]
    assert.equal((await stranger.live.patch(path, { patches })).status, 404)
  })
})
