import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAlerts } from './alerts.ts'

type Known = Parameters<typeof listAlerts>[0]

const NOTHING = {
  deal: { name: 'Maple Street Bakery LLC', source: 'upload', companyInfo: {} },
  documents: [],
  duplicates: [],
  company: undefined,
}

/** What is said of these facts, beside nothing else. */
function list(facts: object): string[] {
  return listAlerts({ ...NOTHING, ...facts } as unknown as Known).map(
    ({ severity, title }) => `${severity}: ${title}`,
  )
}

function pdf(facts: object, names: string[] = [], contradictions: object[] = []): object {
  const statements = [{ account_holder_names: names, contradictions }]
  return {
    id: '1',
    display_name: 'july.pdf',
    is_included: true,
    review: null,
    statements,
    ...facts,
  }
}

function document(facts: object): object {
  return {
    id: '1',
    display_name: 'july.pdf',
    status: 'processed',
    is_included: true,
    authenticity: null,
    transactions_count: 12,
    problems: [],
    ...facts,
  }
}

test('a deal in order has nothing to say', () => {
  const trusted = { level: 'trusted', score: 98, top_signals: [{ code: 'font', severity: 'low' }] }
  assert.deepEqual(list({ documents: [document({ authenticity: trusted })] }), [])
})

test('a file that may have been altered stands first, by its level or by one grave sign', () => {
  const signs = { score: 72, top_signals: [{ code: 'producer_image_editor', severity: 'high' }] }
  for (const authenticity of [
    { ...signs, level: 'trusted' },
    { score: 40, level: 'suspicious', top_signals: [] },
  ])
    assert.deepEqual(list({ documents: [document({ authenticity, status: 'review_required' })] }), [
      'critical: july.pdf may have been altered',
      'medium: 1 of 1 document to look at',
    ])
})

test('files that another deal has are said to be the same, likeness alone is not', () => {
  const other = { submission: { id: '2', name: 'Juniper Lane Cafe' }, score: 70 }
  const same = { ...other, reasons: [{ field: 'account' }, { field: 'document' }] }
  assert.deepEqual(list({ duplicates: [same] }), ['high: The same files are in Juniper Lane Cafe'])
  assert.deepEqual(list({ duplicates: [{ ...other, reasons: [{ field: 'account' }] }] }), [
    'medium: Looks like Juniper Lane Cafe',
  ])
  assert.deepEqual(list({ duplicates: [{ ...other, reasons: [{ field: 'statement' }] }] }), [
    'high: The same statement is in Juniper Lane Cafe',
  ])
})

test('a statement that closes by what a person set is said to, with the reason once it is accepted', () => {
  const set = [{ field: 'amount', printed: 15, set: 150 }]
  const title = 'july.pdf does not stand on its page alone'
  assert.deepEqual(list({ pdfs: [pdf({}, [], set)] }), [`high: ${title}`])
  const review = { status: 'approved', by: 'Ada', notes: 'Seen by phone' }
  assert.deepEqual(list({ pdfs: [pdf({ review }, [], set)] }), [`medium: ${title}`])
  assert.deepEqual(list({ pdfs: [pdf({ is_included: false }, [], set)] }), [])
})

test('statements of another business are said to be so, of the same one in other words are not', () => {
  const holder = (name: string) => ({ company: { name, name_source: 'account_holder' } })
  assert.deepEqual(list(holder('BURNETT GROUP LLC')), [
    'high: The account holder is another business',
  ])
  const many = {
    ...holder('BURNETT GROUP LLC'),
    pdfs: [['John Smith'], ['MAPLE ST BAKERY', 'Ada Maple']].map((names) => pdf({}, names)),
  }
  assert.deepEqual(list(many), ['high: 2 account holders are not this business'])
  assert.deepEqual(list(holder('MAPLE ST BAKERY')), [])
  assert.deepEqual(list({ company: { name: 'Burnett Group', name_source: 'application' } }), [])
})

test('of files to look at it is said whether their rows are in the numbers', () => {
  const documents = [
    document({ status: 'review_required' }),
    document({ display_name: 'scan.pdf', status: 'failed', transactions_count: 0 }),
  ]
  const [alert] = listAlerts({ ...NOTHING, documents } as unknown as Known)
  assert.equal(
    alert!.text,
    'july.pdf: rows are in the numbers until the file is excluded. ' +
      'scan.pdf: no rows were read, so none are in the numbers.',
  )
})

test('a currency that nothing in the file shows is said, until the file does not count', () => {
  const problems = [{ code: 'currency_assumed', where: 'statement 1', message: 'USD is assumed.' }]
  const listed = list({ documents: [document({ problems })] })
  assert.deepEqual(listed, ['medium: The currency is assumed'])
  assert.deepEqual(list({ documents: [document({ problems, is_included: false })] }), [])
})
