import { CURRENCY_CODES, FOREIGN_NAMES } from './currencies.ts'
import type { ReadLine } from '../print/read-line.ts'
import { plainWords } from '../vocabulary/plain-words.ts'

const MONEY_WORDS: ReadonlySet<string> = new Set([
  ...[...CURRENCY_CODES].map((code) => code.toLowerCase()),
  ...[...FOREIGN_NAMES].flatMap((name) => name.split(' ')),
])

const RATE = /^(?:rate|rte|\p{L}*kurs|cours|taux|tasa|tasso|cambio|koers)$/u
/** Words that stand with money abroad and its rate. */
const BESIDE: ReadonlySet<string> = new Set(
  [
    'exchange exch exchg exchge xchg fx conversion foreign non currency original local amount spend',
    'inc incl including international intl transaction txn fee visa mastercard',
    'at x de zum zu vom au al av til till por per den del tipo med mit',
  ].flatMap((words) => words.split(' ')),
)

// 1.080535
const LONE_RATE = /^\d{1,4}[.,]\d{4,}$/

/**
 * Whether a further line of a row holds nothing but its money in another currency, and the rate of
 * exchange: `EUR 35.20 @ 1.0852`, `27.50 Pounds Sterling`, `Exchange rate 1.0852`, `1.080535`,
 * `USD 41.80 incl. International Transaction Fee`.
 */
export function isForeignLine(text: string): boolean {
  if (LONE_RATE.test(text)) return true
  // DE05 7332 0073: an account number
  if (!/\d[.,]\d/.test(text) || /[A-Z]{2}\d{2} ?[\dA-Z]{4}/.test(text)) return false
  const words = plainWords(text.replaceAll(/\d[\d.,'’]*/g, ' ')).split(' ')
  const isMoney = (word: string): boolean => MONEY_WORDS.has(word) || RATE.test(word)
  return words.some(isMoney) && words.every((word) => isMoney(word) || BESIDE.has(word))
}

// `2026`: a heading of the rows below it
const YEAR = /^20\d\d$/
// `Incl. foreign transaction fee 0.51`, which the amount of the row holds
const FEE_LINE =
  /^incl\w*\.? (?:[\p{L}-]+ ){0,3}(?:fee|charge)s? (?:of )?(?:\p{Sc}|[A-Z]{3} )?\d+[.,]\d\d$/iu
// `VISA RATE` below `EUR 49.00 @ 1.1702`
const RATE_LABEL = /^(?:visa|mastercard|exchange|fx|conversion) rate$/i

/** Whether a further line of a row has none of its words: money abroad, or a year alone. */
export function hasNoWords(text: string): boolean {
  return [YEAR, RATE_LABEL, FEE_LINE].some((form) => form.test(text)) || isForeignLine(text)
}

/** The lines of a row's words without those that are none of them; never all of them. */
export function withoutForeign(lines: readonly string[]): readonly string[] {
  const left = lines.filter((text, at) => {
    // `EURO`, or `01/27 EURO`, over `42.50 X 1.0922 (EXCHG RATE)`
    const next = lines[at + 1]
    const isNamed = next !== undefined && isCurrencyName(undated(text)) && hasNoWords(next)
    return !isNamed && !hasNoWords(text)
  })
  return left.some((text) => /\p{L}/u.test(text)) ? left : lines
}

function undated(text: string): string {
  return text.replace(/^\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})? /, '')
}

/** Whether a line ends in a cell that names a currency, or is money abroad alone. */
export function namesMoneyAbroad(text: string): boolean {
  return isForeignLine(text) || isCurrencyName(text.split(/ {2,}/).at(-1)!)
}

/** The names of currencies under figures of a row: `762.00` over `Mexican Pesos`. */
export function currenciesBelow(
  { text, words, offsets }: ReadLine,
  above: readonly ReadLine[],
): { from: number; to: number }[] {
  const figures = above.flatMap(({ amounts }) => amounts)
  return [...text.matchAll(/(?<=^| {2})\S+(?: \S+)*(?= {2}|$)/g)].flatMap(({ 0: cell, index }) => {
    const to = index + cell.length
    const own = words.filter((_, at) => offsets[at]! >= index && offsets[at]! < to)
    const [x0, x1] = [own[0]?.x0 ?? 0, own.at(-1)?.x1 ?? 0]
    const isUnder = figures.some((figure) => figure.x0 < x1 && figure.x1 > x0)
    return isUnder && isCurrencyName(cell) ? [{ from: index, to }] : []
  })
}

function isCurrencyName(text: string): boolean {
  const words = plainWords(text)
  return FOREIGN_NAMES.has(words) || CURRENCY_CODES.has(words.toUpperCase())
}

/** `385.60 Euro` in a cell of its own behind the words is what the row cost abroad. */
export function foreignCells({ text }: ReadLine, begin: number): { from: number; to: number }[] {
  return [...text.matchAll(/(?<= {2})\S+(?: \S+)*(?= {2})/g)]
    .filter(({ index }) => /\p{L}{2}/u.test(text.slice(begin, index)))
    .filter(([cell]) => /\p{L}/u.test(cell) && isForeignLine(cell))
    .map(({ 0: cell, index }) => ({ from: index, to: index + cell.length }))
}
