import type { Cell, CellPage } from '../print/cells.ts'
import type { ClassRules, FieldSpec } from '../rule.ts'
import { toPhrase, findOccurrences } from '../print/tokens.ts'

export interface LabelHit {
  cell: Cell
  page: CellPage
  /** Characters of the cell's text, `to` exclusive. */
  from: number
  to: number
  /** The label is followed by a colon, a number sign, or the end of the cell. */
  isClosed: boolean
  /** The label is all the cell holds, but for a line number and what stands in parentheses. */
  isWhole: boolean
  /** 0 for the likeliest of the field's labels. */
  rank: number
}

// `1a `   `b `   `12.`   `(3)`   the number of a form's line before its words
const LINE_NUMBER = /^\s*\(?(?:\d{1,2}[a-z]?|[a-z])[).:]?\s+$/i
// `:`   ` #:`   `  —`   `?`   ` (EIN):`   `.:`
const CLOSING = /^\s*(?:\([^)]{0,60}\)|[*%]|\.(?=:))?\s*[:#=?—–|]/
const BARE_END = /^\s*(?:\([^)]{0,60}\)?|[.*,%])?\s*$/

export function findLabels(pages: readonly CellPage[], labels: readonly string[]): LabelHit[] {
  const phrases = labels.map(toPhrase)
  return pages.flatMap((page) =>
    page.cells.flatMap((cell) =>
      phrases.flatMap((phrase, rank) =>
        findOccurrences(cell.tokens, phrase)
          .map((at) => buildHit({ cell, page, rank }, at, phrase.length))
          .filter((hit) => hit !== null),
      ),
    ),
  )
}

function buildHit(
  place: Pick<LabelHit, 'cell' | 'page' | 'rank'>,
  at: number,
  length: number,
): LabelHit | null {
  const { cell } = place
  const from = cell.tokens[at]!.from
  const to = cell.tokens[at + length - 1]!.to
  const before = cell.text.slice(0, from)
  const after = cell.text.slice(to)
  const isFirst =
    before.trim() === '' || /^[^\p{L}\p{N}]*$/u.test(before) || LINE_NUMBER.test(before)
  const isClosed = CLOSING.test(after) || BARE_END.test(after)
  // In the middle of words it is prose, unless a colon makes it a label, or a form's line ends so:
  // `Add lines 1z through 8. This is your total income`.
  const isEnd = length > 2 && BARE_END.test(after)
  if (!isFirst && !isEnd && !/^\s*(?:\([^)]{0,40}\))?\s*[:#]/.test(after)) return null
  const isWhole = isFirst && (BARE_END.test(after) || /^\s*(?:\([^)]{0,60}\))?\s*:\s*$/.test(after))
  return { ...place, from, to, isClosed, isWhole }
}

/** Distinguishes cells that are labels from cells that are values. */
export interface LabelBook {
  isLabel(cell: Cell): boolean
  isSkipped(cell: Cell): boolean
  /** Where in a text the next label of the class begins; its length when there is none. */
  nextLabel(text: string): number
}

/** The labels of all fields of a class, and further ones its forms print. */
export function labelBook(specs: readonly FieldSpec[], rules: ClassRules): LabelBook {
  const own = specs.flatMap(({ rule }) => [...(rule.labels ?? []), ...(rule.joined ?? []).flat()])
  const columns = (rules.tables ?? []).flatMap((table) =>
    table.columns.flatMap(({ labels }) => labels),
  )
  const phrases = [...own, ...columns, ...(rules.stops ?? [])].map(toPhrase)
  const skips = (rules.skips ?? []).map(toPhrase)
  return {
    isLabel: (cell) => isLabel(cell, phrases),
    isSkipped: (cell) => skips.some((skip) => findOccurrences(cell.tokens, skip)[0] === 0),
    nextLabel: (text) => nextLabel(text, phrases),
  }
}

function isLabel(cell: Cell, phrases: readonly string[][]): boolean {
  if (/:\s*$/.test(cell.text)) return true
  const offset = LINE_NUMBER.test(cell.text.slice(0, cell.tokens[1]?.from ?? 0)) ? 1 : 0
  return phrases.some((phrase) => {
    const at = findOccurrences(cell.tokens, phrase)[0]
    if (at === undefined || at > offset) return false
    const rest = cell.text.slice(cell.tokens[at + phrase.length - 1]!.to)
    return BARE_END.test(rest) || CLOSING.test(rest) || (phrase.length > 2 && !/\d/.test(rest))
  })
}

/** `Ann Bell Title: Owner` ends before `Title:`. */
function nextLabel(text: string, phrases: readonly string[][]): number {
  let end = text.length
  for (const match of text.matchAll(/[\p{L}\p{N}]\s*:/gu)) {
    const before = text.slice(0, match.index + 1)
    const words = toPhrase(before)
    const phrase = phrases.find((each) => isTail(words, each))
    if (!phrase) continue
    const start = startOfWords(before, phrase.length)
    if (start > 0) end = Math.min(end, start)
  }
  return end
}

function isTail(words: readonly string[], phrase: readonly string[]): boolean {
  const offset = words.length - phrase.length
  return offset > 0 && phrase.every((word, at) => words[offset + at] === word)
}

function startOfWords(text: string, count: number): number {
  const starts = [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map((match) => match.index)
  return starts.at(-count) ?? 0
}
