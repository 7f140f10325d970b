import { formatCount } from '../../values/paper/figure-text.ts'
import { computeBalanceFigures, knownDaysRatio } from '../figures/balance-figures.ts'
import { fullMonths } from '../figures/monthly.ts'
import {
  categorizationGap,
  historyDays,
  QUALITY_LIMITS,
  computeReconciliation,
  unmatchedTransferRatio,
  unseenShare,
  coveredDays,
  coverageRatio,
} from '../figures/quality.ts'
import { getWindowBounds, getTally, type Ledger } from '../ledger.ts'
import { emptyWindow, resolveWindow, type Scope, type Window } from '../window.ts'

/** How far a number can be relied on (formulas C15). */
export type Status = 'available' | 'partially_available' | 'not_available'

/** Why a number is missing or weak (formulas C15 and section 2). */
export type Reason =
  | 'no_transactions'
  | 'no_balance'
  | 'few_known_balances'
  | 'insufficient_history'
  | 'unreconciled_statement'
  | 'coverage_gap'
  | 'categorization_gap'
  | 'missing_fx_rate'
  | 'no_debt_service'
  | 'no_revenue'
  | 'no_identified_payer'
  | 'missing_input'
  | 'missing_parameter'
  | 'stale_data'
  | 'missing_account'
  | 'uncertain_model'
  | 'not_ahead'
  | 'insufficient_peers'
  | 'internal_error'

/** What a number needs of the data. */
export type Need =
  | 'rows'
  | 'balances'
  | 'known_days'
  | 'most_days'
  | 'reconciliation'
  | 'coverage'
  | 'monthly_mean'
  | 'categorization'
  | 'history'
  | 'recurrence'
  | 'all_accounts'

/** Whether the data supports a number: `blocks` leave it null, `weakens` only mark it. */
export interface Verdict {
  blocks: Reason[]
  weakens: Reason[]
}

/** A remark about the data that every report repeats. */
export interface Warning {
  code: string
  message: string
  severity: 'info' | 'low' | 'medium' | 'high'
}

interface Check {
  need: Need
  reason: Reason
  effect: 'blocks' | 'weakens'
  isHit: (ledger: Ledger, scope: Scope) => boolean
}

/** The gate of formulas section 2 as a list; every check of a named need runs. */
const CHECKS: readonly Check[] = [
  { need: 'rows', reason: 'no_transactions', effect: 'blocks', isHit: hasNothing },
  {
    need: 'rows',
    reason: 'missing_fx_rate',
    effect: 'weakens',
    isHit: (ledger) => ledger.otherCurrencies.length > 0,
  },
  {
    need: 'balances',
    reason: 'no_balance',
    effect: 'blocks',
    isHit: (ledger, scope) => computeBalanceFigures(ledger, scope).dayCount === 0,
  },
  {
    need: 'most_days',
    reason: 'few_known_balances',
    effect: 'blocks',
    isHit: (ledger, scope) => {
      const share = knownDaysRatio(ledger, scope)
      return share > 0 && share < QUALITY_LIMITS.knownDaysForBalances
    },
  },
  {
    need: 'known_days',
    reason: 'few_known_balances',
    effect: 'weakens',
    isHit: (ledger, scope) => knownDaysRatio(ledger, scope) < QUALITY_LIMITS.knownDays,
  },
  {
    need: 'reconciliation',
    reason: 'unreconciled_statement',
    effect: 'weakens',
    isHit: (ledger) =>
      isBelow(computeReconciliation(ledger).rate, QUALITY_LIMITS.reconciliationRate),
  },
  {
    need: 'coverage',
    reason: 'coverage_gap',
    effect: 'weakens',
    isHit: (ledger, scope) => isBelow(coverageRatio(ledger, scope), QUALITY_LIMITS.coverageRatio),
  },
  {
    need: 'monthly_mean',
    reason: 'coverage_gap',
    effect: 'blocks',
    isHit: (ledger, scope) =>
      isBelow(coverageRatio(ledger, scope), QUALITY_LIMITS.coverageRatioForMeans) &&
      fullMonths(ledger, scope).length === 0,
  },
  {
    need: 'categorization',
    reason: 'categorization_gap',
    effect: 'weakens',
    isHit: (ledger, scope) =>
      (categorizationGap(ledger, scope) ?? 0) > QUALITY_LIMITS.categorizationGap,
  },
  {
    need: 'history',
    reason: 'insufficient_history',
    effect: 'blocks',
    isHit: (ledger) => historyDays(ledger) < QUALITY_LIMITS.historyDaysForTrends,
  },
  {
    need: 'history',
    reason: 'insufficient_history',
    effect: 'weakens',
    isHit: (ledger) => historyDays(ledger) < QUALITY_LIMITS.historyDays,
  },
  {
    need: 'recurrence',
    reason: 'insufficient_history',
    effect: 'weakens',
    isHit: (ledger) => historyDays(ledger) < QUALITY_LIMITS.historyDaysForTrends,
  },
  {
    need: 'all_accounts',
    reason: 'missing_account',
    effect: 'weakens',
    isHit: (ledger, scope) => (unseenShare(ledger, scope) ?? 0) > QUALITY_LIMITS.unseenShare,
  },
]

/** What stands in the way of a number with these needs over a scope. */
export function judge(ledger: Ledger, scope: Scope, needs: readonly Need[]): Verdict {
  const verdict: Verdict = { blocks: [], weakens: [] }
  for (const { need, reason, effect, isHit } of CHECKS) {
    if (needs.includes(need) && isHit(ledger, scope)) verdict[effect].push(reason)
  }
  return verdict
}

/** The status of a number, and its reasons without repetition. */
export function buildStatus(
  isKnown: boolean,
  reasons: readonly Reason[],
): { status: Status; reasons: Reason[] } {
  const status = isKnown ? (reasons.length > 0 ? 'partially_available' : 'available') : null
  return { status: status ?? 'not_available', reasons: [...new Set(reasons)] }
}

/** Warnings about the data as a whole (formulas Q5, Q6, B1, C13). */
export function listWarnings(ledger: Ledger): Warning[] {
  const all = windowNamed(ledger, 'all')
  const warnings: Warning[] = []
  if (isBelow(ledger.documentAuthenticity, QUALITY_LIMITS.authenticity)) {
    const message = 'A bank document shows signs of alteration; review its authenticity findings.'
    warnings.push({ code: 'document_integrity', message, severity: 'high' })
  }
  if ((unmatchedTransferRatio(ledger, all) ?? 0) > QUALITY_LIMITS.unmatchedTransfers) {
    const message =
      'Many transfers have no matching transfer in the submitted accounts; an account may be missing.'
    warnings.push({ code: 'possible_missing_account', message, severity: 'medium' })
  }
  const conflicts = ledger.accounts.reduce((sum, { balances }) => sum + balances.conflictCount, 0)
  if (conflicts > 0) {
    const message = `On ${formatCount(conflicts, 'day', 'days')} the printed daily balance differs from the running balance; the daily balance is used.`
    warnings.push({ code: 'daily_balance_conflict', message, severity: 'low' })
  }
  if (ledger.otherCurrencies.length > 0) {
    const names = ledger.otherCurrencies.join(', ')
    const message = `Amounts in ${names} are not included; request them with the currency parameter.`
    warnings.push({ code: 'other_currencies', message, severity: 'medium' })
  }
  return warnings
}

/** The window of a name that is known to exist; an unknown one is a bug in a declaration. */
export function windowNamed(ledger: Ledger, name: string): Window {
  const { window, problem } = resolveWindow({ name }, getWindowBounds(ledger))
  if (problem) throw new Error(problem.message)
  return ledger.lastDay < ledger.firstDay ? emptyWindow(name) : window
}

/** The window that most ratios and counts are over (formulas C8). */
const USUAL_WINDOW = 'last_90_days'

/** The window of a report without a requested one; a tenant may set its own usual window. */
export function defaultWindow(ledger: Ledger, name: string): Window {
  const isUsual = name === USUAL_WINDOW
  return windowNamed(ledger, isUsual ? (ledger.settings.defaultDateRange ?? name) : name)
}

/** No counted row and no covered day in the scope, or no row at all. */
function hasNothing(ledger: Ledger, scope: Scope): boolean {
  if (ledger.columns.size === 0) return true
  return getTally(ledger, scope).rowCount === 0 && coveredDays(ledger, scope) === 0
}

function isBelow(value: number | null, limit: number): boolean {
  return value !== null && value < limit
}
