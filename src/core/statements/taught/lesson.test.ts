import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { blankRow, blankStatement } from '../formats/tabular.ts'
import { reconcileStatement } from '../reconcile/reconcile.ts'
import type { Statement, TaughtRules } from '../statement.ts'
import { computeFingerprint } from './fingerprint.ts'
import { applyLesson, sourceOfYear } from './lesson.ts'

const FILE = { filename: 'statement-2024-03.pdf', createdAt: '2025-01-03T08:00:00Z' }

function statement(fields: Partial<Statement> = {}): Statement {
  const rows = [blankRow('2025-12-02', 500, 'SHOP'), blankRow('2025-12-20', -200, 'PAYMENT')]
  const bare = {
    ...blankStatement(0, { currency: 'USD', currencySource: 'derived' }),
    accountLast4: '4821',
    rows,
    ...fields,
  }
  return { ...bare, reconciliation: reconcileStatement(bare) }
}

function taught(rules: TaughtRules, read: Statement): Statement {
  return applyLesson(read, { layoutId: 'layout', fingerprint: 'f', rules }, FILE)
}

describe('what a layout was taught', () => {
  test('turns the signs of the next statement, and it passes where its figures prove them', () => {
    const read = statement({ openingBalance: 1000, closingBalance: 700 })
    const { rows, taught: values, doubts, reconciliation } = taught({ signs: 'turned' }, read)
    assert.deepEqual([rows[0]!.amount, reconciliation.difference, doubts], [-500, 0, undefined])
    assert.deepEqual(values, [
      { field: 'signs', value: 'turned', readValue: 'as_read', layoutId: 'layout' },
    ])
  })

  test('does not touch a statement that is proven as it was read', () => {
    const read = statement({ openingBalance: 1000, closingBalance: 1300 })
    assert.equal(taught({ signs: 'turned' }, read), read)
  })

  test('stops a person where nothing proves the turned signs', () => {
    const codes = taught({ signs: 'turned' }, statement()).doubts!.map(({ code }) => code)
    assert.deepEqual(codes, ['taught_unproven'])
  })

  test('replaces a value only where the same wrong one is read again', () => {
    const rules: TaughtRules = {
      currency: { from: 'USD', to: 'EUR' },
      accountType: { from: 'unknown', to: 'savings' },
      institutionName: { from: null, to: 'Kestrel Bank' },
    }
    const read = statement({ currencySource: 'assumed' })
    const next = taught(rules, read)
    assert.deepEqual(
      [next.currency, next.accountType, next.institutionName],
      ['EUR', 'savings', 'Kestrel Bank'],
    )
    const other = statement({ currency: 'GBP', accountType: 'checking', institutionName: 'Other' })
    assert.equal(taught(rules, other), other)
    const printed = statement({ currencySource: 'printed' })
    assert.equal(taught({ currency: { from: 'USD', to: 'EUR' } }, printed), printed)
  })

  test('gives an account number to its own holder alone', () => {
    const accountNumber = { from: '4821', to: '550012349876', holder: 'JUNIPER LANE' }
    const own = statement({ accountHolderNames: ['Juniper Lane'] })
    assert.equal(taught({ accountNumber }, own).accountLast4, '9876')
    const others = statement({ accountHolderNames: ['Quarry Holdings'] })
    assert.equal(taught({ accountNumber }, others), others)
  })

  test('knows where a year came from, and finds the next one there', () => {
    const read = statement({ endDate: '2025-12-31' })
    assert.equal(sourceOfYear(2024, read, FILE), 'file_created')
    assert.equal(sourceOfYear(1999, read, FILE), undefined)
    assert.equal(taught({ year: 'file_created' }, read).endDate, '2024-12-31')
    const later = { filename: 'x.pdf', createdAt: '2026-02-01T08:00:00Z' }
    const january = statement({ endDate: '2019-01-31' })
    const lesson = { layoutId: 'l', fingerprint: 'f', rules: { year: 'file_created' } } as const
    assert.equal(applyLesson(january, lesson, later).endDate, '2026-01-31')
  })
})

describe('the fingerprint of a layout', () => {
  const facts = { format: 'pdf', producer: 'Composer 9.2', creator: null } as const
  const bank = { institutionName: 'Kestrel Bank' }
  const print = computeFingerprint(bank, facts, ['date amount balance'])

  test('is equal for two versions of one program and any order of tables', () => {
    const newer = { ...facts, producer: 'Composer 9.10' }
    assert.equal(computeFingerprint(bank, newer, ['date amount balance']), print)
    assert.equal(
      computeFingerprint(bank, facts, ['a b', 'c d']),
      computeFingerprint(bank, facts, ['c d', 'a b']),
    )
  })

  test('differs with bank, program, heads and format, and is none without heads and bank', () => {
    const others = [
      computeFingerprint({ institutionName: 'Other Bank' }, facts, ['date amount balance']),
      computeFingerprint(bank, { ...facts, producer: 'Other' }, ['date amount balance']),
      computeFingerprint(bank, facts, ['date amount']),
      computeFingerprint(bank, { ...facts, format: 'csv' }, ['date amount balance']),
    ]
    assert.equal(new Set([print, ...others]).size, 5)
    assert.equal(computeFingerprint({ institutionName: null }, facts, []), null)
  })
})
