import assert from 'node:assert/strict'
import { test } from 'node:test'
import { print } from '../../../../../test/print-block.ts'
import { listReviewCauses } from '../doubts/review-causes.ts'
import { readTables } from '../read-tables.ts'

interface Found {
  amounts: number[]
  causes: string[]
}

/** The amounts of the only statement in a block of print, and why a person is to look at it. */
function read(block: string): Found {
  const statements = readTables(print(block), { filename: 'a.pdf' }, null)
  assert.equal(statements.length, 1)
  const [{ rows, reconciliation, doubts = [] }] = statements as [(typeof statements)[number]]
  return {
    amounts: rows.map(({ amount }) => amount),
    causes: listReviewCauses([reconciliation.status], doubts),
  }
}

const HEAD = `
    Statement period 03/01/2025 to 03/31/2025
    Previous balance                           0.00
    New balance                              311.17`

test('an empty credits heading does not turn purchases into deposits', () => {
  const rows = `
    03/03     NORTHGATE HARDWARE             300.00
    03/09     CORNER CAFE                     11.17`
  const headings = ['Purchases and Charges', 'Your spending this month', 'Kategoria A']
  for (const heading of headings) {
    const found = read(`${HEAD}
    Payment due date 04/25/2025
    Minimum payment due 25.00
    Payments and Other Credits
    ${heading}${rows}`)
    assert.deepEqual(found, { amounts: [-30_000, -1117], causes: [] }, heading)
  }
})

test('a heading that divides a table of withdrawals leaves them withdrawals', () => {
  const found = read(`
    Statement period 03/01/2025 to 03/31/2025
    Beginning balance                        500.00
    Ending balance                           440.00
    Withdrawals and Debits
    Card 4417
    03/03     NORTHGATE HARDWARE              60.00`)
  assert.deepEqual(found, { amounts: [-6000], causes: [] })
})

test('an owed account that closes with all signs turned is not taken for a held one', () => {
  const rows = `
    Date      Description                    Amount
    03/03     NORTHGATE HARDWARE             300.00
    03/09     CORNER CAFE                     11.17`
  for (const line of ['', '    Pay by checking account on file', '    Questions? Visit a branch.'])
    assert.deepEqual(read(`${HEAD}\n${line}${rows}`).causes, ['ambiguous_signs'], line)
})

test('the printed sums of payments and purchases turn a reading, or prove it', () => {
  const block = (purchases: string, payments: string): string => `
    Statement period 03/01/2025 to 03/31/2025
    Previous balance                         120.00
    ${purchases}                             311.17
    ${payments}                               50.00
    New balance                              381.17
    Date      Description                    Amount
    03/03     NORTHGATE HARDWARE             300.00
    03/05     BRANCH 0042                    -50.00
    03/09     CORNER CAFE                     11.17`
  const owed = read(block('Purchases       ', 'Payments and credits'))
  assert.deepEqual(owed, { amounts: [-30_000, 5000, -1117], causes: [] })
  const held = read(block('Total deposits  ', 'Total withdrawals'))
  assert.deepEqual(held, { amounts: [30_000, -5000, 1117], causes: [] })
})

test('words of the rows give plain amounts their direction where the balances agree', () => {
  const block = (words: readonly string[]): string => `
    Statement period 03/01/2025 to 03/31/2025
    Beginning balance                        500.00
    Ending balance                           730.00
    03/03     ${words[0]} 0042               300.00
    03/05     ${words[1]} 0042                50.00
    03/09     ${words[2]} 0042                20.00`
  for (const words of [
    ['Deposit', 'Withdrawal', 'Purchase'],
    ['Gutschrift', 'Lastschrift', 'Auszahlung'],
    ['Versement', 'Retrait', 'Achat'],
    ['Deposito', 'Retiro', 'Compra'],
    ['Storting', 'Incasso', 'Geldopname'],
    ['Accredito', 'Addebito', 'Prelievo'],
    ['Indbetaling', 'Betaling', 'Gebyr'],
    ['Insättning', 'Uttag', 'Avgift'],
    ['Wpłata', 'Wypłata', 'Opłata'],
    ['Vklad', 'Výběr', 'Poplatek'],
    ['Talletus', 'Nosto', 'Palvelumaksu'],
  ])
    assert.deepEqual(
      read(block(words)),
      { amounts: [30_000, -5000, -2000], causes: [] },
      words.join(),
    )
})

test('a column of types gives plain amounts their direction', () => {
  const block = (types: readonly string[]): string => `
    Statement period 03/01/2025 to 03/31/2025
    Beginning balance                        500.00
    Ending balance                           750.00
    Date      Type            Description                Amount
    03/03     ${types[0]!.padEnd(16)}NORTHGATE                  300.00
    03/05     ${types[1]!.padEnd(16)}BRANCH                      50.00`
  for (const types of [
    ['Deposit', 'Withdrawal'],
    ['Credit', 'Debit'],
    ['Payment in', 'Purchase'],
  ])
    assert.deepEqual(read(block(types)), { amounts: [30_000, -5000], causes: [] }, types.join())
})

test('lists beside each other take their direction from the title above each', () => {
  const found = read(`
    Statement period 03/01/2025 to 03/31/2025
    Previous balance                         500.00
    New balance                              730.00
    Checks and other withdrawals             Deposits and other credits
    Date    Description       Amount         Date    Description       Amount
    03/01   Castle Hardware    50.00         03/03   Hobbs Tool        300.00
    03/02   Midstate Electric  20.00`)
  assert.deepEqual(found, { amounts: [-5000, 30_000, -2000], causes: [] })
})

test('amounts that print their side are not open below a heading of unknown wording', () => {
  const found = read(`
    Kontoauszug 01.11.2025 bis 30.11.2025
    Bu-Tag   Wert     Vorgang                               Betrag EUR
                      alter Kontostand vom 31.10.2025       1.000,00 H
    Lea Brandt und andere
    03.11.   03.11.   Anzahlung                               480,00 H
    10.11.   10.11.   Abschlag                                 92,00 S
                      neuer Kontostand vom 30.11.2025       1.388,00 H`)
  assert.deepEqual(found, { amounts: [48_000, -9200], causes: [] })
})

test('a charge of a processor is money in, its payout money out, and its kinds are no words', () => {
  const block = `
    February 1, 2026 - February 28, 2026
    Starting balance, Feb 1: $1,284.55     Ending balance, Feb 28: $555.29
    Date            Type      Description               Gross       Fee        Net    Balance
    Feb 02, 2026    Charge    Order 20418               240.00    (7.26)    232.74   1,517.29
    Feb 03, 2026    Payout    Payout to bank         (1,000.00)     0.00  (1,000.00)    517.29
    Feb 05, 2026    Charge    Order 20420               100.00    (2.00)     98.00     615.29
    Feb 06, 2026    Refund    Refund of 20418           (60.00)     0.00    (60.00)    555.29`
  assert.deepEqual(read(block), { amounts: [23_274, -100_000, 9800, -6000], causes: [] })
  const [statement] = readTables(print(block), { filename: 'a.pdf' }, null)
  assert.deepEqual(
    statement!.rows.map(({ description, bankType }) => [bankType, description]).slice(0, 2),
    [
      ['Charge', 'Order 20418'],
      ['Payout', 'Payout to bank'],
    ],
  )
})

test('the card sales of a processor are money in', () => {
  const found = read(`
    Account no. 5521 0087 4419     Mar 1 - Mar 31, 2026
    Starting balance     100.00
    Ending balance       150.00
    Date          Description                       Gross      Fees       Net
    03/02/2026    Card sales - 24 transactions     102.00     (2.00)   100.00
    03/03/2026    Card sales - 55 transactions     102.00     (2.00)   100.00
    03/04/2026    Payout to Fairmont Nat'l        (150.00)     0.00   (150.00)`)
  assert.deepEqual(found, { amounts: [10_000, 10_000, -15_000], causes: [] })
})
