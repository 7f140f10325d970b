import { CURRENCY_CODES } from '../../../currency/currencies.ts'
import { LANGUAGES } from '../../../vocabulary/languages.ts'
import { plainWords } from '../../../vocabulary/plain-words.ts'
import { monthOfName } from '../words/month-names.ts'
import { listed } from '../words/lists.ts'
import { hasBalanceWord, looseEdgeIn, type SummaryKind } from '../words/summary-words.ts'
import { detectSummaryKind, isPartialTotal } from './summary-rows.ts'

/** `other` is a figure that is no edge and no sum of rows: a limit, an average, a fee. */
export type LabelKind = SummaryKind | 'other'

/** What the vocabularies of printed statements call a kind of figure. */
const KINDS = {
  opening: 'opening',
  closing: 'closing',
  standing: 'standing',
  totalCredits: 'credits',
  totalDebits: 'debits',
  charges: 'other',
  averageBalance: 'other',
  other: 'other',
} as const

const PRINTED: ReadonlyMap<string, LabelKind> = new Map(
  LANGUAGES.toReversed().flatMap(({ figures }) =>
    Object.entries(KINDS).flatMap(([figure, kind]) =>
      (figures[figure as keyof typeof KINDS] ?? []).map(
        (phrase) => [plainWords(phrase), kind] as const,
      ),
    ),
  ),
)
const NO_EDGE: ReadonlySet<string> = new Set(listed('no_edge'))
/** A sentence that mentions a balance is no label of one. */
const MOST_WORDS = 8

/**
 * What the label of a figure above or below a table says it is, whatever days and currency; null
 * when its words are none of these.
 */
export function findLabelKind(label: string): LabelKind | null {
  const words = plainWords(label)
    .split(' ')
    .filter((word) => !isDetail(word))
  const phrase = words.join(' ')
  const exact = detectSummaryKind(label) ?? detectSummaryKind(phrase) ?? PRINTED.get(phrase)
  if (exact) return exact
  if (isPartialTotal(label) || words.some(isOfOther) || OF_YEAR.test(phrase)) return 'other'
  if (words.length > MOST_WORDS) return null
  return looseEdgeIn(words) ?? (hasBalanceWord(words) ? 'standing' : null)
}

/** `DIVIDENDS PAID YEAR TO DATE` is a sum beyond the rows. */
const OF_YEAR = /\b(?:year to date|ytd)$/

/** Keys of interfaces run words together: `currentODLimit`. */
function isOfOther(word: string): boolean {
  return NO_EDGE.has(word) || word.endsWith('limit')
}

/** A number, a month or a currency, which may stand in any label. */
function isDetail(word: string): boolean {
  return /\d/.test(word) || CURRENCY_CODES.has(word.toUpperCase()) || monthOfName(word) !== null
}
