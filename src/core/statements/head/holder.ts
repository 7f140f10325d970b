import { findPhrases, phraseAt, phraseWords } from '../vocabulary/phrases.ts'
import type { ReadLine } from '../print/read-line.ts'
import type { Lexicon } from '../vocabulary/lexicon.ts'
import { isInstitution } from './institution.ts'
import { isRowLike, startsColumn, textAfter } from './labels.ts'

/** Who holds the account; what is not printed is null, or no name. */
export interface Holder {
  names: string[]
  /** Its lines parted by commas. */
  address: string | null
}

/**
 * The name beside a holder's label, or above the lines of a postal address that is not the bank's
 * own; the address is the one under that name.
 */
export function findHolder(head: readonly ReadLine[], lexicon: Lexicon): Holder {
  const rows = head.findIndex(isRowLike)
  const lines = rows < 0 ? head : head.slice(0, rows)
  const blocks = addressBlocks(lines)
    .map((block) => fromName(block, lexicon))
    .filter((block) => block !== null)
  const labelled = labelledName(lines, lexicon)
  const own = blocks.find(([name]) => labelled === null || isSameName(name!, labelled))
  const name = labelled ?? own?.[0]?.replace(MESSRS, '') ?? null
  return { names: name === null ? [] : [name], address: own ? formatAddress(own) : null }
}

const MESSRS = /^(?:M\/S|Messrs)\.? +/i

/** The block from its first line that can be a name; null when it is the bank's own or has none. */
function fromName({ texts, least }: Block, lexicon: Lexicon): string[] | null {
  const top = texts.findIndex((text) => isHolderName(text, lexicon))
  const block = texts.slice(Math.max(0, top))
  if (top < 0 || block.some((text) => isInstitution(text, lexicon))) return null
  return hasStreet(block, least) ? block : null
}

/** Above a likely city there must be a street with a number. */
function hasStreet(block: readonly string[], least: number): boolean {
  if (block.length < least) return false
  return least === 2 || block.slice(1, -1).some((text) => /\d/.test(text))
}

/** `Account name` may stand before a person's name or before that of a product, which is none. */
function labelledName(head: readonly ReadLine[], lexicon: Lexicon): string | null {
  for (const line of head) {
    for (const { start, end } of findPhrases(lexicon.holder, line.plain)) {
      const text = textAfter(line, end)
      const isLabel = startsColumn(line, start) && /^[\s:]*(?::| {2})/.test(text)
      const name = text
        .replace(/^[\s:]+/, '')
        .split('  ')[0]!
        .trim()
      if (isLabel && isHolderName(name, lexicon)) return name
    }
  }
  return null
}

function isHolderName(text: string, lexicon: Lexicon): boolean {
  return isName(text) && !namesAccount(text, lexicon) && !isLabel(text, lexicon)
}

/** `Sortcode` beside `Account Name` heads another column; `Statement of account` is a title. */
function isLabel(text: string, lexicon: Lexicon): boolean {
  const words = phraseWords(text)
  const { holder, accountNumber, routingNumber, statementDate, documentTitles } = lexicon
  const books = [holder, accountNumber, routingNumber, statementDate]
  if (books.some((book) => phraseAt(book, words, 0)?.end === words.length)) return true
  return documentTitles.has(words.map((word) => word.text).join(' '))
}

function isName(text: string): boolean {
  return /^\p{L}[\p{L}\p{N} .,&'’()/-]{2,60}$/u.test(text) && !/^(?:p\.?o\.? box|attn)/i.test(text)
}

/** `Everyday account`   `Business Checking`   `Geschäftskonto` */
function namesAccount(text: string, { accountTypes, accountWords }: Lexicon): boolean {
  const words = phraseWords(text)
  if (findPhrases(accountTypes, words).length > 0) return true
  return words.some((word) => accountWords.some((account) => word.text.endsWith(account)))
}

function isSameName(printed: string, name: string): boolean {
  return printed.toUpperCase().endsWith(name.toUpperCase())
}

interface Cell {
  text: string
  page: number
  x0: number
  x1: number
  y0: number
  y1: number
}

interface Block {
  texts: string[]
  least: number
}

const MAX_ADDRESS_LINES = 6
/** Lines of one block begin, or end, within so many points of each other … */
const INDENT = 3
/** … and leave less white between them than this share of the lower one's height. */
const WHITE_SHARE = 0.8

function addressBlocks(head: readonly ReadLine[]): Block[] {
  const cells = head.flatMap(splitCells)
  return cells.flatMap((city) => {
    const least = leastLines(city.text)
    if (least === null) return []
    const above = cells.filter((cell) => cell.page === city.page && isOver(cell, city))
    const block = [city]
    for (const cell of above.toSorted((a, b) => b.y0 - a.y0).slice(0, MAX_ADDRESS_LINES)) {
      const [lower] = block as [Cell]
      if (lower.y0 - cell.y1 > WHITE_SHARE * (lower.y1 - lower.y0)) break
      block.unshift(cell)
    }
    return [{ texts: block.map(({ text }) => text), least }]
  })
}

function isOver(cell: Cell, { x0, x1, y0 }: Cell): boolean {
  const isAligned = Math.abs(cell.x0 - x0) <= INDENT || Math.abs(cell.x1 - x1) <= INDENT
  return isAligned && cell.y0 < y0
}

/** Two blanks part a postal code from its city; columns stand further apart, in heights. */
const COLUMN_GAP = 1.5

function splitCells({ words, page }: ReadLine): Cell[] {
  const starts = words.flatMap((word, at) => {
    const before = words[at - 1]
    return !before || word.x0 - before.x1 > COLUMN_GAP * (word.y1 - word.y0) ? [at] : []
  })
  return starts.map((start, index) => {
    const own = words.slice(start, starts[index + 1])
    return {
      text: own.map((word) => word.text).join(' '),
      page,
      x0: own[0]!.x0,
      x1: own.at(-1)!.x1,
      y0: Math.min(...own.map(({ y0 }) => y0)),
      y1: Math.max(...own.map(({ y1 }) => y1)),
    }
  })
}

/** Codes that are written nowhere but behind a city; a name and the city are enough. */
const CERTAIN_CITIES = [
  // `Springfield, IL 62704`   `MONTREAL QC H1W 3E2`
  /^\p{L}[\p{L} .'-]{1,30},? [A-Z]{2} +(?:\d{5}(?:-\d{4})?|[A-Z]\d[A-Z] ?\d[A-Z]\d)$/u,
  // `MEREWETHER NSW 2291`
  /^\p{L}[\p{L} .'-]{1,30},? (?:NSW|VIC|QLD|SA|WA|TAS|ACT|NT) +\d{4}$/u,
  // `YO1 9TA`   `York YO1 9TA`
  /^(?:\p{L}[\p{L} .'-]{1,30},? +)?[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/u,
]
/** Plain numbers: something has to stand between the name and the city. */
const LIKELY_CITIES = [
  // `Wellington 6011`   `SINGAPORE 198881`   `PUNE 411037 MAHARASHTRA`
  /^\p{L}[\p{L} .'-]{2,30},? +\d{4,6}(?: +\p{L}[\p{L} ]{2,30})?$/u,
  // `97070 Würzburg`   `CH-3011 Bern`   `3511 ZL UTRECHT`   `1100-148 Lisboa`
  /^(?:[A-Z]{1,2}-)?(?:\d{4,5}|\d{4} ?[A-Z]{2}|\d{4}-\d{3}) +\p{L}[\p{L} .'’-]{1,30}$/u,
]

/** The least number of lines of an address that ends with this line; null when it is no city. */
function leastLines(text: string): number | null {
  if (CERTAIN_CITIES.some((city) => city.test(text))) return 2
  return LIKELY_CITIES.some((city) => city.test(text)) ? 3 : null
}

/** What follows the name: a second name above the house number is no part of the address. */
function formatAddress([, ...lines]: readonly string[]): string {
  const house = lines.slice(0, -1).findIndex((text) => /\d/.test(text))
  return lines.slice(Math.max(0, house)).join(', ')
}
