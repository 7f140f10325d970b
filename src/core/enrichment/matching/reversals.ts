import { readWordList } from '../data/word-lists.ts'
import { isWithinBusinessDays } from '../distance.ts'
import { readNumbers, type Row } from '../row.ts'
import { computeSharedWords } from '../text/shared-words.ts'

/** A row and the later row of its account that undoes it (formulas 7.3). */
export interface ReversalPair {
  original: Row
  undoing: Row
}

/** Business days after which a row no longer undoes an earlier one. */
const MAX_DISTANCE_DAYS = 10
/** Share of the shorter descriptor's words that both must carry. */
const MIN_SIMILARITY = 0.5

/** Words that the undoing row adds to those of the original. */
const ADDED_WORDS = readWordList('reversal')

/** Reversal and return pairs, nearest original first; `taken` rows are left alone. */
export function matchReversals(rows: readonly Row[], taken: ReadonlySet<Row>): ReversalPair[] {
  const worded = rows.filter(({ reading }) => reading.wordings.has('return'))
  const amounts = new Set(worded.map(({ absCents }) => absCents))
  const alike = rows.filter(({ absCents }) => amounts.has(absCents))
  const earlierByKey = new Map<string, Row[]>()
  const used = new Set<Row>(taken)
  const pairs: ReversalPair[] = []
  for (const row of alike.toSorted((left, right) => left.day - right.day)) {
    if (row.tx.isPending || row.tx.isDuplicate) continue
    const undoing = row.reading.wordings.has('return') && !used.has(row)
    const original = undoing ? findOriginal(row, earlierByKey, used) : null
    if (original) {
      used.add(row).add(original)
      pairs.push({ original, undoing: row })
      continue
    }
    const key = amountKey(row)
    const sameAmount = earlierByKey.get(key)
    if (sameAmount) sameAmount.push(row)
    else earlierByKey.set(key, [row])
  }
  return pairs
}

function amountKey(row: Row): string {
  return `${row.tx.accountId}|${row.absCents}`
}

function findOriginal(
  row: Row,
  earlierByKey: ReadonlyMap<string, readonly Row[]>,
  used: ReadonlySet<Row>,
): Row | null {
  const candidates = earlierByKey.get(amountKey(row)) ?? []
  const original = candidates.findLast(
    (candidate) =>
      candidate.isInflow !== row.isInflow &&
      !used.has(candidate) &&
      !candidate.reading.wordings.has('fee') &&
      isWithinBusinessDays(candidate, row, [0, MAX_DISTANCE_DAYS]) &&
      similarity(candidate, row) >= MIN_SIMILARITY,
  )
  return original ?? null
}

/** Shared distinctive words over those of the shorter descriptor; equal check numbers decide. */
function similarity(left: Row, right: Row): number {
  const leftCheck = left.tx.checkNumber ?? left.checkNumber
  if (leftCheck !== null && readNumbers(right).includes(leftCheck)) return 1
  if (sharesLongNumber(left, right)) return 1
  return computeSharedWords(listItemWords(left), listItemWords(right))
}

/** A number of seven digits or more that both print is the originator's or the item's own. */
function sharesLongNumber(left: Row, right: Row): boolean {
  return readNumbers(left).some(
    (number) => number.length >= 7 && readNumbers(right).includes(number),
  )
}

function listItemWords({ reading }: Row): string[] {
  return reading.groupKey.split(' ').filter((word) => word && !ADDED_WORDS.has(word))
}
