import type { Row } from '../row.ts'
import { assign, type Edge } from './assignment.ts'
import {
  contradicts,
  hasTransferWording,
  isCardPayment,
  namesAccount,
  transferScore,
} from './transfer-score.ts'

/** Two rows, or one debit and its credits, that are one movement between own accounts. */
export interface TransferPair {
  debit: Row
  credits: readonly Row[]
  score: number
  kind: 'pair' | 'split' | 'card_payment' | 'less_fee' | 'manual'
}

/** Score from which a pair is accepted (formulas 7.1). */
const MIN_SCORE = 70
/** Credits that are looked at for one debit, from the first that can belong to it. */
const MAX_CANDIDATES = 100
/** The most that another bank keeps of a transfer, and its share of the amount. */
const MAX_FEE_CENTS = 50_00
const MAX_FEE_SHARE = 0.1
/** Split credits of one day beyond this count are not searched. */
const MAX_SPLIT_CANDIDATES = 12

/**
 * Transfers between accounts of the submission (formulas 7.1): equal amounts, at most three
 * business days apart, scored by wording, masks and references, assigned at greatest total score;
 * then one debit that equals two or three credits of its day, and credits from which the other
 * bank kept its fee. Every row is used at most once.
 */
export function matchTransfers(rows: readonly Row[]): TransferPair[] {
  const manualPairs = findManualPairs(rows)
  const tied = collectRows(manualPairs)
  const usable = rows.filter((row) => !tied.has(row) && isUsable(row))
  const pairs = [...manualPairs, ...[...amountBuckets(usable).values()].flatMap(matchBucket)]
  const used = collectRows(pairs)
  const splits = matchSplits(usable.filter((row) => !used.has(row)))
  for (const row of collectRows(splits)) used.add(row)
  return [...pairs, ...splits, ...matchLessFee(usable.filter((row) => !used.has(row)))]
}

function collectRows(pairs: readonly TransferPair[]): Set<Row> {
  return new Set(pairs.flatMap(({ debit, credits }) => [debit, ...credits]))
}

/** Rows of an amount that no person has excluded from matching. */
function isUsable({ tx, absCents }: Row): boolean {
  const { isInternalTransfer, matchedTransactionId } = tx.override ?? {}
  const isTakenOut = isInternalTransfer === false || matchedTransactionId === null
  return absCents > 0 && !tx.isPending && !tx.isDuplicate && !isTakenOut
}

/** Pairs that people made; either side may name the other. */
function findManualPairs(rows: readonly Row[]): TransferPair[] {
  const named = rows.filter(({ tx }) => typeof tx.override?.matchedTransactionId === 'string')
  if (named.length === 0) return []
  const byId = new Map(rows.map((row) => [row.tx.id, row]))
  const pairs = new Map<Row, TransferPair>()
  for (const row of named) {
    const other = byId.get(row.tx.override!.matchedTransactionId!)
    if (!other || other.isInflow === row.isInflow) continue
    const [debit, credit] = row.isInflow ? [other, row] : [row, other]
    pairs.set(debit, { debit, credits: [credit], score: 100, kind: 'manual' })
  }
  return [...pairs.values()]
}

/** Rows by amount, of the amounts that were both paid and received. */
function amountBuckets(rows: readonly Row[]): Map<number, Row[]> {
  const [paid, received] = [new Set<number>(), new Set<number>()]
  for (const { isInflow, absCents } of rows) (isInflow ? received : paid).add(absCents)
  const both = rows.filter((row) => (row.isInflow ? paid : received).has(row.absCents))
  return Map.groupBy(both, ({ absCents }) => absCents)
}

function matchBucket(bucket: readonly Row[]): TransferPair[] {
  const inOrder = bucket.toSorted((left, right) => left.day - right.day)
  const debits = inOrder.filter(({ isInflow }) => !isInflow)
  const credits = inOrder.filter(({ isInflow }) => isInflow)
  const edges: Edge[] = []
  for (const { left, right } of nearPairs(debits, credits)) {
    const [debit, credit] = [debits[left]!, credits[right]!]
    const score = transferScore(debit, credit, bucket.length)
    // Nearer dates win among equal scores: a day is worth less than a point.
    const weight = score - Math.abs(credit.day - debit.day) / 1000
    if (score >= MIN_SCORE) edges.push({ left, right, weight })
  }
  return assign(edges).map(({ left, right, weight }) => {
    const debit = debits[left]!
    const credit = credits[right]!
    const kind = isCardPayment(debit, credit) ? 'card_payment' : 'pair'
    return { debit, credits: [credit], score: Math.ceil(weight), kind }
  })
}

/** Indexes of debits and credits a week apart at most; both lists are ascending by day. */
function* nearPairs(
  debits: readonly Row[],
  credits: readonly Row[],
): Generator<{ left: number; right: number }> {
  let from = 0
  for (const [left, { day }] of debits.entries()) {
    while (from < credits.length && credits[from]!.day < day - 1) from += 1
    const until = Math.min(credits.length, from + MAX_CANDIDATES)
    for (let right = from; right < until && credits[right]!.day <= day + 7; right += 1) {
      yield { left, right }
    }
  }
}

function matchSplits(rows: readonly Row[]): TransferPair[] {
  const worded = rows.filter(hasTransferWording)
  const credits = worded.filter(({ isInflow }) => isInflow)
  const creditsByDay = Map.groupBy(credits, ({ day }) => day)
  const used = new Set<Row>()
  const pairs: TransferPair[] = []
  for (const debit of worded) {
    if (debit.isInflow) continue
    const sameDay = creditsByDay.get(debit.day) ?? []
    const parts = findSplit(
      debit,
      sameDay.filter((credit) => !used.has(credit)),
    )
    if (!parts) continue
    for (const part of parts) used.add(part)
    pairs.push({ debit, credits: parts, score: 90, kind: 'split' })
  }
  return pairs
}

/** Two or three credits in other accounts that sum to the debit, the first found. */
function findSplit(debit: Row, sameDay: readonly Row[]): Row[] | null {
  const credits = sameDay
    .filter((credit) => canBePart(credit, debit))
    .slice(0, MAX_SPLIT_CANDIDATES)
  const lastOfAmount = new Map(credits.map((credit, index) => [credit.absCents, index]))
  // A debit names one of the accounts that it reaches.
  const isReached = (...parts: Row[]): boolean => parts.some((part) => !contradicts(debit, part))
  for (let first = 0; first < credits.length; first += 1) {
    for (let second = first + 1; second < credits.length; second += 1) {
      const [one, two] = [credits[first]!, credits[second]!]
      const rest = debit.absCents - one.absCents - two.absCents
      if (rest === 0 && isReached(one, two)) return [one, two]
      const third = lastOfAmount.get(rest)
      if (third === undefined || third <= second) continue
      if (isReached(one, two, credits[third]!)) return [one, two, credits[third]!]
    }
  }
  return null
}

function canBePart(credit: Row, debit: Row): boolean {
  const { tx } = credit
  const isElsewhere = tx.accountId !== debit.tx.accountId && tx.currency === debit.tx.currency
  return isElsewhere && !contradicts(credit, debit)
}

/**
 * Pairs whose credit is a little less than the debit: both descriptors must name a transfer, and
 * there must be further evidence, since the amounts differ.
 */
function matchLessFee(rows: readonly Row[]): TransferPair[] {
  const worded = rows.filter(hasTransferWording).toSorted((left, right) => left.day - right.day)
  const debits = worded.filter(({ isInflow }) => !isInflow)
  const credits = worded.filter(({ isInflow }) => isInflow)
  const edges: Edge[] = []
  for (const { left, right } of nearPairs(debits, credits)) {
    const [debit, credit] = [debits[left]!, credits[right]!]
    const fee = debit.absCents - credit.absCents
    const isFee = fee > 0 && fee <= Math.min(MAX_FEE_CENTS, MAX_FEE_SHARE * debit.absCents)
    if (!isFee || !hasFeeEvidence(debit, credit)) continue
    const score = transferScore(debit, credit, 1) - fee / MAX_FEE_CENTS
    if (score >= MIN_SCORE) edges.push({ left, right, weight: score })
  }
  return assign(edges).map(({ left, right, weight }) => ({
    debit: debits[left]!,
    credits: [credits[right]!],
    score: Math.ceil(weight),
    kind: 'less_fee',
  }))
}

/** One side names the account of the other, or a fee of whole units was kept on the same day. */
function hasFeeEvidence(debit: Row, credit: Row): boolean {
  if (namesAccount(debit, credit) || namesAccount(credit, debit)) return true
  return debit.day === credit.day && (debit.absCents - credit.absCents) % 100 === 0
}
