import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Account } from '../../values/account.ts'
import type { RawTransaction } from '../../values/transaction.ts'
import { toRows } from '../row.ts'
import { EMPTY_TENANT_LAYER, indexTenantLayer } from '../tenant-layer.ts'
import { matchTransfers } from './transfers.ts'

type Line = [accountId: string, date: string, amount: number, description: string]

const ACCOUNTS: Account[] = [
  ['a', 'checking', '4417'],
  ['b', 'savings', '6988'],
  ['card', 'credit_card', '1111'],
].map(([id, type, last4]) => ({
  id: id!,
  name: id!,
  institutionName: null,
  last4: last4!,
  type: type!,
  currency: 'USD',
  isIncluded: true,
}))

function match(
  lines: readonly Line[],
): [kind: string, debit: string, credits: string[], score: number][] {
  const transactions = lines.map(
    ([accountId, date, amount, description], index): RawTransaction => ({
      id: `t${index}`,
      accountId,
      date,
      amount,
      description,
      currency: 'USD',
      balance: null,
      mccCode: null,
      bankType: null,
      checkNumber: null,
      isPending: false,
      isDuplicate: false,
      providerCategory: null,
      override: null,
    }),
  )
  const around = {
    accounts: ACCOUNTS,
    ownName: null,
    tenantIndex: indexTenantLayer(EMPTY_TENANT_LAYER),
  }
  return matchTransfers(toRows(transactions, around)).map((pair) => [
    pair.kind,
    pair.debit.tx.id,
    pair.credits.map(({ tx }) => tx.id),
    pair.score,
  ])
}

test('equal amounts of two accounts on one day are a transfer without any wording', () => {
  const pairs = match([
    ['a', '2025-03-04', -50_000, 'QRX'],
    ['b', '2025-03-04', 50_000, 'QRX'],
  ])
  assert.deepEqual(pairs, [['pair', 't0', ['t1'], 70]])
})

test('a row that names a processor or a funder is no own account', () => {
  const pairs = match([
    ['a', '2025-03-04', -50_000, 'KAPITUS DAILY'],
    ['b', '2025-03-04', 50_000, 'SQUARE INC 250304'],
  ])
  assert.deepEqual(pairs, [])
})

test('rows of one account, and rows more than three business days apart, never pair', () => {
  const text = 'ONLINE TRANSFER 4417 6988'
  assert.deepEqual(
    match([
      ['a', '2025-03-04', -5000, text],
      ['a', '2025-03-04', 5000, text],
    ]),
    [],
  )
  assert.deepEqual(
    match([
      ['a', '2025-03-04', -5000, text],
      ['b', '2025-03-11', 5000, text],
    ]),
    [],
  )
})

test('among equal candidates each debit takes the nearest credit', () => {
  const pairs = match([
    ['a', '2025-03-03', -5000, 'ONLINE TRANSFER TO SAV'],
    ['a', '2025-03-05', -5000, 'ONLINE TRANSFER TO SAV'],
    ['b', '2025-03-03', 5000, 'ONLINE TRANSFER FROM CHK'],
    ['b', '2025-03-05', 5000, 'ONLINE TRANSFER FROM CHK'],
  ])
  assert.deepEqual(
    pairs.map(([, debit, credits]) => [debit, ...credits]),
    [
      ['t0', 't2'],
      ['t1', 't3'],
    ],
  )
})

test('one debit that equals two credits of its day is a split transfer', () => {
  const pairs = match([
    ['a', '2025-03-03', -9000, 'ONLINE TRANSFER TO SAV'],
    ['b', '2025-03-03', 4000, 'ONLINE TRANSFER FROM CHK'],
    ['b', '2025-03-03', 5000, 'ONLINE TRANSFER FROM CHK'],
  ])
  assert.deepEqual(pairs, [['split', 't0', ['t1', 't2'], 90]])
})

test('a card payment and its credit on the card are one movement', () => {
  const pairs = match([
    ['a', '2025-03-03', -45_000, 'AMEX EPAYMENT ACH PMT'],
    ['card', '2025-03-04', 45_000, 'PAYMENT THANK YOU'],
  ])
  assert.deepEqual(pairs, [['card_payment', 't0', ['t1'], 82]])
})

test('a bill and a deposit of one day and one amount are no transfer', () => {
  const pairs = match([
    ['a', '2025-03-04', -150_000, 'ACH DEBIT HOLLOWAY LEGAL INVOICE'],
    ['b', '2025-03-04', 150_000, 'MOBILE CHECK DEPOSIT'],
  ])
  assert.deepEqual(pairs, [])
})

test('a transfer that names another account is not paired with this one on its day alone', () => {
  const pairs = match([
    ['a', '2025-03-04', -50_000, 'ONLINE TRANSFER TO CHK ...2222'],
    ['b', '2025-03-04', 50_000, 'QRX'],
  ])
  assert.deepEqual(pairs, [])
})

test('a fee that the other bank deducted does not prevent a match', () => {
  const pairs = match([
    ['a', '2025-03-03', -100_000, 'ONLINE TRANSFER TO SAV ...6988'],
    ['b', '2025-03-04', 97_500, 'ONLINE TRANSFER FROM CHK ...4417'],
  ])
  assert.deepEqual(
    pairs.map(([kind, debit, credits]) => [kind, debit, ...credits]),
    [['less_fee', 't0', 't1']],
  )
})

test('a thousand equal amounts are matched, each row once at most', () => {
  const lines = Array.from({ length: 1000 }, (_, index): Line => {
    const pair = index >> 1
    const date = `2025-0${1 + (pair % 6)}-${String(1 + (pair % 27)).padStart(2, '0')}`
    const isDebit = index % 2 === 0
    return [isDebit ? 'a' : 'b', date, isDebit ? -5000 : 5000, 'ONLINE TRANSFER']
  })
  const pairs = match(lines)
  const used = pairs.flatMap(([, debit, credits]) => [debit, ...credits])
  assert.ok(pairs.length > 400)
  assert.equal(new Set(used).size, used.length)
})
