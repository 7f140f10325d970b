import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Statement } from '../statement.ts'
import { print } from '../../../../test/print-block.ts'
import { readTables } from './read-tables.ts'

function read(block: string, accountType?: Statement['accountType']): Statement[] {
  const hints = accountType ? { filename: 'a.pdf', accountType } : { filename: 'a.pdf' }
  return readTables(print(block), hints, null)
}

function only(block: string, accountType?: Statement['accountType']): Statement {
  const statements = read(block, accountType)
  assert.equal(statements.length, 1)
  return statements[0]!
}

function formatRows(statement: Statement): string[] {
  return statement.rows.map(({ date, amount, description }) => `${date} ${amount} ${description}`)
}

test('section titles give plain amounts their sign, and section totals are compared', () => {
  const statement = only(`
    Statement period 06/01/2025 through 06/30/2025
    Beginning balance                         $1,000.00
    Ending balance                            $1,080.00

    DEPOSITS AND ADDITIONS
    DATE      DESCRIPTION                        AMOUNT
    06/03     Card settlement                    $250.00
    Total Deposits and Additions                 $250.00

    ELECTRONIC WITHDRAWALS
    DATE      DESCRIPTION                        AMOUNT
    06/10     Rent                               $170.00
    Total Electronic Withdrawals                 $175.00`)
  assert.deepEqual(formatRows(statement), [
    '2025-06-03 25000 Card settlement',
    '2025-06-10 -17000 Rent',
  ])
  assert.deepEqual(
    statement.sections.map(({ name, printedTotal, parsedTotal, difference }) => [
      name,
      printedTotal,
      parsedTotal,
      difference,
    ]),
    [
      ['DEPOSITS AND ADDITIONS', 25_000, 25_000, 0],
      ['ELECTRONIC WITHDRAWALS', -17_500, -17_000, -500],
    ],
  )
  assert.equal(statement.reconciliation.status, 'reconciled_by_totals')
})

test('a negative amount in a table of deposits is money out, minus signs in a table of withdrawals are not', () => {
  const statement = only(`
    Statement period 06/01/2025 through 06/30/2025
    Beginning balance                          1,000.00
    Ending balance                             1,110.00
    Deposits
    06/03     Deposit                            250.00
    06/04     Deposited item returned            -50.00
    Withdrawals
    06/10     Rent                              -100.00
    06/11     Rent refunded                       10.00
    06/12     Correction
    Not a row`)
  assert.deepEqual(
    statement.rows.map(({ amount }) => amount),
    [25_000, -5000, -10_000, 1000],
  )
  assert.equal(statement.reconciliation.difference, 0)
})

test('the running balance gives amounts without a sign theirs', () => {
  const statement = only(`
    Statement period 05/01/2024 - 05/31/2024
    Previous balance               1,000.00
    Closing balance                1,150.00
    Date    Description        Amount      Balance
    05/03   POS purchase       100.00       900.00
    05/20   Counter            250.00     1,150.00`)
  assert.deepEqual(
    statement.rows.map(({ amount }) => amount),
    [-10_000, 25_000],
  )
  assert.equal(statement.reconciliation.status, 'reconciled')
  assert.match(statement.choices.join(' '), /sign from the running balance/)
})

test('ambiguous dates are read in the order that brings them into the period', () => {
  const statement = only(`
    Statement period 1 March 2024 to 31 March 2024
    Opening balance                 10.00
    Closing balance                  5.00
    Date         Details          Amount
    04/03/2024   Shop              -3.00
    05/03/2024   Shop              -2.00`)
  assert.deepEqual(
    statement.rows.map(({ date }) => date),
    ['2024-03-04', '2024-03-05'],
  )
  assert.match(statement.choices.join(' '), /day-first/)
})

test('without a period ambiguous dates are read so that they lie closest together', () => {
  const statement = only(`
    Opening balance                 10.00
    Closing balance                  5.00
    Date         Details          Amount
    04/03/2024   Shop              -3.00
    07/03/2024   Shop              -2.00`)
  assert.deepEqual(
    statement.rows.map(({ date }) => date),
    ['2024-03-04', '2024-03-07'],
  )
})

test('rows go on over a page break with its repeated header, and page furniture is no row', () => {
  const statement = only(`
    Statement period 12/10/2024 - 01/09/2025
    Opening balance              100.00
    Closing balance               70.00
    Date    Description       Debit    Credit    Balance
    12/30   Fuel              10.00                90.00
    Page 1 of 2
    ---
    Example Bank   Account number 12345678
    Date    Description       Debit    Credit    Balance
            Balance brought forward                90.00
    01/02   Supplies          20.00                70.00
            and more supplies
    Page 2 of 2`)
  assert.deepEqual(formatRows(statement), [
    '2024-12-30 -1000 Fuel',
    '2025-01-02 -2000 Supplies and more supplies',
  ])
  assert.equal(statement.reconciliation.status, 'reconciled')
})

test('a date printed once holds for the rows below it', () => {
  const statement = only(`
    1 March to 31 March 2024
    Opening balance                           £100.00
    Closing balance                            £75.00
    Date         Details              Paid out     Paid in     Balance
    01 Mar 24    Gas                     10.00
                 Water                   15.00                   75.00`)
  assert.deepEqual(formatRows(statement), ['2024-03-01 -1000 Gas', '2024-03-01 -1500 Water'])
  assert.equal(statement.currency, 'GBP')
})

test('a row may spread over two lines, with the amounts on the second', () => {
  const statement = only(`
    Statement period 07/01/2024 - 07/31/2024
    Opening balance                           100.00
    Closing balance                           580.00
    Date    Transaction          Debit    Credit    Balance
    07/05   Direct credit
            Salary                        500.00     600.00
    07/06   Shop                 20.00               580.00`)
  assert.deepEqual(formatRows(statement), [
    '2024-07-05 50000 Direct credit Salary',
    '2024-07-06 -2000 Shop',
  ])
})

test('a product is no holder, a client is, and the address under the name is theirs', () => {
  const statement = only(`
    Account name: Transit account of the bank
    Client name: Burnett Group LLC

    Burnett Group LLC
    12 Barnes Ferry
    Brandon, IL 36529

    Statement period 04/01/2024 - 04/30/2024
    Beginning balance                              1,000.00
    Ending balance                                   850.00
    Date       Description       Amount
    04/08      Store             -150.00
                                   This period     Year-to-date
    Total overdraft fees                              36.00
    Total returned item fees         0.00             72.00`)
  assert.deepEqual(statement.accountHolderNames, ['Burnett Group LLC'])
  assert.equal(statement.accountHolderAddress, '12 Barnes Ferry, Brandon, IL 36529')
  assert.deepEqual(statement.feesPrinted, {
    overdraftPeriod: null,
    overdraftYtd: 3_600,
    returnedPeriod: 0,
    returnedYtd: 7_200,
  })
})

test('a lone mark beside the number of a check is no description of it', () => {
  const statement = only(`
    Statement period 04/01/2024 - 04/30/2024
    Beginning balance                              1,000.00
    Ending balance                                   550.00
    Checks
    Check #          Date                            Amount
    1043 ^           04/08                           150.00
    1045 E           04/19                           300.00`)
  assert.deepEqual(
    statement.rows.map(({ amount, description }) => [amount, description]),
    [
      [-15_000, 'Check 1043'],
      [-30_000, 'Check 1045'],
    ],
  )
})

test('checks in several columns are rows with their numbers, and a daily table is none', () => {
  const statement = only(`
    Statement period 04/01/2024 - 04/30/2024
    Beginning balance                              1,000.00
    Ending balance                                   550.00
    Checks
    Date       Check #     Amount      Date       Check #     Amount
    04/08      1043        150.00      04/19      1045*       300.00
    Total checks                                              450.00
    Daily ledger balances
    Date       Balance     Date        Balance
    04/08      850.00      04/19        550.00`)
  assert.deepEqual(
    statement.rows.map(({ amount, checkNumber }) => [amount, checkNumber]),
    [
      [-15_000, '1043'],
      [-30_000, '1045'],
    ],
  )
  assert.deepEqual(statement.dailyBalances, [
    { date: '2024-04-08', balance: 85_000 },
    { date: '2024-04-19', balance: 55_000 },
  ])
  assert.ok(statement.reconciliation.checks.every(({ passed }) => passed))
})

test('a list of checks that repeats rows of the table is left out', () => {
  const statement = only(`
    Statement period 04/01/2024 - 04/30/2024
    Beginning balance                               500.00
    Ending balance                                  200.00
    Date    Description      Deposits     Withdrawals
    04/02   Check                              100.00
    04/09   Check                              200.00
    Summary of checks written
    Number    Date     Amount      Number    Date     Amount
    1201      04/02    100.00      1202      04/09    200.00`)
  assert.deepEqual(
    statement.rows.map(({ amount }) => amount),
    [-10_000, -20_000],
  )
  assert.match(statement.choices.join(' '), /list of checks repeats/)
})

test('two accounts in one document are two statements, each with its own number', () => {
  const statements = read(`
    Statement period 04/01/2024 - 04/30/2024
    Business Checking   Account number XXXX1111
    Beginning balance                 100.00
    Ending balance                     90.00
    Date    Description        Amount
    04/02   Fuel               -10.00
    Business Savings    Account number XXXX2222
    Beginning balance                 700.00
    Ending balance                    701.00
    Date    Description        Amount
    04/30   Interest             1.00`)
  assert.deepEqual(
    statements.map(({ index, accountLast4, accountType, openingBalance }) => [
      index,
      accountLast4,
      accountType,
      openingBalance,
    ]),
    [
      [0, '1111', 'checking', 10_000],
      [1, '2222', 'savings', 70_000],
    ],
  )
  assert.ok(
    statements.every(({ reconciliation }) => reconciliation.status === 'reconciled_by_totals'),
  )
})

test('on a card plain amounts are charges, and what is owed is positive', () => {
  const statement = only(
    `
    Statement date 08/01/2023
    Date     Description                    Amount
             Last month's balance           412.16
    07/02    Payment by internet           (412.16)
    07/03    Breakfast                        4.20
             Total amount due                 4.20`,
    'credit_card',
  )
  assert.deepEqual(
    statement.rows.map(({ amount }) => amount),
    [41_216, -420],
  )
  assert.deepEqual([statement.openingBalance, statement.closingBalance], [41_216, 420])
  assert.equal(statement.reconciliation.status, 'reconciled_by_totals')
})

test('a card that prints debt and charges with a minus owes the same', () => {
  const statement = only(
    `
    Abrechnungszeitraum 04.02.2025 bis 15.02.2025
    Beleg     Buchung   Verwendungszweck       Betrag EUR
                        Alter Saldo             2.220,90-
    05.02.    06.02.    Taxi                       15,78-
                        Neuer Saldo             2.236,68-`,
    'credit_card',
  )
  assert.deepEqual([statement.openingBalance, statement.closingBalance], [222_090, 223_668])
  assert.deepEqual(
    statement.rows.map(({ amount }) => amount),
    [-1578],
  )
  assert.equal(statement.reconciliation.status, 'reconciled_by_totals')
})

test('a column that says debit or credit in words gives plain amounts their sign', () => {
  const statement = only(`
    Statement period 03/01/2025 to 03/31/2025
    Beginning balance                        10,000.00
    Ending balance                           11,000.00
    Date          Type       Description        Amount
    03/03/2025    Credit     Deposit A        2,000.00
    03/10/2025    Debit      Card purchase    1,000.00`)
  assert.deepEqual(
    statement.rows.map(({ amount }) => amount),
    [200_000, -100_000],
  )
})

test('rows under a title of unknown wording follow its words', () => {
  const statement = only(`
    Statement period 03/01/2025 to 03/31/2025
    Beginning balance                        500.00
    Ending balance                           440.00
    Checks
    Date      Number                         Amount
    03/03     1001                            20.00
    Misc. Bankcard Deductions
    Date      Transaction description        Amount
    03/05     4417 Fuel stop                  40.00`)
  assert.deepEqual(formatRows(statement), [
    '2025-03-03 -2000 Check 1001',
    '2025-03-05 -4000 4417 Fuel stop',
  ])
})

test('rows that the printed balances contradict are flagged with the difference', () => {
  const statement = only(`
    Statement period April 1 2026 – April 30 2026
    Opening balance: $5,200.00
    Closing balance: $5,980.00
    2026-04-02   Direct deposit         +$2,700.00
    2026-04-05   Rent payment           -$1,800.00`)
  assert.equal(statement.reconciliation.status, 'unreconciled')
  assert.equal(statement.reconciliation.difference, -12_000)
})

test('prose with dates and amounts is no row', () => {
  const statements = read(`
    Important information
    May 1, 2025, and later the fee will be $2.00 for each check.
    06/22/2025 is when the cost of express funds rises from $1.00 to $2.50 per item.`)
  assert.deepEqual(statements.flatMap(formatRows), [])
})

test('a table that goes on under a masthead is one table, and its dates hold over the page', () => {
  const statement = only(`
    Statement period 1 February 2025 to 28 February 2025
    Opening balance     500.00
    Date        Details                  Paid out      Paid in      Balance
    03 Feb 25   Takings                                120.00       620.00
---
    FOSSGATE BOOKS LIMITED     88228030
    Date        Details                  Paid out      Paid in      Balance
                Cheque 4489                 20.00                   600.00
                Closing balance                                     600.00`)
  assert.deepEqual(formatRows(statement), [
    '2025-02-03 12000 Takings',
    '2025-02-03 -2000 Cheque 4489',
  ])
  assert.equal(statement.reconciliation.status, 'reconciled')
})

test('the balance on the last row closes the statement when the printed sums lead to it', () => {
  const block = (credits: string): string => `
    Statement period 06/01/2024 to 06/30/2024
    Date      Description               Debit      Credit      Balance
    05/31     Balance forward                                   100.00
    06/03     Takings                               50.00       150.00
    06/05     Rent                      30.00                   120.00
    Credits   1    ${credits}
    Debits    1    30.00`
  assert.equal(only(block('50.00')).closingBalance, 12_000)
  assert.equal(only(block('90.00')).reconciliation.status, 'unverifiable')
})

test('words in one cell are a title, not the heads of columns', () => {
  const statement = only(`
    Statement period 11/01/2023 to 11/30/2023
    Beginning balance                        500.00
    Ending balance                           440.00
    Deposits
    Date      Description                    Amount
    11/03     Takings                         40.00
    Misc. Debit Card Transactions
    Date      Description                    Amount
    11/17     ATM                            100.00`)
  assert.deepEqual(
    statement.sections.map(({ name, parsedTotal }) => [name, parsedTotal]),
    [
      ['Deposits', 4000],
      ['Misc. Debit Card Transactions', -10_000],
    ],
  )
})

test('amounts without a plus are money out where others have one', () => {
  const statement = only(`
    Statement period March 1, 2025 to March 31, 2025
    Starting Balance   1,000.00
    Ending Balance     1,090.00
    Date       Description             Fee        Amount
    Mar 3      From Acme               0.00       + 200.00
    Mar 5      Groceries               0.00         110.00`)
  assert.deepEqual(formatRows(statement), [
    '2025-03-03 20000 From Acme',
    '2025-03-05 -11000 Groceries',
  ])
  assert.match(statement.choices.join(), /without a plus are money out/)
})

test('a date may have the name of its day before it, and slashes about its month', () => {
  const statement = only(`
    Statement period March 1, 2025 to March 31, 2025
    Opening balance   1,000.00
    Closing balance     970.00
    Date              Details              Debit      Credit
    Thu 20 Mar 2025   Coffee               10.00
    22/MAR            Lunch                20.00`)
  assert.deepEqual(formatRows(statement), ['2025-03-20 -1000 Coffee', '2025-03-22 -2000 Lunch'])
})

test('Italian and Portuguese statements are read by their own words', () => {
  const italian = only(`
    Estratto conto dal 01/03/2025 al 31/03/2025
    Saldo iniziale                                                  1.000,00
    Data         Valuta        Descrizione          Dare          Avere
    05/03/2025   06/03/2025    BONIFICO ROSSI                     500,00
    07/03/2025   07/03/2025    ADDEBITO ENEL        185,45
    Saldo finale                                                    1.314,55`)
  const portuguese = only(`
    Período de 01-03-2025 a 31-03-2025
    Saldo inicial                                                        1.000,00
    Data Mov.    Data Valor    Descritivo      Saídas      Entradas      Saldo
    05-03-2025   05-03-2025    TRF MARIA                   500,00        1.500,00
    07-03-2025   06-03-2025    DD EDP          185,45                    1.314,55
    Saldo final                                                          1.314,55`)
  for (const { rows, reconciliation } of [italian, portuguese]) {
    assert.deepEqual(
      rows.map(({ date, amount }) => [date, amount]),
      [
        ['2025-03-05', 50_000],
        ['2025-03-07', -18_545],
      ],
    )
    assert.match(reconciliation.status, /^reconciled/)
  }
})

test('a period whose word between the days is a weekday of another language is read', () => {
  const statement = only(`
    Okres: od 01.03.2025 do 31.03.2025    PLN
    Saldo początkowe   500,00
    Saldo końcowe      480,00
    Data          Opis operacji           Kwota      Saldo
    03.03.2025    Zakup                  -20,00     480,00`)
  assert.deepEqual([statement.startDate, statement.endDate], ['2025-03-01', '2025-03-31'])
})

test('the sum of a list of accounts is no sum of rows', () => {
  const statement = only(`
    Statement period 03/01/2025 to 03/31/2025
    Account                      Last statement   This statement
    Harbor Club                          500.00           480.00
    Round-Up Club                        100.00           100.00
    Total deposits                       600.00           580.00
    Beginning balance                        500.00
    Ending balance                           480.00
    Date      Description                    Amount      Balance
    03/03     Fuel stop                      -20.00       480.00`)
  assert.deepEqual([statement.sections, statement.printedTotals.credits], [[], null])
})

test('a figure beside a day after the period is no daily balance', () => {
  const statement = only(`
    Statement period 03/01/2025 to 03/31/2025
    Beginning balance                        500.00
    Ending balance                           480.00
    WITHDRAWALS
    Date      Description                    Amount
    03/03     Fuel stop                       20.00
    DAILY BALANCES
    Date              Balance
    03/03              480.00
    Charge to be debited 04/11      42.35`)
  assert.deepEqual(statement.dailyBalances, [{ date: '2025-03-03', balance: 48_000 }])
})

test('the only word of a row is no code, however short', () => {
  const statement = only(`
    Statement period 03/01/2025 to 03/31/2025
    Beginning balance                        500.00
    Ending balance                           470.00
    Date      Description     Reference       Amount
    03/03     Fuel stop       004418          -20.00
    03/05     TAX             004419          -10.00`)
  assert.deepEqual(
    statement.rows.map(({ description }) => description),
    ['Fuel stop', 'TAX'],
  )
})

test('checks that stand abreast are rows of their own under the head of another table', () => {
  const statement = only(`
    Statement period 06/01/2025 through 06/30/2025
    Beginning balance                         $1,000.00
    Ending balance                              $740.00
    OTHER DEBITS
    DATE      DESCRIPTION                        AMOUNT
    06/03     Card settlement                     50.00-
    CHECKS
    06/02   CHECK 4418     60.00   06/11   CHECK 4423     70.00
    06/09   CHECK 4419     80.00`)
  assert.deepEqual(formatRows(statement), [
    '2025-06-03 -5000 Card settlement',
    '2025-06-02 -6000 Check 4418',
    '2025-06-11 -7000 Check 4423',
    '2025-06-09 -8000 Check 4419',
  ])
})

test('a period may print its last day under its first', () => {
  const { startDate, endDate } = only(`
    RUT 76.555.210-K         Desde   01/08/2026
    CAMINO LAS CABRAS        Hasta   31/08/2026
    Saldo inicial   100.00
    Saldo final     110.00
    FECHA       DETALLE               CARGOS      ABONOS
    03/08/2026  TRANSFERENCIA                      10.00`)
  assert.deepEqual([startDate, endDate], ['2026-08-01', '2026-08-31'])
})

const YEAR_END = `
    Checking **7731 statement
    Statement period 12/16/2025 through 01/14/2026
    Reserve account **0264 is on a statement of its own

    DATE      DESCRIPTION                        DEBIT       CREDIT      BALANCE
    12/16     Opening balance                                           1,000.00
    12/30     Card settlement                                250.00     1,250.00
     1/02     12/31 Online Payment Smith        170.00                  1,080.00
     1/12     Hardware                           80.00                  1,000.00
    01/14     Closing balance                                           1,000.00`

test('a day set to the right is its row’s own, and a second day of one row stays in its words', () => {
  assert.deepEqual(formatRows(only(YEAR_END)), [
    '2025-12-30 25000 Card settlement',
    '2026-01-02 -17000 12/31 Online Payment Smith',
    '2026-01-12 -8000 Hardware',
  ])
})

test('an account that a sentence names is not the one of the statement', () => {
  assert.equal(only(YEAR_END).accountLast4, '7731')
})

test('a balance of a card that is marked CR is in favor of its holder', () => {
  const statement = only(
    `
    Statement period 10 December 2025 to 9 January 2026
    Previous balance                     187.65
    New balance                          122.66 CR
    DATE      DESCRIPTION                AMOUNT
    12 Dec    Stream                      19.99
    22 Dec    Payment received           330.30 CR`,
    'credit_card',
  )
  const { openingBalance, closingBalance, reconciliation } = statement
  assert.deepEqual([openingBalance, closingBalance], [18_765, -12_266])
  assert.equal(reconciliation.status, 'reconciled_by_totals')
})

test('a day beside a line of a summary that moves nothing is no row', () => {
  const statement = only(`
    Statement period 12/05/2025 to 01/04/2026
    Previous balance   100.00
    New balance        110.00
    Payment due date
    02/01/26           Cash advances           $0.00

    DATE        DESCRIPTION           AMOUNT
    12/08       Card settlement        10.00`)
  assert.deepEqual(
    statement.rows.map(({ description }) => description),
    ['Card settlement'],
  )
})

test('two days of one month behind its name are a period', () => {
  const { startDate, endDate } = only(`
    August 1 - 31, 2026
    Beginning balance   100.00
    Ending balance      110.00
    DATE        DESCRIPTION           WITHDRAWALS      DEPOSITS
    08/03       Card settlement                           10.00`)
  assert.deepEqual([startDate, endDate], ['2026-08-01', '2026-08-31'])
})

test('a code of two or three letters in a column before the words is none of them', () => {
  const statement = only(`
    Statement period 08/01/2026 through 08/31/2026
    Beginning balance   100.00
    Ending balance       85.00
    DATE        TYPE   DESCRIPTION              AMOUNT      BALANCE
    08/03       DD     Northgate Realty          -5.00        95.00
    08/04       POS    Juniper Cafe              -5.00        90.00
    08/05       DD     Ridgeline Fuel            -5.00        85.00`)
  assert.deepEqual(
    statement.rows.map(({ description }) => description),
    ['Northgate Realty', 'Juniper Cafe', 'Ridgeline Fuel'],
  )
})

test('a day among the words of a row is not the day that the row begins with', () => {
  const statement = only(`
    Statement period 10/01/2025 through 10/31/2025
    Beginning balance                                                 500.00
    Date      Description                 Paid out    Paid in        Balance
    10/03     FUEL CARDS                     20.00
              CASH HEADROW
              OCT12 LEEDS@14:06             150.00                     330.00
    10/09     SALES                                     10.00          340.00
    10/12     TRANSFER
              RENT UNIT 4                    40.00                     300.00
    10/14     STANDING ORDER
              PARKING                        10.00                     290.00
    Ending balance                                                     290.00`)
  assert.deepEqual(formatRows(statement), [
    '2025-10-03 -2000 FUEL CARDS',
    '2025-10-03 -15000 CASH HEADROW OCT12 LEEDS@14:06',
    '2025-10-09 1000 SALES',
    '2025-10-12 -4000 TRANSFER RENT UNIT 4',
    '2025-10-14 -1000 STANDING ORDER PARKING',
  ])
})

test('a sentence over a table of two halves is no entry of its list', () => {
  const block = (sentence: string): string => `
    Statement period 10/01/2025 through 10/31/2025
    Beginning balance                                                 500.00
    Ending balance                                                    440.00
    Description     Items    Amount       Description     Items     Amount
    ${sentence}
    Withdrawals
    Date      Description                  Amount
    10/03     FUEL CARDS                     60.00`
  const prose = 'From 10/01/2025 on the fee for each outgoing wire is $45.00 in all.'
  assert.deepEqual(formatRows(only(block(prose))), ['2025-10-03 -6000 FUEL CARDS'])
})

test('of a posting day left of the day of the transaction both are kept', () => {
  const statement = only(`
    Statement period 10/01/2025 through 10/31/2025
    Beginning balance                                                 500.00
    Post Date   Tran Date   Description                  Amount
    10/03       10/02       FUEL CARDS                    20.00-
    10/13       10/11       SALES                         10.00
    Ending balance                                                     490.00`)
  assert.deepEqual(
    statement.rows.map(({ date, postedOn }) => [date, postedOn]),
    [
      ['2025-10-02', '2025-10-03'],
      ['2025-10-11', '2025-10-13'],
    ],
  )
})

test('the balance on the last line of a row is its balance and none of its words', () => {
  const statement = only(`
    Statement period 01/01/2026 through 01/31/2026
    Opening balance                                                               412.75
    Date        Details                           Debit       Credit       Balance
    01/02       D/D GALVIA GAS                    48.30                     364.45
    01/07       VDP-MURROUGH TRADE COU            95.64
                REF 60071422                                                268.81
    01/12       SEPA CREDIT EXPO                              31.19         300.00`)
  assert.deepEqual(
    statement.rows.map(({ description, balance }) => [description, balance]),
    [
      ['D/D GALVIA GAS', 36445],
      ['VDP-MURROUGH TRADE COU REF 60071422', 26881],
      ['SEPA CREDIT EXPO', 30000],
    ],
  )
})

test('a code and the other party’s account in columns before the words are none of them', () => {
  const statement = only(`
    Statement period 01/01/2026 through 01/31/2026
    Opening balance                                                                     500.00
    Date     Code   Reference                       Description           Debit      Credit
    01/02    bg     NL07 RABK 0300 5511 22          Vastgoed De Singel    45.00
    01/05    cb     NL66 ABNA 0417 7720 05          Bakkerij Oeveren                 12.00
    Closing balance                                                                     467.00`)
  assert.deepEqual(
    statement.rows.map(({ description }) => description),
    ['Vastgoed De Singel', 'Bakkerij Oeveren'],
  )
})

test('an address that begins like a day is no first row, and the number below it the account’s', () => {
  const statement = only(`
    M/S. SRI VAIBHAV GARMENTS
    14/2 INDUSTRIAL SUBURB 2ND STAGE      Currency : INR   OD Limit : 0.00
    BENGALURU 560022                      Account No : 50200041776604
    From : 01/01/2026 To : 31/01/2026     Statement of account
    Date        Narration           Withdrawal Amt.    Deposit Amt.    Closing Balance
    01/01/26    NEFT SAI KRUPA            45.00                                 955.00
    02/01/26    NEFT MALABAR                               18.00                973.00`)
  assert.equal(statement.accountLast4, '6604')
})

test('a balance brought forward opens the account that is named above it', () => {
  const account = (name: string, [opening, paid, closing]: readonly string[]) => `
    ${name}
    Date        Details                 Deposit      Withdrawal       Balance
    31 Dec      B/F BALANCE                                          ${opening}
    20 Jan      PAYMENT OUT                             ${paid}      ${closing}
    31 Jan      C/F BALANCE                                          ${closing}
`
  const lines = print(
    [
      '    Statement   1 January 2026 to 31 January 2026',
      account('HKD Current    Account number 512-8-041937', ['500.00', '100.00', '400.00']),
      account('HKD Savings    Account number 512-9-077120', ['900.00', '250.00', '650.00']),
    ].join('\n'),
  )
  const read = readTables(lines, { filename: 'a.pdf' }, null)
  assert.deepEqual(
    read.map(({ accountLast4, openingBalance, closingBalance }) => [
      accountLast4,
      openingBalance,
      closingBalance,
    ]),
    [
      ['1937', 50_000, 40_000],
      ['7120', 90_000, 65_000],
    ],
  )
})

test('a mark of a footnote behind a day is no word of its row, nor is a sign for contactless', () => {
  const statement = only(`
    Statement 1 January 2026 to 31 January 2026
    Opening balance                                        £100.00
    Date        Type   Details            Paid out     Paid in     Balance
    10/01*             ONLINE PAYMENT        20.00                   80.00
    12/01*      )))    CORNER CAFE            5.00                   75.00
    13/01       BP     ACME LTD                           50.00     125.00
    Closing balance                                        £125.00`)
  assert.deepEqual(
    statement.rows.map(({ description }) => description),
    ['ONLINE PAYMENT', 'CORNER CAFE', 'ACME LTD'],
  )
})

test('four digits behind the name of an account are its last behind a dash, else a doubt', () => {
  const named = (title: string) =>
    only(`
    Riverside Bank
    ${title}
    Jan 1, 2026 - Jan 31, 2026
    Beginning Balance            $200.00
    Ending Balance               $250.00
    Date    Description                    Amount      Balance
    01/15   Remote Deposit                 50.00       250.00`)
  const facts = ['BUSINESS CHECKING - 7714', 'BUSINESS CHECKING 7714', 'BUSINESS CHECKING - 2026']
    .map(named)
    .map(({ accountLast4, doubts }) => [accountLast4, doubts?.map(({ code }) => code)])
  assert.deepEqual(facts, [
    ['7714', undefined],
    [null, ['account_uncertain']],
    [null, undefined],
  ])
})

test('a word of a title beside the amount of a row that has none yet is of that row', () => {
  const statement = only(`
    Statement 1 January 2026 to 31 January 2026
    Opening balance                                                £100.00
    Date        Type and details                 Paid out     Paid in     Balance
    09/01/26    DR    ARRANGED OVERDRAFT
                      INTEREST                       4.00
                VIS   FRESHWAY STORES
                      BEVERLEY                      16.00                  80.00
    13/01/26    CR    ACME LTD                                  50.00     130.00
    Closing balance                                                £130.00`)
  assert.deepEqual(formatRows(statement), [
    '2026-01-09 -400 ARRANGED OVERDRAFT INTEREST',
    '2026-01-09 -1600 FRESHWAY STORES BEVERLEY',
    '2026-01-13 5000 ACME LTD',
  ])
})

test('of two amounts the net one is the money, and the other is no word of a row', () => {
  const statement = only(`
    Statement 1 January 2026 to 31 January 2026
    Beginning balance $100.00     Ending balance $131.00
    DATE          DESCRIPTION              AMOUNT       NET AMOUNT
    01/14/2026    Corner Cafe             -$18.00          -$19.00
    01/15/2026    Payroll                  $50.00           $50.00`)
  assert.deepEqual(formatRows(statement), [
    '2026-01-14 -1900 Corner Cafe',
    '2026-01-15 5000 Payroll',
  ])
})

test('checks abreast are rows where a group stands beside its head', () => {
  const statement = only(`
    Statement 1 March 2026 to 31 March 2026
    Beginning balance  $1,000.00     Ending balance  $400.00
    CHECKS IN NUMBER ORDER
    DATE  CHECK NO      AMOUNT   DATE  CHECK NO      AMOUNT      DATE  CHECK NO    AMOUNT
    3/10     9015      100.00    3/27     9016      100.00   3/02      9019*    100.00
    3/26     9020      100.00    3/30     9021      100.00   3/13      9022     100.00`)
  assert.equal(statement.rows.length, 6)
  assert.equal(statement.reconciliation.status, 'reconciled_by_totals')
})

test('days whose sums stand as rows over their own rows are never read without a doubt', () => {
  const { doubts } = only(`
    Agência 0001   Conta 1234567-8        1 de janeiro de 2026 a 31 de janeiro de 2026
    Saldo inicial                                  1.000,00
    Saldo final                                    1.380,00
    15 JAN 2026    Total de entradas               + 500,00
                   Transferência recebida ACME LTDA                  500,00
    19 JAN 2026    Total de saídas                 - 120,00
                   Compra no débito PADARIA                          100,00
                   Pagamento de boleto ENERGIA                        20,00`)
  assert.ok(doubts?.some(({ code }) => code === 'words_uncertain'))
})
