import type { PlainDate } from '../../values/dates.ts'
import type { Cents } from '../../values/money.ts'
import type { Cadence } from '../../values/position.ts'
import type { Coverage } from '../covered-days.ts'
import { getMatches, wordsIn } from '../descriptor/reading.ts'
import { coefficientOfVariation, median } from './numbers.ts'
import { sumAmounts, type Row } from '../row.ts'
import { cadenceRule } from './cadences.ts'
import { detectRhythm, type Rhythm } from './cadence.ts'

/** Rows of one account and sign that repeat, before anything is known of their category. */
export interface Series {
  accountId: string
  isInflow: boolean
  groupKey: string
  /** Ascending by date. */
  rows: readonly Row[]
  /** What passed on each date: rows of one day are one occurrence. */
  amounts: readonly Cents[]
  dates: readonly PlainDate[]
  rhythm: Rhythm
  cadence: Cadence
  amountType: 'fixed' | 'stable' | 'variable'
  confidence: number
}

/** Every repeating series of the rows (formulas S1 to S8), in order of first appearance. */
export function detectSeries(rows: readonly Row[], coverage: Coverage): Series[] {
  const found: Series[] = []
  for (const { groupKey, rows: group } of groupByCounterpart(rows)) {
    if (group.length < 2) continue
    const kept = new Set<Row>()
    const series = listCandidates(group)
      .flatMap((candidate) => toSeries(groupKey, candidate, coverage) ?? [])
      .toSorted((left, right) => right.confidence - left.confidence)
    // Of two series of the same rows the surer one counts.
    for (const one of series) {
      if (one.rows.some((row) => kept.has(row))) continue
      found.push(one)
      for (const row of one.rows) kept.add(row)
    }
  }
  return found
}

/** Formulas S7 over rows. */
export function detectAmountType(rows: readonly Row[]): Series['amountType'] {
  return classifyAmounts(rows.map(({ absCents }) => absCents))
}

/** Formulas S7: fixed within 1 % or two cents, stable up to a variation of 0.15. */
function classifyAmounts(amounts: readonly Cents[]): Series['amountType'] {
  const spread = Math.max(...amounts) - Math.min(...amounts)
  if (spread <= Math.max(2, 0.01 * median(amounts))) return 'fixed'
  return coefficientOfVariation(amounts) <= 0.15 ? 'stable' : 'variable'
}

interface Group {
  groupKey: string
  rows: Row[]
}

/** Rows of one account, sign and counterpart, in order of first appearance. */
function groupByCounterpart(rows: readonly Row[]): Group[] {
  const groups: Group[] = []
  const byAccount = new Map<string, { in: Map<string, Group>; out: Map<string, Group> }>()
  for (const row of rows) {
    if (row.absCents === 0 || row.tx.isPending || row.tx.isDuplicate) continue
    // A person marked the row as not recurring.
    if (row.tx.override?.isRecurring === false) continue
    const { accountId } = row.tx
    let own = byAccount.get(accountId)
    if (!own) byAccount.set(accountId, (own = { in: new Map(), out: new Map() }))
    const direction = row.isInflow ? 'in' : 'out'
    const counterpart = counterpartKey(row)
    let group = own[direction].get(counterpart)
    if (!group) {
      group = { groupKey: `${accountId}|${direction}|${counterpart}`, rows: [] }
      own[direction].set(counterpart, group)
      groups.push(group)
    }
    group.rows.push(row)
  }
  for (const group of groups) group.rows.sort((left, right) => left.day - right.day)
  return groups
}

/** The registry entry that the words name, else the constant words. */
function counterpartKey(row: Row): string {
  const funder = getMatches(row.reading, 'funder')[0]
  if (funder) return `funder:${funder.value.id}`
  const merchant = getMatches(row.reading, 'merchant')[0]?.value.merchant
  if (!merchant) return row.reading.groupKey
  return merchant.out === PAYROLL
    ? `merchant:${merchant.id}:${readPurpose(row)}`
    : `merchant:${merchant.id}`
}

/** A payroll bureau collects net pay, taxes and its own fee, each with amounts of its own. */
function readPurpose({ reading }: Row): 'tax' | 'fee' | 'pay' {
  const words = wordsIn(reading)
  if (words.some((word) => /^TAX(?:ES)?$|^TX$/.test(word))) return 'tax'
  return words.some((word) => /^FEES?$|^INVOICE$|^BILLING$/.test(word)) ? 'fee' : 'pay'
}

const PAYROLL = 'expenses.payroll'

/**
 * Rows to be tested as one series each (formulas S2): amount clusters that overlap in time are
 * apart, since they are two contracts; clusters that follow each other are one whose amount
 * changed. Single odd amounts amid a dominant cluster are left out where it repeats without them.
 */
function listCandidates(group: readonly Row[]): (readonly Row[])[] {
  if (group.length < 3) return [group]
  const clusters = amountClusters(group).filter((cluster) => cluster.length >= 3)
  const overlapping = clusters.filter((cluster) =>
    clusters.some((other) => other !== cluster && overlaps(cluster, other)),
  )
  if (overlapping.length > 0 && overlapping.every(isFixed)) return overlapping
  const dominant = clusters.find((cluster) => cluster.length >= 0.75 * group.length)
  if (dominant && hasOddRowsInside(group, dominant)) return [dominant, group]
  return [group]
}

/** Whether the amounts are close enough to be those of one contract. */
export function isFixed(rows: readonly Row[]): boolean {
  return detectAmountType(rows) === 'fixed'
}

function hasOddRowsInside(group: readonly Row[], dominant: readonly Row[]): boolean {
  const inside = new Set(dominant)
  const lastDay = dominant.at(-1)!.day
  return group.some((row) => !inside.has(row) && row.day <= lastDay)
}

/** Amounts apart by more than 2.00 and 5 % start a new cluster (S2); rows stay in date order. */
export function amountClusters(group: readonly Row[]): Row[][] {
  const byAmount = group.toSorted((left, right) => left.absCents - right.absCents)
  const clusters: Row[][] = []
  for (const row of byAmount) {
    const cluster = clusters.at(-1)
    const last = cluster?.at(-1)
    const isApart = !last || row.absCents - last.absCents > Math.max(200, 0.05 * last.absCents)
    if (isApart || !cluster) clusters.push([row])
    else cluster.push(row)
  }
  return clusters.map((cluster) => cluster.sort((left, right) => left.day - right.day))
}

function overlaps(left: readonly Row[], right: readonly Row[]): boolean {
  return left[0]!.day <= right.at(-1)!.day && right[0]!.day <= left.at(-1)!.day
}

function toSeries(groupKey: string, rows: readonly Row[], coverage: Coverage): Series | null {
  const { tx, isInflow } = rows[0]!
  const dates = [...new Set(rows.map(({ date }) => date))]
  const isGapCovered = (from: PlainDate, to: PlainDate): boolean =>
    coverage.isWhole(tx.accountId, from, to)
  const amounts = [...Map.groupBy(rows, ({ date }) => date).values()].map(sumAmounts)
  // A payment that comes twice on one day, for a holiday, keeps its amount.
  const amountType = isFixed(rows) ? 'fixed' : classifyAmounts(amounts)
  const rhythm = detectRhythm(dates, { isGapCovered, isFixed: amountType === 'fixed' })
  if (!rhythm) return null
  return {
    accountId: tx.accountId,
    isInflow,
    groupKey,
    rows,
    amounts,
    dates,
    rhythm,
    cadence: rhythm.cadence,
    amountType,
    confidence: computeConfidence(rhythm, amounts),
  }
}

/** Formulas S8. */
function computeConfidence(rhythm: Rhythm, amounts: readonly number[]): number {
  const minimum = cadenceRule(rhythm.cadence)?.minOccurrences ?? 3
  return (
    0.4 * rhythm.fitShare +
    0.2 * rhythm.regularity +
    0.2 * (1 - Math.min(1, coefficientOfVariation(amounts))) +
    0.2 * Math.min(1, (amounts.length / minimum) * 0.5)
  )
}
