import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Statement, StatementRow } from '../../statement.ts'
import type { Evidence } from '../evidence/inspection.ts'
import { applyRules } from '../signal.ts'
import type { BookedRow } from '../feed.ts'
import type { ComparedDocument, Comparison } from './comparison.ts'
import { COMPARISON_RULES, DOCUMENT_RULES } from './index.ts'
import { PDF_TOOLS, findTool } from './pdf-tools.ts'

function row(fields: Partial<StatementRow>): StatementRow {
  return {
    date: '2025-07-14',
    amount: -1200,
    description: 'CARD PURCHASE',
    balance: null,
    page: null,
    box: null,
    lineText: '',
    section: null,
    checkNumber: null,
    externalId: null,
    bankType: null,
    isPending: false,
    currency: null,
    postedOn: null,
    ...fields,
  }
}

function evidence(fields: Partial<Statement>): Evidence {
  const statement = {
    currency: 'USD',
    rows: [],
    endDate: '2025-07-31',
    routingNumber: null,
    institutionName: null,
    layoutId: null,
    pages: null,
    reconciliation: { status: 'reconciled', difference: 0, checks: [], repairCandidates: [] },
    ...fields,
  } as unknown as Statement
  const facts = {
    format: 'csv',
    producer: null,
    creator: null,
    createdAtInPdf: null,
    modifiedAtInPdf: null,
    hasTextLayer: null,
  }
  return {
    facts: facts as Evidence['facts'],
    statements: [statement],
    problems: [],
    inspection: null,
    pictureSoftware: [],
    recompressed: [],
  }
}

function codes(fields: Partial<Statement>): string[] {
  return applyRules(DOCUMENT_RULES, evidence(fields)).map(({ code }) => code)
}

describe('rows of a statement', () => {
  const saturday = '2025-07-12'
  const settled = Array.from({ length: 3 }, (_, at) =>
    row({ date: saturday, description: 'ACH CREDIT STRIPE', amount: 100 + at }),
  )

  test('three settlements on a day on which banks do not settle are found, two are not', () => {
    assert.ok(codes({ rows: settled }).includes('weekend_settlement'))
    assert.deepEqual(codes({ rows: settled.slice(1) }), [])
    assert.deepEqual(codes({ rows: settled, currency: 'EUR' }), [])
  })

  test('two equal purchases are no repeated row, but an equal balance makes them one', () => {
    const same = { lineText: '07/14 CARD PURCHASE 12.00' }
    assert.deepEqual(codes({ rows: [row(same), row(same)] }), [])
    const balance = { ...same, balance: 50_000 }
    assert.deepEqual(codes({ rows: [row(balance), row(balance)] }), ['duplicate_row_text'])
  })

  test('a routing number has the checksum of the ABA', () => {
    assert.deepEqual(codes({ routingNumber: '123456780' }), [])
    assert.deepEqual(codes({ routingNumber: '123456789' }), ['routing_or_account_checksum'])
  })
})

test('every known program is recognized by its samples, and no other name is', () => {
  const samples = {
    'Adobe Photoshop 25.0': 'image_editor',
    'Microsoft® Excel® 2019': 'office',
    'Skia/PDF m141': 'print_to_pdf',
    'OpenText Exstream Version 16.6': 'document_server',
  }
  for (const [name, kind] of Object.entries(samples)) assert.equal(findTool(name)?.kind, kind, name)
  assert.equal(findTool('ReportLab PDF Library - (opensource)'), null)
  for (const tool of PDF_TOOLS) for (const name of tool.samples) assert.equal(findTool(name), tool)
})

test('a library that edits PDFs is an editor only of what another program made', () => {
  const find = (creator: string | null): string[] => {
    const { facts, ...rest } = evidence({})
    const producer = 'pdf-lib (https://github.com/Hopding/pdf-lib)'
    const named = { ...facts, format: 'pdf' as const, producer, creator }
    return applyRules(DOCUMENT_RULES, { ...rest, facts: named }).map(({ code }) => code)
  }
  assert.deepEqual(find('OpenText Exstream Version 16.6'), ['producer_online_editor'])
  assert.deepEqual(find('pdf-lib (https://github.com/Hopding/pdf-lib)'), [])
})

test('a photo that an editor saved says so, one from a camera does not', () => {
  const of = (name: string): string[] =>
    applyRules(DOCUMENT_RULES, { ...evidence({}), pictureSoftware: [name] }).map(({ code }) => code)
  assert.deepEqual(of('GIMP 2.10.36'), ['exif_editor'])
  assert.deepEqual(of('17.5.1'), [])
})

describe('documents compared', () => {
  const document: ComparedDocument = {
    id: 'a',
    producer: 'Exstream 16',
    pdfVersion: '1.4',
    pageSize: '612 × 792',
    hasMetadata: true,
    createdOn: '2025-08-01',
    isPdf: true,
    accounts: [{ accountId: '1', holderNames: ['HARBORLINE CAFE LLC'] }],
  }
  const find = (fields: Partial<Comparison>): string[] =>
    applyRules(COMPARISON_RULES, {
      document,
      others: [],
      ofBank: [],
      printed: [],
      fed: [],
      today: '2025-09-01',
      ...fields,
    }).map(({ code }) => code)

  test('a new version of the bank’s program is no other program', () => {
    const ofBank = Array.from({ length: 5 }, () => ({ producer: 'Exstream 15', hasMetadata: true }))
    assert.deepEqual(find({ ofBank }), [])
    assert.deepEqual(find({ ofBank, document: { ...document, producer: 'Writer 3' } }), [
      'producer_mismatch_bank',
    ])
    assert.deepEqual(
      find({ ofBank, document: { ...document, producer: null, hasMetadata: false } }),
      ['metadata_wiped'],
    )
    assert.deepEqual(
      find({ ofBank: ofBank.slice(1), document: { ...document, producer: 'Writer 3' } }),
      [],
    )
  })

  test('of three statements of an account, the one that differs says so and the others do not', () => {
    const odd = { ...document, id: 'b', producer: 'Writer 3' }
    const twin = { ...document, id: 'c' }
    assert.deepEqual(find({ others: [odd, twin] }), [])
    assert.deepEqual(find({ document: odd, others: [document, twin] }), [
      'producer_mismatch_within_set',
    ])
  })

  test('another holder of the account is found, another spelling is not', () => {
    const other = (name: string) => ({
      ...document,
      id: 'b',
      accounts: [{ accountId: '1', holderNames: [name] }],
    })
    assert.deepEqual(find({ others: [other('Harborline Café')] }), [])
    assert.deepEqual(find({ others: [other('NORTHGATE TILE INC')] }), [
      'holder_mismatch_across_set',
    ])
  })

  test('a printed row that the feed of its account lacks is found, where the feed covers its day', () => {
    const booked = (day: number, amount: number): BookedRow => ({
      accountId: '1',
      amount,
      date: `2025-07-${String(day).padStart(2, '0')}`,
      currency: 'USD',
      description: 'CARD SALES',
      page: 1,
      box: null,
    })
    const printed = Array.from({ length: 31 }, (_, at) => booked(at + 1, 1000 + at))
    const other = printed.map((row) => ({ ...row, amount: row.amount + 5000 }))
    assert.deepEqual(find({ printed, fed: printed }), [])
    assert.deepEqual(find({ printed, fed: printed.toSpliced(14, 1) }), ['feed_conflict'])
    assert.deepEqual(find({ printed, fed: printed.slice(0, 20) }), [])
    assert.deepEqual(find({ printed, fed: other }), [])
  })
})
