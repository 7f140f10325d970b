import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CoveredPeriod } from '../../values/account.ts'
import { DEFAULT_SETTINGS } from '../settings.ts'
import {
  listRequirements,
  REQUIREMENT_CODES,
  type OfferedDeal,
  type RequirementCode,
} from './requirements.ts'

const NOTHING: OfferedDeal = {
  name: null,
  hasEin: false,
  ownershipPercents: [],
  amount: null,
  accounts: [],
  periods: [],
  documentClasses: [],
  unreadCount: 0,
  settings: DEFAULT_SETTINGS,
  today: '2025-10-05',
}

const ACCOUNT = {
  id: 'operating',
  name: 'Operating',
  institutionName: 'Meridian Bank',
  last4: '4711',
  type: 'checking',
  currency: 'USD',
  isIncluded: true,
}

function cover(accountId: string, startDate: string, endDate: string): CoveredPeriod {
  return {
    accountId,
    documentId: null,
    statementId: null,
    startDate,
    endDate,
    isInferred: false,
    openingBalance: null,
    closingBalance: null,
    reconciliationStatus: 'reconciled',
    dailyBalances: [],
  }
}

const QUARTER = [
  cover('operating', '2025-07-01', '2025-07-31'),
  cover('operating', '2025-08-01', '2025-08-31'),
  cover('operating', '2025-09-01', '2025-09-30'),
]

function openCodes(deal: Partial<OfferedDeal>, wanted = REQUIREMENT_CODES): RequirementCode[] {
  const all = listRequirements({ ...NOTHING, ...deal }, wanted, 3)
  return all.filter(({ satisfied }) => !satisfied).map(({ code }) => code)
}

describe('the requirements of a deal', () => {
  test('are open where there is nothing, and each says why and what to send', () => {
    const all = listRequirements(NOTHING, REQUIREMENT_CODES, 3)
    assert.deepEqual(
      openCodes({}),
      REQUIREMENT_CODES.filter((code) => code !== 'unreconciled_statement'),
    )
    for (const { satisfied, why } of all) assert.equal(why === null, satisfied)
  })

  test('of statements hold for every account, by its days', () => {
    const only: RequirementCode[] = ['bank_statements']
    const deal = { accounts: [ACCOUNT], periods: QUARTER }
    assert.deepEqual(openCodes(deal, only), [])
    assert.deepEqual(openCodes({ ...deal, periods: QUARTER.slice(1) }, only), only)
    const second = { ...ACCOUNT, id: 'payroll', last4: '0815' }
    const periods = [...QUARTER, cover('payroll', '2025-09-01', '2025-09-30')]
    const two = { accounts: [ACCOUNT, second], periods }
    const [open] = listRequirements({ ...NOTHING, ...two }, only, 3)
    assert.match(open!.why!, /0815: 2025-07-01 to 2025-08-31/)
  })

  test('say how many files are still being read', () => {
    const wanted: RequirementCode[] = ['application', 'ein']
    const [paper, field] = listRequirements({ ...NOTHING, unreadCount: 2 }, wanted, 3)
    assert.match(paper!.why!, /2 files are still being read/)
    assert.doesNotMatch(field!.why!, /files/)
  })

  test('of a statement that does not reconcile request its original', () => {
    const periods = [{ ...QUARTER[0]!, reconciliationStatus: 'unreconciled' as const }]
    const open = openCodes({ accounts: [ACCOUNT], periods }, ['unreconciled_statement'])
    assert.deepEqual(open, ['unreconciled_statement'])
  })

  test('of owners count what they have together', () => {
    for (const [percents, isOpen] of [
      [[50], false],
      [[30, 20], false],
      [[49], true],
      [[null, 20], true],
    ] as const)
      assert.equal(openCodes({ ownershipPercents: percents }, ['owner']).length === 1, isOpen)
  })
})
