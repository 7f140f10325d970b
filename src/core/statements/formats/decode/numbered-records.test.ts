import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCsv } from '../csv.ts'

test('records that begin with their number are read, their days by the year of the statement', () => {
  const lines = [
    "2,62114480917,'ROOIBERG TIMBER CC','GOLD BUSINESS ACCOUNT'",
    "3,'Statement Number','From Date','To Date','Opening Balance','Closing Balance','VAT Charged'",
    "3,114,'01 March 2026','31 March 2026',100.00,85.00,43.17",
    "5,'Number','Date','Description1','Description2','Amount','Balance','Accrued Charges'",
    "5,1,'02 March','POS PURCHASE','Spares, Brits',-20.00,80.00,3.50",
    '5,2,\'31 March\',"INTEREST","",5.00,85.00,',
    "6,'END'",
  ]
  const bytes = new TextEncoder().encode(lines.join('\n'))
  const { statements, problems } = readCsv(bytes, { filename: 'export.csv' })
  const [statement] = statements
  assert.deepEqual(
    statement!.rows.map(({ date, amount, description }) => `${date} ${amount} ${description}`),
    ['2026-03-02 -2000 POS PURCHASE Spares, Brits', '2026-03-31 500 INTEREST'],
  )
  const { accountLast4, openingBalance, closingBalance, startDate } = statement!
  assert.deepEqual(
    [accountLast4, openingBalance, closingBalance, startDate, problems],
    ['0917', 10_000, 8500, '2026-03-01', []],
  )
})
