import assert from 'node:assert/strict'
import { test } from 'node:test'
import { print } from '../../../../../test/print-block.ts'
import { readTables } from '../read-tables.ts'

test('a figure under another head than that of the amounts is no word, and other words stay', () => {
  const [statement] = readTables(
    print(`
    Statement period 10/19/25 - 11/17/25        Account Ending 6-41004
    Payment Due Date 12/12/25                   Minimum Payment Due $40.00
    Previous Balance                                                   $0.00
    New Charges                                                     +$672.95
    New Balance                                                      $672.95
    New Charges
                                                    Foreign Spend     Amount
    10/20/25     NORTHWIND OFFICE SUPPLY TACOMA WA                   $214.88
    10/27/25     A SHOP WITH WORDS THAT RUN ON FOR 12.00 MORE ALONE   $10.00
    10/30/25     HOTEL PALACETE LISBOA                385.60         $448.07
                 LODGING`),
    { filename: 'a.pdf' },
    null,
  )
  assert.deepEqual(
    statement!.rows.map(({ amount, description }) => `${amount} ${description}`),
    [
      '-21488 NORTHWIND OFFICE SUPPLY TACOMA WA',
      '-1000 A SHOP WITH WORDS THAT RUN ON FOR 12.00 MORE ALONE',
      '-44807 HOTEL PALACETE LISBOA LODGING',
    ],
  )
})
