import { signedCents } from '../../print/amounts.ts'
import type { PhraseMatch } from '../../vocabulary/phrases.ts'
import { findPhrases, phraseAt } from '../../vocabulary/phrases.ts'
import type { PlacedAmount, PlacedDate, ReadLine, Span } from '../../print/read-line.ts'
import type { Lexicon } from '../../vocabulary/lexicon.ts'
import type { Figure } from './figure.ts'
import { stackedFigures } from './stacked-figures.ts'
import type { FigureLabel } from '../../vocabulary/vocabulary.ts'

/** Words that may stand between a label and its figure without changing what it says. */
const FILLERS = new Set(
  [
    'on as of at from for the this period last statement account your total and with including new',
    'instances items interest date amount prior cr dr usd cad eur gbp aud nzd sgd us ca s',
    'par le la du au de am vom zum per el al del um uhr nr auszug op',
    'next previous page sheet totaling to et solde auf blatt von',
    'start end beginning close month day business alt neu',
    'pr per den til fra side strana strona na dzien k ke dni ku dnu den sida till la zi',
  ].flatMap((words) => words.split(' ')),
)
const CARRY_WORDS = new RegExp(
  [
    String.raw`forward|fwd|\b(?:carried|brought) (?:to|from|over)\b|b/f|c/f|\breport\b|reporte|siirto |ubertrag|transport|suma (?:y sigue|anterior)`,
    'segue|riport|przeniesien|overf(?:o|ø)r|predchozi strany|dalsi stranu|athozat|atvitel',
  ].join('|'),
)
/** A balance owed, in words: `Solde débiteur au 28.02.2023`, `Saldo zu unseren Gunsten`. */
const OVERDRAWN = new RegExp(
  [
    String.raw`\bdebiteur\b|en notre faveur|zu unseren gunsten|zu ihren lasten|a vostro debito`,
    'a nostro (?:credito|favore)|a nuestro favor|i var favor|i vår favør',
  ].join('|'),
)
const BELOW_LINES = 2

/** The labelled figures that begin on line `index`, their values beside the label or under it. */
export function figuresAt(lines: readonly ReadLine[], index: number, lexicon: Lexicon): Figure[] {
  const line = lines[index]!
  const matches = findPhrases(lexicon.figures, line.plain)
  const figures: Figure[] = []
  matches.forEach((match, order) => {
    if (!standsAlone(line, match, lexicon) || isBare(line, match)) return
    const end = matches[order + 1] ? spanOfMatch(line, matches[order + 1]!).x0 : Infinity
    const amount =
      amountAfter(line, match, end) ??
      amountBelow(lines, index, match) ??
      amountBefore(line, match, lexicon)
    if (!amount) return
    const { x0 } = spanOfMatch(line, match)
    figures.push({
      label: match.meaning,
      phrase: match.phrase,
      cents: OVERDRAWN.test(match.phrase) ? -Math.abs(amount.cents) : signedCents(amount),
      isCredit: amount.marker === 'credit',
      date: dateOfFigure(line, match, { x0, end }),
      count: countAfter(line, match, amount),
      line: index,
      isCarry: CARRY_WORDS.test(match.phrase),
      ...(isSumOfList(lines, index, amount) && { isOfList: true }),
      place: line,
    })
  })
  return figures.length > 0 ? pairStanding(figures) : stackedFigures(lines, index, lexicon)
}

/** The day behind a label, or before it in its cell: `Feb 28 ending balance`. */
function dateOfFigure(
  line: ReadLine,
  match: PhraseMatch<unknown>,
  { x0, end }: { x0: number; end: number },
): PlacedDate | null {
  const first = line.offsets[line.plain[cellStart(line, match)]!.at]!
  const to = line.offsets[line.plain[match.start]!.at]!
  const before = line.dates.find((date) => date.from === first && date.to === to - 1)
  return line.dates.find((date) => date.x0 >= x0 && date.x0 < end) ?? before ?? null
}

/** `Balance` alone heads a column; with a day right behind it is the balance of that day. */
function isBare(
  { plain, offsets, dates }: ReadLine,
  { phrase, end }: PhraseMatch<unknown>,
): boolean {
  const next = plain[end]
  const from = next === undefined ? -1 : offsets[next.at]!
  return phrase === 'balance' && !dates.some((date) => from >= date.from && from < date.to)
}

/**
 * Of two balances of a day on one line, `Balance on Dec 15 … Balance on Jan 15`, each is an edge.
 */
function pairStanding(figures: readonly Figure[]): Figure[] {
  const standing = figures.filter(({ label }) => label === 'standing')
  const [first, last, third] = standing
  const isPeriod = first?.date && last?.date && !isSameDay(first.date, last.date)
  if (!isPeriod || third) return [...figures]
  return figures.map((figure) =>
    figure.label === 'standing'
      ? { ...figure, label: figure === first ? 'opening' : 'closing' }
      : figure,
  )
}

function isSameDay(left: PlacedDate, right: PlacedDate): boolean {
  return left.first === right.first && left.second === right.second
}

/** Fewer figures may add up to another by chance. */
const LEAST_LISTED = 3
/** Figures of one column agree in their right edge within so many points. */
const COLUMN_DRIFT = 2

/** Whether the last figures of the lines above, none with a day, add up to the amount. */
function isSumOfList(
  lines: readonly ReadLine[],
  index: number,
  { cents: sum, x1 }: PlacedAmount,
): boolean {
  let added = 0
  for (let above = index - 1; above >= 0; above -= 1) {
    const { page, dates, amounts } = lines[above]!
    const last = amounts.at(-1)
    const isListed = last !== undefined && Math.abs(last.x1 - x1) < COLUMN_DRIFT
    if (!isListed || dates.length > 0 || page !== lines[index]!.page) return false
    added += last.cents
    if (added >= sum) return added === sum && index - above >= LEAST_LISTED
  }
  return false
}

/** The figures, of which those carried over above the last row's line are marked. */
export function markPassed(figures: readonly Figure[], lastRow: number): Figure[] {
  return figures.map((figure) => {
    const isPassed = figure.isCarry && figure.label === 'closing' && figure.line < lastRow
    return isPassed ? { ...figure, isPassed } : figure
  })
}

/** Whether the line holds only a balance label, its figure, dates and fillers: it is no row. */
export function isBalanceLine(line: ReadLine, lexicon: Lexicon): boolean {
  const matches = findPhrases(lexicon.figures, line.plain)
  if (!matches.some(({ meaning }) => BALANCES.has(meaning))) return false
  const covered = new Set(matches.flatMap(({ start, end }) => range(start, end)))
  return line.plain.every((_, at) => covered.has(at) || isFiller(line, at))
}

const BALANCES: ReadonlySet<FigureLabel> = new Set(['opening', 'closing', 'standing'])

export function spanOfMatch(line: ReadLine, match: PhraseMatch<unknown>): Span {
  const first = line.words[line.plain[match.start]!.at]!
  const last = line.words[line.plain[match.end - 1]!.at]!
  return { x0: first.x0, x1: last.x1 }
}

/**
 * A label starts its line or a column, follows a figure and a comma, fillers and dates only, or is
 * a total right behind a figure.
 */
function standsAlone(line: ReadLine, match: PhraseMatch<unknown>, lexicon: Lexicon): boolean {
  const offset = line.offsets[line.plain[match.start]!.at]!
  if (line.text.slice(Math.max(0, offset - 2), offset) === '  ') return true
  if (line.amounts.some(({ to }) => /^[,;] ?$/.test(line.text.slice(to, offset)))) return true
  const isTotal = phraseAt(lexicon.totals, line.plain, match.start) !== null
  if (isTotal && line.amounts.some(({ to }) => line.text.slice(to, offset) === ' ')) return true
  return range(cellStart(line, match), match.start).every((at) => isFiller(line, at))
}

/** The first word of the cell that the label stands in. */
function cellStart({ text, plain, offsets }: ReadLine, match: PhraseMatch<unknown>): number {
  const from = text.lastIndexOf('  ', offsets[plain[match.start]!.at]!)
  return plain.findIndex(({ at }) => offsets[at]! > from)
}

function amountAfter(
  line: ReadLine,
  match: PhraseMatch<unknown>,
  end: number,
): PlacedAmount | null {
  const { x1 } = spanOfMatch(line, match)
  const behind = line.amounts.filter((candidate) => candidate.x0 >= x1 - 2 && candidate.x0 < end)
  const amount = behind[0]
  if (!amount) return null
  const between = line.plain.flatMap((word, at) =>
    at >= match.end && line.offsets[word.at]! < amount.from ? [at] : [],
  )
  const isItsFigure = between.every((at) => isFiller(line, at)) || isRemarked(line, match, amount)
  return isItsFigure ? (sumAmong(behind) ?? amount) : null
}

// Between the day of a balance and its column: `, Auszug Nr. 12/2025`   ` um 20:03 Uhr`
const REMARK = /^,? \S+(?: \S+){1,4} {2,}\S{0,3}$/

function isRemarked(line: ReadLine, match: PhraseMatch<unknown>, amount: PlacedAmount): boolean {
  const last = line.plain[match.end - 1]!.at
  const end = line.offsets[last]! + line.words[last]!.text.length
  const day = line.dates.find(({ from }) => from >= end && line.text.slice(end, from).trim() === '')
  return day !== undefined && REMARK.test(line.text.slice(day.to, amount.from))
}

/** Of parts and their sum, `$1,800.00  $1,134.51  $2,934.51`, the sum; null where none is last. */
function sumAmong(amounts: readonly PlacedAmount[]): PlacedAmount | null {
  const last = amounts.at(-1)!
  const parts = amounts.slice(0, -1).reduce((sum, amount) => sum + signedCents(amount), 0)
  return amounts.length > 2 && parts === signedCents(last) ? last : null
}

/** In tables whose figures stand left of the words: `31.12.25   4.104,94   SALDO FINALE`. */
function amountBefore(
  line: ReadLine,
  match: PhraseMatch<unknown>,
  lexicon: Lexicon,
): PlacedAmount | null {
  const [amount, second] = line.amounts
  const isOnly = amount !== undefined && second === undefined && isBalanceLine(line, lexicon)
  return isOnly && amount.x1 <= spanOfMatch(line, match).x0 ? amount : null
}

/** In a summary box the figures stand under their labels, one or two lines further down. */
function amountBelow(
  lines: readonly ReadLine[],
  index: number,
  match: PhraseMatch<unknown>,
): PlacedAmount | null {
  const line = lines[index]!
  if (line.amounts.length > 0) return null
  const { x0, x1 } = spanOfMatch(line, match)
  const height = line.y1 - line.y0
  for (const below of lines.slice(index + 1, index + 1 + BELOW_LINES)) {
    if (below.page !== line.page || below.y0 - line.y1 > 2.5 * height) return null
    const amount = below.amounts.find((candidate) => candidate.x0 <= x1 && candidate.x1 >= x0)
    if (amount && isInColumn(lines, below, amount)) return null
    // A line that begins with a date is a row.
    if (amount && below.dates[0]?.from !== 0) return amount
    if (below.amounts.length > 0) return amountInCell(below, line, match)
  }
  return null
}

/** Whether figures follow right under the amount, as in a table, of which it is only the first. */
function isInColumn(lines: readonly ReadLine[], line: ReadLine, amount: PlacedAmount): boolean {
  const at = lines.indexOf(line)
  const [next, second] = lines.slice(at + 1, at + 3)
  return [next, second].every(
    (below) =>
      below !== undefined &&
      below.page === line.page &&
      below.amounts.some(({ x1 }) => Math.abs(x1 - amount.x1) < COLUMN_DRIFT),
  )
}

/** Of a line of figures, one for each cell above, the one that stands in the label's place. */
function amountInCell(
  { text, amounts }: ReadLine,
  above: ReadLine,
  match: PhraseMatch<unknown>,
): PlacedAmount | null {
  const cells = [...text.matchAll(CELL)]
  const isFigure = ({ 0: cell, index }: RegExpExecArray): boolean =>
    COUNT.test(cell) ||
    amounts.some(({ from, to }) => from <= index && to >= index + cell.trimEnd().length)
  const named = above.text.split('  ').length
  if (named < 2 || cells.length !== named || !cells.every(isFigure)) return null
  const offset = above.offsets[above.plain[match.start]!.at]!
  const cell = cells[above.text.slice(0, offset).split('  ').length - 1]
  return (
    amounts.find(({ to }) => cell && to > cell.index && to <= cell.index + cell[0].length) ?? null
  )
}

const CELL = /\S+(?: \S+)*/g
// `25`, the number of withdrawals beside their sum
const COUNT = /^\d{1,4}$/

function countAfter(
  line: ReadLine,
  match: PhraseMatch<unknown>,
  amount: PlacedAmount,
): number | null {
  for (const word of line.plain.slice(match.end)) {
    if (line.offsets[word.at]! >= amount.from) break
    const raw = line.words[word.at]!.text
    if (/^\(?\d{1,6}\)?$/.test(raw)) return Number(word.text)
  }
  return null
}

function isFiller(line: ReadLine, at: number): boolean {
  const word = line.plain[at]!
  const offset = line.offsets[word.at]!
  const tokens: { from: number; to: number }[] = [...line.dates, ...line.amounts]
  if (tokens.some((token) => offset >= token.from && offset < token.to)) return true
  return FILLERS.has(word.text) || /^[#\d:]+$/.test(word.text)
}

function range(start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, offset) => start + offset)
}
