import type { Inspection, RecompressedPart } from '../authenticity/evidence/inspection.ts'
import type { PageText } from '../page-text.ts'
import type { PdfReader } from '../pdf/pdfium.ts'
import type { PageImage } from '../pdf/render.ts'
import type { PrintedPage, ScanTools } from '../scan/printed-page.ts'
import type { DocumentFacts, Reading, ReadingFailure, ReadingHints } from '../statement.ts'

/** Engines that are expensive to start; the caller keeps them for the life of the process. */
export interface Tools {
  pdf: PdfReader
  /** Without these, pages without text stay unread. */
  scan?: ScanTools
}

export interface FormatReading extends Reading {
  /** How its tables call their columns. */
  heads?: readonly string[]
  /** What the file shows of how it was made; PDFs only. */
  inspection?: Inspection
  /** Programs named by a picture; for image documents only. */
  pictureSoftware?: readonly string[]
  /** Parts of scanned pages that did not go through an earlier compression of the rest. */
  recompressed?: readonly RecompressedPart[]
}

export type SightFailure = ReadingFailure | 'page_not_found'

/** A file format: how it is recognized by its content, and how it is read. */
export interface Format {
  format: NonNullable<DocumentFacts['format']>
  sniff(bytes: Uint8Array): boolean
  read(bytes: Uint8Array, hints: ReadingHints, tools: Tools): FormatReading | Promise<FormatReading>
  /**
   * Opens one page for `use`, then closes it; a failure when the document cannot be opened or has
   * no such page. Absent for formats without pages.
   */
  seePage?<Result>(
    bytes: Uint8Array,
    choice: PageChoice,
    use: (page: SeenPage) => Promise<Result>,
  ): Promise<Result | { failure: SightFailure }>
  /** The text of the first pages, for classification. Absent for formats without pages. */
  readPages?(bytes: Uint8Array, reading: PagesOptions): Promise<PagesReading>
}

export interface SeenPage {
  /** In color; null when it cannot be drawn. Points × dpi ÷ 72 are its pixels. */
  draw(dpi: number): Promise<PageImage | null>
  /** Its text; read from its image where the page has no useful text. Null when it has none. */
  print(): Promise<PrintedPage | null>
}

export interface PageChoice {
  hints: ReadingHints
  tools: Tools
  /** 1-based, as the file counts. */
  number: number
}

export interface PagesOptions {
  hints: ReadingHints
  tools: Tools
  pageLimit: number
  /** How many of these pages may be read from their image. */
  scanLimit: number
}

export interface PagesReading {
  pages: PageText[]
  facts: DocumentFacts
  failure: Reading['failure']
}
