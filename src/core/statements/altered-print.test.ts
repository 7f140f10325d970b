import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { linesPdf } from '../../../test/lines-pdf.ts'
import type { Tools } from './formats/format.ts'
import { createPdfReader } from './pdf/pdfium.ts'
import { readStatement } from './read-statement.ts'
import type { Reading } from './statement.ts'
import { listReviewCauses } from './table/doubts/review-causes.ts'

/** One statement for each way in which printed figures can prove its rows. */
const PROOFS: Record<string, string> = {
  'running balances between two printed balances': `
    Meridian Ridge Bank                Account number 000111222
    Statement period 03/01/2025 to 03/31/2025
    Beginning balance                               1,523.40
    Date      Description                Amount      Balance
    03/03     Fuel stop                  -20.15     1,503.25
    03/05     Card settlement            412.80     1,916.05
    03/09     Office rent               -940.00       976.05
    03/17     Card settlement            300.55     1,276.60
    03/24     Water works                -61.37     1,215.23
    Ending balance                                  1,215.23`,
  'running balances from a printed opening': `
    Meridian Ridge Bank                Account number 000111222
    Statement period 03/01/2025 to 03/31/2025
    Date      Description                Amount      Balance
    03/01     Balance brought forward               1,523.40
    03/03     Fuel stop                  -20.15     1,503.25
    03/05     Card settlement            412.80     1,916.05
    03/09     Office rent               -940.00       976.05
    03/17     Card settlement            300.55     1,276.60
    03/24     Water works                -61.37     1,215.23`,
  'a balance at the end of each day': `
    Meridian Ridge Bank                Account number 000111222
    Statement period 03/01/2025 to 03/31/2025
    Beginning balance                               1,523.40
    Date      Description                Amount      Balance
    03/03     Fuel stop                  -20.15
    03/03     Card settlement            412.80     1,916.05
    03/09     Office rent               -940.00
    03/09     Card settlement            300.55     1,276.60
    03/24     Water works                -61.37     1,215.23
    Ending balance                                  1,215.23`,
  'sections with totals': `
    Meridian Ridge Bank                Account number 000111222
    Statement period 03/01/2025 to 03/31/2025
    Beginning balance                               1,523.40
    Ending balance                                  1,215.23
    Deposits and Credits
    Date      Description                             Amount
    03/05     Card settlement                         412.80
    03/17     Card settlement                         300.55
    Total deposits and credits                        713.35
    Withdrawals and Debits
    Date      Description                             Amount
    03/03     Fuel stop                                20.15
    03/09     Office rent                             940.00
    03/24     Water works                              61.37
    Total withdrawals and debits                    1,021.52`,
  'debit and credit columns with their sums': `
    Meridian Ridge Bank                Account number 000111222
    Statement period 03/01/2025 to 03/31/2025
    Beginning balance                               1,523.40
    Date      Description               Debits       Credits
    03/03     Fuel stop                  20.15
    03/05     Card settlement                         412.80
    03/09     Office rent               940.00
    03/17     Card settlement                         300.55
    03/24     Water works                61.37
    Total                             1,021.52        713.35
    Ending balance                                  1,215.23`,
  'running balances from the newest row to the oldest': `
    Meridian Ridge Bank                Account number 000111222
    Statement period 03/01/2025 to 03/31/2025
    Beginning balance                               1,523.40
    Ending balance                                  1,215.23
    Date      Description                Amount      Balance
    03/24     Water works                -61.37     1,215.23
    03/17     Card settlement            300.55     1,276.60
    03/09     Office rent               -940.00       976.05
    03/05     Card settlement            412.80     1,916.05
    03/03     Fuel stop                  -20.15     1,503.25`,
  'columns known by their places alone': `
    Meridian Ridge Bank                Account number 000111222
    Statement period 03/01/2025 to 03/31/2025
    Beginning balance                               1,523.40
    Tag       Vorfall                    Zug         Stand
    03/03     Fuel stop                  -20.15     1,503.25
    03/05     Card settlement            412.80     1,916.05
    03/09     Office rent               -940.00       976.05
    03/17     Card settlement            300.55     1,276.60
    03/24     Water works                -61.37     1,215.23
    Ending balance                                  1,215.23`,
  'a list of checks that repeats rows': `
    Meridian Ridge Bank                Account number 000111222
    Statement period 03/01/2025 to 03/31/2025
    Beginning balance                               1,523.40
    Date      Description                Amount      Balance
    03/03     Check 1041                 -20.15     1,503.25
    03/05     Card settlement            412.80     1,916.05
    03/09     Check 1042                -940.00       976.05
    03/17     Card settlement            300.55     1,276.60
    03/24     Check 1043                 -61.37     1,215.23
    Ending balance                                  1,215.23
    Checks Paid
    Check    Date         Amount    Check    Date       Amount
    1041     03/03         20.15    1042     03/09      940.00
    1043     03/24         61.37`,
  'a card by its summary': `
    Meridian Ridge Bank Credit Card         Account ending 4821
    Statement period 03/01/2025 to 03/31/2025
    Previous balance                                  523.40
    Payments and credits                              412.80
    Purchases                                       1,021.52
    New balance                                     1,132.12
    Date      Description                             Amount
    03/03     FUEL STOP                                20.15
    03/05     PAYMENT THANK YOU                      -412.80
    03/09     OFFICE SUPPLY                           940.00
    03/24     WATER WORKS                              61.37`,
  'a daily balance table': `
    Meridian Ridge Bank                Account number 000111222
    Statement period 03/01/2025 to 03/31/2025
    Beginning balance                               1,523.40
    Date      Description                             Amount
    03/03     Fuel stop                               -20.15
    03/05     Card settlement                         412.80
    03/09     Office rent                            -940.00
    03/17     Card settlement                         300.55
    03/24     Water works                             -61.37
    Ending balance                                  1,215.23
    Daily balance summary
    Date      Balance
    03/03     1,503.25
    03/05     1,916.05
    03/09       976.05
    03/17     1,276.60
    03/24     1,215.23`,
}

const AMOUNT = /\d[\d,]*\.\d{2}/g
const ROW = /^ *03\/\d\d {2,}\p{L}/u

let tools: Tools
before(async () => {
  const wasm = readFileSync(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
  tools = { pdf: await createPdfReader(wasm) }
})

interface Alteration {
  what: string
  lines: string[]
}

/** Each digit of each amount one higher, each row lost, each row doubled. */
function listAlterations(lines: readonly string[]): Alteration[] {
  return lines.flatMap((line, at) => {
    const digits = [...line.matchAll(AMOUNT)].flatMap(({ 0: amount, index }) =>
      [...amount].flatMap((mark, from) => (/\d/.test(mark) ? [index + from] : [])),
    )
    const altered = digits.map((from) => {
      const digit = (Number(line[from]) + 1) % 10
      const other = line.slice(0, from) + digit + line.slice(from + 1)
      return { what: `${line.trim()} → ${other.trim()}`, lines: lines.with(at, other) }
    })
    if (!ROW.test(line)) return altered
    const lost = { what: `without ${line.trim()}`, lines: lines.toSpliced(at, 1) }
    const doubled = { what: `twice ${line.trim()}`, lines: lines.toSpliced(at, 0, line) }
    return [...altered, lost, doubled]
  })
}

function read(lines: readonly string[]): Promise<Reading> {
  return readStatement(linesPdf(lines), { filename: 'a.pdf', currency: 'USD' }, tools)
}

function isStopped({ statements, problems, failure }: Reading): boolean {
  const statuses = statements.map(({ reconciliation }) => reconciliation.status)
  return failure !== null || listReviewCauses(statuses, problems).length > 0
}

/** No print shows that a row is missing behind the last one when no closing balance is printed. */
function hasOpenEnd({ statements }: Reading): boolean {
  return statements.every(({ derivedEdges }) => derivedEdges.includes('closingBalance'))
}

/** What is counted: rows and the balances that they run between. */
function listValues({ statements }: Reading): string {
  return JSON.stringify(
    statements.map(({ openingBalance, closingBalance, rows }) => [
      openingBalance,
      closingBalance,
      rows.map(({ date, amount, balance, description }) => [date, amount, balance, description]),
    ]),
  )
}

for (const [proof, block] of Object.entries(PROOFS)) {
  test(`no altered digit, lost or doubled row passes ${proof}`, async () => {
    const lines = block.split('\n').slice(1)
    const honest = await read(lines)
    assert.deepEqual(honest.problems, [])
    assert.equal(isStopped(honest), false)
    const passed: string[] = []
    for (const { what, lines: altered } of listAlterations(lines)) {
      const reading = await read(altered)
      const isCut = altered.length === lines.length - 1 && altered.at(-1) !== lines.at(-1)
      if (isStopped(reading) || listValues(reading) === listValues(honest)) continue
      if (!(isCut && hasOpenEnd(reading))) passed.push(what)
    }
    assert.deepEqual(passed, [])
  })
}
