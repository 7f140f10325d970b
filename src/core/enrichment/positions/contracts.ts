import type { Classified } from '../classified.ts'
import type { Funder, FunderType } from '../data/funders.ts'
import type { MatchOf } from '../descriptor/lexicon.ts'
import { isWithinBusinessDays } from '../distance.ts'
import { median } from '../numbers.ts'
import type { Row } from '../row.ts'
import type { Series } from '../streams/series.ts'
import { isPlausibleAdvance, type Pattern } from './patterns.ts'

/** Rows that are taken for one funding contract, before any figure is computed. */
export interface Contract {
  funder: MatchOf<'funder'> | null
  /** The best registry match among the rows says how sure the name is. */
  confidence: number | null
  series: Series | null
  /** Ascending by date; payments that came back are among them. */
  payments: readonly Row[]
  advances: readonly Row[]
  /** A later contract of the same funder took its place with new money. */
  isRenewed: boolean
}

/** What product a position of the funder is; types without positions are missing. */
export const PRODUCT_TYPES: Partial<Record<FunderType, string>> = {
  mca: 'mca',
  rbf: 'revenue_share',
  platform_capital: 'platform_capital',
  reverse_consolidation: 'reverse_consolidation',
  term: 'term_loan',
  loc: 'line_of_credit',
  sba: 'sba',
  factor: 'factoring',
  equipment: 'equipment',
  trade_finance: 'term_loan',
}

/** The old payments may run on for a week beside the new ones. */
const RENEWAL_OVERLAP_DAYS = 7

/** A change beyond the first is another amount, beyond the second another deal. */
const SAME_LEVEL = 0.05
const MODIFIED_LEVEL = 0.3

/** Contracts of named funders and of cadence patterns (formulas P1 to P5), by first date. */
export function findContracts(
  classified: readonly Classified[],
  series: readonly Series[],
  patterns: readonly Pattern[],
): Contract[] {
  const contracts = [...byFunder(classified).values()].flatMap((rows) =>
    funderContracts(rows, series),
  )
  for (const { series: pattern, advance, confidence } of patterns) {
    contracts.push({
      funder: null,
      confidence,
      series: pattern,
      payments: pattern.rows,
      advances: advance ? [advance.row] : [],
      isRenewed: false,
    })
  }
  return contracts.toSorted((left, right) => firstDay(left) - firstDay(right))
}

function firstDay({ payments, advances }: Contract): number {
  return Math.min(...[...advances, ...payments].map(({ day }) => day))
}

interface FunderRows {
  match: MatchOf<'funder'>
  credits: Row[]
  debits: Row[]
}

function byFunder(classified: readonly Classified[]): Map<string, FunderRows> {
  const funders = new Map<string, FunderRows>()
  for (const { row, funder, slug, partner } of classified) {
    if (!funder || !isFunderRow(slug, partner?.isUndone ?? false, funder.value.funder)) continue
    if (row.tx.isPending || row.tx.isDuplicate) continue
    const known = funders.get(funder.value.id) ?? { match: funder, credits: [], debits: [] }
    funders.set(funder.value.id, known)
    if (row.isInflow) known.credits.push(row)
    else known.debits.push(row)
  }
  for (const { credits, debits } of funders.values()) {
    credits.sort((left, right) => left.day - right.day)
    debits.sort((left, right) => left.day - right.day)
  }
  return funders
}

/** Debt rows other than fees, and payments that came back and lost their debt leaf. */
function isFunderRow(slug: string, isUndone: boolean, funder: Funder): boolean {
  if (!(funder.type in PRODUCT_TYPES)) return false
  return isUndone || (slug.startsWith('debt.') && slug !== 'debt.mca_fee')
}

function funderContracts(rows: FunderRows, allSeries: readonly Series[]): Contract[] {
  const debits = new Set(rows.debits)
  const own = allSeries.filter(
    (series) => !series.isInflow && series.rows.some((row) => debits.has(row)),
  )
  const contracts = own.flatMap((series) => seriesContracts(rows, series, debits))
  attachOthers(contracts, rows, debits)
  attachAdvances(contracts, rows)
  return contracts
}

/** One series is one contract, cut where new money or a leap in the amount begins another (P4). */
function seriesContracts(rows: FunderRows, series: Series, debits: ReadonlySet<Row>): Contract[] {
  const payments = series.rows.filter((row) => debits.has(row))
  return cutAtNewDeals(payments, rows.credits).map((part) => ({
    ...emptyContract(rows.match),
    series,
    payments: part,
  }))
}

function emptyContract(funder: MatchOf<'funder'>): Contract {
  return { funder, confidence: null, series: null, payments: [], advances: [], isRenewed: false }
}

function cutAtNewDeals(payments: readonly Row[], credits: readonly Row[]): Row[][] {
  const parts: Row[][] = []
  for (const [index, row] of payments.entries()) {
    const part = parts.at(-1)
    if (!part || beginsNewDeal(row, part, { next: payments[index + 1], credits })) parts.push([row])
    else part.push(row)
  }
  return parts
}

function beginsNewDeal(
  row: Row,
  part: readonly Row[],
  around: { next: Row | undefined; credits: readonly Row[] },
): boolean {
  const level = median(part.slice(-5).map(({ absCents }) => absCents))
  const change = Math.abs(row.absCents - level) / level
  const stays =
    around.next && Math.abs(around.next.absCents - row.absCents) <= SAME_LEVEL * row.absCents
  if (change <= SAME_LEVEL || !stays) return false
  return change > MODIFIED_LEVEL || around.credits.some((credit) => isNear(credit, row))
}

/** An advance within 10 business days before and 5 after the change of the amount (P4). */
function isNear(credit: Row, change: Row): boolean {
  return isWithinBusinessDays(credit, change, [-5, 10])
}

/** Debits outside every series: to the contract that runs, or a contract of their own. */
function attachOthers(contracts: Contract[], rows: FunderRows, debits: ReadonlySet<Row>): void {
  const placed = new Set(contracts.flatMap(({ payments }) => payments))
  const others = [...debits].filter((row) => !placed.has(row))
  if (contracts.length === 0) {
    if (others.length >= 2) contracts.push({ ...emptyContract(rows.match), payments: others })
    return
  }
  for (const row of others) {
    const running =
      contracts.findLast(({ payments }) => payments[0]!.day <= row.day) ?? contracts[0]!
    running.payments = [...running.payments, row].toSorted((left, right) => left.day - right.day)
  }
}

/** Each credit to the contract whose first payment follows within 10 business days (P5). */
function attachAdvances(contracts: Contract[], rows: FunderRows): void {
  const inOrder = contracts.toSorted((left, right) => firstDay(left) - firstDay(right))
  const open: Row[] = []
  for (const credit of rows.credits) {
    const started = inOrder.filter(({ payments }) => startsAfter(credit, payments))
    const contract =
      started.find(({ payments }) => isPlausibleAdvance(credit.absCents, payments[0]!.absCents)) ??
      started[0]
    if (contract) contract.advances = [...contract.advances, credit]
    else open.push(credit)
  }
  markRenewed(inOrder)
  if (open.length > 0) contracts.push({ ...emptyContract(rows.match), advances: open })
}

function startsAfter(credit: Row, payments: readonly Row[]): boolean {
  const first = payments[0]
  return first !== undefined && isWithinBusinessDays(credit, first, [0, 10])
}

function markRenewed(inOrder: readonly Contract[]): void {
  for (const [index, later] of inOrder.entries()) {
    if (later.advances.length === 0) continue
    const earlier = inOrder
      .slice(0, index)
      .findLast(
        ({ payments }) => payments.at(-1)!.day <= later.payments[0]!.day + RENEWAL_OVERLAP_DAYS,
      )
    if (earlier) earlier.isRenewed = true
  }
}
