import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import PdfKit from 'pdfkit'
import { useTestHouse, type TestTenant } from '../../../../test/context.ts'
import { readFixture, storedRows, submit, upload } from '../../../../test/statements.ts'

const PAGES = [
  [
    'Business Checking Statement',
    'Statement period',
    'Beginning balance',
    'Ending balance',
    'Page 1 of 2',
  ],
  ['Daily balance summary', 'Page 2 of 2'],
  ['Invoice', 'Invoice number 17', 'Bill to', 'Due date', 'Subtotal'],
]

async function printed(pages: string[][]): Promise<Buffer> {
  const pdf = new PdfKit({ autoFirstPage: false })
  for (const lines of pages) {
    pdf.addPage()
    for (const line of lines) pdf.text(line)
  }
  pdf.end()
  return Buffer.concat(await Array.fromAsync(pdf as AsyncIterable<Buffer>))
}

describe('splitting a document', () => {
  const house = useTestHouse()
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  async function parsed(
    name: string,
  ): Promise<{ submissionId: string; id: string; pages: number }> {
    const submissionId = await submit(tenant.live)
    const id = await upload(tenant.live, submissionId, { file: readFixture(name).file })
    await house.settle()
    const { data } = (await tenant.live.get(`/v1/documents/${id}`)).body
    return { submissionId, id, pages: data.page_count }
  }

  test('each part has the rows of its pages, and the whole counts no longer', async () => {
    const { submissionId, id, pages } = await parsed('date-groups/page-break')
    const whole = await storedRows(house, tenant, id)
    const ranges = [
      { start_page: 1, end_page: 1, name: 'first.pdf' },
      { start_page: 2, end_page: pages, document_class: 'bank_statement' },
    ]
    const split = await tenant.live.post(`/v1/documents/${id}/split`, { ranges, cover_all: true })
    assert.equal(split.status, 201)
    const { parent, children } = split.body.data
    assert.equal(parent.status, 'split')
    assert.deepEqual(
      parent.child_document_ids,
      children.map(({ id }: { id: string }) => id),
    )
    assert.deepEqual(
      children.map((child: any) => [
        child.filename,
        child.page_range,
        child.page_count,
        child.source,
      ]),
      [
        ['first.pdf', { start: 1, end: 1 }, 1, 'split'],
        [`date-groups-page-break-p2-${pages}.pdf`, { start: 2, end: pages }, pages - 1, 'split'],
      ],
    )
    await house.settle()
    const [first, second] = [
      await storedRows(house, tenant, children[0].id),
      await storedRows(house, tenant, children[1].id),
    ]
    assert.ok(first.length > 0 && first.every(({ page }) => page === 1))
    assert.ok(second.length > 0 && second.every(({ page }) => page! >= 2))
    assert.equal(first.length + second.length, whole.length)
    assert.deepEqual(await storedRows(house, tenant, id), [])
    const submission = (await tenant.live.get(`/v1/submissions/${submissionId}`)).body.data
    assert.equal(submission.counts.documents, 2)
    const top = await tenant.live.get(
      `/v1/submissions/${submissionId}/documents?include_children=false`,
    )
    assert.deepEqual(
      top.body.data.map(({ id }: { id: string }) => id),
      [id],
    )
    const again = await tenant.live.post(`/v1/documents/${id}/split`, { ranges })
    assert.equal(again.body.error.code, 'invalid_state_transition')
  })

  test('a part can be deleted without the file of the others', async () => {
    const { id, pages } = await parsed('running-balance/page-break')
    const ranges = [
      { start_page: 1, end_page: 1 },
      { start_page: 2, end_page: pages },
    ]
    const { body } = await tenant.live.post(`/v1/documents/${id}/split`, { ranges })
    const [first, second] = body.data.children
    await house.settle()
    assert.equal((await tenant.live.delete(`/v1/documents/${first.id}`)).status, 200)
    const { data } = (await tenant.live.get(`/v1/documents/${second.id}/download`)).body
    const file = await house.app.inject(data.url.replace(/^https?:\/\/[^/]+/, ''))
    assert.equal(file.statusCode, 200)
    assert.equal((await tenant.live.delete(`/v1/documents/${id}`)).status, 200)
    assert.equal((await tenant.live.get(`/v1/documents/${second.id}`)).status, 404)
    await house.settle()
  })

  test('the documents inside a file are found by their titles and page counters', async () => {
    const file = { filename: 'bundle.pdf', bytes: await printed(PAGES) }
    const fields = { document_class: 'bank_statement' }
    const id = await upload(tenant.live, await submit(tenant.live), { file, fields })
    await house.settle()
    const dry = await tenant.live.post(`/v1/documents/${id}/split?dry_run=true`, { mode: 'auto' })
    assert.equal(dry.status, 200)
    assert.deepEqual(
      dry.body.data.suggestions.map((part: any) => [
        part.start_page,
        part.end_page,
        part.document_class,
      ]),
      [
        [1, 2, 'bank_statement'],
        [3, 3, 'invoice'],
      ],
    )
    assert.deepEqual(dry.body.data.children, [])
    assert.notEqual((await tenant.live.get(`/v1/documents/${id}`)).body.data.status, 'split')
    const done = await tenant.live.post(`/v1/documents/${id}/split`, { mode: 'auto' })
    assert.deepEqual([done.status, done.body.data.children.length], [201, 2])
    await house.settle()
  })

  test('ranges that make no sense are refused with the reason', async () => {
    const { id, pages } = await parsed('date-groups/funded')
    const url = `/v1/documents/${id}/split`
    const outside = await tenant.live.post(url, {
      ranges: [{ start_page: 1, end_page: pages + 1 }],
    })
    assert.deepEqual(
      [outside.status, outside.body.error.code, outside.body.error.param],
      [422, 'split_ranges_invalid', 'ranges[0]'],
    )
    assert.equal((await tenant.live.post(url, {})).body.error.code, 'missing_field')
    const whole = await tenant.live.post(url, { mode: 'auto' })
    assert.equal(whole.body.error.code, 'split_ranges_invalid')
  })
})
