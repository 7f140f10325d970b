import type { Cents } from '../../../values/money.ts'
import { signedCents } from '../../print/amounts.ts'
import {
  findPhrases,
  phraseAt,
  type PhraseMatch,
  type PlainWord,
} from '../../vocabulary/phrases.ts'
import type { ReadLine } from '../../print/read-line.ts'
import { textAfter } from '../../head/labels.ts'
import type { Lexicon } from '../../vocabulary/lexicon.ts'
import type { SectionKind } from '../../vocabulary/vocabulary.ts'

/** A line that names the table under it, or a line of the summary that names a table's total. */
export interface Title {
  kind: SectionKind
  name: string
  cents: Cents | null
  count: number | null
  /** The amount stands beside the title itself, not in a sentence about the table. */
  isSummary: boolean
  isKnown: boolean
}

/** A line that sums up the rows above it. */
export interface TotalLine {
  /** It sums up a part of the table: a page, one card. */
  isPartial: boolean
  /** The kind of table it names, `Total Deposits and Additions`; null when it names none. */
  kind: SectionKind | null
  name: string
  cents: Cents
  count: number | null
}

/** Words that may follow a title: `Checks - continued`, `Checks Paid  No. Checks: 4`. */
const TITLE_TAIL = new Set(
  [
    "continued cont cont'd suite no checks number of for this period",
    'items and detail details usd your amount',
  ].flatMap((words) => words.split(' ')),
)

// `6`   `(6)`   `#6`; `.1800` is a price
const COUNT = /^\(?#?\d{1,5}\)?[,:]?$/

/**
 * The table title on the line, or null. The whole line must be the title, except for a figure
 * (`Deposits  $500.00`) or a summary sentence in the next column (`Deposits  There were 6 deposits
 * totaling $14,200.11.`).
 */
export function readTitle(line: ReadLine, lexicon: Lexicon): Title | null {
  if (line.amounts.length > 1) return null
  if (isHeadOfRates(line)) return { ...RATES, name: line.text }
  const match = phraseAt(lexicon.sections, line.plain, behindPart(line))
  if (!match || (line.dates.length > 0 && !isPendingTitle(line, match.meaning))) return null
  const title = {
    isKnown: true,
    kind: match.meaning,
    name: wordsBetween(line, line.plain[0]!, line.plain[match.end - 1]!),
  }
  const amount = line.amounts[0]
  const cents = amount ? signedCents(amount) : null
  const rest = line.plain
    .slice(match.end)
    .filter((word) => !amount || line.offsets[word.at]! < amount.from)
  if (
    amount &&
    rest.length > 0 &&
    phraseAt(lexicon.totals, rest, 0) &&
    startsColumn(line, rest[0]!.at)
  ) {
    return { ...title, cents, count: countAmong(line, rest), isSummary: false }
  }
  const isWhole =
    (rest.every(({ text, at }) => TITLE_TAIL.has(text) || COUNT.test(line.words[at]!.text)) &&
      !['and', 'of', 'for'].includes(rest.at(-1)?.text ?? '')) ||
    isPendingTitle(line, match.meaning) ||
    isOfOneCard(line, match.end) ||
    isNoted(line, match.end)
  return isWhole ? { ...title, cents, count: null, isSummary: cents !== null } : null
}

const RATES = { kind: 'skip', cents: null, count: null, isSummary: false, isKnown: true } as const

/** `From  Through  Annual rate  Average daily balance  Finance charge`: its lines are no rows. */
function isHeadOfRates({ text, dates, amounts }: ReadLine): boolean {
  return dates.length === 0 && amounts.length === 0 && text.includes('  ') && RATE_HEAD.test(text)
}

const RATE_HEAD =
  /\b(?:annual (?:percentage )?rate|periodic rate|apr)\b.*\b(?:balance|charges?)\b|\bdaily balance\b.*\b(?:rate|apr)\b/i

const CONTINUED = new Set(['continued', 'cont', "cont'd", 'suite', 'fortsetzung'])

/** A title is short; what is longer is a sentence. */
const MAX_TITLE_WORDS = 8

/**
 * The kind of table that a title of unknown wording announces, by its single words; `activity` when
 * they name both directions or none. For lines right above a table's header or beside a summary
 * sentence.
 */
export function readUnknownTitle(line: ReadLine, lexicon: Lexicon): Title | null {
  const cut = line.text.indexOf('  ')
  const summed = cut < 0 ? -1 : line.plain.findIndex(({ at }) => line.offsets[at]! > cut)
  const rest = summed < 0 ? [] : line.plain.slice(summed)
  const isSummed = rest.length > 0 && phraseAt(lexicon.totals, rest, 0) !== null
  const whole = isSummed ? line.plain.slice(0, summed) : line.plain
  // `Deposits, credits and interest (continued)` is the table of that name.
  const words = whole.slice(0, whole.findLastIndex(({ text }) => !CONTINUED.has(text)) + 1)
  if (words.length === 0 || words.length > MAX_TITLE_WORDS || line.dates.length > 0) return null
  if (!isSummed && (line.amounts.length > 0 || /[.:!?]$/.test(line.text))) return null
  const amount = isSummed ? line.amounts[0] : undefined
  return {
    kind: kindOfWords(isSummed ? [...words, ...rest] : words, lexicon),
    name: wordsBetween(line, words[0]!, words.at(-1)!),
    cents: amount ? signedCents(amount) : null,
    count: isSummed ? countAmong(line, rest) : null,
    isSummary: false,
    isKnown: false,
  }
}

// ` — HANNAH Q VOSSLER #7306`   `: J DOE, card ending in 7306`   ` (Card 7306)`
const CARD_TAIL = /^[:,]? *(?:[-–—:|·] *|\()?\p{Lu}[^.!?;]{0,50}\d{4}\)?$/u

/** Whether behind a title stand only a name and the number of its card. */
function isOfOneCard(line: ReadLine, end: number): boolean {
  return line.amounts.length === 0 && CARD_TAIL.test(textAfter(line, end).trimStart())
}

/** `Pending trades, not settled as of February 28, 2026`: a title that ends with its day. */
function isPendingTitle({ text, dates, amounts }: ReadLine, kind: SectionKind): boolean {
  return (
    kind === 'pending' && dates.length === 1 && amounts.length === 0 && dates[0]!.to === text.length
  )
}

// ` (* indicates a break in check number sequence)`
const NOTE = /^:? ?\([^()]*\)$/

/** Whether behind a title stands only what is said of it, in brackets. */
function isNoted(line: ReadLine, end: number): boolean {
  return line.amounts.length === 0 && NOTE.test(textAfter(line, end).trim())
}

function kindOfWords(words: readonly PlainWord[], lexicon: Lexicon): SectionKind {
  const found = new Set(findPhrases(lexicon.sectionWords, words).map(({ meaning }) => meaning))
  // `Debit card credits`, `Checks and other withdrawals`: only one direction may be named.
  const hasBoth = found.has('deposits') && (found.has('withdrawals') || found.has('fees'))
  if (hasBoth || found.size === 0) return 'activity'
  if (found.has('daily') || found.has('pending')) return found.has('daily') ? 'daily' : 'pending'
  return found.has('withdrawals') ? 'withdrawals' : [...found][0]!
}

/**
 * The total on the line, or null when no word such as total begins it or stands before its only
 * amount: `Total checks  $844.73`, `Card 4417 withdrawals subtotal  $2,789.01`.
 */
export function readTotal(line: ReadLine, lexicon: Lexicon): TotalLine | null {
  const amount = line.amounts.at(-1)
  if (!amount || line.dates[0]?.from === 0) return null
  // `Total interest charged in 2024  $12.00` is a total of another period.
  if (line.plain.some((word) => isYear(line, word))) return null
  const lead =
    phraseAt(lexicon.totals, line.plain, 0) ??
    totalOfPart(line, lexicon) ??
    trailingTotal(line, lexicon) ??
    totalBehind(line, lexicon)
  if (!lead) return null
  const rest = line.plain.slice(lead.start === 0 ? lead.end : 0)
  const named = findPhrases(lexicon.sections, rest)[0]
  return {
    isPartial:
      (lead.start > 0 || PARTIAL.has(lead.phrase)) && rest.some(({ text }) => /\p{L}/u.test(text)),
    kind: named?.meaning ?? null,
    name: named ? wordsBetween(line, rest[named.start]!, rest[named.end - 1]!) : '',
    cents: signedCents(amount),
    count: countAmong(line, rest),
  }
}

function isYear(line: ReadLine, { text, at }: PlainWord): boolean {
  const isDated = line.dates.some(({ to }) => line.offsets[at]! < to)
  return text === 'year-to-date' || (!isDated && /^(?:19|20)\d\d$/.test(text))
}

/** Words for a total of a part of a table. */
const PARTIAL = new Set(['subtotal', 'sub-total', 'page total'])

/** `DANA R OKAFOR #4410: Total Transactions  $1,495.46`: the sum of one card. */
function totalOfPart(line: ReadLine, lexicon: Lexicon): PhraseMatch<true> | null {
  const at = behindPart(line)
  return at > 0 ? phraseAt(lexicon.totals, line.plain, at) : null
}

/** The first word of a title or total behind the name of a card; 0 where none is named. */
function behindPart(line: ReadLine): number {
  const length = PART.exec(line.text)?.[0].length ?? 0
  return Math.max(
    0,
    line.plain.findIndex(({ at }) => line.offsets[at]! >= length),
  )
}

// `DANA R OKAFOR #4410: `   `Card ending in 7782: `
const PART = /^\p{L}[^:.,;]{2,50}\d{4}: (?=\S)/u

function trailingTotal(line: ReadLine, lexicon: Lexicon): PhraseMatch<true> | null {
  const [amount, second] = line.amounts
  if (!amount || second) return null
  const last = line.plain.findLastIndex(({ at }) => line.offsets[at]! < amount.from)
  return last > 0 ? phraseAt(lexicon.totals, line.plain.slice(0, last + 1), last) : null
}

/** In tables whose figures stand left of the words: `9.094,12   13.199,06   TOTALI`. */
function totalBehind(line: ReadLine, lexicon: Lexicon): PhraseMatch<true> | null {
  const end = line.amounts.at(-1)!.to
  const first = line.plain.findIndex(({ at }) => line.offsets[at]! >= end)
  const isBehind = line.plain.slice(0, Math.max(0, first)).every(({ text }) => !/\p{L}/u.test(text))
  return first > 0 && isBehind ? phraseAt(lexicon.totals, line.plain, first) : null
}

/** `card ending in 6059`: what follows these words counts nothing. */
const OF_CARD = new Set(['ending', 'in', 'card', 'account', '#'])

function countAmong(line: ReadLine, words: readonly PlainWord[]): number | null {
  const count = words.find(
    ({ at }, index) =>
      /^\(?\d{1,5}\)?$/.test(line.words[at]!.text) && !OF_CARD.has(words[index - 1]?.text ?? ''),
  )
  return count ? Number(count.text) : null
}

function startsColumn(line: ReadLine, at: number): boolean {
  return line.text.slice(line.offsets[at]! - 2, line.offsets[at]!) === '  '
}

function wordsBetween(line: ReadLine, first: PlainWord, last: PlainWord): string {
  const words = line.words.slice(first.at, last.at + 1).map(({ text }) => text)
  return words.join(' ').replace(/[\s:–-]+$/, '')
}
