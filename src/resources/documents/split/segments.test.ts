import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { useTestHouse, type TestTenant } from '../../../../test/context.ts'
import { readFixture, submit, upload } from '../../../../test/statements.ts'

const BUNDLES = new URL('../../../../fixtures/first-contact/round-1/documents/', import.meta.url)

function bundle(name: string) {
  return { filename: 'papers.pdf', bytes: readFileSync(fileURLToPath(new URL(name, BUNDLES))) }
}

describe('a file of several documents', () => {
  const house = useTestHouse()
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  async function receive(name: string, fields: Record<string, string> = {}) {
    const id = await upload(tenant.live, await submit(tenant.live), { file: bundle(name), fields })
    await house.settle()
    return (await tenant.live.get(`/v1/documents/${id}`)).body.data
  }

  const toPages = (segments: any[]) =>
    segments.map((each) => [each.start_page, each.end_page, each.document_class])

  test('is divided when it arrives, and each part is read as what its own pages are', async () => {
    const document = await receive('bundle-c.pdf')
    assert.equal(document.status, 'split')
    const expected = ['savings_statement', 'voided_check', 'paystub', 'paystub']
    assert.deepEqual(
      toPages(document.segments),
      expected.map((name, at) => [at + 1, at + 1, name]),
    )
    const parts = await Promise.all(
      document.child_document_ids.map(async (id: string) => {
        return (await tenant.live.get(`/v1/documents/${id}`)).body.data
      }),
    )
    assert.deepEqual(
      parts.map((part) => [part.document_class, part.classification.method, part.segments]),
      expected.map((name) => [name, 'rules', null]),
    )
    assert.ok(parts.every(({ status }) => ['processed', 'review_required'].includes(status)))
  })

  test('stays whole where a person said what it is, and still shows its documents', async () => {
    const document = await receive('bundle-c.pdf', { document_class: 'paystub' })
    assert.notEqual(document.status, 'split')
    assert.deepEqual([document.document_class, document.segments.length], ['paystub', 4])
  })

  test('stays whole where the tenant does not want it divided', async () => {
    await tenant.live.put('/v1/user/settings', { auto_split: false })
    const document = await receive('bundle-c.pdf')
    await tenant.live.put('/v1/user/settings', { auto_split: true })
    assert.notEqual(document.status, 'split')
    assert.equal(document.segments.length, 4)
  })

  test('is shown as one segment when it is one document, and not at all for one page', async () => {
    const whole = await upload(
      tenant.live,
      await submit(tenant.live),
      readFixture('date-groups/page-break'),
    )
    await house.settle()
    const { data } = (await tenant.live.get(`/v1/documents/${whole}`)).body
    assert.deepEqual(toPages(data.segments), [[1, data.page_count, 'bank_statement']])
    assert.equal((await receive('doc-0871.pdf')).segments, null)
  })
})
