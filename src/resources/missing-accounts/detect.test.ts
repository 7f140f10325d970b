import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detectMissingAccounts, type UnmatchedRow } from './detect.ts'
import { detectOperatingAccount, expectsRunningCosts, RUNNING_COSTS } from './operating.ts'

let count = 0

function row(description: string, amount: number, parts: Partial<UnmatchedRow> = {}): UnmatchedRow {
  count += 1
  return {
    id: `row-${count}`,
    date: `2025-01-${String(1 + (count % 28)).padStart(2, '0')}`,
    amount,
    currency: 'USD',
    description,
    categorySlug: 'transfers.external_own',
    merchantName: null,
    ...parts,
  }
}

test('transfers to an unknown mask are one missing account, surer with each row', () => {
  const rows = [
    row('Online Transfer To Chk ...4321', -50_000, { date: '2025-01-03' }),
    row('Online Transfer From CHK ...4321', 20_000, { date: '2025-02-07' }),
  ]
  const [account, ...others] = detectMissingAccounts(rows, [
    { last4: '9999', type: 'checking', institutionName: null },
  ])
  assert.equal(others.length, 0)
  assert.deepEqual(
    [account!.accountMask, account!.accountTypeHint, account!.direction, account!.confidence],
    ['4321', 'checking', 'both', 0.9],
  )
  assert.deepEqual([account!.inflowTotal, account!.outflowTotal], [200, 500])
  assert.deepEqual(
    account!.transactionIds,
    rows.map(({ id }) => id),
  )
  assert.match(account!.requestText, /ending 4321 for 2025-01-03 to 2025-02-07/)
})

test('a mask of a submitted account is no clue, however many digits are printed', () => {
  const known = [{ last4: '4321', type: 'checking', institutionName: null }]
  const rows = [
    row('TRANSFER TO CHECKING XXXX4321', -1_000_000),
    row('TRF ACCT #884321', -1_000_000),
    row('To Sav *321', -1_000_000),
  ]
  assert.deepEqual(detectMissingAccounts(rows, known), [])
})

test('one small transfer without a mask says nothing, a second or a large one does', () => {
  const small = row('TRANSFER TO SAVINGS', -5_000)
  assert.deepEqual(detectMissingAccounts([small], []), [])
  assert.equal(
    detectMissingAccounts([small, row('TRANSFER TO SAVINGS', -5_000)], [])[0]!.transactionCount,
    2,
  )
  assert.equal(
    detectMissingAccounts([row('TRANSFER TO SAVINGS', -100_000)], [])[0]!.accountTypeHint,
    'savings',
  )
})

test('payments to a card are a missing card unless that card was submitted', () => {
  const rows = [1, 2].map(() =>
    row('PAYMENT TO CARD', -30_000, {
      categorySlug: 'debt.credit_card_payment',
      merchantName: 'Example Card',
    }),
  )
  const [card] = detectMissingAccounts(rows, [])
  assert.deepEqual([card!.accountTypeHint, card!.institutionHint], ['credit_card', 'Example Card'])
  const submitted = [{ last4: '0001', type: 'credit_card', institutionName: 'Example Card' }]
  assert.deepEqual(detectMissingAccounts(rows, submitted), [])
})

test('sweeps are recognized, and currencies are separate', () => {
  const rows = [row('ZBA TRANSFER', -500_000), row('ZBA TRANSFER', -500_000, { currency: 'CAD' })]
  const found = detectMissingAccounts(rows, [])
  assert.deepEqual(
    found.map(({ accountTypeHint, currency }) => [accountTypeHint, currency]),
    [
      ['sweep', 'CAD'],
      ['sweep', 'USD'],
    ],
  )
})

test('confidence never reaches certainty', () => {
  const rows = Array.from({ length: 12 }, () => row('To Chk ...4321', -100))
  assert.equal(detectMissingAccounts(rows, [])[0]!.confidence, 0.95)
})

test('a business with staff or premises that pays none of its running costs has another account', () => {
  const seen = { arePaid: false, firstDate: '2025-01-02', lastDate: '2025-02-28', currency: 'USD' }
  const [account, ...others] = detectOperatingAccount(seen)
  assert.equal(others.length, 0)
  assert.deepEqual(
    [account!.accountTypeHint, account!.transactionCount, account!.confidence],
    ['possible_operating_account', 0, 0.4],
  )
  assert.match(
    account!.requestText,
    /wages, taxes, rent and utilities for 2025-01-02 to 2025-02-28/,
  )
  assert.deepEqual(detectOperatingAccount({ ...seen, arePaid: true }), [])
  assert.deepEqual(detectOperatingAccount({ ...seen, lastDate: '2025-01-20' }), [])
  for (const slug of ['expenses.payroll', 'expenses.rent', 'expenses.utilities', 'taxes.federal'])
    assert.ok(RUNNING_COSTS.includes(slug), slug)
  assert.ok(!RUNNING_COSTS.includes('expenses.equipment_purchase'))
  assert.deepEqual(
    ['722511', '531110', null].map((code) => expectsRunningCosts(code)),
    [true, false, false],
  )
})
