import type { Cents } from '../../values/money.ts'
import { signedCents } from '../print/amounts.ts'
import { findPhrases, phraseAt } from '../print/phrases.ts'
import type { ReadLine } from '../print/read-line.ts'
import type { Lexicon } from '../vocabulary/lexicon.ts'
import type { SectionKind } from '../vocabulary/vocabulary.ts'

/** A line that names the table under it, or a line of the summary that names a table's total. */
export interface Title {
  kind: SectionKind
  name: string
  amount: Cents | null
}

/** A line that sums up the rows above it. */
export interface TotalLine {
  /** The kind of table it names, `Total Deposits and Additions`; null when it names none. */
  kind: SectionKind | null
  name: string
  cents: Cents
  count: number | null
}

/** Words that may follow a title: `Checks - continued`, `Checks Paid  No. Checks: 4`. */
const TITLE_TAIL = new Set(['continued', 'cont', "cont'd", 'suite', 'no', 'checks', 'number', 'of', 'for', 'this', 'period', 'items', 'and', 'detail', 'details', 'usd', 'your'])

/** The table title on the line, or null. The whole line must be the title. */
export function titleOf(line: ReadLine, lexicon: Lexicon): Title | null {
  if (line.dates.length > 0 || line.amounts.length > 1) return null
  const match = phraseAt(lexicon.sections, line.plain, 0)
  if (!match) return null
  const amount = line.amounts[0]
  const isTail = (at: number): boolean => {
    const word = line.plain[at]!
    const offset = line.offsets[word.at]!
    if (amount && offset >= amount.from && offset < amount.to) return true
    return TITLE_TAIL.has(word.text) || /^#?\d{1,5}$/.test(word.text)
  }
  for (let at = match.end; at < line.plain.length; at += 1) if (!isTail(at)) return null
  const name = line.plain.slice(0, match.end).map((word) => line.words[word.at]!.text).join(' ') // prettier-ignore
  return { kind: match.meaning, name: name.replace(/[\s:–-]+$/, ''), amount: amount ? signedCents(amount) : null }
}

/** The total on the line, or null when it does not begin with a word of summing up. */
export function totalOf(line: ReadLine, lexicon: Lexicon): TotalLine | null {
  const lead = phraseAt(lexicon.totals, line.plain, 0)
  const amount = line.amounts.at(-1)
  if (!lead || !amount) return null
  const named = findPhrases(lexicon.sections, line.plain.slice(lead.end))[0]
  const count = line.plain
    .slice(lead.end)
    .map((word) => line.words[word.at]!)
    .find((word) => /^\(?\d{1,5}\)?$/.test(word.text))
  return {
    kind: named?.meaning ?? null,
    name: named ? namedText(line, lead.end + named.start, lead.end + named.end) : '',
    cents: signedCents(amount),
    count: count ? Number(count.text.replace(/\D/g, '')) : null,
  }
}

function namedText(line: ReadLine, start: number, end: number): string {
  const words = line.plain.slice(start, end).map((word) => line.words[word.at]!.text)
  return words.join(' ').replace(/[\s:–-]+$/, '')
}
