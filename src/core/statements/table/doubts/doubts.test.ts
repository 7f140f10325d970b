import assert from 'node:assert/strict'
import { test } from 'node:test'
import { print } from '../../../../../test/print-block.ts'
import { buildLine } from '../../pdf/lines.ts'
import { readTables } from '../read-tables.ts'

/** The codes of what is left open in a block of print, of every statement in it. */
function doubts(block: string, writtenAt: string | null = null): string[] {
  const statements = readTables(print(block), { filename: 'a.pdf' }, writtenAt)
  assert.notEqual(statements.length, 0)
  return statements.flatMap(({ doubts: own }) => (own ?? []).map(({ code }) => code))
}

const LEDGER = `
    Statement period 1 March 2025 to 31 March 2025
    Opening balance   2,000.00     Payments in   1,512.10     Payments out   1,283.30
    Date      Details                  Withdrawals   Deposits      Balance
    01 Mar    Balance brought forward                             2,000.00
    03 Mar    Takings                                1,512.10     3,512.10
    05 Mar    Rent                       1,250.00                 2,262.10
              Balance carried forward                             2,262.10
---
    Date      Details                  Withdrawals   Deposits      Balance
              Balance brought forward                             2,262.10
    10 Mar    Power                         33.30                 2,228.80
    31 Mar    Closing balance                                     2,228.80`

test('a statement whose every figure agrees leaves nothing open', () => {
  assert.deepEqual(doubts(LEDGER), [])
})

test('a total that is one digit off is reported, whatever the words next to it', () => {
  assert.deepEqual(doubts(LEDGER.replace('Payments in   1,512.10', 'Money that came  1,592.10')), [
    'figure_disagrees',
  ])
})

test('a summary of several accounts is held against each of them', () => {
  const block = `
    Statement period 03/01/2025 to 03/31/2025
    Account              Money out      Now
    Savings                   0.00      1,100.00
    Checking                160.00      2,349.00
    SAVINGS   Account 000111222
    Date      Description              Amount      Balance
    03/01     Previous Balance                     1,000.00
    03/03     Deposit by check         100.00      1,100.00
    03/31     Ending Balance                       1,100.00
    CHECKING   Account 000111333
    Date      Description              Amount      Balance
    03/01     Previous Balance                     2,500.00
    03/04     Withdrawal ATM          -160.00      2,340.00
    03/31     Ending Balance                       2,340.00`
  assert.deepEqual(doubts(block), ['figure_disagrees'])
  assert.deepEqual(doubts(block.replace('2,349.00', '2,340.00')), [])
})

test('a balance carried over a page that the rows do not lead to is reported', () => {
  const altered = LEDGER.replace('carried forward                             2,262', '$&').replace(
    /(carried forward +)2,262/,
    '$12,962',
  )
  assert.deepEqual(doubts(altered), ['carry_disagrees'])
})

test('a line between rows that belongs to none is reported', () => {
  const block = `
    Statement period 03/01/2025 to 03/31/2025
    Beginning balance                        500.00
    Ending balance                           440.00
    Date      Description                    Amount
    03/03     Fuel stop                       -20.00
  of the road to nowhere
    03/05     Rent                            -40.00`
  assert.deepEqual(doubts(block), ['line_not_read'])
})

test('a statement that prints no period says so', () => {
  const block = `
    Beginning balance                        500.00
    Ending balance                           480.00
    Date          Description                Amount
    03/03/2025    Fuel stop                  -20.00`
  assert.deepEqual(doubts(block), ['period_unknown'])
})

const YEARLESS = `
    Statement period February 1 through February 28
    Beginning balance                        500.00
    Ending balance                           440.00
    Date      Description                    Amount
    02/03     Fuel stop                      -20.00
    02/10     Rent                           -40.00`

test('a year stands when a day soon after the period is printed, else when the rows do not speak for another', () => {
  assert.deepEqual(doubts(`${YEARLESS}\n    Printed on March 2, 2025`), [])
  assert.deepEqual(doubts(YEARLESS, '2025-03-02'), [])
  // Both rows would stand on Saturdays.
  assert.deepEqual(doubts(YEARLESS, '2024-03-02'), ['year_uncertain'])
  assert.deepEqual(doubts(YEARLESS, '2025-09-02'), ['year_uncertain'])
})

test('of several printed days the one nearest to the period gives its year', () => {
  const block = `${YEARLESS}\n    Statement date 02/28/2023\n    3/14/26, 9:41 AM`
  const [statement] = readTables(print(block), { filename: 'a.pdf' }, null)
  assert.deepEqual([statement!.endDate, statement!.doubts], ['2023-02-28', undefined])
})

test('one row out of the order of days that all others keep is reported, a second list is not', () => {
  const block = (days: readonly number[]): string => `
    Statement period 03/01/2025 to 03/31/2025
    Beginning balance                        500.00
    Ending balance                           ${500 - 10 * days.length}.00
    Date      Description                    Amount
${days.map((day) => `    03/${String(day).padStart(2, '0')}     Fuel stop                      -10.00`).join('\n')}`
  assert.deepEqual(doubts(block([3, 5, 18, 10, 12, 14])), ['date_out_of_order'])
  assert.deepEqual(doubts(block([14, 12, 10, 18, 5, 3])), ['date_out_of_order'])
  assert.deepEqual(doubts(block([3, 5, 5, 10, 12, 14])), [])
  assert.deepEqual(doubts(block([3, 10, 14, 4, 11, 15])), [])
})

const CREDIT = `
    Statement period 03/01/2025 to 03/31/2025
    Previous balance                      10,000.00
    New balance                           11,560.00
    Date      Description                    Amount`

test('plain amounts that may be charges as well as deposits are not taken for either', () => {
  const shops = `
    03/03     HARDWARE HOUSE 1234          1,500.00
    03/04     CORNER CAFE 22                  60.00`
  assert.deepEqual(doubts(CREDIT + shops), ['ambiguous_signs'])
  const one = `
    03/03     HARDWARE HOUSE 1234          2,060.00
    03/04     PAYMENT - THANK YOU           -500.00`
  assert.deepEqual(doubts(CREDIT + one), ['signs_contradicted'])
})

test('several rows that say so turn a balance that is held into one that is owed', () => {
  const [statement] = readTables(
    print(`${CREDIT}
    03/03     Transfer to checking         2,000.00
    03/15     Payment received              -500.00
    03/31     Interest charge                 60.00`),
    { filename: 'a.pdf' },
    null,
  )
  assert.deepEqual(
    statement!.rows.map(({ amount }) => amount),
    [-200_000, 50_000, -6000],
  )
  assert.equal(statement!.doubts, undefined)
  assert.ok(statement!.choices.some((choice) => choice.includes('owed')))
})

test('an account of which only the balances were found is reported', () => {
  const block = `
    Statement period 03/01/2025 to 03/31/2025
    Opening balance USD                      500.00
    Date      Description                    Amount      Balance
    03/03     Fuel stop                       -20.00       480.00
    Closing balance USD                      480.00
    Opening balance EUR                      777.00
    Closing balance EUR                      666.00`
  assert.deepEqual(doubts(block), ['account_not_read'])
})

test('a row without a date is reported where rows of one day each print theirs', () => {
  const block = `
    Statement period 03/01/2025 to 03/31/2025
    Beginning balance                        500.00
    Ending balance                           410.00
    Date      Description                    Amount
    03/03     Fuel stop                       -20.00
    03/03     Lunch                           -30.00
              Rent                            -40.00`
  assert.deepEqual(doubts(block), ['date_missing'])
  assert.deepEqual(doubts(block.replace('03/03     Lunch', '03/04     Lunch')), [])
})

test('a closing balance below the one that the rows lead to says that rows are missing', () => {
  const block = `
    Statement period 03/01/2025 to 03/31/2025
    Opening balance                                1,000.00
    03/03     Cash deposit              300.00
              Closing balance for 03/03            1,300.00
    03/04     Office rent               -90.00
              Closing balance for 03/04            1,210.00
    Closing balance                                1,210.00`
  assert.deepEqual(doubts(block), [])
  assert.deepEqual(doubts(block.replace(/ {4}03.04 +Office rent +-90.00/, '')), [
    'figure_disagrees',
  ])
})

test('a page whose rows were not read is found by the balance carried over it', () => {
  const clear = `
    Statement period 01/03/2025 to 31/03/2025        AUD
    Date      Particulars            Debits   Credits     Balance
    01 Mar    B/F                                        1,000.00
    03 Mar    Cash deposit                     300.00    1,300.00
    03 Mar    Fuel                    50.00              1,250.00
              C/F                                        1,250.00
---
    Date      Particulars            Debits   Credits     Balance
              B/F                                        1,250.00
    04 Mar    Office rent             90.00              1,160.00
    31 Mar    Closing balance                            1,160.00`
  const [first, second] = clear.split('---') as [string, string]
  const lost = (page: string): string => page.replaceAll(/0[34] Mar/g, 'O? Mxr')
  assert.deepEqual(doubts(clear), [])
  assert.deepEqual(doubts(`${lost(first)}---${second}`), ['figure_disagrees'])
  assert.deepEqual(doubts(`${first}---${lost(second)}`), ['figure_disagrees'])
})

test('rows that balances put in order and days do not are reported: their day may be that of value', () => {
  const block = (days: readonly number[]): string => `
    Statement period 03/01/2025 to 03/31/2025
    Beginning balance                        500.00
    Ending balance                           ${500 - 10 * days.length}.00
    Date      Description                    Amount      Balance
${days.map((day, at) => `    03/${String(day).padStart(2, '0')}     Fuel stop                      -10.00      ${490 - 10 * at}.00`).join('\n')}`
  assert.deepEqual(doubts(block([5, 3, 10, 7, 14, 12, 20])), ['dates_in_no_order'])
  assert.deepEqual(doubts(block([3, 5, 7, 10, 12, 14, 20])), [])
  assert.deepEqual(doubts(block([20, 14, 12, 10, 7, 5, 3])), [])
})

test('a closing balance named as carried forward above all rows is no carry', () => {
  const head = LEDGER.replace(
    'Opening balance',
    'Balance carried forward  2,228.80   Opening balance',
  )
  assert.deepEqual(doubts(head), [])
})

test('round sums that a sentence names are terms of the account', () => {
  const block = (text: string): string => `
    Statement period 1 March 2025 to 31 March 2025
    Opening balance   500.00     Payments in   2,020.00
    Date      Details                  Withdrawals   Deposits      Balance
    03 Mar    Takings                                2,020.00     2,520.00
    31 Mar    Closing balance                                     2,520.00
    ${text}`
  const sentence =
    'We waive the monthly fee of your account in any period with 2,000.00 of purchases on its card.'
  assert.deepEqual(doubts(block(sentence)), [])
  assert.deepEqual(doubts(block('Money that came   2,000.00')), ['figure_disagrees'])
})

test('an available balance is explained by a limit that is printed too', () => {
  const block = (limit: string): string => `${LEDGER}
    Available with the limit   7,228.80
    Arranged limit             ${limit}`
  assert.deepEqual(doubts(block('5,000.00')), [])
  assert.deepEqual(doubts(block('4,500.00')), ['figure_disagrees'])
})

test('a figure or a day of a row that stands in its words, under those of others, is reported', () => {
  const block = `
    Statement period 1 March 2025 to 31 March 2025
    Opening balance   2,000.00
    Date      Details                  Value     Withdrawals   Deposits
    03 Mar    Takings                  03.03.25                  512.10
    05 Mar    Rent                     04.03.25       250.00
    10 Mar    Power                    07.03.25        33.30
    12 Mar    Water                    11.03.25        21.10
    Closing balance   2,207.70`
  assert.deepEqual(doubts(block), [])
  assert.deepEqual(doubts(block.replace('07.03.25', '07.33.25')), ['words_uncertain'])
})

test('specks between the lines of a row part nothing', () => {
  const rent = '    05 Mar    Rent  '
  const block = LEDGER.replace(
    rent,
    `              at the harbor\n              east quay\n${rent}`,
  )
  const lines = print(block)
  const at = lines.findIndex(({ text }) => text === 'east quay')
  const [word] = lines[at]!.words
  const speck = { ...word!, text: '.,', x1: word!.x0 + 4, y0: word!.y0 - 3, y1: word!.y0 + 3 }
  const marked = lines.toSpliced(at, 0, buildLine([speck], 1))
  const [statement] = readTables(marked, { filename: 'a.pdf' }, null)
  assert.equal(statement!.rows[0]!.description, 'Takings at the harbor east quay')
})

test('a sum that is wrong on a line of right ones is reported where tables are read by place', () => {
  const block = `
    Statement period 1 March 2025 to 31 March 2025
    Datum     Vorfall                        Raus        Rein       Stand
    01 Mar    Anfang                                                2,000.00
    03 Mar    Takings                                  512.10       2,512.10
    05 Mar    Rent                         250.00                   2,262.10
    10 Mar    Power                         33.30                   2,228.80
    12 Mar    Sales                                     71.20       2,300.00
    Summe                                  283.30      583.30       2,300.00`
  assert.deepEqual(doubts(block), [])
  assert.ok(doubts(block.replace('583.30', '593.30')).includes('figure_disagrees'))
})

test('two dates above the rows in unknown words, around all of them, may be the period', () => {
  const block = (first: string): string => `
    Zyxde   ${first}
    Zyxta   31/03/2025
    Opening balance   2,000.00
    Date        Details                  Withdrawals   Deposits      Balance
    03/03/2025  Takings                                1,512.10     3,512.10
    21/03/2025  Rent                       1,250.00                 2,262.10
    Closing balance   2,262.10`
  assert.deepEqual(doubts(block('01/03/2025')), ['period_unknown', 'period_not_read'])
  assert.deepEqual(doubts(block('15/03/2025')), ['period_unknown'])
  const known = block('01/03/2025').replace('Zyxta', 'Period ends')
  assert.deepEqual(doubts(known), ['period_not_read'], 'of its end alone')
  assert.deepEqual(doubts(known.replace('Zyxde', 'Statement starts')), [])
})
