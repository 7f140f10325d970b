import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { linesPdf } from '../../../test/lines-pdf.ts'
import { print } from '../../../test/print-block.ts'
import type { Tools } from './formats/format.ts'
import { createPdfReader } from './pdf/pdfium.ts'
import { readStatement } from './read-statement.ts'
import { listReviewCauses } from './table/doubts/review-causes.ts'
import { readTables } from './table/read-tables.ts'

let tools: Tools
before(async () => {
  const wasm = readFileSync(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
  tools = { pdf: await createPdfReader(wasm) }
})

/** Why a person has to look at a file. */
async function causes(filename: string, bytes: Buffer): Promise<string[]> {
  const { failure, statements, problems } = await readStatement(bytes, { filename }, tools)
  assert.equal(failure, null)
  const statuses = statements.map(({ reconciliation }) => reconciliation.status)
  return listReviewCauses(statuses, problems)
}

const TABLES: [string, string, string][] = [
  ['an amount that is none', '03/04/2025,Card sales,12.3O5', 'invalid_row'],
  ['a day that is none', '03/45/2025,Card sales,12.35', 'invalid_row'],
]

test('a row of a table that was refused stops the file', async () => {
  for (const [what, row, code] of TABLES) {
    const rows = ['Date,Description,Amount', '03/03/2025,Office rent,-1200.00', row]
    const found = await causes('a.csv', Buffer.from(`${rows.join('\n')}\n`))
    assert.ok(found.includes(code), `${what}: ${found.join()}`)
  }
})

test('a PDF of which no figure proves a row stops the file', async () => {
  const lines = [
    'Meridian Ridge Bank                       Business Checking',
    'Statement period 03/01/2025 to 03/31/2025',
    'Date        Description               Amount',
    '03/03/2025  Fuel stop                 -20.00',
    '03/09/2025  Office rent               -40.00',
  ]
  assert.deepEqual(await causes('a.pdf', linesPdf(lines)), ['unproven'])
  const proven = ['Beginning balance   500.00', ...lines, 'Ending balance   440.00']
  assert.deepEqual(await causes('a.pdf', linesPdf(proven)), [])
})

test('balances, totals and lines of a portfolio are no transactions', () => {
  const [statement, ...others] = readTables(
    print(`
    Meridian Ridge Bank                     Business Checking
    Portfolio total                                        9,440.00
    Statement period 03/01/2025 to 03/31/2025
    Date          Description               Amount       Balance
    03/01/2025    Balance brought forward                 500.00
    03/03/2025    Fuel stop                 -20.00        480.00
    03/03/2025    Saldo                                   480.00
    03/09/2025    Office rent               -40.00        440.00
    03/31/2025    Closing balance                         440.00
    Total                                   -60.00
    Account total                                         440.00`),
    { filename: 'a.pdf' },
    null,
  )
  assert.deepEqual(others, [])
  assert.deepEqual(
    statement!.rows.map(({ amount, description }) => `${amount} ${description}`),
    ['-2000 Fuel stop', '-4000 Office rent'],
  )
  assert.equal(statement!.reconciliation.status, 'reconciled')
})

test('lines of a portfolio and totals of accounts are no rows and no sections', () => {
  const portfolio = `
    Your portfolio
    Account                       Number             Balance
    Business Checking             000111222        480.00
    Reserve                       000111333        900.00
    Portfolio total                              1,380.00`
  const account = (name: string, edges: readonly string[], row: string): string => `
    ${name}
    Date          Description               Amount       Balance
    03/01         Beginning balance                       ${edges[0]}
    ${row}
    03/31         Account total                           ${edges[1]}
    03/31         Closing balance                         ${edges[1]}
    Total for account                       ${edges[2]}
    Account total                           ${edges[2]}`
  const accounts = [
    account(
      'BUSINESS CHECKING   Account 000111222',
      ['500.00', '480.00', '-20.00'],
      '03/03         Fuel stop                 -20.00        480.00',
    ),
    account(
      'RESERVE   Account 000111333',
      ['860.00', '900.00', '40.00'],
      '03/09         Deposit                    40.00        900.00',
    ),
  ]
  const head = '    Meridian Ridge Bank                     03/01/2025 - 03/31/2025'
  const blocks = [
    [head, portfolio, ...accounts],
    [head, ...accounts, portfolio],
  ]
  for (const block of blocks) {
    const statements = readTables(print(block.join('\n')), { filename: 'a.pdf' }, null)
    assert.deepEqual(
      statements.map(({ accountLast4, closingBalance, rows, sections, reconciliation }) => [
        accountLast4,
        closingBalance,
        rows.map(({ description }) => description),
        sections,
        reconciliation.status,
      ]),
      [
        ['1222', 48_000, ['Fuel stop'], [], 'reconciled'],
        ['1333', 90_000, ['Deposit'], [], 'reconciled'],
      ],
    )
  }
})

test('the rows of each account are those of its own statement, with its own number', () => {
  const statements = readTables(
    print(`
    Meridian Ridge Bank                     03/01/2025 - 03/31/2025
    BUSINESS CHECKING   Account 000111222
    Date          Description               Amount       Balance
    03/01         Beginning balance                       500.00
    03/03         Fuel stop                 -20.00        480.00
    03/31         Closing balance                         480.00
    RESERVE
    Date          Description               Amount       Balance
    03/01         Beginning balance                       900.00
    03/09         Office rent               -40.00        860.00
    03/31         Closing balance                         860.00`),
    { filename: 'a.pdf' },
    null,
  )
  assert.deepEqual(
    statements.map(({ accountLast4, closingBalance, doubts = [] }) => [
      accountLast4,
      closingBalance,
      doubts.map(({ code }) => code),
    ]),
    [
      ['1222', 48_000, []],
      ['1222', 86_000, ['account_uncertain']],
    ],
  )
})

test('a total that the rows do not add up to stops the file', () => {
  const [statement] = readTables(
    print(`
    Statement period 03/01/2025 to 03/31/2025
    Beginning balance                        500.00
    Total deposits                           100.00
    Total withdrawals                         65.00
    Date      Description                    Amount      Balance
    03/03     Deposit                        100.00       600.00
    03/09     Office rent                    -60.00       540.00
    Ending balance                           540.00`),
    { filename: 'a.pdf' },
    null,
  )
  const { checks, status } = statement!.reconciliation
  const failed = checks.filter(({ passed }) => !passed)
  assert.equal(status, 'reconciled')
  assert.deepEqual([...new Set(failed.map(({ id, expected }) => `${id} ${expected}`))], ['T2 6500'])
})

test('a limit without a mark below rows that all have one is no row', () => {
  const rows = (limit: string): string => `
    Statement period 03/01/2025 to 03/31/2025
    Date      Description                        Amount
    02/28     Previous balance                 1,000.00 C
    03/03     Card settlement                    300.00 C
    03/04     Office rent                        600.00 D
    03/07     Fuel stop                           20.00 D
    03/10     Card settlement                    100.00 C
    03/10     Fuel stop                           10.00 D
    Balance on 03/31/2025                        770.00 C
    OVERDRAFT LIMIT AGREED                     ${limit}`
  const read = (limit: string) => readTables(print(rows(limit)), { filename: 'a.pdf' }, null)[0]!
  assert.deepEqual(
    [read('5,000.00').rows.length, read('5,000.00').reconciliation.status],
    [5, 'reconciled_by_totals'],
  )
})
