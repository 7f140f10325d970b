import type { Format, Tools } from './formats/format.ts'
import { FORMATS } from './formats/index.ts'
import { readPdfPages } from './formats/pdf.ts'
import type { PageText } from './page-text.ts'
import { reconcileStatement } from './reconcile.ts'
import type { Reading, ReadingHints } from './statement.ts'

/** Pages that tell what kind of document it is. */
const CLASSIFIED_PAGES = 3

/**
 * Reads the statements of one document and checks each against its printed figures. The format is
 * recognized by content; the name is not trusted. Never throws for bad input: a document that
 * cannot be read has a `failure`, and what was left out of it is in `problems`.
 */
export function readStatement(bytes: Uint8Array, hints: ReadingHints, tools: Tools): Reading {
  const format = formatOf(bytes)
  if (!format) return UNSUPPORTED
  const reading = format.read(bytes, hints, tools)
  const statements = reading.statements.map((statement) => ({
    ...statement,
    reconciliation: reconcileStatement(statement),
  }))
  const hasNothing = statements.every(
    ({ rows, reconciliation }) => rows.length === 0 && reconciliation.status !== 'empty',
  )
  if (reading.failure || !hasNothing) return { ...reading, statements }
  const failure = {
    code: 'no_transactions' as const,
    message: 'No table of transactions was found in the document.',
  }
  return { ...reading, statements, failure }
}

/** The lines of the first pages with their places, for classification; empty for other formats. */
export function readPages(
  bytes: Uint8Array,
  hints: ReadingHints,
  tools: Tools,
): { format: string | null; pages: PageText[]; failure: Reading['failure'] } {
  const format = formatOf(bytes)
  if (format?.format !== 'pdf') return { format: format?.format ?? null, pages: [], failure: null }
  const { pages, failure } = readPdfPages(bytes, hints, {
    reader: tools.pdf,
    pageLimit: CLASSIFIED_PAGES,
  })
  return { format: 'pdf', pages, failure }
}

const UNSUPPORTED: Reading = {
  facts: {
    format: null,
    pageCount: null,
    producer: null,
    creator: null,
    pdfVersion: null,
    createdAtInPdf: null,
    modifiedAtInPdf: null,
    hasTextLayer: null,
    isEncrypted: null,
    revisionsCount: null,
  },
  statements: [],
  problems: [],
  failure: {
    code: 'unsupported_file_type',
    message: 'The file is neither a PDF nor a table of transactions.',
  },
}

function formatOf(bytes: Uint8Array): Format | undefined {
  return FORMATS.find((format) => format.sniff(bytes))
}
