import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TabularReading } from '../tabular.ts'
import { readSwift } from './swift.ts'

function read(...lines: string[]): TabularReading {
  return readSwift(new TextEncoder().encode(lines.join('\r\n')), { filename: 'a.sta' })
}

const HEAD = [':20:REF', ':25:10020030/1234567', ':28C:5/1', ':60F:C250101EUR100,']

test('a reversed credit takes money away, a reversed debit gives it back, a funds code does neither', () => {
  const entries = [
    ':61:2501020102RC10,NTRFA',
    ':61:2501020102RD4,5NTRFB',
    ':61:2501020102CR1,NTRFC',
    ':61:2501020102DR2,NTRFD',
  ]
  const { statements } = read(...HEAD, ...entries, ':62F:C250131EUR93,5')
  assert.deepEqual(
    statements[0]!.rows.map(({ amount }) => amount),
    [-1000, 450, 100, -200],
  )
  assert.deepEqual([statements[0]!.openingBalance, statements[0]!.closingBalance], [10_000, 9350])
})

test('an entry keeps its day of booking, also in the year after that of its value', () => {
  const entries = [':61:2512310102C1,NTRFA', ':61:2601021231C1,NTRFB', ':61:260105C1,NTRFC']
  const { statements } = read(...HEAD, ...entries, ':62F:C260131EUR103,')
  assert.deepEqual(
    statements[0]!.rows.map(({ date, postedOn }) => [date, postedOn]),
    [
      ['2025-12-31', '2026-01-02'],
      ['2026-01-02', '2025-12-31'],
      ['2026-01-05', null],
    ],
  )
})

test('the pages of a statement are one statement, and a missing page is named', () => {
  const first = [...HEAD, ':61:250102C50,NTRFA', ':62M:C250102EUR150,', '-']
  const second = (opening: string) => [
    ':20:REF',
    ':25:10020030/1234567',
    ':28C:5/2',
    `:60M:C250102EUR${opening}`,
    ':61:250103D25,NTRFB',
    ':62F:C250131EUR125,',
  ]
  const whole = read(...first, ...second('150,'))
  assert.deepEqual(
    [whole.statements.length, whole.statements[0]!.closingBalance, whole.problems],
    [1, 12_500, []],
  )
  const holed = read(...first, ...second('130,'))
  assert.deepEqual(
    holed.problems.map(({ code }) => code),
    ['missing_page'],
  )
})

test('an interim report is pending, and its announced sums are checked', () => {
  const report = (announced: string) => [
    ':20:REF',
    ':25:123456789',
    ':28C:1',
    ':34F:EURD0,',
    ':13D:2501021200+0100',
    ':61:250102D12,50NCHK1001',
    ':86:CHECK',
    ':61:250102ED2,NTRFB',
    announced,
  ]
  const right = read(...report(':90D:2EUR14,50'))
  assert.deepEqual(
    right.statements[0]!.rows.map((row) => [row.amount, row.isPending]),
    [
      [-1250, true],
      [-200, true],
    ],
  )
  assert.deepEqual(
    [right.statements[0]!.currency, right.statements[0]!.rows[0]!.checkNumber, right.problems],
    ['EUR', '1001', []],
  )
  const [wrong] = read(...report(':90D:2EUR15,')).problems
  assert.equal(wrong!.code, 'control_total_mismatch')
  assert.match(wrong!.message, /1500.*1450/)
})

test('an entry that cannot be read is named by its line, and the others are kept', () => {
  const { statements, problems } = read(
    ...HEAD,
    ':61:250230C1,NTRFA',
    ':61:garbage',
    ':61:250102C1,005NTRFA',
    ':61:250103C2,NTRFOK',
    ':62F:C250131EUR102,',
  )
  assert.deepEqual(
    statements[0]!.rows.map(({ amount }) => amount),
    [200],
  )
  assert.deepEqual(
    problems.map(({ code, where }) => `${code} ${where}`),
    ['invalid_row line 5', 'invalid_row line 6', 'invalid_row line 7'],
  )
})

test('yen have no minor unit and dinars three', () => {
  const closing = (currency: string, amount: string) => {
    const lines = [
      ':20:A',
      ':25:1234',
      ':28C:1',
      `:60F:C250101${currency}0,`,
      `:61:250102C${amount}NTRFA`,
      `:62F:C250131${currency}${amount}`,
    ]
    const { statements, problems } = read(...lines)
    return [statements[0]!.closingBalance, statements[0]!.rows[0]?.amount, problems.length]
  }
  assert.deepEqual(closing('JPY', '500,'), [500, 500, 0])
  assert.deepEqual(closing('KWD', '1,234'), [1234, 1234, 0])
  assert.deepEqual(closing('JPY', '1,5'), [null, undefined, 2])
})

test('blocks around a message and lines of the bank before it are passed over', () => {
  const { statements } = read(
    'ABNANL2A',
    '940',
    '{1:F01BANKDEFFXXXX0}{2:I940CUSTDEFFXXXXN}{4:',
    ...HEAD,
    ':61:250102C1,NTRFA',
    ':86:PAYMENT FROM',
    'A CUSTOMER',
    ':62F:C250131EUR101,',
    '-}{5:{CHK:0}}',
  )
  assert.deepEqual(
    statements[0]!.rows.map(({ description }) => description),
    ['PAYMENT FROM A CUSTOMER'],
  )
  assert.equal(statements[0]!.closingBalance, 10_100)
})

test('of parts between slashes the name and the purpose are read, in each bank’s own writing', () => {
  const NARRATIVES = [
    '/EREF/NOTPROVIDED//CNTP/NL44RABO0331188204/RABONL2U/BLOEMIST B.V.///REMI/USTD//FACTUUR 44/',
    '/TRCD/00200//EREF/NOTPROVIDED//CNTP///BLOEMIST B.V.///REMI/USTD//FACTUUR 44/',
    '/TRTP/SEPA/IBAN/NL44RABO0331188204/NAME/BLOEMIST B.V./REMI/FACTUUR 44/EREF/NOTPROVIDED',
    '/ORDP//NAME/BLOEMIST B.V.//REMI/FACTUUR 44/ISDT/2025-01-02',
    '/CNTP/NL44RABO0331188204/RABONL2U/BLOEMIST B.V./DELFT//REMI/STRD/CUR/FACTUUR 44/',
  ]
  const { statements } = read(
    ...HEAD,
    ...NARRATIVES.flatMap((narrative) => [':61:250102C1,NTRFNONREF', `:86:${narrative}`]),
    ':62F:C250131EUR105,',
  )
  const described = statements[0]!.rows.map(({ description }) => description)
  assert.deepEqual(
    described,
    NARRATIVES.map(() => 'BLOEMIST B.V. FACTUUR 44'),
  )
})
