import { daysBetween } from '../../../core/values/dates.ts'
import type { OverlapRow } from './store.ts'

/** Days that a statement and an export may date the same row apart (formulas 7.2). */
const DAYS_ALIKE = 2
/** The same when no other nearby row has the amount. */
const DAYS_ALONE = 7
const SIMILARITY_MIN = 0.35

interface Pair {
  print: OverlapRow
  export: OverlapRow
  days: number
  similarity: number
}

/**
 * Pairs of the same row in a printed statement and in an export of the account, which word and date
 * it differently (formulas 7.2, PDF versus feed). Only days that both sources cover are compared,
 * and each row is paired once, closest in date and most similar first. `isTaken` says that a row
 * already has a duplicate in the other row's document.
 */
export function matchExports(
  rows: readonly OverlapRow[],
  isTaken: (row: OverlapRow, other: OverlapRow) => boolean,
): [OverlapRow, OverlapRow][] {
  const spans = computeSpans(rows)
  const mayPair = (print: OverlapRow, row: OverlapRow): boolean =>
    covers(spans, row, print.date) &&
    covers(spans, print, row.date) &&
    !isTaken(print, row) &&
    !isTaken(row, print)
  const groups = Map.groupBy(rows, ({ accountId, amount }) => `${accountId}|${amount}`)
  return [...groups.values()].flatMap((group) => matchGroup(group, mayPair))
}

type Spans = Map<string, { first: string; last: string }>

function toSourceKey({ accountId, documentId }: OverlapRow): string {
  return `${accountId}|${documentId}`
}

function computeSpans(rows: readonly OverlapRow[]): Spans {
  const spans: Spans = new Map()
  for (const row of rows) {
    const { first, last } = spans.get(toSourceKey(row)) ?? { first: row.date, last: row.date }
    spans.set(toSourceKey(row), {
      first: row.date < first ? row.date : first,
      last: row.date > last ? row.date : last,
    })
  }
  return spans
}

function matchGroup(
  group: OverlapRow[],
  mayPair: (print: OverlapRow, row: OverlapRow) => boolean,
): [OverlapRow, OverlapRow][] {
  const prints = group.filter(({ source }) => source === 'pdf')
  const exports = group.filter(({ source }) => source !== 'pdf')
  const near = prints.flatMap((print) =>
    listNearPairs(
      print,
      exports.filter((row) => mayPair(print, row)),
    ),
  )
  const alike = near
    .filter((pair) => isAlike(pair) || isAlone(pair, near))
    .toSorted((left, right) => left.days - right.days || right.similarity - left.similarity)
  const taken = new Set<OverlapRow>()
  return alike.flatMap((pair): [OverlapRow, OverlapRow][] => {
    if (taken.has(pair.print) || taken.has(pair.export)) return []
    taken.add(pair.print).add(pair.export)
    return [[pair.print, pair.export]]
  })
}

function listNearPairs(print: OverlapRow, exports: OverlapRow[]): Pair[] {
  return exports
    .map((row) => ({
      print,
      export: row,
      days: Math.abs(daysBetween(print.date, row.date)),
      similarity: computeSimilarity(print.description, row.description),
    }))
    .filter(({ days }) => days <= DAYS_ALONE)
}

function covers(spans: Spans, row: OverlapRow, date: string): boolean {
  const { first, last } = spans.get(toSourceKey(row))!
  return first <= date && date <= last
}

function isAlike({ days, similarity }: Pair): boolean {
  return days <= DAYS_ALIKE && similarity >= SIMILARITY_MIN
}

function isAlone(pair: Pair, near: readonly Pair[]): boolean {
  const rivals = near.filter((other) => other.print === pair.print || other.export === pair.export)
  return rivals.length === 1
}

/** Share of the shorter text's words that the other has as well. */
function computeSimilarity(left: string, right: string): number {
  const [a, b] = [splitWords(left), splitWords(right)]
  const shorter = Math.min(a.size, b.size)
  return shorter === 0 ? 0 : a.intersection(b).size / shorter
}

function splitWords(text: string): Set<string> {
  return new Set(text.toUpperCase().match(/[A-Z0-9]{2,}/g))
}
