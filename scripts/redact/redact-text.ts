import { decodeText } from '../../src/core/statements/formats/decode-text.ts'
import { readStatement } from '../../src/core/statements/read-statement.ts'
import type { DocumentFormat, Reading } from '../../src/core/statements/statement.ts'
import { differences, leftovers } from './compare.ts'
import { SAME_FIGURES } from './figures.ts'
import { planOf, type Redacted, type RedactWish } from './plan.ts'
import { rewrite } from './rewrite.ts'

/** A format of text that can be rewritten line by line, and what of it is the format's own. */
interface TextFormat {
  format: DocumentFormat
  extension: string
  markup: RegExp | undefined
  /** The parts of the text in which words and amounts are looked for by themselves. */
  partsOf(text: string): string[]
}

const TEXT_FORMATS: readonly TextFormat[] = [
  { format: 'csv', extension: 'csv', markup: undefined, partsOf: cellsOf },
  {
    format: 'ofx',
    extension: 'ofx',
    partsOf: linesOf,
    // <STMTTRN>   </DTPOSTED>   OFXHEADER:100   <TRNTYPE>DIRECTDEP   20250131120000[-5:EST]
    markup:
      /<[^>]*>|^[A-Z]+:[\w-]+$|(?<=<(?:TRNTYPE|ACCTTYPE|CURDEF|SEVERITY|LANGUAGE)>)\w+|(?<!\d)(?:19|20)\d{6}(?:\d{6}(?:\.\d+)?)?(?!\d)(?:\[[^\]]*\])?/g,
  },
  {
    format: 'camt053',
    extension: 'xml',
    partsOf: linesOf,
    // <Ntry>   <Amt Ccy="EUR">   <Cd>BOOK</Cd>   <CdtDbtInd>CRDT</CdtDbtInd>   2025-01-31T12:00:00
    markup:
      /<[^>]*>|(?<=<(?:Cd|Sts|CdtDbtInd|SubFmlyCd|CdOrPrtry)>)\w+(?=<)|\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?/g,
  },
]

/**
 * A new file of the same lines with nothing private in them. Null for formats whose lines cannot be
 * told from what they hold.
 */
export async function redactText(
  bytes: Uint8Array,
  wish: RedactWish,
  reading: Reading,
): Promise<Redacted | null> {
  const known = TEXT_FORMATS.find(({ format }) => format === reading.facts.format)
  if (!known || reading.failure) return null
  const parts = known.partsOf(decodeText(bytes))
  const { rules, account, figures } = planOf(reading, parts, wish)
  const own = { ...rules, markup: known.markup }
  const fresh = parts.map((part) =>
    rewrite(part, own, { account, figure: (cents) => figures.elsewhere(cents) }).join(''),
  )
  const text = new TextEncoder().encode(fresh.join(''))
  const after = await readStatement(text, { filename: wish.hints.filename }, wish.tools)
  const areFiguresNew = figures !== SAME_FIGURES
  const words = fresh.map((part) => (known.markup ? part.replace(known.markup, ' ') : part))
  const left = leftovers(words, account, rules.names)
  return {
    bytes: text,
    account,
    areFiguresNew,
    differences: differences(reading, after),
    leftovers: areFiguresNew || wish.keepsAmounts ? left : [...left, 'amounts: no others fit'],
    extension: known.extension,
    pagesCount: 0,
    scannedPagesCount: 0,
  }
}

function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/)
}

/** The cells and what parts them, by the mark that stands most often. */
function cellsOf(text: string): string[] {
  const marks = ['\t', ';', '|', ','].map((mark) => ({ mark, count: text.split(mark).length }))
  const { mark } = marks.reduce((best, each) => (each.count > best.count ? each : best))
  const part = mark === '|' ? '\\|' : mark
  return text.match(new RegExp(`"(?:[^"]|"")*"|[^${part}\\n"]+|[${part}\\n"]`, 'g')) ?? []
}
