import { businessDaysBetween } from '../../values/business-days.ts'
import { CATEGORIES } from '../../values/categories.ts'
import { exponentOf } from '../../values/money.ts'
import { firstAtLeast, meanOf, medianOf } from '../arithmetic.ts'
import { selectRows } from '../evidence.ts'
import { lineOf, netSpend } from '../figures/cashflow.ts'
import { rowsOf } from '../figures/deposits.ts'
import { revenueOf } from '../figures/revenue.ts'
import { tallyOf, type Ledger } from '../ledger.ts'
import { KIND } from '../ledger/classify.ts'
import { firstRowOn, kindSum } from '../ledger/tally.ts'
import { money } from '../metrics/outcomes.ts'
import type { Scope } from '../window.ts'
import { percent, scoreOver, type Detector, type Finding } from './anomaly.ts'

const OUTLIER_COUNT = 8
/** 0.6745 = the third quartile of the normal law; 1.2533 = sqrt(pi / 2) (Iglewicz and Hoaglin). */
const NORMAL_QUARTILE = 0.6745
const MEAN_DEVIATION_FACTOR = 1.2533
const RAPID = { share: 0.8, businessDays: 2, days: 7 }
const RAPID_SLUGS = [
  'equity.owner_draw', 'equity.distribution', 'transfers.p2p', 'transfers.wire',
  'transfers.external_own', 'transfers.affiliate',
] // prettier-ignore
const CIRCLE = { businessDays: 5, days: 9, tolerance: 0.02 }
const CIRCLE_SLUGS = ['transfers.internal', 'transfers.affiliate']
const GAMBLING = { amount: 500_00, days: 30 }

/** What is odd about where the money went. */
export const FLOW_DETECTORS: readonly Detector[] = [
  {
    kind: 'outlier_withdrawal',
    title: 'Unusually large payment',
    threshold: { default: 3.5, meaning: 'robust z-score of a payment among its kind' },
    detect: outliers,
  },
  {
    kind: 'rapid_in_out',
    title: 'Money in and straight out',
    threshold: { default: 5_000, meaning: 'least amount that came in, in major units' },
    detect: rapidInOut,
  },
  { kind: 'circular_transfer', title: 'Money in a circle', detect: circles },
  {
    kind: 'gambling',
    title: 'Gambling',
    threshold: { default: 0.01, meaning: 'share of the outflows' },
    detect: gambling,
  },
  shareOf('crypto', 'Cryptocurrency', { slugs: ['transfers.crypto'], share: 0.05 }),
  {
    kind: 'personal_use',
    title: 'Personal spend',
    threshold: { default: 0.2, meaning: 'share of the operating outflow' },
    detect: personalUse,
  },
  {
    kind: 'related_party_flow',
    title: 'Money from related parties',
    threshold: { default: 0.15, meaning: 'share of the deposits' },
    detect: relatedParties,
  },
]

/** Robust z-scores of the outflows of one account and root (formulas section 12, V12). */
export function robustScores(values: readonly number[]): number[] {
  const median = medianOf(values) ?? 0
  const distances = values.map((value) => Math.abs(value - median))
  const spread = medianOf(distances) ?? 0
  const scale =
    spread > 0 ? spread / NORMAL_QUARTILE : MEAN_DEVIATION_FACTOR * (meanOf(distances) ?? 0)
  return values.map((value) => (scale === 0 ? 0 : (value - median) / scale))
}

function outliers(ledger: Ledger, scope: Scope, threshold: number): Finding[] {
  const { account, category, amount } = ledger.columns
  const groups = Map.groupBy(
    rowsOf(ledger, scope, KIND.withdrawal),
    (row) => `${account[row]}:${CATEGORIES[category[row]!]!.parentSlug}`,
  )
  return [...groups.values()].flatMap((rows) => {
    if (rows.length < OUTLIER_COUNT) return []
    const sizes = rows.map((row) => 0 - amount[row]!)
    const scores = robustScores(sizes)
    const expected = money(medianOf(sizes))
    return rows.flatMap((row, index) => {
      const score = scores[index]!
      if (score < threshold) return []
      return [
        {
          severity: 'low' as const,
          score: scoreOver(score, threshold),
          explanation: `A robust z-score of ${score.toFixed(1)} among ${rows.length} payments of its kind.`,
          rows: [row],
          amount: money(sizes[index]!),
          expected,
          threshold,
        },
      ]
    })
  })
}

function rapidInOut(ledger: Ledger, scope: Scope, threshold: number): Finding[] {
  const { amount } = ledger.columns
  const least = threshold * 10 ** exponentOf(ledger.currency)
  const exits = selectRows(ledger, scope, (row) => amount[row]! < 0 && isExit(ledger, row))
  const entries = rowsOf(ledger, scope, KIND.countedDeposit).filter((row) => amount[row]! >= least)
  const used = new Set<number>()
  return entries.flatMap((entry) => {
    const near = rowsFrom(ledger, exits, { row: entry, days: RAPID.days })
    const own = near.filter((exit) => !used.has(exit) && isSoonAfter(ledger, entry, exit))
    const out = own.reduce((sum, exit) => sum - amount[exit]!, 0)
    const share = out / amount[entry]!
    if (share < RAPID.share) return []
    for (const exit of own) used.add(exit)
    return [
      {
        severity: 'high' as const,
        score: Math.min(1, share),
        explanation: `${percent(share)} of it left within ${RAPID.businessDays} business days.`,
        rows: [entry, ...own],
        amount: money(amount[entry]!),
        threshold: RAPID.share,
      },
    ]
  })
}

function isExit(ledger: Ledger, row: number): boolean {
  const slug = ledger.rows[row]!.categories[0]?.slug ?? ''
  return RAPID_SLUGS.includes(slug) || ledger.rows[row]!.flags.includes('unmatched_transfer')
}

function isSoonAfter(ledger: Ledger, entry: number, exit: number): boolean {
  const [from, to] = [ledger.rows[entry]!, ledger.rows[exit]!]
  if (from.accountId !== to.accountId) return false
  return businessDaysBetween(from.date, to.date) <= RAPID.businessDays
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
  const { amount, account } = ledger.columns
  const rows = selectRows(ledger, scope, (row) =>
    CIRCLE_SLUGS.includes(ledger.rows[row]!.categories[0]?.slug ?? ''),
  )
  const used = new Set<number>()
  return rows.flatMap((out) => {
    if (amount[out]! >= 0 || used.has(out)) return []
    const near = rowsFrom(ledger, rows, { row: out, days: CIRCLE.days })
    const back = near.find(
      (row) =>
        amount[row]! > 0 &&
        !used.has(row) &&
        account[row] === account[out] &&
        ledger.rows[row]!.id !== ledger.rows[out]!.matchedTransactionId &&
        businessDaysBetween(ledger.rows[out]!.date, ledger.rows[row]!.date) <=
          CIRCLE.businessDays &&
        Math.abs(amount[row]! + amount[out]!) <= CIRCLE.tolerance * Math.abs(amount[out]!),
    )
    if (back === undefined) return []
    used.add(out).add(back)
    return [
      {
        severity: 'high' as const,
        score: 1,
        explanation: 'The same amount went out and came back within days.',
        rows: [out, back],
        amount: money(0 - amount[out]!),
      },
    ]
  })
}

/** One percent of the outflows, or 500 within any 30 days. */
function gambling(ledger: Ledger, scope: Scope, threshold: number): Finding[] {
  const { amount } = ledger.columns
  const rows = selectRows(
    ledger,
    scope,
    (row) => amount[row]! < 0 && ledger.rows[row]!.categories[0]?.slug === 'expenses.gambling',
  )
  const spent = rows.reduce((sum, row) => sum - amount[row]!, 0)
  const outflow = 0 - kindSum(tallyOf(ledger, scope), KIND.withdrawal)
  const most = rows.reduce((best, row) => {
    const near = rowsFrom(ledger, rows, { row, days: GAMBLING.days - 1 })
    return Math.max(best, near.reduce((sum, other) => sum - amount[other]!, 0)) // prettier-ignore
  }, 0)
  const share = outflow === 0 ? 0 : spent / outflow
  if (rows.length === 0 || (share < threshold && most < GAMBLING.amount)) return []
  return [
    {
      severity: 'medium',
      score: Math.max(scoreOver(share, threshold), scoreOver(most, GAMBLING.amount)),
      explanation: `${percent(share)} of the outflows went to gambling.`,
      rows,
      amount: money(spent),
      threshold,
    },
  ]
}

/** A share of the outflows that some leaves should not reach. */
function shareOf(
  kind: string,
  title: string,
  { slugs, share: least }: { slugs: readonly string[]; share: number },
): Detector {
  const detect = (ledger: Ledger, scope: Scope, threshold: number): Finding[] => {
    const spent = netSpend(ledger, scope, slugs)
    const outflow = 0 - kindSum(tallyOf(ledger, scope), KIND.withdrawal)
    const share = outflow === 0 ? 0 : spent / outflow
    if (spent <= 0 || share < threshold) return []
    const rows = selectRows(ledger, scope, (row) => slugs.includes(ledger.rows[row]!.categories[0]?.slug ?? '')) // prettier-ignore
    const explanation = `${percent(share)} of the outflows.`
    const score = scoreOver(share, threshold)
    return [{ severity: 'low', score, explanation, rows, amount: money(spent), threshold }]
  }
  const meaning = 'share of the outflows'
  return { kind, title, threshold: { default: least, meaning }, detect }
}

function personalUse(ledger: Ledger, scope: Scope, threshold: number): Finding[] {
  const outflow = lineOf(ledger, scope, 'cogs') + lineOf(ledger, scope, 'opex')
  const spent = lineOf(ledger, scope, 'opex.personal')
  const share = outflow <= 0 ? 0 : spent / outflow
  if (share < threshold) return []
  const rows = selectRows(
    ledger,
    scope,
    (row) => CATEGORIES[ledger.columns.category[row]!]!.pnlLine === 'Operating expenses: personal',
  )
  return [
    {
      severity: 'low',
      score: scoreOver(share, threshold),
      explanation: `${percent(share)} of the operating outflow is personal.`,
      rows,
      amount: money(spent),
      threshold,
    },
  ]
}

function relatedParties(ledger: Ledger, scope: Scope, threshold: number): Finding[] {
  const inflow = kindSum(tallyOf(ledger, scope), KIND.relatedPartyInflow)
  const { totalDeposits } = revenueOf(ledger, scope)
  const share = totalDeposits === 0 ? 0 : inflow / totalDeposits
  if (share < threshold) return []
  return [
    {
      severity: 'medium',
      score: scoreOver(share, threshold),
      explanation: `${percent(share)} of the deposits come from owners or affiliates.`,
      rows: rowsOf(ledger, scope, KIND.relatedPartyInflow),
      amount: money(inflow),
      threshold,
    },
  ]
}
