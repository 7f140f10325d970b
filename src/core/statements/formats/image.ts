import type { Problem } from '../../values/problem.ts'
import { pictureSoftware } from '../authenticity/evidence/picture-software.ts'
import { recompressedFile } from '../authenticity/evidence/ghosts/recompressed.ts'
import {
  engineFacts,
  pageText,
  printScan,
  type PrintedPage,
  type ScanTools,
} from '../scan/printed-page.ts'
import { readPrint } from '../scan/read-print.ts'
import type { ImageFile } from '../scan/image/images.ts'
import { blankFacts } from '../statement.ts'
import type { DocumentFacts, ImageFormat, PageSpan, Reading, ReadingHints } from '../statement.ts'
import type {
  Format,
  FormatReading,
  PagesReading,
  PagesOptions,
  SeenPage,
  SightFailure,
  Tools,
} from './format.ts'
import { MAX_SCANNED_PAGES } from '../pdf/page-limits.ts'
import { headsOfPrint } from '../taught/fingerprint.ts'
import { resolvePageSpan } from './page-span.ts'

export function imageFormat(format: ImageFormat, sniff: Format['sniff']): Format {
  return {
    format,
    sniff,
    read: (bytes, hints, tools) => readImage(format, { bytes, hints, tools }),
    readPages: (bytes, options) => readImagePages(format, bytes, options),
    seePage: (bytes, choice, use) => seeImagePage(format, { ...choice, bytes }, use),
  }
}

interface Opening {
  bytes: Uint8Array
  hints: ReadingHints
  tools: Tools
}

async function readImage(format: ImageFormat, opening: Opening): Promise<FormatReading> {
  const { file, facts, failure } = await openImage(format, opening)
  if (!file) return failed(facts, failure)
  const tools = opening.tools.scan!
  const span = resolvePageSpan(file, opening.hints)
  const pages = await readScans(file, span, tools)
  const scannedPagesCount = pages.length
  const pageCount = span.end - span.start + 1
  const read = { ...facts, pageCount, scannedPagesCount, ...engineFacts(pages) }
  if (pages.length === 0)
    return failed(read, { code: 'corrupt_file', message: 'The image cannot be unpacked.' })
  if (pages.every(({ lines }) => lines.length === 0))
    return failed(read, { code: 'no_text', message: 'No print was found on the image.' })
  const { hints } = opening
  const print = await readPrint(pages, { hints, writtenAt: null, tools })
  const { statements, problems } = print
  return {
    facts: { ...read, ...engineFacts(print.pages) },
    statements,
    problems: [...problems, ...unreadable(span, pages)],
    heads: headsOfPrint(pages.flatMap(({ lines }) => lines)),
    failure: null,
    pictureSoftware: pictureSoftware(opening.bytes),
    recompressed: await recompressedFile(opening.bytes, pages[0]!, tools.images),
  }
}

function unreadable({ start, end }: PageSpan, pages: readonly PrintedPage[]): Problem[] {
  const read = new Set(pages.map(({ number }) => number))
  return Array.from({ length: end - start + 1 }, (_, at) => start + at)
    .filter((number) => !read.has(number))
    .map((number) => ({
      code: 'unreadable_page',
      where: `page ${number}`,
      message: 'The image of this page cannot be unpacked; rows on it are not read.',
    }))
}

async function readImagePages(
  format: ImageFormat,
  bytes: Uint8Array,
  { hints, tools, pageLimit, scanLimit }: PagesOptions,
): Promise<PagesReading> {
  const { file, facts, failure } = await openImage(format, { bytes, hints, tools })
  if (!file) return { pages: [], facts, failure }
  const { start, end } = resolvePageSpan(file, hints)
  const last = Math.min(end, start + Math.min(pageLimit, scanLimit) - 1)
  const pages = await readScans(file, { start, end: last }, tools.scan!)
  const pageCount = end - start + 1
  return { pages: pages.map(pageText), facts: { ...facts, pageCount }, failure: null }
}

async function seeImagePage<Result>(
  format: ImageFormat,
  { bytes, hints, tools, number }: Opening & { number: number },
  use: (page: SeenPage) => Promise<Result>,
): Promise<Result | { failure: SightFailure }> {
  const { file, failure } = await openImage(format, { bytes, hints, tools })
  if (!file) return { failure: failure!.code }
  const { start, end } = resolvePageSpan(file, hints)
  if (number < start || number > end) return { failure: 'page_not_found' }
  return use({
    draw: (dpi) => file.draw(number - 1, dpi),
    print: () => printScan(number, (dpi) => file.page(number - 1, dpi), tools.scan!),
  })
}

interface Opened {
  file: ImageFile | null
  facts: DocumentFacts
  failure: Reading['failure']
}

async function openImage(format: ImageFormat, { bytes, hints, tools }: Opening): Promise<Opened> {
  const facts = { ...blankFacts(format), hasTextLayer: false, isEncrypted: false }
  const refuse = (code: NonNullable<Reading['failure']>['code'], message: string): Opened => ({
    file: null,
    facts,
    failure: { code, message },
  })
  if (!tools.scan || hints.ocr === 'never')
    return refuse('no_text', 'An image has no text of its own, and reading it is switched off.')
  const { file, failure } = await tools.scan.images.open(bytes)
  if (!file) return refuse(failure, `The image cannot be opened (${failure}).`)
  const span = resolvePageSpan(file, hints)
  if (span.end - span.start >= MAX_SCANNED_PAGES)
    return refuse('scanned_page_limit_exceeded', `The file has ${file.pageCount} pages.`)
  return { file, facts: { ...facts, pageCount: file.pageCount }, failure: null }
}

async function readScans(
  file: ImageFile,
  { start, end }: PageSpan,
  tools: ScanTools,
): Promise<PrintedPage[]> {
  const pages: PrintedPage[] = []
  for (let number = start; number <= end; number += 1) {
    const page = await printScan(number, (dpi) => file.page(number - 1, dpi), tools)
    if (page) pages.push(page)
  }
  return pages
}

function failed(facts: DocumentFacts, failure: Reading['failure']): FormatReading {
  return { facts, statements: [], problems: [], failure }
}
