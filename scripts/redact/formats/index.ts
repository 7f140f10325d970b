import { decodeText } from '../../../src/core/statements/formats/decode/decode-text.ts'
import { takeBai2 } from './bai2.ts'
import { takeJson } from './json.ts'
import { joined, type PartFormat } from './part.ts'
import { takeSwift } from './swift.ts'
import { takeWorkbook } from './workbook.ts'

/** Formats that can be redacted part by part. */
export const PART_FORMATS: readonly PartFormat[] = [
  {
    format: 'csv',
    extension: 'csv',
    markup: undefined,
    take: (bytes) => joined(splitCells(decodeText(bytes)).map((text) => ({ text }))),
  },
  {
    format: 'ofx',
    extension: 'ofx',
    take: takeLines,
    // <STMTTRN>   </DTPOSTED>   OFXHEADER:100   <TRNTYPE>DIRECTDEP   20250131120000[-5:EST]
    markup:
      /<[^>]*>|^[A-Z]+:[\w-]+$|(?<=<(?:TRNTYPE|ACCTTYPE|CURDEF|SEVERITY|LANGUAGE)>)\w+|(?<!\d)(?:19|20)\d{6}(?:\d{6}(?:\.\d+)?)?(?!\d)(?:\[[^\]]*\])?/g,
  },
  {
    format: 'camt053',
    extension: 'xml',
    take: takeLines,
    // <Ntry>   <Amt Ccy="EUR">   <Cd>BOOK</Cd>   <CdtDbtInd>CRDT</CdtDbtInd>   2025-01-31T12:00:00
    markup:
      /<[^>]*>|(?<=<(?:Cd|Sts|CdtDbtInd|SubFmlyCd|CdOrPrtry)>)\w+(?=<)|\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?/g,
  },
  // 2025-01-31   2025-01-31T12:00:00Z   \n inside of a text
  {
    format: 'json',
    extension: 'json',
    take: takeJson,
    markup:
      /\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?|\\(?:u[\da-f]{4}|.)|^"(?:USD|EUR|GBP|CAD|AUD)"$/gi,
  },
  // :86:   ?20   {1:   NONREF
  {
    format: 'mt940',
    extension: 'sta',
    take: takeSwift,
    markup: /^:\d\d[A-Z]?:|\?\d\d|\bNONREF\b|^-$/gm,
  },
  { format: 'bai2', extension: 'bai', take: takeBai2, markup: undefined },
  { format: 'xlsx', extension: 'xlsx', take: takeWorkbook, markup: undefined },
]

function takeLines(bytes: Uint8Array) {
  const lines = decodeText(bytes).split(/(?<=\n)/)
  return joined(lines.map((text) => ({ text })))
}

/** The cells and what parts them, by the mark that stands most often. */
function splitCells(text: string): string[] {
  const marks = ['\t', ';', '|', ','].map((mark) => ({ mark, count: text.split(mark).length }))
  const { mark } = marks.reduce((best, each) => (each.count > best.count ? each : best))
  const part = mark === '|' ? '\\|' : mark
  return text.match(new RegExp(`"(?:[^"]|"")*"|[^${part}\\n"]+|[${part}\\n"]`, 'g')) ?? []
}
