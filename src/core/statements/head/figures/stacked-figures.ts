import { phraseAt, type PhraseMatch, type PlainWord } from '../../vocabulary/phrases.ts'
import { signedCents } from '../../print/amounts.ts'
import type { ReadLine, Span } from '../../print/read-line.ts'
import type { Lexicon } from '../../vocabulary/lexicon.ts'
import type { FigureLabel } from '../../vocabulary/vocabulary.ts'
import type { Figure } from './figure.ts'

/** A summary has so many figures on its line at least: both balances and a sum. */
const LEAST_FIGURES = 3
/** Labels have so many lines at most, which stand nearer than this share of their height. */
const MAX_LINES = 4
const LINE_GAP = 1.2

/**
 * The figures of a line under labels of several lines, `Beginning` over `balance` over `18,244.90`.
 * None unless both balances are among them: then it is the summary of an account.
 */
export function stackedFigures(
  lines: readonly ReadLine[],
  index: number,
  lexicon: Lexicon,
): Figure[] {
  const { amounts, dates } = lines[index]!
  if (amounts.length < LEAST_FIGURES || dates.length > 0) return []
  const labels = labelLines(lines, index)
  if (labels.length < 2) return []
  const figures = amounts.flatMap((amount): Figure[] => {
    const match = labelOver(amount, labels, lexicon)
    if (!match) return []
    const { meaning: label, phrase } = match
    const isCredit = amount.marker === 'credit'
    const place = { date: null, count: null, line: index, isCarry: false }
    return [{ label, phrase, cents: signedCents(amount), isCredit, ...place }]
  })
  const isNamed = (edge: string): boolean => figures.some(({ label }) => label === edge)
  return isNamed('opening') && isNamed('closing') ? figures : []
}

/** The lines of words right above, from top to bottom. */
function labelLines(lines: readonly ReadLine[], index: number): ReadLine[] {
  const found: ReadLine[] = []
  let below = lines[index]!
  for (let at = index - 1; at >= 0 && found.length < MAX_LINES; at -= 1) {
    const line = lines[at]!
    const isApart = below.y0 - line.y1 > LINE_GAP * (below.y1 - below.y0)
    if (line.page !== below.page || isApart || line.amounts.length + line.dates.length > 0) break
    found.unshift(line)
    below = line
  }
  return found
}

/** The longest label that the cells above a figure make, under each other; titles stand above. */
function labelOver(
  { x0, x1 }: Span,
  labels: readonly ReadLine[],
  lexicon: Lexicon,
): PhraseMatch<FigureLabel> | null {
  const over = { x0, x1 }
  let found: PhraseMatch<FigureLabel> | null = null
  let words: PlainWord[] = []
  for (const line of labels.toReversed()) {
    const own = cellAbove(line, over)
    words = [...own, ...words]
    const match = phraseAt(lexicon.figures, words, 0)
    if (match?.end === words.length) found = match
    const places = own.map(({ at }) => line.words[at]!)
    over.x0 = Math.min(over.x0, ...places.map((word) => word.x0))
    over.x1 = Math.max(over.x1, ...places.map((word) => word.x1))
  }
  return found
}

/** The words between two wide gaps of a line of which one stands above the span. */
function cellAbove(line: ReadLine, { x0, x1 }: Span): PlainWord[] {
  const cells: PlainWord[][] = []
  for (const word of line.plain) {
    const offset = line.offsets[word.at]!
    const isNew = line.text.slice(Math.max(0, offset - 2), offset) === '  '
    if (isNew || cells.length === 0) cells.push([word])
    else cells.at(-1)!.push(word)
  }
  const isOver = ({ at }: PlainWord): boolean => line.words[at]!.x0 < x1 && line.words[at]!.x1 > x0
  return cells.find((cell) => cell.some(isOver)) ?? []
}
