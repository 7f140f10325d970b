import type { Ledger } from '../ledger.ts'
import { countCoveredDays } from '../ledger/coverage.ts'
import { countDays, type Scope } from '../window.ts'

/** Accounts with at least one covered day; an account without data asks for no coverage. */
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
