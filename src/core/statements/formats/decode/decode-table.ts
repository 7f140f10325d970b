import { readHeadings } from '../grid/columns/header.ts'
import { decodeText } from './decode-text.ts'

/** Encodings of banks of other alphabets, whose letters are others in Windows-1252. */
const ENCODINGS = [
  'shift_jis',
  'gb18030',
  'euc-kr',
  'big5',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-874',
] as const
/** Enough of a file to have its headings. */
const SAMPLE_BYTES = 8_192
const SAMPLE_LINES = 40

/**
 * The text of a table whose encoding nothing states: that of `decodeText`, or where it is no
 * Unicode, of the encoding in which a line has the most headings that are known.
 */
export function decodeTable(bytes: Uint8Array): string {
  const usual = decodeText(bytes)
  const isUnicode = !/[\u0080-\u00FF]/.test(usual.slice(0, SAMPLE_BYTES)) || isUtf8(bytes)
  if (isUnicode) return usual
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  let best = { text: usual, known: countKnown(decodeText(sample)) }
  for (const encoding of ENCODINGS) {
    const known = countKnown(new TextDecoder(encoding).decode(sample))
    if (known > best.known) best = { text: new TextDecoder(encoding).decode(bytes), known }
  }
  return best.text
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** How many cells of one line name a column. */
function countKnown(text: string): number {
  const lines = text.split(/\r\n?|\n/).slice(0, SAMPLE_LINES)
  const counts = lines.map((line) => {
    const cells = line.split(/[,;\t|]/).map((cell) => cell.replaceAll('"', '').trim())
    return readHeadings(cells).filter(({ role }) => role !== 'other').length
  })
  return Math.max(0, ...counts)
}
