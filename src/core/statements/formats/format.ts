import type { Inspection } from '../authenticity/evidence/inspection.ts'
import type { PdfReader } from '../pdf/pdfium.ts'
import type { DocumentFacts, Reading, ReadingHints } from '../statement.ts'

/**
 * Engines that reading needs and that cost much to start; the caller keeps them for the process.
 */
export interface Tools {
  pdf: PdfReader
}

/** What a format yields; the statements are reconciled by `readStatement`. */
export interface FormatReading extends Reading {
  /** What the file shows of how it was made; formats without an inside have none. */
  inspection?: Inspection
}

/** A file format: how it is recognized by its content, and how it is read. */
export interface Format {
  format: NonNullable<DocumentFacts['format']>
  sniff(bytes: Uint8Array): boolean
  read(bytes: Uint8Array, hints: ReadingHints, tools: Tools): FormatReading | Promise<FormatReading>
}
