import { CATEGORIES } from '../../values/categories.ts'
import { formatPercent, formatCents } from '../../values/paper/figure-text.ts'
import { getExponent } from '../../values/money.ts'
import { firstAtLeast, computeMean, computeMedian } from '../arithmetic.ts'
import { getCashFlowLine, netSpend } from '../figures/cashflow.ts'
import { selectByKind } from '../figures/deposit-figures.ts'
import { computeRevenue } from '../figures/revenue-figures.ts'
import { getTally, remember, type Ledger } from '../ledger.ts'
import { KIND } from '../ledger/classify.ts'
import type { Label } from '../ledger/rows/row.ts'
import {
  ALL_DAYS,
  rowsWithIds,
  selectByLabel,
  selectRows,
  getPrimarySlug,
} from '../ledger/rows/select.ts'
import { firstRowOn, kindSum } from '../ledger/tally.ts'
import { money } from '../metric/outcomes.ts'
import type { Scope } from '../window.ts'
import { scoreOver, type Detector, type Finding } from './anomaly.ts'

const OUTLIER_COUNT = 8
/** More of them would be the tail of the business, not exceptions. */
const OUTLIERS_SHOWN = 5
/** 0.6745 = the third quartile of the normal law; 1.2533 = sqrt(pi / 2) (Iglewicz and Hoaglin). */
const NORMAL_QUARTILE = 0.6745
const MEAN_DEVIATION_FACTOR = 1.2533
const RAPID = { share: 0.8, businessDays: 2, days: 7 }
const RAPID_SLUGS = [
  'equity.owner_draw',
  'equity.distribution',
  'transfers.p2p',
  'transfers.wire',
  'transfers.external_own',
  'transfers.affiliate',
]
const CIRCLE = { businessDays: 5, days: 9, tolerance: 0.02 }
const CIRCLE_SLUGS = ['transfers.internal', 'transfers.affiliate']
const GAMBLING = { amount: 500_00, days: 30 }

/** Anomalies of outgoing and circular flows. */
export const FLOW_DETECTORS: readonly Detector[] = [
  {
    kind: 'outlier_withdrawal',
    title: 'Unusually large payment',
    threshold: { default: 3.5, meaning: 'robust z-score of a payment among comparable payments' },
    detect: outliers,
  },
  {
    kind: 'rapid_in_out',
    title: 'Rapid movement of funds',
    threshold: { default: 5_000, meaning: 'minimum deposit, in major units' },
    detect: rapidInOut,
  },
  { kind: 'circular_transfer', title: 'Circular transfer', detect: circles },
  {
    kind: 'gambling',
    title: 'Gambling',
    threshold: { default: 0.01, meaning: 'share of outflows' },
    detect: gambling,
  },
  createShareDetector('crypto', 'Cryptocurrency', { slugs: ['transfers.crypto'], share: 0.05 }),
  {
    kind: 'personal_use',
    title: 'Personal spending',
    threshold: { default: 0.2, meaning: 'share of operating outflows' },
    detect: personalUse,
  },
  {
    kind: 'related_party_flow',
    title: 'Related-party inflows',
    threshold: { default: 0.15, meaning: 'share of deposits' },
    detect: relatedParties,
  },
]

/** Robust z-scores of the outflows of one account and root (formulas section 12, V12). */
export function robustScores(values: ArrayLike<number>): Float64Array {
  const { median, scale } = robustScale(values)
  return new Float64Array(values).map((value) => (scale === 0 ? 0 : (value - median) / scale))
}

/** What a score is counted from, and by; no spread gives a scale of 0. */
function robustScale(values: ArrayLike<number>): { median: number; scale: number } {
  const median = computeMedian(values) ?? 0
  const distances = new Float64Array(values)
  for (let at = 0; at < distances.length; at += 1) distances[at] = Math.abs(distances[at]! - median)
  const spread = computeMedian(distances) ?? 0
  const mean = computeMean(distances) ?? 0
  return { median, scale: spread > 0 ? spread / NORMAL_QUARTILE : MEAN_DEVIATION_FACTOR * mean }
}

function outliers(ledger: Ledger, scope: Scope, threshold: number): Finding[] {
  const { account, category } = ledger.columns
  const groups: number[][] = []
  for (const row of selectByKind(ledger, scope, KIND.withdrawal)) {
    const kind = account[row]! * CATEGORIES.length + ROOT_OF_CATEGORY[category[row]!]!
    ;(groups[kind] ??= []).push(row)
  }
  const found = groups.flatMap((rows) =>
    rows.length < OUTLIER_COUNT ? [] : outliersAmong(ledger, rows, threshold),
  )
  return found.toSorted((a, b) => b.size - a.size).slice(0, OUTLIERS_SHOWN)
}

/** Rows that repeat are expected, however large they are. */
function repeatingRows(ledger: Ledger): ReadonlySet<number> {
  return remember(ledger, 'repeating rows', () => {
    const ids = ledger.streams.flatMap(({ transactionIds }) => transactionIds)
    return new Set(rowsWithIds(ledger, ALL_DAYS, ids))
  })
}

interface Outlier extends Finding {
  size: number
}

/** The first category of the same root. */
const ROOT_OF_CATEGORY = Uint16Array.from(CATEGORIES, ({ parentSlug }) =>
  CATEGORIES.findIndex((each) => each.parentSlug === parentSlug),
)

function outliersAmong(ledger: Ledger, rows: readonly number[], threshold: number): Outlier[] {
  const { currency } = ledger
  const repeating = repeatingRows(ledger)
  const sizes = new Float64Array(rows.length)
  for (let at = 0; at < rows.length; at += 1) sizes[at] = 0 - ledger.columns.amount[rows[at]!]!
  const { median, scale } = robustScale(sizes)
  const expected = money(median)
  const found: Outlier[] = []
  for (let at = 0; at < rows.length; at += 1) {
    const score = scale === 0 ? 0 : (sizes[at]! - median) / scale
    if (score < threshold || repeating.has(rows[at]!)) continue
    found.push({
      size: sizes[at]!,
      severity: 'low',
      score: scoreOver(score, threshold),
      explanation: () => {
        const [size, usual] = [sizes[at]!, median].map((cents) => formatCents(cents, currency))
        return `${size}, while ${usual} is the median of ${rows.length} comparable payments.`
      },
      rows: [rows[at]!],
      amount: money(sizes[at]!),
      expected,
      threshold,
    })
  }
  return found
}

function rapidInOut(ledger: Ledger, scope: Scope, threshold: number): Finding[] {
  const { amount, account } = ledger.columns
  const least = threshold * 10 ** getExponent(ledger.currency)
  const exits = selectByLabel(ledger, scope, isExit).filter((row) => amount[row]! < 0)
  const entries = selectByKind(ledger, scope, KIND.countedDeposit).filter(
    (row) => amount[row]! >= least,
  )
  const used = new Set<number>()
  return entries.flatMap((entry) => {
    const near = rowsFrom(ledger, exits, { row: entry, days: daysUntil(ledger, entry, RAPID) })
    const own = near.filter((exit) => !used.has(exit) && account[exit] === account[entry])
    const out = own.reduce((sum, exit) => sum - amount[exit]!, 0)
    const share = out / amount[entry]!
    if (share < RAPID.share) return []
    for (const exit of own) used.add(exit)
    return [
      {
        severity: 'high' as const,
        score: Math.min(1, share),
        explanation: `${formatPercent(share)} of the deposit left the account within ${RAPID.businessDays} business days.`,
        rows: [entry, ...own],
        amount: money(amount[entry]!),
        threshold: RAPID.share,
      },
    ]
  })
}

function isExit(label: Label): boolean {
  return RAPID_SLUGS.includes(getPrimarySlug(label)) || label.flags.includes('unmatched_transfer')
}

/** How many days after a row no more than so many business days have passed. */
function daysUntil(
  { columns, days }: Ledger,
  row: number,
  most: { businessDays: number; days: number },
): number {
  const first = columns.day[row]! - days.firstDay
  let [after, passed] = [0, 0]
  while (after < most.days) {
    passed += days.isBusinessDay[first + after + 1] ?? 0
    if (passed > most.businessDays) break
    after += 1
  }
  return after
}

/** Of rows in the order of the ledger, those of the days from that of one row on. */
function rowsFrom(
  { columns }: Ledger,
  rows: readonly number[],
  { row, days }: { row: number; days: number },
): readonly number[] {
  const day = columns.day[row]!
  const first = firstAtLeast(rows, firstRowOn(columns, day))
  return rows.slice(first, firstAtLeast(rows, firstRowOn(columns, day + days + 1)))
}

/** Out of an account and back within days, equal within 2 %, between own accounts or affiliates. */
function circles(ledger: Ledger, scope: Scope): Finding[] {
  const { amount, account, place } = ledger.columns
  const { match } = ledger.table
  const rows = selectByLabel(ledger, scope, (label) => CIRCLE_SLUGS.includes(getPrimarySlug(label)))
  const used = new Set<number>()
  return rows.flatMap((out) => {
    if (amount[out]! >= 0 || used.has(out)) return []
    const near = rowsFrom(ledger, rows, { row: out, days: daysUntil(ledger, out, CIRCLE) })
    const back = near.find(
      (row) =>
        amount[row]! > 0 &&
        !used.has(row) &&
        account[row] === account[out] &&
        place[row] !== match[place[out]!] &&
        Math.abs(amount[row]! + amount[out]!) <= CIRCLE.tolerance * Math.abs(amount[out]!),
    )
    if (back === undefined) return []
    used.add(out).add(back)
    return [
      {
        severity: 'high' as const,
        score: 1,
        explanation: `The same amount left the account and came back within ${CIRCLE.businessDays} business days.`,
        rows: [out, back],
        amount: money(0 - amount[out]!),
      },
    ]
  })
}

/** One percent of the outflows, or 500 within any 30 days. */
function gambling(ledger: Ledger, scope: Scope, threshold: number): Finding[] {
  const { amount } = ledger.columns
  const isBet = (label: Label): boolean => getPrimarySlug(label) === 'expenses.gambling'
  const rows = selectByLabel(ledger, scope, isBet).filter((row) => amount[row]! < 0)
  const spent = rows.reduce((sum, row) => sum - amount[row]!, 0)
  const outflow = 0 - kindSum(getTally(ledger, scope), KIND.withdrawal)
  const most = rows.reduce((best, row) => {
    const near = rowsFrom(ledger, rows, { row, days: GAMBLING.days - 1 })
    return Math.max(
      best,
      near.reduce((sum, other) => sum - amount[other]!, 0),
    )
  }, 0)
  const share = outflow === 0 ? 0 : spent / outflow
  if (rows.length === 0 || (share < threshold && most < GAMBLING.amount)) return []
  return [
    {
      severity: 'medium',
      score: Math.max(scoreOver(share, threshold), scoreOver(most, GAMBLING.amount)),
      explanation: `${formatPercent(share)} of outflows went to gambling.`,
      rows,
      amount: money(spent),
      threshold,
    },
  ]
}

/** A share of the outflows that some leaves should not reach. */
function createShareDetector(
  kind: string,
  title: string,
  { slugs, share: least }: { slugs: readonly string[]; share: number },
): Detector {
  const detect = (ledger: Ledger, scope: Scope, threshold: number): Finding[] => {
    const spent = netSpend(ledger, scope, slugs)
    const outflow = 0 - kindSum(getTally(ledger, scope), KIND.withdrawal)
    const share = outflow === 0 ? 0 : spent / outflow
    if (spent <= 0 || share < threshold) return []
    const rows = selectByLabel(ledger, scope, (label) => slugs.includes(getPrimarySlug(label)))
    const explanation = `${formatPercent(share)} of outflows went to ${title.toLowerCase()}.`
    const score = scoreOver(share, threshold)
    return [{ severity: 'low', score, explanation, rows, amount: money(spent), threshold }]
  }
  const meaning = 'share of outflows'
  return { kind, title, threshold: { default: least, meaning }, detect }
}

function personalUse(ledger: Ledger, scope: Scope, threshold: number): Finding[] {
  const outflow = getCashFlowLine(ledger, scope, 'cogs') + getCashFlowLine(ledger, scope, 'opex')
  const spent = getCashFlowLine(ledger, scope, 'opex.personal')
  const share = outflow <= 0 ? 0 : spent / outflow
  if (share < threshold) return []
  const isPersonal = CATEGORIES.map(({ pnlLine }) => pnlLine === 'Operating expenses: personal')
  const rows = selectRows(ledger, scope, (row) => isPersonal[ledger.columns.category[row]!]!)
  return [
    {
      severity: 'low',
      score: scoreOver(share, threshold),
      explanation: `${formatPercent(share)} of operating outflows are personal.`,
      rows,
      amount: money(spent),
      threshold,
    },
  ]
}

function relatedParties(ledger: Ledger, scope: Scope, threshold: number): Finding[] {
  const inflow = kindSum(getTally(ledger, scope), KIND.relatedPartyInflow)
  const { totalDeposits } = computeRevenue(ledger, scope)
  const share = totalDeposits === 0 ? 0 : inflow / totalDeposits
  if (share < threshold) return []
  return [
    {
      severity: 'medium',
      score: scoreOver(share, threshold),
      explanation: `${formatPercent(share)} of deposits come from owners or affiliates.`,
      rows: selectByKind(ledger, scope, KIND.relatedPartyInflow),
      amount: money(inflow),
      threshold,
    },
  ]
}
