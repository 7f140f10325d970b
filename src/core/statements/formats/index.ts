import { isBai2, isCamt, isJson, isOfx, isPdf, isSwift, isTable, isXls, isXlsx } from '../sniff.ts'
import type { ReadingHints } from '../statement.ts'
import { readBai2 } from './bai2/bai2.ts'
import { readCamt } from './camt/camt.ts'
import { readCsv } from './csv.ts'
import type { Format, FormatReading } from './format.ts'
import { IMAGE_TYPES } from './image-types.ts'
import { imageFormat } from './image.ts'
import { readJson } from './json/json.ts'
import { readOfx } from './ofx/ofx.ts'
import { readPdf, readPdfPages, seePdfPage } from './pdf.ts'
import { readSwift } from './swift/swift.ts'
import type { TabularReading } from './tabular.ts'
import { readXlsWorkbook, readXlsxWorkbook } from './workbook/workbook.ts'

/** Every format that is read, in the order in which they are tried: plain text may be any table. */
export const FORMATS: readonly Format[] = [
  { format: 'pdf', sniff: isPdf, read: readPdf, readPages: readPdfPages, seePage: seePdfPage },
  ...IMAGE_TYPES.map(({ format, is }) => imageFormat(format, is)),
  tabular('xlsx', isXlsx, readXlsxWorkbook),
  tabular('xls', isXls, readXlsWorkbook),
  tabular('ofx', isOfx, readOfx),
  tabular('camt053', isCamt, readCamt),
  tabular('json', isJson, readJson),
  tabular('bai2', isBai2, readBai2),
  tabular('mt940', isSwift, readSwift),
  tabular('csv', isTable, readCsv),
]

/** Formats without pages hold no facts of their own. */
function tabular(
  format: Format['format'],
  sniff: Format['sniff'],
  read: (bytes: Uint8Array, hints: ReadingHints) => TabularReading | Promise<TabularReading>,
): Format {
  const facts = {
    format,
    pageCount: null,
    producer: null,
    creator: null,
    pdfVersion: null,
    createdAtInPdf: null,
    modifiedAtInPdf: null,
    hasTextLayer: null,
    isEncrypted: null,
    revisionsCount: null,
  }
  return {
    format,
    sniff,
    read: async (bytes, hints): Promise<FormatReading> => ({
      facts,
      ...(await read(bytes, hints)),
    }),
  }
}
