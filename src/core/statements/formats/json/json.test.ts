import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TabularReading } from '../tabular.ts'
import { readJson } from './json.ts'

function read(value: unknown): TabularReading {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return readJson(new TextEncoder().encode(text), { filename: 'a.json' })
}

const ROWS = [
  { date: '2025-01-03', amount: -1200.5, description: 'RENT' },
  { date: '2025-01-04', amount: 310.55, description: 'SALES' },
]

test('a list of transactions is found alone, under a usual name and line by line', () => {
  const shapes = [
    ROWS,
    { transactions: ROWS },
    { data: ROWS, has_more: false },
    { data: { items: ROWS } },
    ROWS.map((row) => JSON.stringify(row)).join('\n'),
  ]
  for (const shape of shapes) {
    const { statements, problems } = read(shape)
    assert.deepEqual(
      statements[0]!.rows.map(({ date, amount, description }) => ({
        date,
        amount: amount / 100,
        description,
      })),
      ROWS,
    )
    assert.deepEqual(problems, [])
  }
})

test('our own export is read with its signs, balances and pending rows', () => {
  const own = ROWS.map((row, index) => ({
    id: `0190000${index}`,
    ...row,
    currency: 'USD',
    balance: 5 - index,
    direction: row.amount < 0 ? 'outflow' : 'inflow',
    check_number: null,
    is_pending: index === 1,
    account_id: '01900000-aaaa',
  }))
  const { statements } = read({ data: own })
  assert.deepEqual(
    statements.flatMap(({ rows }) => rows).map((row) => [row.amount, row.balance, row.isPending]),
    [
      [-120_050, 500, false],
      [31_055, 400, true],
    ],
  )
})

test('Plaid says money out is positive: amounts are turned, accounts are parted, bad rows named', () => {
  const plaid = (more: object) => ({
    account_id: 'a1',
    transaction_id: 't1',
    iso_currency_code: 'USD',
    unofficial_currency_code: null,
    date: '2025-01-03',
    amount: 12.5,
    name: 'Supplies',
    pending: false,
    ...more,
  })
  const { statements, problems } = read({
    accounts: [
      { account_id: 'a1', mask: '0000', type: 'depository', subtype: 'checking' },
      { account_id: 'a2', mask: '3333', type: 'credit', subtype: 'credit card' },
    ],
    transactions: [
      plaid({}),
      plaid({ account_id: 'a2', amount: -500, pending: true }),
      plaid({ date: null }),
      plaid({ amount: 0.001 }),
      plaid({ iso_currency_code: 'JPY', amount: 900 }),
    ],
    total_transactions: 5,
  })
  assert.deepEqual(statements.map((one) => [one.accountLast4, one.accountType, one.rows.map((row) => [row.amount, row.isPending])]), [
    ['0000', 'checking', [[-1250, false], [-900, false]]], ['3333', 'credit_card', [[50_000, true]]],
  ]) // prettier-ignore
  assert.deepEqual(
    problems.map(({ code, where }) => `${code} ${where}`),
    ['invalid_row /transactions/2', 'invalid_row /transactions/3'],
  )
})

test('a dinar of three decimals is not read as a thousand', () => {
  const { statements } = read([
    { date: '2025-01-03', amount: 12.345, currency: 'KWD', description: 'A' },
    { date: '2025-01-04', amount: 2, currency: 'KWD', description: 'B' },
  ])
  assert.deepEqual(
    statements[0]!.rows.map(({ amount }) => amount),
    [12_345, 2000],
  )
})

test('what is no JSON and what holds no transactions fail with their own codes', () => {
  assert.equal(read('{"transactions": [').failure?.code, 'corrupt_file')
  assert.equal(read({ name: 'x' }).failure?.code, 'no_transactions')
  assert.equal(read([{ a: 1 }]).failure?.code, 'no_transactions')
  assert.equal(read('['.repeat(200_000) + ']'.repeat(200_000)).failure?.code, 'no_transactions')
})
