import type { LedgerAccount } from '../ledger/periods.ts'
import { daysBetween, dayNumber } from '../../values/dates.ts'
import { computeBalanceFigures } from '../figures/balance-figures.ts'
import { nsfEvents } from '../figures/nsf.ts'
import { formatAccountName } from '../figures/requests.ts'
import type { Ledger } from '../ledger.ts'
import { markLabels, rowAt, rowsWithIds, selectRows } from '../ledger/rows/select.ts'
import { money } from '../metric/outcomes.ts'
import { countDays, type Scope } from '../window.ts'
import { scoreOver, type Detector, type Finding } from './anomaly.ts'

const NSF_CLUSTER_DAYS = 7
const VERY_STALE_DAYS = 60
/** `ACCOUNT CLOSED`, `CLOSING WITHDRAWAL`, `ACCT CLOSE OUT` */
const CLOSING_WORDS =
  /\b(?:ACC(?:OUN)?T|CHECKING|SAVINGS)\b.*\bCLOS(?:E|ED|ING)\b|\bCLOSING (?:WITHDRAWAL|ENTRY|DEBIT)\b|\bCLOSE ?OUT\b/i

/** Anomalies of balances, of coverage and of whole accounts. */
export const BALANCE_DETECTORS: readonly Detector[] = [
  {
    kind: 'nsf_cluster',
    title: 'NSF cluster',
    threshold: { default: 3, meaning: 'days with NSF, overdraft or returned items within 7 days' },
    detect: nsfCluster,
  },
  {
    kind: 'negative_streak',
    title: 'Consecutive negative days',
    threshold: { default: 5, meaning: 'consecutive days with a negative balance' },
    detect: negativeStreak,
  },
  {
    kind: 'new_account',
    title: 'New account',
    threshold: { default: 90, meaning: 'days since the first statement began' },
    detect: newAccounts,
  },
  { kind: 'account_closed', title: 'Account closed', detect: closedAccounts },
  { kind: 'missing_account', title: 'Account not submitted', detect: missingAccounts },
  { kind: 'coverage_gap', title: 'Gap in statement coverage', detect: coverageGaps },
  {
    kind: 'stale_data',
    title: 'Stale data',
    threshold: { default: 30, meaning: 'days since the last day of data' },
    detect: staleData,
  },
]

function nsfCluster(ledger: Ledger, scope: Scope, threshold: number): Finding[] {
  const events = nsfEvents(ledger).filter(
    ({ day, kind, count }) =>
      day >= scope.startDay && day <= scope.endDay && kind !== 'extended' && count > 0,
  )
  const days = [...new Set(events.map(({ day }) => day))]
  const widest = days
    .map((start) => days.filter((day) => day >= start && day < start + NSF_CLUSTER_DAYS))
    .reduce((best, own) => (own.length > best.length ? own : best), [])
  if (widest.length < threshold) return []
  return [
    {
      severity: 'high',
      score: scoreOver(widest.length, threshold),
      explanation: `${widest.length} days with NSF, overdraft or returned items within ${NSF_CLUSTER_DAYS} days.`,
      rows: events.filter(({ day }) => widest.includes(day)).map(({ row }) => row),
      amount: widest.length,
      threshold,
    },
  ]
}

function negativeStreak(ledger: Ledger, scope: Scope, threshold: number): Finding[] {
  const { longestNegativeRun: run, minimum } = computeBalanceFigures(ledger, scope)
  if (run === null || run < threshold) return []
  return [
    {
      severity: 'high',
      score: scoreOver(run, threshold),
      explanation: `At least one account had a negative balance on ${run} consecutive days.`,
      rows: [],
      amount: run,
      expected: money(minimum),
      threshold,
    },
  ]
}

/** Nothing on the account when its first statement began, less than 90 days ago. */
function newAccounts(ledger: Ledger, scope: Scope, threshold: number): Finding[] {
  return ledger.accounts.flatMap(({ account, periods }) => {
    const first = periods.toSorted((a, b) => (a.startDate < b.startDate ? -1 : 1))[0]
    if (!first || first.isInferred || first.openingBalance !== 0 || ledger.asOf === null) return []
    const age = daysBetween(first.startDate, ledger.asOf)
    if (age >= threshold || dayNumber(first.startDate) < scope.startDay) return []
    return [
      {
        severity: 'medium' as const,
        score: 1 - age / threshold,
        explanation: `${formatAccountName(account)} opened with a zero balance on ${first.startDate}.`,
        rows: [],
        documentIds: first.documentId === null ? [] : [first.documentId],
        day: dayNumber(first.startDate),
        amount: age,
        threshold,
      },
    ]
  })
}

/** Whether the last statement of an account ends at zero with a closing entry of the bank. */
export function isClosed(ledger: Ledger, { account, periods }: LedgerAccount): boolean {
  const last = periods.toSorted((a, b) => (a.endDate < b.endDate ? 1 : -1))[0]
  if (last?.closingBalance !== 0) return false
  const since = { startDay: dayNumber(last.startDate), endDay: ledger.lastDay }
  return closingRows(ledger, since, account.id).length > 0
}

function closedAccounts(ledger: Ledger, scope: Scope): Finding[] {
  return ledger.accounts
    .filter((own) => isClosed(ledger, own))
    .map((own) => ({
      severity: 'critical' as const,
      score: 1,
      explanation: `The last statement of ${formatAccountName(own.account)} ends at a zero balance with a closing entry.`,
      rows: closingRows(ledger, scope, own.account.id),
    }))
    .filter(({ rows }) => rows.length > 0)
}

function closingRows(ledger: Ledger, scope: Scope, accountId: string): number[] {
  const isOwn = markLabels(ledger, (label) => label.accountId === accountId)
  const { label } = ledger.columns
  return selectRows(
    ledger,
    scope,
    (row) => isOwn[label[row]!] === 1 && CLOSING_WORDS.test(rowAt(ledger, row).description),
  )
}

function missingAccounts(ledger: Ledger, scope: Scope): Finding[] {
  return (ledger.missingAccounts ?? []).flatMap((missing) => {
    const rows = rowsWithIds(ledger, scope, missing.transactionIds)
    const isInside =
      dayNumber(missing.lastDate) >= scope.startDay && dayNumber(missing.firstDate) <= scope.endDay
    if (!isInside) return []
    const volume = rows.reduce((sum, row) => sum + Math.abs(ledger.columns.amount[row]!), 0)
    return [
      {
        severity: 'medium' as const,
        score: missing.confidence,
        explanation: missing.requestText,
        rows,
        day: dayNumber(missing.lastDate),
        amount: rows.length === 0 ? null : money(volume),
      },
    ]
  })
}

function coverageGaps(ledger: Ledger, scope: Scope): Finding[] {
  return ledger.accounts.flatMap(({ account, coverage }) =>
    coverage.gaps
      .filter(
        ({ kind, startDay, endDay }) =>
          kind === 'hard' && endDay >= scope.startDay && startDay <= scope.endDay,
      )
      .map((gap) => ({
        severity: 'medium' as const,
        score: Math.min(1, countDays(gap) / 30),
        explanation: `${formatAccountName(account)} has ${countDays(gap)} days without a statement or bank feed.`,
        rows: [],
        day: gap.startDay,
        amount: countDays(gap),
        expected: money(gap.missingActivity),
      })),
  )
}

function staleData({ today, asOf }: Ledger, _: Scope, threshold: number): Finding[] {
  if (today === null || asOf === null) return []
  const age = daysBetween(asOf, today)
  if (age <= threshold) return []
  return [
    {
      severity: age >= VERY_STALE_DAYS ? 'high' : 'low',
      score: scoreOver(age, threshold),
      explanation: `The latest data is ${age} days old.`,
      rows: [],
      day: dayNumber(asOf),
      amount: age,
      threshold,
    },
  ]
}
