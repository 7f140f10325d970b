import type { Cents } from '../../values/money.ts'
import type { DecimalMark } from '../print/amounts.ts'
import { signedCents } from '../print/amounts.ts'
import {
  cutLine,
  readLine,
  textWithout,
  type PlacedAmount,
  type PlacedDate,
  type ReadLine,
} from '../print/read-line.ts'
import type { Lexicon } from '../vocabulary/lexicon.ts'

/** One entry of a list printed in several columns: `1043 ^  06/12  $1,250.00`. */
export interface ListEntry {
  date: PlacedDate
  amount: PlacedAmount
  checkNumber: string | null
  text: string
  line: ReadLine
}

export interface ListReading {
  lexicon: Lexicon
  mark: DecimalMark
  /** Where the groups of a repeated header part; empty when the header does not repeat. */
  bounds: readonly number[]
}

/** The entries of a line of such a list; null unless every part has one date and one amount. */
export function listEntries(line: ReadLine, reading: ListReading): ListEntry[] | null {
  if (line.dates.length === 0 || line.amounts.length === 0) return null
  if (isSentence(line, reading.bounds)) return null
  const entries: ListEntry[] = []
  for (const part of splitLine(line, reading)) {
    const [date, amount] = [part.dates[0], part.amounts.at(-1)]
    if (!date || !amount) continue
    const text = textWithout(part, [date, amount])
    // What is left is a check number and marks: `1043`, `1043 ^`, `*1043 i`, `CHECK 1043`.
    const number = /^(?:che(?:ck|que) )?\D{0,3}?(\d{1,12})(?!\d)/i.exec(text)
    entries.push({ date, amount, text, line: part, checkNumber: number?.[1] ?? null })
  }
  return entries.length > 0 ? entries : null
}

/** Whether words run on over where the groups part, as no entries do. */
function isSentence({ words, offsets, text }: ReadLine, bounds: readonly number[]): boolean {
  return bounds.some((bound) => {
    const at = words.findIndex(({ x0 }) => x0 >= bound)
    const gap = at > 0 ? text.slice(offsets[at - 1]! + words[at - 1]!.text.length, offsets[at]) : ''
    return gap === ' ' && [at - 1, at].every((each) => /\p{L}/u.test(words[each]!.text))
  })
}

export function dailyEntries(
  line: ReadLine,
  reading: ListReading,
): { date: PlacedDate; cents: Cents }[] {
  const entries = (listEntries(line, reading) ?? []).filter((entry) => !isProse(entry))
  return entries.map(({ date, amount }) => ({ date, cents: signedCents(amount) }))
}

/** `2.90 OVER INDEX UNTIL 03/31/26`: words without a number, no check and no balance of a day. */
export function isProse({ checkNumber, text }: ListEntry): boolean {
  return checkNumber === null && (text.match(/\p{L}{2,}/gu)?.length ?? 0) >= PROSE_WORDS
}

const PROSE_WORDS = 3

/** The parts of a line by the groups of its head; by its figures where these stand beside it. */
function splitLine(line: ReadLine, reading: ListReading): ReadLine[] {
  const cuts = cutsAfterAmounts(line)
  if (reading.bounds.length === 0) return cutAt(line, cuts, reading)
  const parts = cutAt(line, reading.bounds, reading)
  if (parts.every(isEntry) || line.dates.length !== line.amounts.length) return parts
  const own = cutAt(line, cuts, reading)
  return own.every(isEntry) ? own : parts
}

function isEntry({ dates, amounts }: ReadLine): boolean {
  return dates.length === 1 && amounts.length === 1
}

function cutAt(
  line: ReadLine,
  cuts: readonly number[],
  { lexicon, mark }: ListReading,
): ReadLine[] {
  if (cuts.length === 0) return [line]
  const edges = [-Infinity, ...cuts, Infinity]
  return edges.slice(0, -1).flatMap((x0, at) => {
    const part = cutLine(line, { x0, x1: edges[at + 1]! })
    return part ? [readLine(part, lexicon, mark)] : []
  })
}

function cutsAfterAmounts(line: ReadLine): number[] {
  if (line.dates.length < 2 || line.amounts.length < 2) return []
  return line.amounts.slice(0, -1).map(({ x1 }) => x1 + 1)
}
