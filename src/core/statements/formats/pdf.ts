import { isPlainDate } from '../../values/dates.ts'
import type { PageText } from '../page-text.ts'
import { linesOf, type PrintLine } from '../pdf/lines.ts'
import { missingPages } from '../pdf/page-counters.ts'
import type { PdfDocument, PdfReader } from '../pdf/pdfium.ts'
import { wordsOf } from '../pdf/words.ts'
import { headText } from '../sniff.ts'
import type { DocumentFacts, PageSpan, Reading, ReadingHints } from '../statement.ts'
import { readTables } from '../table/read-tables.ts'
import type { FormatReading, Tools } from './format.ts'

/** A document with more pages than this is refused before any page is read. */
export const MAX_PAGES = 1000

/** Statements of a PDF, not yet reconciled by the caller but already chosen by their arithmetic. */
export function readPdf(bytes: Uint8Array, hints: ReadingHints, tools: Tools): FormatReading {
  return withDocument({ bytes, hints, reader: tools.pdf }, (document, facts, span) => {
    const pages = printOf(document, span)
    const lines = pages.flatMap((page) => page.lines)
    facts.hasTextLayer = lines.length > 0
    if (lines.length === 0)
      return failed(facts, 'no_text', 'No page of the document holds text; it may be a scan.')
    const writtenAt = facts.createdAtInPdf?.slice(0, 10) ?? null
    // A page that prints some balance but no row, and proves nothing, is no statement.
    const statements = readTables(lines, hints, writtenAt).filter(
      ({ rows, reconciliation }) => rows.length > 0 || reconciliation.status !== 'unverifiable',
    )
    const problems = pages
      .filter((page) => page.lines.length === 0)
      .map(({ number }) => ({
        code: 'page_without_text',
        where: `page ${number}`,
        message: 'The page holds no text; rows printed on it are not read.',
      }))
    const missing = span.end - span.start + 1 - pages.length
    const message = `${missing} pages cannot be read.`
    const unread = missing > 0 ? [{ code: 'unreadable_page', where: null, message }] : []
    const lost = missingPages(pages).map((message) => ({
      code: 'missing_page',
      where: null,
      message,
    }))
    return { facts, statements, problems: [...problems, ...unread, ...lost], failure: null }
  })
}

/** The text of the first pages, for classification; a failure as in `readPdf`. */
export function readPdfPages(
  bytes: Uint8Array,
  hints: ReadingHints,
  { reader, pageLimit }: { reader: PdfReader; pageLimit: number },
): { pages: PageText[]; facts: DocumentFacts; failure: Reading['failure'] } {
  const result = withDocument({ bytes, hints, reader }, (document, facts, { start, end }) => {
    const pages = printOf(document, { start, end: Math.min(end, start + pageLimit - 1) })
    facts.hasTextLayer = pages.some((page) => page.lines.length > 0)
    return { pages: pages.map(pageText), facts, failure: null }
  })
  return 'pages' in result ? result : { pages: [], facts: result.facts, failure: result.failure }
}

interface PrintedPage {
  number: number
  width: number
  height: number
  lines: PrintLine[]
}

/** The pages of the file that are the document. */
function spanOf({ pageCount }: PdfDocument, { pages }: ReadingHints): PageSpan {
  return { start: pages?.start ?? 1, end: Math.min(pages?.end ?? pageCount, pageCount) }
}

function printOf(document: PdfDocument, { start, end }: PageSpan): PrintedPage[] {
  const pages: PrintedPage[] = []
  for (let number = start; number <= end; number += 1) {
    const page = document.page(number - 1)
    if (!page) continue
    const { width, height } = page
    pages.push({ number, width, height, lines: linesOf(wordsOf(page), number) })
  }
  return pages
}

function pageText({ number, width, height, lines }: PrintedPage): PageText {
  return {
    number,
    width,
    height,
    lines: lines.map(({ text, x0, y0, x1, y1 }) => ({
      text: text.replaceAll('  ', ' '),
      box: [x0, y0, x1, y1],
    })),
  }
}

interface Opening {
  bytes: Uint8Array
  hints: ReadingHints
  reader: PdfReader
}

function withDocument<Result>(
  { bytes, hints, reader }: Opening,
  read: (document: PdfDocument, facts: DocumentFacts, span: PageSpan) => Result,
): Result | FormatReading {
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
    const span = spanOf(document, hints)
    return read(document, { ...facts, pageCount: span.end - span.start + 1 }, span)
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
  if (countOf(bytes, '%%EOF') === 0) return true
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
    revisionsCount: countOf(bytes, '%%EOF'),
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

function countOf(bytes: Uint8Array, mark: string): number {
  const pattern = new TextEncoder().encode(mark)
  let count = 0
  for (let at = bytes.indexOf(pattern[0]!); at >= 0; at = bytes.indexOf(pattern[0]!, at + 1)) {
    if (pattern.every((byte, offset) => bytes[at + offset] === byte)) count += 1
  }
  return count
}
