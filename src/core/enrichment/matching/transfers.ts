import { businessDaysBetween } from '../../values/business-days.ts'
import { findCategory } from '../../values/categories.ts'
import { matchesOf } from '../descriptor/lexicon.ts'
import type { Row } from '../row.ts'
import { isCard } from '../rules/sign.ts'
import { assign, type Edge } from './assignment.ts'

/** Two rows, or one debit and its credits, that are one movement between own accounts. */
export interface TransferPair {
  debit: Row
  credits: readonly Row[]
  score: number
  kind: 'pair' | 'split' | 'card_payment' | 'told'
}

/** Score from which a pair is accepted (formulas 7.1). */
const MIN_SCORE = 70
/** Points by business days between the two sides. */
const DATE_POINTS: readonly number[] = [20, 12, 6, 2]
/** Split credits of one day beyond this count are not searched. */
const MAX_SPLIT_CANDIDATES = 12

/**
 * Transfers between accounts of the submission (formulas 7.1): equal amounts, at most three
 * business days apart, scored by wording, masks and references, assigned at greatest total score;
 * then one debit that equals two or three credits of its day. Every row is used at most once.
 */
export function matchTransfers(rows: readonly Row[]): TransferPair[] {
  const told = toldPairs(rows)
  const tied = new Set(told.flatMap(({ debit, credits }) => [debit, ...credits]))
  const usable = rows.filter((row) => !tied.has(row) && isUsable(row))
  const pairs = [...told, ...[...amountBuckets(usable).values()].flatMap(matchBucket)]
  const used = new Set(pairs.flatMap(({ debit, credits }) => [debit, ...credits]))
  return [...pairs, ...matchSplits(usable.filter((row) => !used.has(row)))]
}

/** Rows that a person has not taken out and that say something. */
function isUsable({ tx, absCents }: Row): boolean {
  const { isInternalTransfer, matchedTransactionId } = tx.override ?? {}
  const isTakenOut = isInternalTransfer === false || matchedTransactionId === null
  return absCents > 0 && !tx.isPending && !tx.isDuplicate && !isTakenOut
}

/** Pairs that people made; either side may name the other. */
function toldPairs(rows: readonly Row[]): TransferPair[] {
  const named = rows.filter(({ tx }) => typeof tx.override?.matchedTransactionId === 'string')
  if (named.length === 0) return []
  const byId = new Map(rows.map((row) => [row.tx.id, row]))
  const pairs = new Map<Row, TransferPair>()
  for (const row of named) {
    const other = byId.get(row.tx.override!.matchedTransactionId!)
    if (!other || other.isInflow === row.isInflow) continue
    const [debit, credit] = row.isInflow ? [other, row] : [row, other]
    pairs.set(debit, { debit, credits: [credit], score: 100, kind: 'told' })
  }
  return [...pairs.values()]
}

function amountBuckets(rows: readonly Row[]): Map<number, Row[]> {
  const buckets = new Map<number, Row[]>()
  for (const row of rows) {
    const bucket = buckets.get(row.absCents)
    if (bucket) bucket.push(row)
    else buckets.set(row.absCents, [row])
  }
  return buckets
}

function matchBucket(bucket: readonly Row[]): TransferPair[] {
  const debits = bucket.filter(({ isInflow }) => !isInflow)
  const credits = bucket.filter(({ isInflow }) => isInflow)
  const edges: Edge[] = []
  for (const [left, debit] of debits.entries()) {
    for (const [right, credit] of credits.entries()) {
      const score = transferScore(debit, credit, bucket.length)
      // Nearer dates win among equal scores: a day is worth less than a point.
      const weight = score - Math.abs(credit.day - debit.day) / 1000
      if (score >= MIN_SCORE) edges.push({ left, right, weight })
    }
  }
  return assign(edges).map(({ left, right, weight }) => {
    const debit = debits[left]!
    const credit = credits[right]!
    const kind = isCardPayment(debit, credit) ? 'card_payment' : 'pair'
    return { debit, credits: [credit], score: Math.ceil(weight), kind }
  })
}

/** Points of formulas 7.1; 0 when the two rows cannot be a transfer. */
export function transferScore(debit: Row, credit: Row, sameAmountCount: number): number {
  if (debit.tx.accountId === credit.tx.accountId) return 0
  if (debit.tx.currency !== credit.tx.currency) return 0
  if (credit.day < debit.day - 1 || credit.day > debit.day + 7) return 0
  const distance = Math.abs(businessDaysBetween(debit.date, credit.date))
  const datePoints = DATE_POINTS[distance]
  if (datePoints === undefined) return 0
  const isCard = isCardPayment(debit, credit)
  const worded = isCard ? 2 : [debit, credit].filter(hasTransferWording).length
  let score = 50 + datePoints + 10 * worded
  if (namesAccount(debit, credit) || namesAccount(credit, debit)) score += 20
  if (sharesReference(debit, credit)) score += 15
  if (!isCard && (isRegistryHit(debit) || isRegistryHit(credit))) score -= 30
  if (sameAmountCount >= 5 && worded === 0) score -= 20
  return score
}

function hasTransferWording(row: Row): boolean {
  return row.reading.wordings.has('transfer')
}

/** Whether the descriptor of one side carries the last four digits of the other side's account. */
function namesAccount(row: Row, other: Row): boolean {
  const last4 = other.account?.last4
  return !!last4 && row.reading.numbers.some((number) => number.endsWith(last4))
}

/** A common number of six or more digits is a confirmation, shorter ones are masks and dates. */
function sharesReference(left: Row, right: Row): boolean {
  return left.reading.numbers.some(
    (number) => number.length >= 6 && right.reading.numbers.includes(number),
  )
}

/** The row names a processor, funder, payroll bureau or tax office, which is no own account. */
function isRegistryHit(row: Row): boolean {
  if (matchesOf(row.reading, 'funder').some(({ value }) => !value.funder.isAmbiguous)) return true
  return matchesOf(row.reading, 'merchant').some(({ value: { merchant } }) => {
    const root = findCategory(merchant.in ?? merchant.out ?? '')?.parentSlug
    return root === 'revenue' || root === 'taxes' || merchant.out === 'expenses.payroll'
  })
}

function isCardPayment(debit: Row, credit: Row): boolean {
  return isCard(credit) && debit.reading.wordings.has('card_payment')
}

function matchSplits(rows: readonly Row[]): TransferPair[] {
  const worded = rows.filter(hasTransferWording)
  const creditsByDay = new Map<number, Row[]>()
  for (const row of worded) {
    if (!row.isInflow) continue
    const sameDay = creditsByDay.get(row.day)
    if (sameDay) sameDay.push(row)
    else creditsByDay.set(row.day, [row])
  }
  const used = new Set<Row>()
  const pairs: TransferPair[] = []
  for (const debit of worded) {
    if (debit.isInflow) continue
    const credits = splitOf(
      debit,
      (creditsByDay.get(debit.day) ?? []).filter((credit) => !used.has(credit)),
    )
    if (!credits) continue
    for (const credit of credits) used.add(credit)
    pairs.push({ debit, credits, score: 90, kind: 'split' })
  }
  return pairs
}

/** Two or three credits in other accounts that sum to the debit, the first found. */
function splitOf(debit: Row, sameDay: readonly Row[]): Row[] | null {
  const credits = sameDay
    .filter(({ tx }) => tx.accountId !== debit.tx.accountId && tx.currency === debit.tx.currency)
    .slice(0, MAX_SPLIT_CANDIDATES)
  const lastOfAmount = new Map(credits.map((credit, index) => [credit.absCents, index]))
  for (let first = 0; first < credits.length; first += 1) {
    for (let second = first + 1; second < credits.length; second += 1) {
      const rest = debit.absCents - credits[first]!.absCents - credits[second]!.absCents
      if (rest === 0) return [credits[first]!, credits[second]!]
      const third = lastOfAmount.get(rest)
      if (third === undefined || third <= second) continue
      return [credits[first]!, credits[second]!, credits[third]!]
    }
  }
  return null
}
