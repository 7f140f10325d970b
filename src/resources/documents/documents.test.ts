import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import {
  differences,
  describeReading,
  describeServiceOutput,
} from '../../../scripts/uploads/compare.ts'
import { createPdfReader } from '../../core/statements/pdf/pdfium.ts'
import { readStatement } from '../../core/statements/read-statement.ts'
import { useTestHouse, type TestTenant } from '../../../test/context.ts'
import { linesPdf } from '../../../test/lines-pdf.ts'
import { readFixture, retouched, storedRows, submit, upload } from '../../../test/statements.ts'

/** Each draws its table in another way. */
const LAYOUTS = [
  'check-list/page-break',
  'credit-union/page-break',
  'date-groups/funded',
  'deduction-sections/page-break',
  'running-balance/funded',
  'sections-continued/page-break',
  'sections-daily-balance/funded',
  'two-accounts/page-break',
  'two-line-rows/page-break',
]

const CSV = Buffer.from(
  'Date,Description,Amount\n2025-03-03,OFFICE RENT,-1200.00\n2025-03-04,CARD SALES,310.55\n',
)

describe('documents', () => {
  const house = useTestHouse()
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  test('what a statement prints is stored to the cent, each row with its place', async () => {
    const submissionId = await submit(tenant.live)
    const printed = LAYOUTS.map((name) => ({ name, ...readFixture(name) }))
    const ids: string[] = []
    for (const { file } of printed) ids.push(await upload(tenant.live, submissionId, { file }))
    await house.settle(60_000)
    for (const [index, { name, truth }] of printed.entries()) {
      const id = ids[index]!
      const { body } = await tenant.live.get(`/v1/documents/${id}`)
      assert.equal(body.data.status, 'processed', `${name} ${body.data.error_code}`)
      assert.match(body.data.reconciliation.status, /^reconciled/, name)
      const rows = await storedRows(house, tenant, id)
      const wanted = truth.statements.flatMap((statement) => statement.rows)
      assert.deepEqual(
        rows.map(({ date, amount }) => `${date} ${amount}`).toSorted(),
        wanted.map(({ date, amountCents }) => `${date} ${amountCents}`).toSorted(),
        name,
      )
      for (const { page, box } of rows) {
        assert.ok(page !== null && page >= 1 && page <= body.data.page_count, name)
        assert.ok(box?.length === 4 && box[2]! > box[0]! && box[3]! > box[1]!, name)
      }
    }
  })

  test('the API returns what reading the file without the service gives', async () => {
    const wasm = fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm'))
    const tools = { pdf: await createPdfReader(readFileSync(wasm)) }
    const printed = ['two-accounts/new-year', 'card/page-break', 'check-list/new-year']
    const files = [
      ...printed.map((name) => readFixture(name).file),
      { filename: 'a.csv', bytes: CSV },
    ]
    for (const file of files) {
      const submissionId = await submit(tenant.live)
      const id = await upload(tenant.live, submissionId, { file })
      await house.settle()
      const { data } = (await tenant.live.get(`/v1/documents/${id}/parsed-results`)).body
      const url = `/v1/transactions?submission_id=${submissionId}&limit=1000`
      const rows = (await tenant.live.get(url)).body.data
      const reading = await readStatement(file.bytes, { filename: file.filename }, tools)
      assert.ok(rows.length > 0)
      const [served, read] = [
        describeServiceOutput(data.statements, rows),
        describeReading(reading),
      ]
      assert.deepEqual(differences(served, read), [], file.filename)
    }
  })

  test('a document has its bank, account, period and counts', async () => {
    const { truth, file } = readFixture('running-balance/funded')
    const [statement] = truth.statements
    const id = await upload(tenant.live, await submit(tenant.live), { file })
    await house.settle()
    const { data } = (await tenant.live.get(`/v1/documents/${id}`)).body
    assert.equal(data.document_class, 'bank_statement')
    assert.equal(data.institution_name, statement!.institution)
    assert.deepEqual(data.account_masks, [`****${statement!.accountLast4}`])
    assert.deepEqual(data.period, {
      start_date: statement!.startDate,
      end_date: statement!.endDate,
    })
    assert.deepEqual([data.statements_count, data.transactions_count], [1, statement!.rows.length])
    const { body } = await tenant.live.get(`/v1/documents/${id}?expand=statements`)
    const [read] = body.data.statements
    assert.equal(read.opening_balance, statement!.openingBalanceCents / 100)
    assert.equal(read.closing_balance, statement!.closingBalanceCents / 100)
    assert.equal(read.reconciliation.difference, 0)
  })

  test('one bad document among good ones fails alone, with its own code', async () => {
    const submissionId = await submit(tenant.live)
    const good = readFixture('date-groups/funded').file
    const cut = { filename: 'cut.pdf', bytes: Buffer.from(good.bytes).subarray(0, 2500) }
    const url = `/v1/submissions/${submissionId}/documents`
    const { status, body } = await tenant.live.upload(url, [good, cut])
    assert.deepEqual([status, body.data.length, body.has_more], [201, 2, false])
    await house.settle()
    const { data } = (await tenant.live.get(`${url}?sort=filename`)).body
    assert.deepEqual(
      data.map(({ status, error_code }: any) => [status, error_code]),
      [
        ['failed', 'corrupt_file'],
        ['processed', null],
      ],
    )
    const submission = await tenant.live.get(`/v1/submissions/${submissionId}`)
    assert.equal(submission.body.data.status, 'processed')
  })

  test('a document keeps the class that was found when its reading fails', async () => {
    const url = `/v1/submissions/${await submit(tenant.live)}/documents`
    const bare = ['Meridian Ridge Bank', 'Business Checking Statement', 'Account Summary', 'Beginning balance', 'Ending balance', 'Deposits and additions'] // prettier-ignore
    await tenant.live.upload(url, [{ filename: 'bare.pdf', bytes: linesPdf(bare) }])
    await house.settle()
    const [{ status, error_code, document_class }] = (await tenant.live.get(url)).body.data
    assert.deepEqual(
      [status, error_code, document_class],
      ['failed', 'no_transactions', 'bank_statement'],
    )
  })

  test('a file comes inside JSON as well, and its content decides what it is', async () => {
    const url = `/v1/submissions/${await submit(tenant.live)}/documents`
    const content = CSV.toString('base64')
    const metadata = { desk: 'east' }
    const { status, body, headers } = await tenant.live.post(url, {
      filename: 'export.pdf',
      content_base64: content,
      metadata,
    })
    assert.equal(status, 201)
    assert.equal(headers.location, `/v1/documents/${body.data.id}`)
    assert.deepEqual([body.data.content_type, body.data.filename], ['text/csv', 'export.pdf'])
    assert.deepEqual(body.data.metadata, metadata)
    await house.settle()
    const rows = await storedRows(house, tenant, body.data.id)
    assert.deepEqual(
      rows.map(({ amount }) => amount),
      [-120_000, 31_055],
    )
  })

  test('a request without a usable file is refused by what is wrong with it', async () => {
    const url = `/v1/submissions/${await submit(tenant.live)}/documents`
    const letter = { filename: 'letter.pdf', bytes: Buffer.from('Dear underwriter,\n\nregards\n') }
    const program = { filename: 'a.zip', bytes: Buffer.from('\x7fELF\x02\x01\x01\x00\x00\x00') }
    const empty = { filename: 'empty.pdf', bytes: Buffer.alloc(0) }
    const cases: [Promise<{ status: number; body: any }>, number, string][] = [
      [tenant.live.post(url, {}), 400, 'missing_file'],
      [tenant.live.upload(url, []), 400, 'missing_file'],
      [tenant.live.upload(url, [empty]), 400, 'empty_file'],
      [tenant.live.upload(url, [letter]), 415, 'unsupported_file_type'],
      [tenant.live.upload(url, [program]), 415, 'unsupported_file_type'],
      [tenant.live.post(url, { content_base64: '!' }), 422, 'invalid_format'],
      [
        tenant.live.upload(url, [letter], { document_class: 'bank_statment' }),
        400,
        'invalid_document_class',
      ],
      [tenant.live.upload(url, [letter], { metadata: '{' }), 422, 'invalid_format'],
    ]
    for (const [response, status, code] of cases) {
      const { body, status: given } = await response
      assert.deepEqual([given, body.error.code], [status, code], JSON.stringify(body))
    }
  })

  test('a refused upload leaves no file behind', async () => {
    const own = await house.tenant()
    const url = `/v1/submissions/${await submit(own.live)}/documents`
    const good = readFixture('date-groups/funded').file
    const letter = { filename: 'letter.txt', bytes: Buffer.from('Dear underwriter\n') }
    assert.equal((await own.live.upload(url, [good, letter])).status, 415)
    assert.deepEqual(await Array.fromAsync(house.house.store.list(own.environments.live)), [])
    assert.deepEqual((await own.live.get(url)).body.data, [])
  })

  test('the same bytes in one submission are refused, unless they are wanted', async () => {
    const submissionId = await submit(tenant.live)
    const { file } = readFixture('running-balance/dormant')
    const id = await upload(tenant.live, submissionId, { file })
    const url = `/v1/submissions/${submissionId}/documents`
    const again = await tenant.live.upload(url, [file])
    assert.deepEqual(
      [again.status, again.body.error.code, again.body.error.existing_id],
      [409, 'duplicate_document', id],
    )
    const wanted = await tenant.live.upload(url, [file], { allow_duplicate: 'true' })
    assert.deepEqual([wanted.status, wanted.body.data.duplicate_of], [201, id])
    const elsewhere = await tenant.live.upload(
      `/v1/submissions/${await submit(tenant.live)}/documents`,
      [file],
    )
    assert.equal(elsewhere.status, 201)
  })

  test('rows that two documents of one account print count once', async () => {
    const submissionId = await submit(tenant.live)
    const { file } = readFixture('sections-continued/page-break')
    const first = await upload(tenant.live, submissionId, { file })
    const second = await upload(tenant.live, submissionId, { file: retouched(file, 'copy') })
    await house.settle()
    const [kept, doubled] = [
      await storedRows(house, tenant, first),
      await storedRows(house, tenant, second),
    ]
    assert.ok(kept.length > 0 && kept.every(({ isDuplicate }) => !isDuplicate))
    const ids = new Set(kept.map(({ id }) => id))
    assert.ok(doubled.every(({ duplicateOf }) => duplicateOf !== null && ids.has(duplicateOf)))
  })

  test('a class given by its alias stands, whatever the rules would say', async () => {
    const submissionId = await submit(tenant.live)
    const { file } = readFixture('two-line-rows/new-year')
    const id = await upload(tenant.live, submissionId, { file, fields: { document_class: 'W2' } })
    await house.settle()
    const { data } = (await tenant.live.get(`/v1/documents/${id}`)).body
    assert.deepEqual(
      [data.document_class, data.status, data.transactions_count],
      ['form_w2', 'review_required', 0],
    )
    assert.equal(data.classification.is_user_set, true)
    assert.equal(data.classification.candidates[0].class, 'bank_statement')
  })

  test('lists select, sort and page', async () => {
    const own = await house.tenant()
    const submissionId = await submit(own.live)
    const other = await submit(own.live)
    for (const name of ['date-groups/funded', 'running-balance/dormant', 'card/new-year']) {
      await upload(own.live, submissionId, {
        file: readFixture(name).file,
        fields: { metadata: `{"from":"${name}"}` },
      })
    }
    await upload(own.live, other, { file: { filename: 'rows.csv', bytes: CSV } })
    await house.settle()
    const names = async (query: string) => {
      const { status, body } = await own.live.get(`/v1/documents${query}`)
      assert.equal(status, 200, JSON.stringify(body))
      return body.data.map(({ filename }: { filename: string }) => filename)
    }
    assert.equal((await names('')).length, 4)
    assert.equal((await names(`?submission_id=${submissionId}`)).length, 3)
    assert.deepEqual(await names('?document_class=card_statement'), ['card-new-year.pdf'])
    assert.deepEqual(
      await names('?document_class=csv_export,credit_card_statement&sort=-filename'),
      ['rows.csv', 'card-new-year.pdf'],
    )
    assert.deepEqual(await names('?q=DORMANT'), ['running-balance-dormant.pdf'])
    assert.deepEqual(await names('?metadata[from]=card/new-year'), ['card-new-year.pdf'])
    assert.deepEqual(await names('?reconciliation_status=unverifiable'), ['rows.csv'])
    assert.deepEqual(await names('?status=failed,uploaded'), [])
    const byPeriod = await names('?sort=period_start')
    const paged: string[] = []
    let next: string | null = ''
    while (next !== null) {
      const page: any = await own.live.get(
        `/v1/documents?sort=period_start&limit=1${next && `&cursor=${next}`}`,
      )
      paged.push(page.body.data[0].filename)
      next = page.body.next_cursor
    }
    assert.deepEqual(paged, byPeriod)
    const total = await own.live.get(
      `/v1/submissions/${submissionId}/documents?limit=1&include_total=true`,
    )
    assert.deepEqual([total.body.data.length, total.body.meta.total_count], [1, 3])
    const unknown = await own.live.get('/v1/documents?document_class=bank_statment')
    assert.match(unknown.body.error.message, /Did you mean bank_statement/)
  })

  test('every step of a document emits an event, and reading is metered', async () => {
    const own = await house.tenant()
    const submissionId = await submit(own.live)
    await upload(own.live, submissionId, { file: readFixture('date-groups/funded').file })
    await house.settle()
    const { rows } = await house.house.database.pool.query<{ type: string }>(
      'select type from events where submission_id = $1 order by created_at, id',
      [submissionId],
    )
    const types = rows.map(({ type }) => type).filter((type) => type.startsWith('document.'))
    assert.deepEqual(types, ['document.uploaded', 'document.classified', 'document.parsed'])
    const { body } = await own.live.get('/v1/usage')
    assert.equal(body.data.totals.documents_processed, 1)
  })

  test('a document of another tenant does not exist for any endpoint', async () => {
    const submissionId = await submit(tenant.live)
    const id = await upload(tenant.live, submissionId, { file: readFixture('card/new-year').file })
    const stranger = (await house.tenant()).live
    const own = await submit(stranger)
    const calls = [
      stranger.get(`/v1/documents/${id}`),
      stranger.patch(`/v1/documents/${id}`, { display_name: 'Mine' }),
      stranger.delete(`/v1/documents/${id}`),
      stranger.get(`/v1/documents/${id}/download`),
      stranger.get(`/v1/documents/${id}/parsed-results`),
      stranger.post(`/v1/documents/${id}/parse`, {}),
      stranger.post(`/v1/documents/${id}/reclassify`, { document_class: 'invoice' }),
      stranger.post(`/v1/documents/${id}/split`, { ranges: [{ start_page: 1, end_page: 1 }] }),
      stranger.get(`/v1/submissions/${own}/documents/${id}/base64`),
      stranger.get(`/v1/submissions/${own}/documents/${id}/xlsx`),
      stranger.post(`/v1/submissions/${own}/documents/${id}/rename`, { name: 'Mine' }),
      tenant.test.get(`/v1/documents/${id}`),
      tenant.live.get(`/v1/submissions/${await submit(tenant.live)}/documents/${id}/base64`),
    ]
    for (const { status, body } of await Promise.all(calls)) {
      assert.deepEqual([status, body.error?.code], [404, 'document_not_found'])
    }
    const upwards = await stranger.upload(`/v1/submissions/${submissionId}/documents`, [
      readFixture('card/new-year').file,
    ])
    assert.equal(upwards.body.error.code, 'submission_not_found')
    assert.equal((await stranger.get(`/v1/submissions/${submissionId}/documents`)).status, 404)
    await house.settle()
  })
})
