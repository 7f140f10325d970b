import type { ReadingHints } from '../../statement.ts'
import { decodeText } from '../decode/decode-text.ts'
import { readTable } from '../grid/read-table.ts'
import type { TabularReading } from '../tabular.ts'
import { readHtmlRows } from './html-rows.ts'

/**
 * The statements of a web page or an Excel XML file of 2003, which banks offer as a workbook: the
 * rows of its tables, read as those of a CSV file are. Failure `no_transactions` when no table
 * holds any, as on a page for signing in.
 */
export function readHtml(bytes: Uint8Array, hints: ReadingHints): TabularReading {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 2048))
  // charset=windows-1251, encoding="utf-8"
  const declared = /(?:charset|encoding)=["']?([\w-]+)/i.exec(head)?.[1] ?? null
  return readTable(readHtmlRows(decodeText(bytes, declared)), hints)
}
