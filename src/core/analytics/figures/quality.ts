import { computeRatio } from '../arithmetic.ts'
import { remember, getTally, type Ledger } from '../ledger.ts'
import { KIND } from '../ledger/classify.ts'
import { countCoveredDays } from '../ledger/coverage.ts'
import { rowsWithIds } from '../ledger/rows/select.ts'
import { countDays, type Scope, toScopeKey } from '../window.ts'

/** Limits of the data-quality gate (formulas section 2). */
export const QUALITY_LIMITS = {
  reconciliationRate: 1,
  coverageRatio: 0.98,
  coverageRatioForMeans: 0.5,
  knownDays: 0.98,
  knownDaysForBalances: 0.5,
  categorizationGap: 0.1,
  historyDays: 60,
  historyDaysForTrends: 30,
  unmatchedTransfers: 0.15,
  unseenShare: 0.1,
  authenticity: 50,
} as const

/** Statements by outcome of their reconciliation; only those with both balances are judged. */
export interface Reconciliation {
  judged: number
  reconciled: number
  /** Q1, or null when no statement printed both balances. */
  rate: number | null
}

/**
 * Q1. A statement reconciled by its totals satisfies the same identity to the cent (T1), and an
 * empty one has equal balances and no printed totals (Q8), so both count as reconciled. One that
 * closes by a figure that a person set against the page is not proven by it.
 */
export function computeReconciliation(ledger: Ledger): Reconciliation {
  const judged = ledger.accounts
    .flatMap(({ periods }) => periods)
    .filter((period) => period.openingBalance !== null && period.closingBalance !== null)
    .filter(({ reconciliationStatus }) => reconciliationStatus !== 'unverifiable')
  const reconciled = judged.filter(
    ({ reconciliationStatus, isSetByPerson }) =>
      reconciliationStatus !== 'unreconciled' && !isSetByPerson,
  )
  const rate = computeRatio(reconciled.length, judged.length)
  return { judged: judged.length, reconciled: reconciled.length, rate }
}

/** Q3: share of the absolute amount whose category needs review; null without rows. */
export function categorizationGap(ledger: Ledger, scope: Scope): number | null {
  const tally = getTally(ledger, scope)
  return computeRatio(tally.kindAbsolute[KIND.needsReview]!, tally.absoluteSum)
}

/** Q5: share of the absolute amount in transfers without a partner; null without rows. */
export function unmatchedTransferRatio(ledger: Ledger, scope: Scope): number | null {
  const tally = getTally(ledger, scope)
  return computeRatio(tally.kindAbsolute[KIND.unmatchedTransfer]!, tally.absoluteSum)
}

/**
 * Share of the money out that went to accounts of the business that were not submitted: what it
 * paid from there, nobody has seen. A card's bill is itself the cost. Null without money out.
 */
export function unseenShare(ledger: Ledger, scope: Scope): number | null {
  return remember(ledger, `unseen:${toScopeKey(scope)}`, () => {
    const unseen = (ledger.missingAccounts ?? []).filter(({ type }) => type !== 'credit_card')
    const ids = [...new Set(unseen.flatMap(({ transactionIds }) => transactionIds))]
    if (ids.length === 0) return 0
    const { amount } = ledger.columns
    const sent = rowsWithIds(ledger, scope, ids).reduce(
      (sum, row) => sum + Math.max(0, -amount[row]!),
      0,
    )
    return computeRatio(sent, Math.abs(getTally(ledger, scope).outflow.reduce((a, b) => a + b, 0)))
  })
}

/** Q4: days from the first to the last covered day; 0 when nothing is covered. */
export function historyDays(ledger: Ledger): number {
  const ranges = ledger.accounts.flatMap(({ coverage }) => coverage.ranges)
  if (ranges.length === 0) return 0
  const first = Math.min(...ranges.map(({ startDay }) => startDay))
  return Math.max(...ranges.map(({ endDay }) => endDay)) - first + 1
}

/** The parts of the data-quality score and the score itself (formulas Q7). */
export interface QualityScore {
  /** 0-100 over the parts that are known; null without rows and coverage. */
  score: number | null
  /** Parts that are unknown; their weight is left out. */
  missing: string[]
}

/** Q7, over all data but for coverage, which looks at `coverageScope`. */
export function qualityScore(ledger: Ledger, coverageScope: Scope): QualityScore {
  return remember(ledger, `quality:${toScopeKey(coverageScope)}`, () => {
    const all = { startDay: ledger.firstDay, endDay: ledger.lastDay }
    const gap = categorizationGap(ledger, all)
    const authenticity = ledger.documentAuthenticity
    const parts: { name: string; weight: number; value: number | null }[] = [
      { name: 'reconciliation_rate', weight: 0.35, value: computeReconciliation(ledger).rate },
      { name: 'coverage_ratio', weight: 0.25, value: coverageRatio(ledger, coverageScope) },
      { name: 'categorization', weight: 0.15, value: gap === null ? null : 1 - gap },
      { name: 'history', weight: 0.1, value: Math.min(1, historyDays(ledger) / 90) },
      {
        name: 'document_authenticity',
        weight: 0.15,
        value: authenticity === null ? null : authenticity / 100,
      },
    ]
    const known = parts.filter(({ value }) => value !== null)
    const missing = parts.filter(({ value }) => value === null).map(({ name }) => name)
    if (ledger.lastDay < ledger.firstDay) return { score: null, missing }
    const weights = known.reduce((sum, { weight }) => sum + weight, 0)
    const points = known.reduce((sum, { weight, value }) => sum + weight * value!, 0)
    return { score: (100 * points) / weights, missing }
  })
}

/** Accounts with at least one covered day; an account without data needs no coverage. */
export function coveredAccountCount(ledger: Ledger): number {
  return ledger.accounts.filter(({ coverage }) => coverage.ranges.length > 0).length
}

/** Days of the scope on which at least one account is covered. */
export function coveredDays(ledger: Ledger, scope: Scope): number {
  if (scope.account != null) return accountDays(ledger, scope, scope.account)
  const { firstDay, coveredAccounts } = ledger.days
  const first = Math.max(0, scope.startDay - firstDay)
  const end = Math.min(coveredAccounts.length, scope.endDay - firstDay + 1)
  let days = 0
  for (let index = first; index < end; index += 1) if (coveredAccounts[index]! > 0) days += 1
  return days
}

/** Covered account-days over account-days of the scope (formulas G7); null without accounts. */
export function coverageRatio(ledger: Ledger, scope: Scope): number | null {
  if (scope.account != null) {
    const days = countDays(scope)
    return days === 0 ? null : accountDays(ledger, scope, scope.account) / days
  }
  const wanted = countDays(scope) * coveredAccountCount(ledger)
  if (wanted === 0) return null
  const covered = ledger.accounts.reduce(
    (sum, _, account) => sum + accountDays(ledger, scope, account),
    0,
  )
  return covered / wanted
}

/** Days of hard gaps inside the scope, over all accounts (formulas G4). */
export function gapDays(ledger: Ledger, scope: Scope): number {
  let days = 0
  for (const { coverage } of ledger.accounts) {
    for (const gap of coverage.gaps) {
      if (gap.kind === 'soft') continue
      const first = Math.max(gap.startDay, scope.startDay)
      days += Math.max(0, Math.min(gap.endDay, scope.endDay) - first + 1)
    }
  }
  return days
}

function accountDays(ledger: Ledger, scope: Scope, account: number): number {
  return countCoveredDays(ledger.accounts[account]!.coverage, scope.startDay, scope.endDay)
}
