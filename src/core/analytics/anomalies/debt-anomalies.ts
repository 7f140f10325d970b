import { dayNumber } from '../../values/dates.ts'
import { formatPercent, formatCount } from '../../values/paper/figure-text.ts'
import type { Position } from '../../values/position.ts'
import { isSameLender, toLenderKey } from '../../values/text.ts'
import { firstAtLeast } from '../arithmetic.ts'
import { isActive, stackEvents, stoppedPositions, mcaPositions } from '../figures/debt-figures.ts'
import { selectByKind } from '../figures/deposit-figures.ts'
import { rowsWithSlug } from '../figures/nsf.ts'
import { computeRevenue } from '../figures/revenue-figures.ts'
import { getTally, type Ledger } from '../ledger.ts'
import { KIND } from '../ledger/classify.ts'
import {
  labelAt,
  markLabels,
  rowAt,
  rowsWithIds,
  selectByLabel,
  selectRows,
  getPrimarySlug,
} from '../ledger/rows/select.ts'
import { firstRowOn, kindSum } from '../ledger/tally.ts'
import { money } from '../metric/outcomes.ts'
import type { Scope } from '../window.ts'
import { scoreOver, type Detector, type Finding } from './anomaly.ts'

const SPLIT = { least: 0.05, most: 0.35, daysBefore: 30, daysAfter: 14, rows: 8 }
/** `IRS LEVY 1234`, `LEVY - DEPT OF REVENUE`, `STATE TAX LIEN` */
const TAX_WORDS = /\b(IRS|TAX|TREASURY|DEPT OF REVENUE|FRANCHISE TAX BOARD)\b/i

/** Anomalies of positions, debt payments and legal orders. */
export const DEBT_DETECTORS: readonly Detector[] = [
  { kind: 'undisclosed_position', title: 'Undisclosed position', detect: undisclosed },
  {
    kind: 'stacking',
    title: 'Stacked advance',
    threshold: {
      default: 90,
      meaning: 'days before the end of the period in which advances are considered',
    },
    detect: stacking,
  },
  { kind: 'mca_default_signs', title: 'Signs of MCA default', detect: defaultSigns },
  { kind: 'reverse_consolidation', title: 'Reverse consolidation', detect: reverseConsolidation },
  {
    kind: 'possible_split_withholding',
    title: 'Possible split withholding',
    detect: splitWithholding,
  },
  {
    kind: 'debt_funded_deposits',
    title: 'Deposits funded by debt',
    threshold: { default: 0.3, meaning: 'share of deposits that are debt proceeds' },
    detect: debtFunded,
  },
  listed('tax_payment_plan', 'Tax payment plan', { severity: 'medium', find: taxPlans }),
  listed('tax_lien_or_levy', 'Tax lien or levy', {
    severity: 'critical',
    find: (ledger, scope) => legalOrders(ledger, scope).filter((row) => isTaxed(ledger, row)),
  }),
  listed('garnishment_or_legal_order', 'Garnishment or legal order', {
    severity: 'critical',
    find: (ledger, scope) => legalOrders(ledger, scope).filter((row) => !isTaxed(ledger, row)),
  }),
]

/** Without a debt schedule nothing was disclosed, and nothing was hidden either. */
function undisclosed(ledger: Ledger, scope: Scope): Finding[] {
  const schedules = ledger.documents.filter(
    ({ documentClass }) => documentClass === 'debt_schedule',
  )
  if (schedules.length === 0) return []
  const disclosed = schedules
    .flatMap(({ tables }) => tables.flatMap(({ rows }) => rows))
    .flatMap((row) => ['creditor', 'lender', 'name'].map((column) => row[column]))
    .map((name) => (typeof name === 'string' ? toLenderKey(name) : ''))
    .filter((key) => key !== '')
  return mcaPositions(ledger)
    .filter(
      (position) =>
        isActive(position) &&
        !disclosed.some((key) => isSameLender(key, toLenderKey(position.funderName))),
    )
    .map((position) => ({
      severity: 'high',
      score: position.confidence,
      explanation: `${position.funderName} is being repaid and is not on the debt schedule.`,
      rows: rowsOfPosition(ledger, position, scope),
      documentIds: schedules.map(({ id }) => id),
      amount: money(position.remainingBalance?.mid ?? null),
    }))
}

function rowsOfPosition(ledger: Ledger, { transactionIds }: Position, scope: Scope): number[] {
  return rowsWithIds(ledger, scope, transactionIds)
}

function stacking(ledger: Ledger, scope: Scope, threshold: number): Finding[] {
  return stackEvents(ledger)
    .filter(({ date }) => {
      const day = dayNumber(date)
      return day > scope.endDay - threshold && day <= scope.endDay && day >= scope.startDay
    })
    .map(({ date, funderName, positionId, openPositionIds }) => ({
      severity: 'high',
      score: Math.min(1, openPositionIds.length / 3),
      explanation: `${funderName} funded while ${formatCount(openPositionIds.length, 'other funder was', 'other funders were')} still owed.`,
      rows: rowsOfPosition(
        ledger,
        ledger.positions.find(({ id }) => id === positionId)!,
        scope,
      ),
      day: dayNumber(date),
      amount: openPositionIds.length,
    }))
}

/** Signs in single rows, and advances whose payments ended before they were paid. */
function defaultSigns(ledger: Ledger, scope: Scope): Finding[] {
  return [...findDistressRows(ledger, scope), ...findStopped(ledger, scope)]
}

function findStopped(ledger: Ledger, scope: Scope): Finding[] {
  return stoppedPositions(ledger)
    .map((position) => ({
      severity: 'high' as const,
      score: 1 - position.percentPaid!,
      explanation: `The payments to ${position.funderName} stopped when ${formatPercent(position.percentPaid!)} of what is owed was paid.`,
      rows: rowsOfPosition(ledger, position, scope),
      amount: money(position.remainingBalance?.mid ?? null),
    }))
    .filter(({ rows }) => rows.length > 0)
}

/** Stop payments, returned payments of advances and payments to collectors. */
function findDistressRows(ledger: Ledger, scope: Scope): Finding[] {
  const { kinds, label } = ledger.columns
  const mask = (1 << KIND.returnedMcaPayment) | (1 << KIND.stopPayment)
  const isCollected = markLabels(ledger, (each) => getPrimarySlug(each) === 'debt.collections')
  const rows = selectRows(
    ledger,
    scope,
    (row) => (kinds[row]! & mask) !== 0 || isCollected[label[row]!] === 1,
  )
  if (rows.length === 0) return []
  return [
    {
      severity: 'critical',
      score: Math.min(1, rows.length / 3),
      explanation: `${formatCount(rows.length, 'event', 'events')}: stopped payments, returned MCA payments or payments to collection agencies.`,
      rows,
      amount: rows.length,
    },
  ]
}

function reverseConsolidation(ledger: Ledger, scope: Scope): Finding[] {
  return ledger.positions
    .filter(({ productType }) => productType === 'reverse_consolidation')
    .map((position) => ({
      severity: 'medium' as const,
      score: position.confidence,
      explanation: `${position.funderName} covers the payments to other funders in exchange for a longer term.`,
      rows: rowsOfPosition(ledger, position, scope),
      amount: money(position.monthlyPayment),
    }))
    .filter(({ rows }) => rows.length > 0)
}

/** Card settlements step down after an advance that no debit repays: the processor holds back. */
function splitWithholding(ledger: Ledger, scope: Scope): Finding[] {
  const advances = selectByLabel(
    ledger,
    scope,
    (label) => getPrimarySlug(label) === 'debt.mca_advance',
  )
  return advances.flatMap((advance) => {
    const day = ledger.columns.day[advance]!
    const before = settlements(ledger, {
      ...scope,
      startDay: day - SPLIT.daysBefore,
      endDay: day - 1,
    })
    const after = settlements(ledger, {
      ...scope,
      startDay: day + 1,
      endDay: day + SPLIT.daysAfter,
    })
    if (before.rows.length < SPLIT.rows || after.rows.length < SPLIT.rows) return []
    const drop = 1 - after.sum / SPLIT.daysAfter / (before.sum / SPLIT.daysBefore)
    if (drop < SPLIT.least || drop > SPLIT.most || isRepaid(ledger, advance)) return []
    return [
      {
        severity: 'low' as const,
        score: Math.min(1, drop / SPLIT.most),
        explanation: `Card settlements fell by ${formatPercent(drop)} after the advance, and no debit repays it.`,
        rows: [advance, ...after.rows],
        day,
        amount: drop,
        threshold: SPLIT.least,
      },
    ]
  })
}

function settlements(ledger: Ledger, scope: Scope): { rows: number[]; sum: number } {
  const { columns } = ledger
  const all = rowsWithSlug(ledger, 'revenue.card_settlement')
  const first = firstAtLeast(all, firstRowOn(columns, scope.startDay))
  const inside = all.slice(first, firstAtLeast(all, firstRowOn(columns, scope.endDay + 1)))
  const { account = null } = scope
  const rows = account === null ? inside : inside.filter((row) => columns.account[row] === account)
  return { rows, sum: rows.reduce((total, row) => total + ledger.columns.amount[row]!, 0) }
}

function isRepaid(ledger: Ledger, advance: number): boolean {
  const { positionId } = labelAt(ledger, advance)
  return ledger.positions.some(({ id, payment }) => id === positionId && payment !== null)
}

function debtFunded(ledger: Ledger, scope: Scope, threshold: number): Finding[] {
  const proceeds = kindSum(getTally(ledger, scope), KIND.debtProceeds)
  const { totalDeposits } = computeRevenue(ledger, scope)
  const share = totalDeposits === 0 ? 0 : proceeds / totalDeposits
  if (share <= threshold) return []
  return [
    {
      severity: 'high',
      score: scoreOver(share, threshold),
      explanation: `${formatPercent(share)} of deposits are debt proceeds.`,
      rows: selectByKind(ledger, scope, KIND.debtProceeds),
      amount: money(proceeds),
      threshold,
    },
  ]
}

/** Rows whose mere presence counts. */
function listed(
  kind: string,
  title: string,
  rule: { severity: Finding['severity']; find: (ledger: Ledger, scope: Scope) => number[] },
): Detector {
  const detect = (ledger: Ledger, scope: Scope): Finding[] => {
    const rows = rule.find(ledger, scope)
    if (rows.length === 0) return []
    const sum = rows.reduce((total, row) => total + Math.abs(ledger.columns.amount[row]!), 0)
    const explanation = `${formatCount(rows.length, 'transaction', 'transactions')}.`
    return [{ severity: rule.severity, score: 1, explanation, rows, amount: money(sum) }]
  }
  return { kind, title, detect }
}

function taxPlans(ledger: Ledger, scope: Scope): number[] {
  return selectByLabel(ledger, scope, (label) => getPrimarySlug(label) === 'taxes.installment_plan')
}

function legalOrders(ledger: Ledger, scope: Scope): number[] {
  return selectByKind(ledger, scope, KIND.legalOrder)
}

function isTaxed(ledger: Ledger, row: number): boolean {
  return TAX_WORDS.test(rowAt(ledger, row).description)
}
