import { readHeadings } from '../grid/columns/header.ts'
import { decodeText, isUnicode } from './decode-text.ts'
import { guessEncoding, MULTI_BYTE, SINGLE_BYTE } from './encodings.ts'

const SAMPLE_LINES = 40

/**
 * The text of a table whose encoding nothing states: that of `decodeText`, or where it is no
 * Unicode, of the encoding in which a line has the most headings that are known and words the
 * fewest odd signs.
 */
export function decodeTable(bytes: Uint8Array): string {
  if (isUnicode(bytes)) return decodeText(bytes)
  const encoding = guessEncoding(bytes, [...SINGLE_BYTE, ...MULTI_BYTE], countKnown)
  return new TextDecoder(encoding).decode(bytes)
}

/** How many cells of one line name a column. */
function countKnown(text: string): number {
  const lines = text.split(/\r\n?|\n/, SAMPLE_LINES)
  const counts = lines.map((line) => {
    const cells = line.split(/[,;\t|]/).map((cell) => cell.replaceAll('"', '').trim())
    return readHeadings(cells).filter(({ role }) => role !== 'other').length
  })
  return Math.max(0, ...counts)
}
