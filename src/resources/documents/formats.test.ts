import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { useTestHouse, type TestTenant } from '../../../test/context.ts'
import * as files from '../../../test/export-files.ts'
import { storedRows, submit, upload } from '../../../test/statements.ts'

const STATEMENT: files.ExportStatement = {
  account: 'DE02120300000000202051',
  opening: 250_000,
  rows: [
    { date: '2025-03-03', amount: -120_000, text: 'OFFICE RENT' },
    { date: '2025-03-04', amount: 31_055, text: 'CARD SALES' },
  ],
}

const EXPORTS = [
  { filename: 'march.xlsx', subtype: 'xlsx', proof: 'unverifiable', write: files.xlsx },
  { filename: 'march.xls', subtype: 'xls', proof: 'unverifiable', write: files.xls },
  { filename: 'march.json', subtype: 'json', proof: 'unverifiable', write: files.json },
  { filename: 'march.sta', subtype: 'mt940', proof: 'reconciled_by_totals', write: files.mt940 },
  {
    filename: 'march.n43',
    subtype: 'norma43',
    proof: 'reconciled_by_totals',
    write: files.norma43,
  },
  { filename: 'mars.cfo', subtype: 'cfonb120', proof: 'reconciled_by_totals', write: files.cfonb },
  { filename: 'march.qif', subtype: 'qif', proof: 'unverifiable', write: files.qif },
  { filename: 'march.xml', subtype: 'camt053', proof: 'reconciled_by_totals', write: camt },
  { filename: 'march.bai', subtype: 'bai2', proof: 'reconciled_by_totals', write: files.bai2 },
]

function camt(statement: files.ExportStatement): string {
  return files.camt(statement)
}

describe('exports of banks', () => {
  const house = useTestHouse()
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  test('an export of every format is classified, read, reconciled and stored to the cent', async () => {
    const ids: string[] = []
    for (const { filename, write } of EXPORTS) {
      const file = { filename, bytes: Buffer.from(await write(STATEMENT)) }
      ids.push(await upload(tenant.live, await submit(tenant.live), { file }))
    }
    await house.settle(60_000)
    for (const [index, { subtype, proof }] of EXPORTS.entries()) {
      const { data } = (await tenant.live.get(`/v1/documents/${ids[index]}`)).body
      assert.equal(data.status, 'processed', `${subtype} ${data.error_code}`)
      assert.deepEqual(
        [data.document_class, data.document_subtype],
        ['transaction_export', subtype],
      )
      assert.equal(data.reconciliation.status, proof, subtype)
      const rows = await storedRows(house, tenant, ids[index]!)
      assert.deepEqual(
        rows.map(({ date, amount, description }) => ({ date, amount, text: description })),
        STATEMENT.rows,
        subtype,
      )
    }
  })

  test('a control total mismatch is reported with the expected and the actual value', async () => {
    const wrong = files.bai2(STATEMENT).replace('16,475,120000', '16,475,120100')
    const file = { filename: 'wrong.bai', bytes: Buffer.from(wrong) }
    const id = await upload(tenant.live, await submit(tenant.live), { file })
    await house.settle()
    const { data } = (await tenant.live.get(`/v1/documents/${id}`)).body
    assert.equal(data.status, 'review_required')
    assert.deepEqual(data.problems[0].code, 'control_total_mismatch')
    assert.match(data.problems[0].message, /should be \d+ and is \d+\./)
  })

  test('a workbook that unpacks to far more than it should fails with its own code', async () => {
    const { zipSync } = await import('fflate')
    const parts = { 'xl/workbook.xml': new Uint8Array(1), 'xl/a.xml': new Uint8Array(100 << 20) }
    const file = { filename: 'bomb.xlsx', bytes: Buffer.from(zipSync(parts, { level: 1 })) }
    const id = await upload(tenant.live, await submit(tenant.live), { file })
    await house.settle()
    const { data } = (await tenant.live.get(`/v1/documents/${id}`)).body
    assert.deepEqual([data.status, data.error_code], ['failed', 'corrupt_file'])
  })
})
