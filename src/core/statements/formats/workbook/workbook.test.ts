import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeXlsx, type WriteSheet } from 'hucre/xlsx'
import { compoundFile } from '../../../../../test/compound-file.ts'
import type { TabularReading } from '../tabular.ts'
import { readXlsWorkbook, readXlsxWorkbook } from './workbook.ts'

async function read(sheets: WriteSheet[]): Promise<TabularReading> {
  return readXlsxWorkbook(await writeXlsx({ sheets }), { filename: 'a.xlsx' })
}

const HEADER = ['Date', 'Description', 'Amount', 'Balance']

function amounts({ statements }: TabularReading): number[][] {
  return statements.map(({ rows }) => rows.map(({ amount }) => amount))
}

test('numbers, texts, days and serial days of one column agree', async () => {
  const rows = [
    HEADER,
    [new Date('2025-01-03T00:00:00Z'), 'RENT', '-1.200,50 EUR', 1000.5],
    [45_663, 'SALES', 310.55, 1311.05],
    ['07.01.2025', 'FEE', -0.1 - 0.2, 1310.75],
  ]
  const reading = await read([{ name: 'A', rows }])
  assert.deepEqual(amounts(reading), [[-120_050, 31_055, -30]])
  assert.deepEqual(
    reading.statements[0]!.rows.map(({ date, balance }) => [date, balance]),
    [
      ['2025-01-03', 100_050],
      ['2025-01-06', 131_105],
      ['2025-01-07', 131_075],
    ],
  )
  assert.deepEqual(reading.problems, [])
})

test('days written with points say nothing about the decimal mark of amounts', async () => {
  const day = (at: number, amount: string | number) => [`0${at}.01.2025`, 'A', amount, null]
  const rows = [HEADER, day(3, '1,234.50'), day(4, 12.5), day(5, 7), day(6, 1.25)]
  assert.deepEqual(amounts(await read([{ name: 'A', rows }])), [[123_450, 1250, 700, 125]])
})

test('a number with a fraction of a cent is rounded half to even and named', async () => {
  const { problems, ...reading } = await read([
    {
      name: 'A',
      rows: [HEADER, ['2025-01-03', 'A', 12.345, null], ['2025-01-04', 'B', 12.5, null]],
    },
  ])
  assert.deepEqual(amounts({ problems, ...reading }), [[1234, 1250]])
  assert.deepEqual(
    problems.map(({ code, where }) => [code, where]),
    [['amount_rounded', 'row 2']],
  )
})

test('every sheet with a table is read, a hidden one is named and not', async () => {
  const table = (amount: number) => [
    HEADER,
    ['2025-01-03', 'A', amount, null],
    ['n/a', 'B', 1, null],
  ]
  const reading = await read([
    { name: 'Notes', rows: [['Prepared for review']] },
    { name: 'One', rows: table(1) },
    { name: 'Draft', rows: table(9), hidden: true },
    { name: 'Two', rows: table(2) },
  ])
  assert.deepEqual(amounts(reading), [[100], [200]])
  assert.deepEqual(
    reading.problems.map(({ code, where }) => `${code} ${where}`),
    [
      'invalid_row row 3 of sheet "One"',
      'invalid_row row 3 of sheet "Two"',
      'hidden_sheet sheet "Draft"',
    ],
  )
})

test('titles over merged cells, empty columns and a total are no transactions', async () => {
  const wide = (cells: unknown[]) =>
    [...cells, ...Array.from({ length: 3000 }, () => null)] as null[]
  const rows = [
    wide(['ACME LLC account activity']),
    [],
    wide(HEADER),
    wide(['2025-01-03', 'A', 5, 5]),
    wide(['2025-01-04', 'B', 6, 11]),
    wide([null, 'Total', 11, null]),
  ]
  const reading = await read([
    { name: 'A', rows, merges: [{ startRow: 0, endRow: 0, startCol: 0, endCol: 3 }] },
  ])
  assert.deepEqual(amounts(reading), [[500, 600]])
})

test('a locked workbook opens with its password only', async () => {
  const rows = [HEADER, ['2025-01-03', 'A', 5, 5]]
  const bytes = await writeXlsx({
    sheets: [{ name: 'A', rows }],
    encryption: { password: 'harbor', spinCount: 1000 },
  })
  const open = (password?: string) =>
    readXlsxWorkbook(bytes, password ? { filename: 'a', password } : { filename: 'a' })
  assert.equal((await open()).failure?.code, 'password_protected')
  assert.equal((await open('wrong')).failure?.code, 'password_protected')
  assert.deepEqual(amounts(await open('harbor')), [[500]])
})

test('a workbook without a table, a damaged one and one older than Excel 97 have their own codes', async () => {
  assert.equal(
    (await read([{ name: 'A', rows: [['nothing', 'here']] }])).failure?.code,
    'no_transactions',
  )
  const old = await readXlsWorkbook(compoundFile('Book', Buffer.from([9, 8, 4, 0, 0, 5, 5, 0])), {
    filename: 'a.xls',
  })
  assert.equal(old.failure?.code, 'corrupt_file')
})

test('balances on a sheet of their own are those of the only table', async () => {
  const about = [
    ['Account Number', 'XXXX-1007'],
    ['Previous balance', 100],
    ['New balance', 70],
  ]
  const table = (number: string) => [
    ['Account Number', number],
    ['Date', 'Description', 'Amount'],
    ['2025-01-03', 'RENT', -50],
    ['2025-01-04', 'SALES', 20],
  ]
  const edges = async (number: string): Promise<(number | null)[]> => {
    const sheets = [
      { name: 'About', rows: about },
      { name: 'A', rows: table(number) },
    ]
    const [statement] = (await read(sheets)).statements
    return [statement!.openingBalance, statement!.closingBalance]
  }
  assert.deepEqual(await edges('XXXX-1007'), [10_000, 7000])
  assert.deepEqual(await edges('XXXX-2009'), [null, null], 'it speaks of another account')
})

test('a sheet of sums on hold is read with the account, and no money of it counts', async () => {
  const reading = await read([
    { name: 'Movements', rows: [HEADER, ['2025-01-03', 'A', -10, 90], ['2025-01-04', 'B', 5, 95]] },
    {
      name: 'Holds',
      rows: [
        ['Date', 'Shop', 'Amount held'],
        ['2025-01-04', 'HOTEL', 120],
      ],
    },
  ])
  const states = reading.statements.map(({ rows }) => rows.map(({ isPending }) => isPending))
  assert.deepEqual(states, [[false, false, true]])
})

test('a sheet of rows that no table takes is named where others are read', async () => {
  const table = [HEADER, ['2025-01-03', 'A', -10, 90]]
  const goods = [
    ['Date', 'SKU', 'Quantity', 'Price'],
    ['2025-01-03', 'B-1', 2, 9.5],
    ['2025-01-04', 'B-2', 1, 7.5],
  ]
  const reading = await read([
    { name: 'One', rows: table },
    { name: 'Two', rows: table },
    { name: 'Goods', rows: goods },
  ])
  assert.deepEqual(
    reading.problems.map(({ code, where }) => [code, where]),
    [['line_not_read', 'sheet "Goods"']],
  )
})
