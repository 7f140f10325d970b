import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCsv } from '../../csv.ts'
import { readHtml } from '../../html/html.ts'

const HEAD = 'Date,Details,Paid out,Paid in,Balance'

/** The days of the rows of a table, and the codes of its problems. */
function read(...lines: string[]): [(string | undefined)[], string[]] {
  const text = [HEAD, ...lines].join('\n')
  const { statements, problems } = readCsv(new TextEncoder().encode(text), { filename: 'a.csv' })
  const days = statements.flatMap(({ rows }) => rows.map(({ date }) => date.slice(-2)))
  return [days, problems.map(({ code }) => code).filter((code) => code === 'invalid_row')]
}

test('a day that a table prints once, as it does the balance, is that of all rows of the day', () => {
  const found = read(
    '28 Dec 2025,Balance brought forward,,,100.00',
    '29 Dec 2025,Licence,14.50,,',
    ',Stall,10.50,,75.00',
    '31 Dec 2025,Rebate,,25.00,100.00',
    '2 Jan 2026,Rent,80.00,,',
    ',Hardware,30.00,,-10.00',
    '28 Jan 2026,Balance carried forward,,,-10.00',
    ',Total,135.00,25.00,',
  )
  assert.deepEqual(found, [['29', '29', '31', '02', '02'], []])
})

test('a row without a day stays unread where days or balances are not those of groups', () => {
  const [rows, sums] = [
    ['29 Dec 2025,Licence,14.50,,85.50', ',Stall,10.50,,75.00'],
    ['29 Dec 2025,Licence,14.50,,', '29 Dec 2025,Stall,10.50,,75.00', ',Rebate,,5.00,80.00'],
  ]
  for (const lines of [rows, sums]) assert.deepEqual(read(...lines)[1], ['invalid_row'])
})

test('a balance that is carried from page to page closes nothing', () => {
  const text = [
    HEAD,
    '13 Dec 2025,Balance forward,,,731.44',
    '15 Dec 2025,Leasing,1200.00,,-468.56',
    ',Carried forward to next page,,,468.56 DR',
    HEAD,
    ',Brought forward from previous page,,,468.56 DR',
    '31 Dec 2025,Lodgement,,1875.20,1406.64',
    '12 Jan 2026,Closing balance,,,1406.64',
  ].join('\n')
  const { statements } = readCsv(new TextEncoder().encode(text), { filename: 'a.csv' })
  assert.deepEqual(
    statements.map(({ openingBalance, closingBalance }) => [openingBalance, closingBalance]),
    [[73_144, 140_664]],
  )
})

test('a day in a cell over several rows is that of all of them, another cell stands once', () => {
  const row = (cells: string): string => `<tr>${cells}</tr>`
  const html = [
    row('<th>Date<th>Details<th>Amount<th>Balance'),
    row('<td rowspan=2>01/10/2026<td>RENT<td>-1890.00<td>110.00'),
    row('<td>FEE<td>-10.00<td>100.00'),
    row('<td>13/10/2026<td rowspan=2>SALE<td>800.00<td>900.00'),
    row('<td>14/10/2026<td>20.00<td>920.00'),
  ]
  const text = `<html><body><table>${html.join('')}</table>`
  const { statements } = readHtml(new TextEncoder().encode(text), { filename: 'a.xls' })
  assert.deepEqual(
    statements.flatMap(({ rows }) => rows.map((one) => `${one.date} ${one.amount}`)),
    ['2026-10-01 -189000', '2026-10-01 -1000', '2026-10-13 80000', '2026-10-14 2000'],
  )
})

test('a month that stands alone above a list is its period, where it holds all rows', () => {
  const period = (month: string): (string | null)[] => {
    const rows = ['2026-03-02,Gas,-4.00', '2026-03-31,Sale,9.00']
    const text = [month, 'Date,Details,Amount', ...rows].join('\n')
    const [one] = readCsv(new TextEncoder().encode(text), { filename: 'a.csv' }).statements
    return [one!.startDate, one!.endDate]
  }
  assert.deepEqual(period('March 2026'), ['2026-03-01', '2026-03-31'])
  assert.deepEqual(period('April 2026'), [null, null])
})
