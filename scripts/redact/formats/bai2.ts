import { decodeText } from '../../../src/core/statements/formats/decode/decode-text.ts'
import type { Part, SplitFile } from './part.ts'

/** Records whose second field is the sum of the amounts above them: account, group, file. */
const TOTALS = ['49', '98', '99']
/** Where the figures of an account begin, and their fields: type, amount, count, funds type. */
const FIRST_FIGURE = 3
const FIGURE_FIELDS = 4
/** Fields of a detail before its references: type, amount, funds type. */
const DETAIL_CODES = 3

/** Amounts stand in cents; the control totals follow from them. */
export function takeBai2(bytes: Uint8Array): SplitFile {
  return {
    parts: parseRecords(decodeText(bytes)).flat(),
    build: (texts) => new TextEncoder().encode(withTotals(texts.join(''))),
  }
}

/** The fields of each line; a line may go on with the summary that the one before began. */
function parseRecords(text: string): Part[][] {
  let isSummary = false
  return text.split(/(?<=\n)/).map((line) => {
    const code = line.slice(0, 2)
    isSummary = code === '03' || (isSummary && code === '88')
    return parseFields(line, code, isSummary)
  })
}

/** The fields of a record and what parts them. */
function parseFields(line: string, code: string, isSummary: boolean): Part[] {
  const isDetail = code === '16'
  const isWords = isDetail || (code === '88' && !isSummary)
  const first = code === '03' ? FIRST_FIGURE : 1
  return line.split(/([,/])/).map((text, index): Part => {
    const at = index / 2
    const isFigure = isSummary ? at > first && (at - first) % FIGURE_FIELDS === 1 : at === 2
    if (/^[+-]?\d+$/.test(text) && isFigure && (isSummary || isDetail)) return parseAmount(text)
    // Sender, receiver and account number are words, and so is what follows a detail.
    const isName = code === '01' || code === '02' || code === '03' ? at === 1 || at === 2 : false
    const isText = isWords && at > (isDetail ? DETAIL_CODES : 0)
    const isCurrency = code === '03' && at === 2
    return (isName && !isCurrency) || isText ? { text } : { text, is: 'kept' }
  })
}

function parseAmount(text: string): Part {
  const sign = /^[+-]/.exec(text)?.[0] ?? ''
  return { text, is: 'amount', cents: Math.abs(Number(text)), write: (cents) => `${sign}${cents}` }
}

/** Each total is the sum of the amounts since the last of its kind. */
function withTotals(text: string): string {
  const sums = new Map(TOTALS.map((code) => [code, 0]))
  return parseRecords(text)
    .map((record) => {
      const line = record.map((part) => part.text).join('')
      const code = line.slice(0, 2)
      for (const part of record) {
        if (part.is === 'amount')
          for (const [total, sum] of sums) sums.set(total, sum + Number(part.text))
      }
      const sum = sums.get(code)
      if (sum === undefined) return line
      sums.set(code, 0)
      return line.replace(/^(\d\d,)[+-]?\d+/, `$1${sum}`)
    })
    .join('')
}
