import { isOfx, isPdf, isTable } from '../sniff.ts'
import type { ReadingHints } from '../statement.ts'
import { readCsv } from './csv.ts'
import type { Format, FormatReading } from './format.ts'
import { readOfx } from './ofx.ts'
import { IMAGE_TYPES } from './image-types.ts'
import { imageFormat } from './image.ts'
import { readPdf, readPdfPages, seePdfPage } from './pdf.ts'
import type { TabularReading } from './tabular.ts'

/** Every format that is read, in the order in which they are tried: plain text may be any table. */
export const FORMATS: readonly Format[] = [
  { format: 'pdf', sniff: isPdf, read: readPdf, readPages: readPdfPages, seePage: seePdfPage },
  ...IMAGE_TYPES.map(({ format, is }) => imageFormat(format, is)),
  tabular('ofx', isOfx, readOfx),
  tabular('csv', isTable, readCsv),
]

/** Formats without pages hold no facts of their own. */
function tabular(
  format: 'csv' | 'ofx',
  sniff: Format['sniff'],
  read: (bytes: Uint8Array, hints: ReadingHints) => TabularReading,
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
    read: (bytes, hints): FormatReading => ({ facts, ...read(bytes, hints) }),
  }
}
