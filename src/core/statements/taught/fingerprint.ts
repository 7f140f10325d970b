import { crc32 } from 'node:zlib'
import type { PrintLine } from '../pdf/lines.ts'
import type { DocumentFacts, Statement } from '../statement.ts'

/** What tables call their columns, as printed; in the order of the document. */
export type Heads = readonly string[]

/** Enough to distinguish layouts; later tables of a document are of the same one. */
const MOST_HEADS = 6
const LEAST_CELLS = 3

/** Lines of at least three parts without digits: heads of tables, not rows or addresses. */
export function headsOfPrint(lines: readonly PrintLine[]): Heads {
  const heads = lines
    .map(({ text }) => text)
    .filter((text) => text.split('  ').length >= LEAST_CELLS && !/\d/.test(text))
  return [...new Set(heads.map(normalized))].slice(0, MOST_HEADS)
}

/**
 * Equal for statements of one layout: format, program that made the file, column heads and bank,
 * all without digits. Null where neither heads nor a bank distinguish it from other files.
 */
export function computeFingerprint(
  { institutionName }: Pick<Statement, 'institutionName'>,
  { format, producer, creator }: Pick<DocumentFacts, 'format' | 'producer' | 'creator'>,
  heads: Heads,
): string | null {
  if (heads.length === 0 && institutionName === null) return null
  const parts = [format, producer, creator, institutionName].map((part) => normalized(part ?? ''))
  const text = [...parts, ...[...heads].sort()].join('\n')
  return [text, `${text}\n`].map((each) => crc32(each).toString(16).padStart(8, '0')).join('')
}

/** Capitals, marks and version numbers differ between two files of one program. */
function normalized(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
}
