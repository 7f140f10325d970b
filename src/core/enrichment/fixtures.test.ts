import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Account, CoveredPeriod } from '../values/account.ts'
import type { RawTransaction } from '../values/transaction.ts'
import { enrich, type Enriched } from './enrich.ts'

const folder = join(import.meta.dirname, '../../../fixtures/statements')

interface Truth {
  statements: {
    accountLast4: string
    accountType: string
    startDate: string
    endDate: string
    rows: {
      date: string
      amountCents: number
      description: string
      category: string
      checkNumber: string | null
    }[]
  }[]
  positions: { funderName: string; advance: { amountCents: number } | null }[]
  nsfCount: number
  transfers: unknown[]
}

const NOBODY = {
  name: null,
  ownerNames: [],
  entityType: null,
  naicsCode: null,
  state: null,
  businessStartDate: null,
  ownerFico: null,
  requestedAmount: null,
}

function enrichTruth({ statements }: Truth): { enriched: Enriched; wanted: string[] } {
  const accounts = new Map<string, Account>()
  const periods: CoveredPeriod[] = []
  const transactions: RawTransaction[] = []
  for (const { accountLast4: id, accountType, startDate, endDate, rows } of statements) {
    accounts.set(id, {
      id,
      name: id,
      institutionName: null,
      last4: id,
      type: accountType,
      currency: 'USD',
      isIncluded: true,
    })
    periods.push({
      accountId: id,
      documentId: null,
      statementId: null,
      startDate,
      endDate,
      isInferred: false,
      openingBalance: null,
      closingBalance: null,
      reconciliationStatus: 'reconciled',
      dailyBalances: [],
    })
    for (const { date, amountCents, description, checkNumber } of rows) {
      transactions.push({
        id: `${id}-${transactions.length}`,
        accountId: id,
        date,
        amount: amountCents,
        currency: 'USD',
        description,
        balance: null,
        mccCode: null,
        bankType: null,
        checkNumber,
        isPending: false,
        isDuplicate: false,
        providerCategory: null,
        override: null,
      })
    }
  }
  return {
    enriched: enrich({
      transactions,
      accounts: [...accounts.values()],
      company: NOBODY,
      periods,
      asOf: null,
    }),
    wanted: statements.flatMap(({ rows }) => rows.map(({ category }) => category)),
  }
}

const files = existsSync(folder) ? globSync('*/*/truth.json', { cwd: folder }).toSorted() : []

test('generated statements get their true categories on 97 of 100 rows', (t) => {
  let right = 0
  let total = 0
  for (const file of files) {
    const { enriched, wanted } = enrichTruth(JSON.parse(readFileSync(join(folder, file), 'utf8')))
    right += enriched.transactions.filter(
      (row, index) => row.categories[0]!.slug === wanted[index],
    ).length
    total += wanted.length
  }
  t.diagnostic(`${right} of ${total} rows`)
  assert.ok(total === 0 || right / total >= 0.97)
})

for (const file of files) {
  test(`${file} shows its positions, fees and transfers`, () => {
    const truth: Truth = JSON.parse(readFileSync(join(folder, file), 'utf8'))
    const { positions, transactions } = enrichTruth(truth).enriched
    assert.deepEqual(
      positions.map(({ funderName, advance }) => [funderName, advance?.amount ?? null]),
      truth.positions.map(({ funderName, advance }) => [funderName, advance?.amountCents ?? null]),
    )
    assert.equal(transactions.filter(({ feeKind }) => feeKind !== null).length, truth.nsfCount)
    const matched = transactions.filter(({ flags }) => flags.includes('internal_matched')).length
    assert.equal(matched, 2 * truth.transfers.length)
  })
}
