import { isPlainDate } from '../../values/dates.ts'
import { openInspector } from '../authenticity/evidence/inspect-pdf.ts'
import type { Inspection } from '../authenticity/evidence/inspection.ts'
import { pictureSoftware } from '../authenticity/evidence/picture-software.ts'
import { recompressedPages } from '../authenticity/evidence/ghosts/recompressed.ts'
import type { Problem } from '../../values/problem.ts'
import { missingPages } from '../print/page-counters.ts'
import type { PdfDocument, PdfReader } from '../pdf/pdfium.ts'
import type { PageImage } from '../pdf/render.ts'
import { printPdf, type PdfPrint } from '../scan/print-pdf.ts'
import { engineFacts, pageText, type PrintedPage } from '../scan/printed-page.ts'
import { readPrint } from '../scan/read-print.ts'
import { headText } from '../sniff.ts'
import type { DocumentFacts, PageSpan, Reading, ReadingHints } from '../statement.ts'
import { headsOfPrint } from '../taught/fingerprint.ts'
import type {
  FormatReading,
  PageChoice,
  PagesReading,
  PagesOptions,
  SeenPage,
  SightFailure,
  Tools,
} from './format.ts'
import { MAX_PAGES, MAX_SCANNED_PAGES } from '../pdf/page-limits.ts'
import { resolvePageSpan } from './page-span.ts'

/** Statements of a PDF, chosen by their arithmetic; the caller reconciles them again. */
export async function readPdf(
  bytes: Uint8Array,
  hints: ReadingHints,
  tools: Tools,
): Promise<FormatReading> {
  return readPdfWith({ bytes, hints, reader: tools.pdf }, async (document, facts, span) => {
    const { print, inspection } = await inspectedPrint(document, span, { bytes, hints, tools })
    if (!print) return failed(facts, 'scanned_page_limit_exceeded', TOO_MANY_SCANS)
    const { pages, huge } = print
    if (pages.length === 0 && huge.length > 0) return failed(facts, 'image_too_large', TOO_LARGE)
    const scannedPagesCount = pages.filter(({ scan }) => scan !== null).length
    const hasTextLayer = pages.some(({ scan, lines }) => scan === null && lines.length > 0)
    const pageSize = pages.slice(0, 1).map(formatSize).join()
    Object.assign(facts, { hasTextLayer, scannedPagesCount, pageSize })
    if (pages.every(({ lines }) => lines.length === 0))
      return failed(facts, 'no_text', 'No page of the document holds print that can be read.')
    const writtenAt = facts.createdAtInPdf?.slice(0, 10) ?? null
    const reading = { hints, writtenAt, tools: tools.scan ?? null }
    const proven = await readPrint(pages, reading)
    const { statements, problems } = proven
    Object.assign(facts, engineFacts(proven.pages))
    const left = [...unread(print), ...lost(pages)]
    const isPicture = scannedPagesCount === pages.length
    const software = isPicture ? pictureSoftware(bytes) : []
    const scans = inspection.pages.filter(({ isScan }) => isScan).map(({ number }) => number)
    const images = tools.scan?.images
    const recompressed = images ? await recompressedPages(document, scans, images) : []
    const found = { statements, problems: [...left, ...problems] }
    const evidence = { inspection, pictureSoftware: software, recompressed }
    const heads = headsOfPrint(pages.flatMap(({ lines }) => lines))
    return { facts, ...found, ...evidence, heads, failure: null }
  })
}

async function inspectedPrint(
  document: PdfDocument,
  span: PageSpan,
  { bytes, hints, tools }: { bytes: Uint8Array; hints: ReadingHints; tools: Tools },
): Promise<{ print: PdfPrint | null; inspection: Inspection }> {
  const password = hints.password ?? null
  const inspector = openInspector({ bytes, password, reader: tools.pdf, document })
  try {
    const options = { choice: hints.ocr, tools: tools.scan ?? null, onText: inspector.take }
    const print = await printPdf(document, span, options)
    return { print, inspection: await inspector.finish() }
  } finally {
    inspector.close()
  }
}

const TOO_MANY_SCANS = `More than ${MAX_SCANNED_PAGES} pages would have to be read from their image.`

const TOO_LARGE = 'The picture of the page is too large to be unpacked.'

function unread({ pages, missing, huge }: PdfPrint): Problem[] {
  const empty = pages
    .filter((page) => page.lines.length === 0)
    .map(({ number }) => ({
      code: 'page_without_text',
      where: `page ${number}`,
      message: 'The page holds no text; rows printed on it are not read.',
    }))
  const tooLarge = huge.map((number) => unreadable(`page ${number}`, TOO_LARGE))
  const unloaded = missing > 0 ? [unreadable(null, `${missing} pages cannot be read.`)] : []
  return [...empty, ...tooLarge, ...unloaded]
}

function unreadable(where: string | null, message: string): Problem {
  return { code: 'unreadable_page', where, message }
}

/** Pages that the others count and the file does not hold. */
function lost(pages: readonly PrintedPage[]): Problem[] {
  return missingPages(pages).map((message) => ({ code: 'missing_page', where: null, message }))
}

export async function readPdfPages(
  bytes: Uint8Array,
  { hints, tools, pageLimit, scanLimit }: PagesOptions,
): Promise<PagesReading> {
  const opening = { bytes, hints, reader: tools.pdf }
  const result = await readPdfWith(opening, async (document, facts, { start, end }) => {
    const span = { start, end: Math.min(end, start + pageLimit - 1) }
    const options = { choice: hints.ocr, tools: tools.scan ?? null, scanLimit }
    const { pages, huge } = (await printPdf(document, span, options)) ?? NO_PRINT
    if (pages.length === 0 && huge.length > 0) return failed(facts, 'image_too_large', TOO_LARGE)
    facts.hasTextLayer = pages.some(({ scan, lines }) => scan === null && lines.length > 0)
    facts.scannedPagesCount = pages.filter(({ scan }) => scan !== null).length
    return { pages: pages.map(pageText), facts, failure: null }
  })
  return 'pages' in result ? result : { pages: [], facts: result.facts, failure: result.failure }
}

const NO_PRINT: PdfPrint = { pages: [], missing: 0, huge: [] }

export async function seePdfPage<Result>(
  bytes: Uint8Array,
  { hints, tools, number }: PageChoice,
  use: (page: SeenPage) => Promise<Result>,
): Promise<Result | { failure: SightFailure }> {
  const opening = { bytes, hints, reader: tools.pdf }
  const seen = await readPdfWith(opening, async (document, _facts, span) => {
    if (number < span.start || number > span.end)
      return { result: { failure: 'page_not_found' as const } }
    if (document.hasHugePicture(number - 1))
      return { result: { failure: 'image_too_large' as const } }
    const options = { choice: hints.ocr, tools: tools.scan ?? null }
    const print = async (): Promise<PrintedPage | null> =>
      (await printPdf(document, { start: number, end: number }, options))?.pages[0] ?? null
    const draw = async (dpi: number): Promise<PageImage | null> =>
      document.render(number - 1, { dpi, channels: 3 })
    return { result: await use({ draw, print }) }
  })
  return 'result' in seen ? seen.result : { failure: seen.failure!.code }
}

function formatSize({ width, height }: PrintedPage): string {
  return `${Math.round(width)} × ${Math.round(height)}`
}

interface Opening {
  bytes: Uint8Array
  hints: ReadingHints
  reader: PdfReader
}

/** Opens a PDF for `read`; a failed reading of one that is refused. */
export async function readPdfWith<Result>(
  { bytes, hints, reader }: Opening,
  read: (document: PdfDocument, facts: DocumentFacts, span: PageSpan) => Promise<Result>,
): Promise<Result | FormatReading> {
  const unread = pdfFacts(bytes, null)
  if (isCutShort(bytes))
    return failed(
      unread,
      'corrupt_file',
      'The file ends before its end marker; part of it is missing.',
    )
  const { document, failure } = reader.open(bytes, hints.password ?? null)
  if (failure === 'password_protected') {
    return failed(
      { ...unread, isEncrypted: true },
      failure,
      'The document is locked; it opens with its password only.',
    )
  }
  if (!document) return failed(unread, 'corrupt_file', 'The file cannot be opened as a PDF.')
  try {
    const facts = pdfFacts(bytes, document)
    if (document.pageCount === 0)
      return failed(facts, 'corrupt_file', 'The document holds no page.')
    if (document.pageCount > MAX_PAGES) {
      return failed(
        facts,
        'page_limit_exceeded',
        `The document has ${document.pageCount} pages; at most ${MAX_PAGES} are read.`,
      )
    }
    const span = resolvePageSpan(document, hints)
    return await read(document, { ...facts, pageCount: span.end - span.start + 1 }, span)
  } finally {
    document.close()
  }
}

function failed(
  facts: DocumentFacts,
  code: NonNullable<Reading['failure']>['code'],
  message: string,
): FormatReading {
  return { facts, statements: [], problems: [], failure: { code, message } }
}

/** A whole file has an end marker, and is as long as a linearized header says. */
function isCutShort(bytes: Uint8Array): boolean {
  if (countOccurrences(bytes, '%%EOF') === 0) return true
  // `/Linearized 1 /L 52012 /H [ ... ]`
  const length = /\/Linearized[^>]{0,200}?\/L +(\d{1,12})/.exec(headText(bytes).slice(0, 1024))?.[1]
  return length !== undefined && bytes.length < Number(length)
}

function pdfFacts(bytes: Uint8Array, document: PdfDocument | null): DocumentFacts {
  const version = document?.version ?? null
  return {
    format: 'pdf',
    pageCount: document?.pageCount ?? null,
    producer: document?.meta('Producer') ?? null,
    creator: document?.meta('Creator') ?? null,
    pdfVersion: version === null ? null : (version / 10).toFixed(1),
    createdAtInPdf: isoInstant(document?.meta('CreationDate') ?? null),
    modifiedAtInPdf: isoInstant(document?.meta('ModDate') ?? null),
    hasTextLayer: null,
    isEncrypted: document ? document.isEncrypted : null,
    revisionsCount: countOccurrences(bytes, '%%EOF'),
  }
}

// D:20250620000503-05'00'   D:20260317143721Z   D:20260720130137
const PDF_DATE = /^D?:?(\d{4})(\d{2})(\d{2})(\d{2})?(\d{2})?(\d{2})?(?:(Z)|([+-]\d{2})'?(\d{2})?)?/

/** A PDF date as ISO 8601 with its own offset; null when it breaks the syntax or does not exist. */
export function isoInstant(text: string | null): string | null {
  const match = PDF_DATE.exec(text ?? '')
  if (!match) return null
  const [
    ,
    year,
    month,
    day,
    hour = '00',
    minute = '00',
    second = '00',
    ,
    offset,
    offsetMinute = '00',
  ] = match
  const date = `${year}-${month}-${day}`
  if (!isPlainDate(date) || hour > '23' || minute > '59' || second > '59') return null
  const zone =
    offset === undefined || `${offset}:${offsetMinute}` === '+00:00'
      ? 'Z'
      : `${offset}:${offsetMinute}`
  return `${date}T${hour}:${minute}:${second}${zone}`
}

function countOccurrences(bytes: Uint8Array, mark: string): number {
  const pattern = new TextEncoder().encode(mark)
  let count = 0
  for (let at = bytes.indexOf(pattern[0]!); at >= 0; at = bytes.indexOf(pattern[0]!, at + 1)) {
    if (pattern.every((byte, offset) => bytes[at + offset] === byte)) count += 1
  }
  return count
}
