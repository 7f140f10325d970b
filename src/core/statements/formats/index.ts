import {
  isBai2,
  isCamt,
  isCfonb,
  isHtmlTable,
  isJson,
  isNorma43,
  isOfx,
  isPdf,
  isQif,
  isReportXml,
  isSwift,
  isTable,
  isXls,
  isXlsx,
} from '../sniff.ts'
import { blankFacts, type ReadingHints } from '../statement.ts'
import type { Format, FormatReading } from './format.ts'
import { IMAGE_TYPES } from './image-types.ts'
import { imageFormat } from './image.ts'
import { readPdf, readPdfPages, seePdfPage } from './pdf.ts'
import type { TabularReading } from './tabular.ts'

/** Every format that is read, in the order in which they are tried: plain text may be any table. */
export const FORMATS: readonly Format[] = [
  { format: 'pdf', sniff: isPdf, read: readPdf, readPages: readPdfPages, seePage: seePdfPage },
  ...IMAGE_TYPES.map(({ format, is }) => imageFormat(format, is)),
  tabular('xlsx', isXlsx, async () => (await import('./workbook/workbook.ts')).readXlsxWorkbook),
  tabular('xls', isXls, async () => (await import('./workbook/workbook.ts')).readXlsWorkbook),
  tabular('xls', isHtmlTable, async () => (await import('./html/html.ts')).readHtml),
  tabular('ofx', isOfx, async () => (await import('./ofx/ofx.ts')).readOfx),
  tabular('camt053', isCamt, async () => (await import('./camt/camt.ts')).readCamt),
  tabular('xml', isReportXml, async () => (await import('./json/provider.ts')).readReportXml),
  tabular('json', isJson, async () => (await import('./json/json.ts')).readJson),
  tabular('bai2', isBai2, async () => (await import('./bai2/bai2.ts')).readBai2),
  tabular('mt940', isSwift, async () => (await import('./swift/swift.ts')).readSwift),
  tabular('norma43', isNorma43, async () => (await import('./norma43/norma43.ts')).readNorma43),
  tabular('cfonb120', isCfonb, async () => (await import('./cfonb/cfonb.ts')).readCfonb),
  tabular('qif', isQif, async () => (await import('./qif/qif.ts')).readQif),
  tabular('csv', isTable, async () => (await import('./csv.ts')).readCsv),
]

type ReadTable = (
  bytes: Uint8Array,
  hints: ReadingHints,
) => TabularReading | Promise<TabularReading>

/**
 * Formats without pages have no facts of their own. Their readers are loaded when first needed, so
 * that a process that reads PDFs does not wait for their libraries.
 */
function tabular(
  format: Format['format'],
  sniff: Format['sniff'],
  load: () => Promise<ReadTable>,
): Format {
  return {
    format,
    sniff,
    read: async (bytes, hints): Promise<FormatReading> => {
      const read = await load()
      return { facts: blankFacts(format), ...(await read(bytes, hints)) }
    },
  }
}
