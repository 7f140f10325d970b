import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bai2 } from '../../../../../test/export-files.ts'
import type { TabularReading } from '../tabular.ts'
import { readBai2 } from './bai2.ts'

function read(text: string): TabularReading {
  return readBai2(new TextEncoder().encode(text), { filename: 'a.bai' })
}

const FILE = bai2({
  account: '123456789',
  opening: 50_000,
  rows: [
    { date: '2025-01-03', amount: -12_000, text: 'RENT, JANUARY' },
    { date: '2025-01-06', amount: 31_055, text: 'ACH/CARD SALES' },
  ],
})

test('the days of an account are one statement with the balance of each day', () => {
  const { statements, problems } = read(FILE)
  assert.deepEqual(problems, [])
  assert.equal(statements.length, 1)
  const [statement] = statements
  assert.deepEqual([statement!.startDate, statement!.endDate], ['2025-01-03', '2025-01-06'])
  assert.deepEqual([statement!.openingBalance, statement!.closingBalance], [50_000, 69_055])
  assert.deepEqual(
    statement!.dailyBalances.map(({ balance }) => balance),
    [38_000, 69_055],
  )
  assert.deepEqual(
    statement!.rows.map(({ description, bankType, checkNumber }) => [
      description,
      bankType,
      checkNumber,
    ]),
    [
      ['RENT, JANUARY', '475', '1001'],
      ['ACH/CARD SALES', '165', null],
    ],
  )
})

/** One figure of the file changed: what must be named, with what was expected and what is there. */
const WRONG = [
  {
    what: 'an amount',
    from: '16,475,12000',
    to: '16,475,12900',
    named: [/account.*100000.*100900/],
  },
  {
    what: 'an account total',
    from: '49,100000,',
    to: '49,100001,',
    named: [/account.*100001.*100000/, /group.*100000.*100001/],
  },
  {
    what: 'a number of records',
    from: '49,100000,4',
    to: '49,100000,5',
    named: [/records of the account.*5.*4/],
  },
  {
    what: 'a group total',
    from: '98,100000,',
    to: '98,100002,',
    named: [/group.*100002.*100000/, /file.*238110.*238112/],
  },
  {
    what: 'a number of accounts',
    from: '98,100000,1,',
    to: '98,100000,2,',
    named: [/accounts of the group.*2.*1/],
  },
  { what: 'a file total', from: '99,238110', to: '99,1', named: [/file.*should be 1 .*238110/] },
  {
    what: 'a number of groups',
    from: '99,238110,2',
    to: '99,238110,3',
    named: [/groups of the file.*3.*2/],
  },
] as const

for (const { what, from, to, named } of WRONG) {
  test(`${what} that does not agree is named with what was expected and what is there`, () => {
    assert.ok(FILE.includes(from), FILE)
    const { problems, statements } = read(FILE.replace(from, to))
    assert.deepEqual(
      problems.map(({ code }) => code),
      named.map(() => 'control_total_mismatch'),
    )
    named.forEach((pattern, index) => assert.match(problems[index]!.message, pattern))
    assert.equal(statements[0]!.rows.length, 2)
  })
}

test('funds types keep their own fields, and continued text is text', () => {
  const detail = [
    '16,195,1000,S,100,200,700,BANK,CUST,WIRE IN',
    '88,FROM ACME, INC',
    '16,195,1000,V,250103,1200,BANK,CUST,B',
    '16,195,1000,D,2,0,400,1,600,BANK,CUST,C/',
    '16,890,,,,,NOTE ONLY',
    '16,195,12x,,,,D',
    '16,995x,1,,,,E',
  ].join('\n')
  const { statements, problems } = read(FILE.replace(/16,475[^\n]*/, detail))
  assert.deepEqual(
    statements[0]!.rows
      .slice(0, 3)
      .map(({ amount, description, externalId }) => [amount, description, externalId]),
    [
      [1000, 'WIRE IN FROM ACME, INC', 'BANK'],
      [1000, 'B', 'BANK'],
      [1000, 'C', 'BANK'],
    ],
  )
  assert.deepEqual(
    problems.filter(({ code }) => code === 'invalid_row').map(({ where }) => where),
    ['line 10', 'line 11'],
  )
})

test('a deletion and a test are not read and named; figures of an open day are pending', () => {
  for (const status of ['2', '4']) {
    const { problems, statements } = read(
      FILE.replace('021000021,1,250103', `021000021,${status},250103`),
    )
    assert.deepEqual(
      problems.map(({ code }) => code),
      ['group_not_read'],
    )
    assert.equal(statements[0]!.rows.length, 1)
  }
  const interim = read(FILE.replace(/250106,,USD,2/, '250106,,USD,3'))
  assert.deepEqual(
    interim.statements[0]!.rows.map(({ isPending }) => isPending),
    [false, true],
  )
})

test('a file cut short says where it breaks off', () => {
  const { problems } = read(FILE.split('\n').slice(0, 8).join('\n'))
  assert.deepEqual(
    problems.map(({ code, where }) => `${code} ${where}`),
    ['truncated_statement line 8', 'truncated_statement line 1'],
  )
})

test('records outside of an account are named, and a file of nothing else is refused', () => {
  assert.deepEqual(
    read(`${FILE}16,475,100,,,,STRAY\n`).problems.map(({ code }) => code),
    ['invalid_row'],
  )
  assert.equal(read('01,A,B,250101,0000,1,,,2/\n16,475,100,,,,X\n').failure?.code, 'corrupt_file')
})
