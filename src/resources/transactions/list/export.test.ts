import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { readOfx } from '../../../core/statements/formats/ofx/ofx.ts'
import { readXlsxWorkbook } from '../../../core/statements/formats/workbook/workbook.ts'
import { useTestHouse, type Caller } from '../../../../test/context.ts'
import { submit } from '../../../../test/statements.ts'

const ROWS = [
  { date: '2025-03-03', amount: -1200.5, description: 'RENT <MARCH> & "KEYS"', balance: 799.5 },
  { date: '2025-03-04', amount: 310.55, description: '=SUM(A1)', balance: 1110.05 },
]

describe('an export of transactions', () => {
  const house = useTestHouse()
  let caller: Caller
  let url: string

  before(async () => {
    caller = (await house.tenant()).live
    const submissionId = await submit(caller)
    const input = { submission_id: submissionId, transactions: ROWS }
    const { status, body } = await caller.post('/v1/transactions/bulk', input)
    assert.equal(status, 201, JSON.stringify(body))
    url = `/v1/transactions/export?submission_id=${submissionId}`
  })

  test('as OFX is read back to the cent, with its texts and the last balance', async () => {
    const { status, raw, headers } = await caller.get(`${url}&format=ofx`)
    assert.deepEqual([status, headers['content-type']], [200, 'application/x-ofx'])
    const { statements } = readOfx(raw, { filename: 'transactions.ofx' })
    assert.equal(statements.length, 1)
    const rows = statements[0]!.rows.map(({ date, amount, description }) => [
      date,
      amount,
      description,
    ])
    assert.deepEqual(
      rows.map(([date, amount]) => [date, amount]),
      ROWS.map(({ date, amount }) => [date, Math.round(amount * 100)]),
    )
    assert.ok(String(rows[0]![2]).includes('RENT <MARCH> & "KEYS"'), String(rows[0]![2]))
    assert.equal(statements[0]!.closingBalance, 111_005)
  })

  test('as XLSX has a line for each row, and no text of it calculates', async () => {
    const { status, raw, headers } = await caller.get(`${url}&format=xlsx`)
    assert.equal(status, 200)
    assert.match(String(headers['content-disposition']), /transactions\.xlsx/)
    const read = await readXlsxWorkbook(raw, { filename: 'transactions.xlsx' })
    const rows = read.statements.flatMap((statement) => statement.rows)
    assert.deepEqual(
      rows.map(({ amount }) => amount).toSorted((a, b) => a - b),
      [-120_050, 31_055],
    )
  })

  test('as XLSX has words for heads, days that sort, and the ids last', async () => {
    const { raw } = await caller.get(`${url}&format=xlsx`)
    const { readXlsx } = await import('hucre/xlsx')
    const [heads, first] = (await readXlsx(raw)).sheets[0]!.rows
    assert.deepEqual(heads!.slice(0, 6), [
      'Date',
      'Description',
      'Merchant',
      'Category',
      'Amount',
      'Balance',
    ])
    assert.deepEqual(first![0], new Date('2025-03-03T00:00:00Z'))
    assert.deepEqual([first![4], first![5]], [-1200.5, 799.5])
    const isId = heads!.map((head) => String(head).endsWith(' id'))
    assert.ok(isId.slice(isId.indexOf(true)).every(Boolean))
  })

  test('in another format is refused with those that there are', async () => {
    const { status, body } = await caller.get(`${url}&format=xls`)
    assert.deepEqual([status, body.error.param], [400, 'format'])
    assert.match(body.error.message, /csv, json, xlsx, ofx/)
  })
})
