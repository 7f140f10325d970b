import { CURRENCY_CODES, CURRENCY_SYMBOLS } from '../../../currency/currencies.ts'
import { scanAmount, type PrintedAmount } from '../cells/amounts.ts'
import { looksLikeDate } from '../cells/dates.ts'
import { DATES } from './period-line.ts'

/** A figure of a line above or below a table, and the words before it. */
export interface LabelledFigure {
  label: string
  printed: PrintedAmount
  /** It has decimals or a currency; any other number may be a count or a code. */
  isMoney: boolean
}

const MARK = '[-+−–(]?'
const SYMBOLS = [...CURRENCY_SYMBOLS.keys()].map((symbol) =>
  symbol.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
)
const UNIT = String.raw`(?:${SYMBOLS.join('|')}|[A-Z]{2,3})`
const DIGITS = String.raw`\d{1,3}(?:[ .,'’]\d{3})+(?:[.,]\d{1,3})?|\d+(?:[.,]\d{1,3})?`
/** `Solde au ◆ 1 496,38 €`, `Saldo: EUR 12,00-` */
const LABELLED = new RegExp(
  String.raw`(\p{L}[^\d]*?)[\s:=]+(${MARK} ?(?:${UNIT} ?)?${MARK}(?:${DIGITS})\)?(?: ?${UNIT})?(?: ?[-−](?!\S))?(?: (?:CR|DR))?)(?![\p{L}\d.,/%])`,
  'giu',
)
/** Stands for a day, which holds numbers that are no money. */
const DAY = '◆'

/** The figures of a line with the words before each; its days stay in the words. */
export function labelledFigures(cells: readonly string[]): LabelledFigure[] {
  const figures: LabelledFigure[] = []
  let label = ''
  for (const cell of cells.filter((each) => each !== '')) {
    const alone = looksLikeDate(cell) ? null : scanAmount(cell)
    if (alone) {
      if (/\p{L}{2}/u.test(label)) figures.push(figure(label, alone))
      if (alone.digits !== '') label = ''
      continue
    }
    const within = figuresWithin(cell)
    figures.push(...within)
    label = within.length > 0 ? '' : `${label} ${cell}`.trim()
  }
  return figures
}

/** A longer cell is a text. */
const MOST_CHARACTERS = 200

function figuresWithin(cell: string): LabelledFigure[] {
  if (cell.length > MOST_CHARACTERS) return []
  const days: string[] = []
  const masked = cell.replace(DATES, (day) => {
    days.push(day)
    return DAY
  })
  return [...masked.matchAll(LABELLED)].flatMap(
    ({ 0: { length }, 1: label = '', 2: text = '', index }) => {
      // `2044.80 as of 31/01/2026`: the word is no unit.
      const printed = scanAmount(text) ?? scanAmount(text.replace(/ \p{L}{2,3}$/u, ''))
      let next = masked.slice(0, index).split(DAY).length - 1
      const withDays = (words: string): string => words.replaceAll(DAY, () => days[next++] ?? '')
      const named = withDays(label)
      const behind = DAY_BEHIND.exec(masked.slice(index + length))?.[0] ?? ''
      return printed && isLabel(label) ? [figure(named + withDays(behind), printed)] : []
    },
  )
}

/** `Ledger balance: 2564.00 as of 20260131` */
const DAY_BEHIND = /^ ?(?:as of|as at|on|per|am|zum|au|al|em|op|at|of) ◆/i

function isLabel(label: string): boolean {
  const word = label.trim().toUpperCase()
  return /\p{L}{2}/u.test(label) && !CURRENCY_CODES.has(word)
}

function figure(label: string, printed: PrintedAmount): LabelledFigure {
  const isMoney = printed.currency !== null || /[.,]\d{1,2}$/.test(printed.digits)
  return { label, printed, isMoney }
}
