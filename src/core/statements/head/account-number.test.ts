import assert from 'node:assert/strict'
import { test } from 'node:test'
import { print } from '../../../../test/print-block.ts'
import { readTables } from '../table/read-tables.ts'

/** The account of a block of print, and whether a person is to look at it. */
function account(head: string, foot = ''): [string | null, boolean] {
  const [statement] = readTables(
    print(`${head}
    Statement period 03/01/2025 to 03/31/2025
    Beginning balance                        500.00
    Date      Description                    Amount      Balance
    03/03     Fuel stop                      -20.00       480.00
    Ending balance                           480.00
${foot}`),
    { filename: 'a.pdf' },
    null,
  )
  const codes = (statement!.doubts ?? []).map(({ code }) => code)
  return [statement!.accountLast4, codes.includes('account_uncertain')]
}

test('a number below the rows is never the account of the statement', () => {
  const head = '    Account Number 22871056'
  const foot = '    Linked deposit account 22871064, IBAN IE49 CRRB 9940 1722 8710 64.'
  assert.deepEqual(account(head, foot), ['1056', false])
  assert.deepEqual(account('', '    Account number 22871064'), [null, false])
})

test('an account number is never taken from below the first table head', () => {
  const read = (head: string, below: string): [string | null, boolean] => {
    const block = `${head}
    Statement period 03/01/2025 to 03/31/2025
    Beginning balance                        500.00
    Date      Description                    Amount      Balance
    ${below}
    03/03     Fuel stop                      -20.00       480.00
    03/09     ${below}
              ${below}                       -40.00       440.00
    Ending balance                           440.00`
    const [statement] = readTables(print(block), { filename: 'a.pdf' }, null)
    const codes = (statement!.doubts ?? []).map(({ code }) => code)
    return [statement!.accountLast4, codes.includes('account_uncertain')]
  }
  for (const below of [
    'Account number 99990000',
    'Account ending in 0000',
    'IBAN DE45 7999 4411 5548 6358 56',
  ]) {
    assert.deepEqual(read('    Account Number 22871056', below), ['1056', false], below)
    assert.deepEqual(read('    Meridian Ridge Bank', below), [null, true], below)
  }
})

test('a number on a line of a linked, overdraft or transfer account is never the own one', () => {
  const others = [
    '    Overdraft protection from account 55512345',
    '    Linked account 55512345',
    '    For transfers use account 55512345',
    '    AutoPay from account 55512345',
    '    Concentration Account 55512345',
    '    Gegenkonto IBAN DE45 7999 4411 5548 6358 56',
  ]
  for (const other of others)
    assert.deepEqual(account(`    Account Number 22871056\n${other}`), ['1056', false], other)
})

test('a number that the heads of several pages repeat is the own one', () => {
  const page = `
---
    Account Number 22871056
    Account Number 99990000`
  assert.deepEqual(account('    Account Number 22871056\n    Account Number 55512345', page), [
    '1056',
    false,
  ])
})

test('the number of a member on every page goes behind that of the account', () => {
  const page = `
---
    Member Number XXXXX2130`
  const head = '    Member Number XXXXX2130\n    MONEY MARKET - Account 4482130040'
  assert.deepEqual(account(head, page), ['0040', false])
})

test('a French account is numbered behind its kind', () => {
  assert.deepEqual(account('    Compte professionnel n° 00021884730'), ['4730', false])
  assert.deepEqual(account('    Compte chèques n° 00021884730'), ['4730', false])
})

test('of several numbers that nothing sets apart none is trusted', () => {
  const head = '    Account Number 22871056\n    Account Number 55512345'
  assert.deepEqual(account(head), ['2345', true])
})

test('an account number and its IBAN are one account', () => {
  const head = '    Account Number 22871056\n    IBAN IE71 CRRB 9940 1722 8710 56'
  assert.deepEqual(account(head), ['1056', false])
})

test('an account number is read behind its name, below its label and in groups', () => {
  const heads: [string, string][] = [
    ['    Checking 0071 4438 20', '3820'],
    ['    Account number        Branch\n    1042 8806-519         North', '6519'],
    ['    Coordinate IBAN IT20 K083 6601 7880 0000 0914 425', '4425'],
    ['    OD A/C 0077 1104 0000 528', '0528'],
    ['    Savings (319) 555-0188', 'none'],
  ]
  for (const [head, last4] of heads)
    assert.deepEqual(account(head), [last4 === 'none' ? null : last4, false], head)
})

test('of several accounts of a member each is the share over its table, of one it is the member', () => {
  const read = (titles: readonly string[]): (string | null)[] => {
    const tables = titles.map(
      (title) => `
    ${title}
    Date      Description                    Amount      Balance
    03/01     Beginning balance                           500.00
    03/03     Fuel stop                      -20.00       480.00
    03/31     Ending balance                              480.00`,
    )
    const head = '    Member number ******7730   Statement period 03/01/2025 to 03/31/2025'
    const statements = readTables(print(head + tables.join('\n')), { filename: 'a.pdf' }, null)
    return statements.map(({ accountLast4 }) => accountLast4)
  }
  assert.deepEqual(read(['REGULAR SHARE 3001', 'SHARE DRAFT 3075']), ['3001', '3075'])
  assert.deepEqual(read(['REGULAR SHARE 3001']), ['7730'])
  assert.deepEqual(read(['SAVINGS - SHARE 0001', 'CHECKING - SHARE 0075']), ['0001', '0075'])
})

test('dots inside a number part its digits, and a date is none', () => {
  assert.deepEqual(account('    Cliente  PADARIA   Conta   58.447-3'), ['4473', false])
  assert.deepEqual(account('    Cliente  PADARIA   Conta   01.03.2026'), [null, false])
})

test('a number behind a label of an account whose form is not read leaves the account open', () => {
  assert.deepEqual(account('    Account number A_58_447_3'), [null, true])
  assert.deepEqual(account('    Account name LAKESIDE LLC'), [null, false])
})

test('the account of a wallet is the number of its phone, of a bank it is not', () => {
  assert.deepEqual(account('    MOBILE WALLET\n    Mobile number  0711200733'), ['0733', false])
  assert.deepEqual(account('    BANK\n    Mobile number  0711200733'), [null, false])
})

test('of a branch and an account parted by a slash the one that its label names is the number', () => {
  for (const head of [
    '    Agência / Conta: 0417 / 20931-8',
    '    Agência/Conta  0417/20931-8',
    '    Cliente      Agência / Conta\n    CASA LTDA    0417 / 20931-8',
    '    Cliente      Conta / Agência\n    CASA LTDA    20931-8 / 0417',
  ])
    assert.deepEqual(account(head), ['9318', false], head)
})

test('digits under a label of an account in a form that is not read stop a person', () => {
  assert.deepEqual(account('    Name         Account number\n    J DOE        20931:8'), [
    null,
    true,
  ])
})

test('a check digit behind a dash belongs to a number below its label', () => {
  for (const [number, last4] of [
    ['23417-9', '4179'],
    ['04417-2207-1', '2071'],
  ] as const)
    assert.deepEqual(account(`    Name         Account number\n    J DOE        ${number}`), [
      last4,
      false,
    ])
})

test('four digits in brackets behind the name of an account are its last ones', () => {
  for (const head of ['    Business Checking (4471)', '    Payroll checking account (*4471)'])
    assert.deepEqual(account(head), ['4471', false], head)
})

test('a number and an IBAN that is none of it leave the account open', () => {
  const head = '    Account Number 22871056\n    IBAN IE49 CRRB 9940 1733 9910 64'
  assert.deepEqual(account(head)[1], true)
})

test('digits behind a number that may be part of it leave the account open', () => {
  assert.deepEqual(account('    Account Number 40281177 / 03')[1], true)
  assert.deepEqual(account('    Account Number 40281177 (02)')[1], true)
  assert.deepEqual(account('    Account Number 40281177 / Branch 0310'), ['1177', false])
})

test('the number of a French RIB is that of its account, with its check digits', () => {
  assert.deepEqual(account('    RIB : 08 108 0001234567890 45'), ['9045', false])
})

test('a long number in groups under unknown words leaves the account open', () => {
  assert.deepEqual(account('    Qworble : 08 108 0001234567890 45'), [null, true])
})
