import { CURRENCY_CODES } from '../../../currency/currencies.ts'
import { monthOfName } from '../words/month-names.ts'
import { hasPhrase, plainWords } from '../../../vocabulary/plain-words.ts'
import { edgeIn, FACT_LABELS, SUMMARY_WORDS, type SummaryKind } from '../words/summary-words.ts'

/** Words that may follow the label of a summary row: `as of 08/01/2024`, `(12 items)`. */
const FOLLOWERS = new Set([
  'as', 'of', 'on', 'at', 'for', 'from', 'date', 'the', 'per', 'am', 'vom', 'zum', 'au', 'du', 'le',
  'al', 'el', 'em', 'op', 'de', 'del', 'items', 'transactions', 'item', 'statement', 'period',
  'usd', 'and', 'to', 'next', 'previous', 'last', 'page',
]) // prettier-ignore

/**
 * What a row sums up when its label is that of a balance or a total, else null. Nothing but dates,
 * numbers and small words may follow the label, so that a merchant (`TOTAL WINE & MORE`) and a
 * transaction (`Opening deposit`) stay what they are.
 */
export function detectSummaryKind(label: string): SummaryKind | null {
  const words = plainWords(label)
  const candidates = BY_FIRST_WORD.get(firstWord(words)) ?? []
  return candidates.find(({ phrase }) => isLabel(words, phrase))?.kind ?? edgeIn(words)
}

/** Whether a row without a date, which no transaction is, sums up a part (`Total for Checking`). */
export function isPartialTotal(label: string): boolean {
  return SUMMARY_WORDS.total.includes(firstWord(plainWords(label)))
}

/** Every row of a file is checked; few begin with the first word of a label. */
const BY_FIRST_WORD = Map.groupBy(
  Object.entries(SUMMARY_WORDS).flatMap(([kind, phrases]) =>
    phrases.map((phrase) => ({ kind: kind as SummaryKind, phrase })),
  ),
  ({ phrase }) => firstWord(phrase),
)

function firstWord(words: string): string {
  const end = words.indexOf(' ')
  return end < 0 ? words : words.slice(0, end)
}

function isLabel(words: string, phrase: string): boolean {
  if (words === phrase) return true
  if (!phrase.includes(' ') || !words.startsWith(`${phrase} `)) return false
  return words
    .slice(phrase.length + 1)
    .split(' ')
    .every(isFollower)
}

function isFollower(word: string): boolean {
  const isCurrency = CURRENCY_CODES.has(word.toUpperCase())
  return /\d/.test(word) || FOLLOWERS.has(word) || isCurrency || monthOfName(word) !== null
}

/** Whether a label is one of `labels`, both compared as plain words. */
export function matchesAnyLabel(label: string, labels: readonly string[]): boolean {
  return labels.includes(plainWords(label))
}

/** Whether any of the phrases stands in the text as whole words. */
export function mentions(text: string, phrases: readonly string[]): boolean {
  const words = plainWords(text)
  return phrases.some((phrase) => hasPhrase(words, phrase))
}

/**
 * The labels and values of a line above a table: `Account number: 1234`, `Account number` | `1234`,
 * `From date 20240801`.
 */
export function labelAndValues(cells: readonly string[]): string[] {
  const filled = cells.filter((cell) => cell !== '')
  // Account number: 1234
  const parts = filled.flatMap((cell) => /^([\p{L} .#]+?) ?:(.*)$/u.exec(cell)?.slice(1) ?? [cell])
  // From date 20240801; with others on its line only a day
  const single = (part: string): RegExpExecArray | null =>
    (parts.length === 1 ? /^([\p{L} ]+) ([^\p{L} ]+)$/u : DAY_ALONE).exec(part)
  const all = parts.flatMap((part) => single(part)?.slice(1) ?? [part])
  return all.map((part) => part.trim()).filter((part) => part !== '')
}

const DAY_ALONE = /^([\p{L}]+) (\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4})$/u

/** Whether a line names an account by its number. */
export function namesAccount(cells: readonly string[]): boolean {
  const parts = labelAndValues(cells)
  return parts.some(
    (part, index) =>
      matchesAnyLabel(part, FACT_LABELS.account) && /\d{3}/.test(parts[index + 1] ?? ''),
  )
}
