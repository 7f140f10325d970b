import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { TAMPERINGS } from '../../../fixtures/tampered.ts'
import { createCaller, useTestHouse, type TestTenant } from '../../../test/context.ts'
import { FACTORIES } from '../../../test/factories.ts'
import { linesPdf } from '../../../test/lines-pdf.ts'
import { readFixture, submit, upload } from '../../../test/statements.ts'
import { REASONS } from './reasons.ts'

const CLEAN = readFixture('running-balance/funded')
const NOTE = { filename: 'note.pdf', bytes: linesPdf(['Thank you for lunch on Friday.']) }
const BROKEN = { filename: 'broken.pdf', bytes: Buffer.from('%PDF-1.7\nnothing of a document\n') }

interface Item {
  id: string
  reason: string
  submission_id: string
  document_id: string | null
  policy_id: string | null
  transaction_count: number | null
  approval_id: string | null
  summary: string
  amount: number | null
  since: string
}

describe('the queue', () => {
  const house = useTestHouse()
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  async function list(query = ''): Promise<Item[]> {
    const { status, body } = await tenant.live.get(`/v1/queue${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    return body.data
  }

  async function listOwn(submissionId: string, reason: string): Promise<Item[]> {
    return list(`?submission_id=${submissionId}&reason=${reason}`)
  }

  /** Possibly altered documents are as many in the portfolio as in the queue. */
  async function assertCountedAlike(count: number): Promise<void> {
    const { quality } = (await tenant.live.get('/v1/analytics/portfolio')).body.data
    const listed = await list('?reason=authenticity')
    assert.deepEqual([listed.length, quality.altered_documents], [count, count])
  }

  test('has a document that is not known, and not once a person gave it a class', async () => {
    const id = await submit(tenant.live)
    const document = await upload(tenant.live, id, { file: NOTE })
    await house.settle()
    const [item, ...others] = await listOwn(id, 'unclassified')
    assert.deepEqual([item!.document_id, others.length], [document, 0])
    assert.match(item!.summary, /note\.pdf/)
    await tenant.live.post(`/v1/documents/${document}/reclassify`, { document_class: 'other' })
    await house.settle()
    assert.deepEqual(await listOwn(id, 'unclassified'), [])
  })

  test('has a known document too where the tenant sets classes by hand, and it is read after that', async () => {
    await tenant.live.put('/v1/user/settings', { auto_classify: false })
    const id = await submit(tenant.live)
    const document = await upload(tenant.live, id, {
      file: readFixture('date-groups/page-break').file,
    })
    await house.settle()
    const read = async () => (await tenant.live.get(`/v1/documents/${document}`)).body.data
    const { document_class, classification, transactions_count } = await read()
    assert.deepEqual([document_class, transactions_count], ['other', 0])
    assert.equal(classification.candidates[0].class, 'bank_statement')
    assert.equal((await listOwn(id, 'unclassified'))[0]!.document_id, document)
    const given = { document_class: 'bank_statement' }
    await tenant.live.post(`/v1/documents/${document}/reclassify`, given)
    await house.settle()
    assert.ok((await read()).transactions_count > 0)
    const { file } = readFixture('date-groups/new-year')
    const named = await upload(tenant.live, id, { file, fields: given })
    await house.settle()
    assert.equal((await tenant.live.get(`/v1/documents/${named}`)).body.data.document_class, 'bank_statement') // prettier-ignore
    await tenant.live.put('/v1/user/settings', { auto_classify: null })
  })

  test('has a document that failed instead of its deal, until the deal is archived', async () => {
    const id = await submit(tenant.live)
    const document = await upload(tenant.live, id, { file: BROKEN })
    await house.settle()
    const items = await listOwn(id, 'failed')
    assert.deepEqual(
      items.map((item) => item.document_id),
      [document],
    )
    await tenant.live.patch(`/v1/submissions/${id}`, { status: 'archived' })
    assert.deepEqual(await list(`?submission_id=${id}`), [])
  })

  test('has a document that may have been altered, until a person accepts it for a reason', async () => {
    const { file, truth } = CLEAN
    const { make } = TAMPERINGS.find(({ name }) => name === 'with an amount in another font')!
    const id = await submit(tenant.live)
    const altered = { ...file, bytes: Buffer.from(make({ bytes: file.bytes, truth })) }
    const document = await upload(tenant.live, id, { file: altered })
    await house.settle()
    const [item, ...others] = await listOwn(id, 'authenticity')
    assert.deepEqual([item!.document_id, others.length], [document, 0])
    await assertCountedAlike(1)
    assert.match(item!.summary, /may have been altered: font mismatch.*Authenticity 60 of 100/)
    const url = `/v1/submissions/${id}/pdfs/${document}`
    const bare = await tenant.person.put(url, { status: 'approved' })
    assert.deepEqual([bare.body.error.code, bare.body.error.param], ['missing_field', 'notes'])
    const accept = { status: 'approved', notes: 'The bank confirmed it' }
    assert.equal((await tenant.person.put(url, accept)).body.data.status, 'processed')
    assert.deepEqual(await listOwn(id, 'authenticity'), [])
    await assertCountedAlike(0)
    await tenant.live.put(url, { status: 'needs_review' })
    assert.equal((await listOwn(id, 'authenticity')).length, 1)
    const byKey = await tenant.live.put(url, { status: 'approved' })
    assert.equal(byKey.status, 200, 'a program has its reasons elsewhere')
    await tenant.live.put(url, { status: 'needs_review' })
    const [note] = (await tenant.live.get(`/v1/submissions/${id}/notes`)).body.data
    assert.deepEqual(
      [note.text, note.decision, note.document_id, note.taken_back_at === null],
      ['The bank confirmed it', 'document_accepted', document, false],
    )
  })

  test('has what a statement leaves open: uncertain rows, missing months', async () => {
    const id = await submit(tenant.live, { request: { amount: 40_000 } })
    await upload(tenant.live, id, { file: CLEAN.file })
    await house.settle(60_000)
    const [months] = await listOwn(id, 'missing_months')
    assert.deepEqual([months!.amount, months!.document_id], [40_000, null])
    const url = `/v1/transactions?submission_id=${id}&needs_review=true&include_total=true`
    const { body } = await tenant.live.get(url)
    const [rows] = await listOwn(id, 'needs_review_rows')
    assert.equal(rows?.transaction_count ?? 0, body.meta.total_count)
    const sum = body.data.reduce((total: number, row: any) => total + Math.abs(row.amount), 0)
    assert.equal(rows?.amount ?? 0, Math.round(sum * 100) / 100)
  })

  test('has the last evaluation of a policy where it is left to a person', async () => {
    const id = await submit(tenant.live)
    await tenant.live.post('/v1/transactions', {
      submission_id: id,
      description: 'SALES',
      amount: 100,
      date: '2025-03-03',
    })
    await tenant.live.post(`/v1/submissions/${id}/process`, {})
    await house.settle()
    const rule = await tenant.live.post('/v1/rules', {
      name: 'Revenue looks right',
      kind: 'manual',
      outcome: 'review',
    })
    assert.equal(rule.status, 201, JSON.stringify(rule.body))
    const policy = await tenant.live.post('/v1/policies', {
      name: 'By hand',
      rule_ids: [rule.body.data.id],
      status: 'published',
    })
    assert.equal(policy.status, 201, JSON.stringify(policy.body))
    const policy_ids = [policy.body.data.id]
    for (let run = 0; run < 2; run += 1)
      await tenant.live.post('/v1/policies/evaluate', { submission_id: id, policy_ids })
    const items = await listOwn(id, 'policy_review')
    assert.deepEqual(
      items.map(({ policy_id, summary }) => [policy_id, summary]),
      [[policy_ids[0], 'By hand: Revenue looks right.']],
    )
    await tenant.live.patch(`/v1/submissions/${id}`, { status: 'reviewed' })
    assert.deepEqual(await listOwn(id, 'policy_review'), [])
  })

  test('has approvals that wait, and each reason with its count', async () => {
    const approval = await FACTORIES.approvals!(tenant.live, {})
    const items = await list('?reason=approval')
    assert.ok(items.some(({ approval_id }) => approval_id === approval))
    const { counts } = (await tenant.live.get('/v1/queue?reason=approval&limit=1')).body
    assert.deepEqual(Object.keys(counts), [...REASONS])
    for (const reason of REASONS)
      assert.equal(counts[reason], (await list(`?reason=${reason}`)).length, reason)
  })

  test('lists what has waited longest first', async () => {
    const times = (await list()).map(({ since }) => since)
    assert.deepEqual(times, times.toSorted())
    const turned = (await list('?sort=-since')).map(({ since }) => since)
    assert.deepEqual(turned, times.toReversed())
  })

  test('shows a key only reasons that it may read', async () => {
    const { body } = await tenant.live.post('/v1/api-keys', {
      name: 'Deals alone',
      scopes: ['submissions:read'],
      mode: 'live',
    })
    const caller = createCaller(house.app, body.data.key)
    const { counts, data } = (await caller.get('/v1/queue')).body
    assert.deepEqual(Object.keys(counts), ['missing_months', 'failed'])
    assert.ok(data.every(({ reason }: Item) => reason in counts))
    const refused = await caller.get('/v1/queue?reason=approval')
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'insufficient_scope'])
  })
})
