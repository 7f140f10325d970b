import { CURRENCY_CODES, CURRENCY_NAMES } from '../../currency/currencies.ts'
import { plainWords } from '../../vocabulary/plain-words.ts'

const MONEY_WORDS: ReadonlySet<string> = new Set([
  ...[...CURRENCY_CODES].map((code) => code.toLowerCase()),
  ...[...CURRENCY_NAMES.keys()].flatMap((name) => name.split(' ')),
])

const RATE = /^(?:rate|\p{L}*kurs|cours|taux|tasa|tasso|cambio|koers)$/u
const BESIDE = /^(?:exchange|fx|conversion|foreign|currency|original|local|amount|spend|at|x|de)$/

// 1.080535
const LONE_RATE = /^\d{1,4}[.,]\d{4,}$/

/**
 * Whether a further line of a row holds nothing but its money in another currency, and the rate of
 * exchange: `EUR 35.20 @ 1.0852`, `27.50 Pounds Sterling`, `Exchange rate 1.0852`, `1.080535`.
 */
export function isForeignLine(text: string): boolean {
  if (LONE_RATE.test(text)) return true
  // DE05 7332 0073: an account number
  if (!/\d[.,]\d/.test(text) || /[A-Z]{2}\d{2} ?[\dA-Z]{4}/.test(text)) return false
  const words = plainWords(text.replaceAll(/\d[\d.,'’]*/g, ' ')).split(' ')
  const isMoney = (word: string): boolean => MONEY_WORDS.has(word) || RATE.test(word)
  return words.some(isMoney) && words.every((word) => isMoney(word) || BESIDE.test(word))
}
