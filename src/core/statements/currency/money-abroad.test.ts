import assert from 'node:assert/strict'
import { test } from 'node:test'
import { print } from '../../../../test/print-block.ts'
import { isForeignLine } from './money-abroad.ts'
import { readTables } from '../table/read-tables.ts'

function words(block: string): string[] {
  const statements = readTables(print(block), { filename: 'a.pdf' }, null)
  return statements.flatMap(({ rows }) => rows.map(({ description }) => description))
}

/** The same rows under known heads, which name their columns, and unknown ones, read by place. */
for (const [heads, names] of [
  ['known', ['Date', 'Description', 'Amount', 'Balance']],
  ['unknown', ['Qx', 'Zyx', 'Vaa', 'Vbb']],
] as const)
  test(`money abroad and a year below the words of a row are none of them, under ${heads} heads`, () => {
    const [date, description, amount, balance] = names
    assert.deepEqual(
      words(`
    Statement period 12/01/2025 to 01/31/2026        USD
    ${date}      ${description}           ${amount}     ${balance}
    12/01/2025   Opening balance                               100.00
    12/05/2025   Taqueria Sol                      -10.00       90.00
                 Mexico City
                 MXN 180.00 incl. International Transaction Fee
    12/08/2025   Kompakt Berlin                    -20.00       70.00
                 EUR 18.40 @ 1.0870
                 VISA RATE
                 Incl. non-dollar transaction fee 0.51
    12/31/2025   Interest                            1.00       71.00
                 2026
    01/05/2026   Books                              -5.00       66.00
                 Ticket 4417`),
      ['Taqueria Sol Mexico City', 'Kompakt Berlin', 'Interest', 'Books Ticket 4417'],
    )
  })

test('the name of a currency under a figure is none of the words, and shows no currency', () => {
  const [statement] = readTables(
    print(`
    Card statement period 12/13/2025 to 01/10/2026      New York NY 10001
    Card Ending 7-41006                     Foreign Spend        Amount
    12/14/2025   Blueheron Airlines                             $612.40
    12/20/2025   El Fogon de Lola                  762.00        $42.17
                 Mexico City               Mexican Pesos
    12/21/2025   Hotel Casa Oyamel               5,755.20       $318.55
                 Mexico City               Mexican Pesos`),
    { filename: 'a.pdf' },
    null,
  )
  assert.deepEqual(
    statement!.rows.map(({ description }) => description),
    ['Blueheron Airlines', 'El Fogon de Lola Mexico City', 'Hotel Casa Oyamel Mexico City'],
  )
  assert.equal(statement!.currency, 'USD')
})

test('money abroad with its rate in short words is none of the words of a row', () => {
  assert.ok(isForeignLine('Euro 384.22 X 1.088198 (Exchg Rte)'))
})
