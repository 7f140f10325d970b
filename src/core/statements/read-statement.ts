import type { Problem } from '../values/problem.ts'
import type { Format, Tools } from './formats/format.ts'
import { FORMATS } from './formats/index.ts'
import { readPdfPages } from './formats/pdf.ts'
import type { PageText } from './page-text.ts'
import { reconcileStatement } from './reconcile.ts'
import type { Reading, ReadingHints, ReconciliationCheck, Statement } from './statement.ts'

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
  const problems = [...reading.problems, ...statements.flatMap(statementProblems)]
  if (reading.failure || statements.length > 0) return { ...reading, statements, problems }
  const failure = {
    code: 'no_transactions' as const,
    message: 'No table of transactions was found in the document.',
  }
  return { ...reading, statements, problems, failure }
}

const CHECK_PROBLEMS: Partial<Record<ReconciliationCheck['id'], string>> = {
  T2: 'A printed total differs from the rows read',
  T3: 'A running balance does not follow from the rows above it',
  T4: 'The daily balance table differs from the rows read',
  T7: 'Rows are dated outside the period',
}

/** What a reader should look at, also where the balances agree. */
function statementProblems(statement: Statement): Problem[] {
  return [...checkProblems(statement), ...wordlessRows(statement)]
}

/** A printed row has words; without them its line was not read whole. */
function wordlessRows({ index, rows }: Statement): Problem[] {
  return rows.flatMap(({ page, description }, at) =>
    page !== null && description === ''
      ? [
          {
            code: 'row_without_words',
            where: `statement ${index + 1}`,
            message: `Row ${at + 1} holds no description; part of its line was not read.`,
          },
        ]
      : [],
  )
}

function checkProblems({ index, reconciliation }: Statement): Problem[] {
  return reconciliation.checks.flatMap(({ id, passed, rows }) => {
    const message = CHECK_PROBLEMS[id]
    if (passed || !message) return []
    const named = rows.slice(0, 5).map((row) => (typeof row === 'number' ? `row ${row + 1}` : row))
    return [
      {
        code: 'check_failed',
        where: `statement ${index + 1}`,
        message: `${message}: ${named.join(', ')}.`,
      },
    ]
  })
}

/** Text of a document as a person sees it. */
export interface ReadPages {
  format: string | null
  /** Of the whole document; null where there are no pages. */
  pageCount: number | null
  pages: PageText[]
  failure: Reading['failure']
}

/** The lines of the first pages with their places, for classification; none for other formats. */
export function readPages(bytes: Uint8Array, hints: ReadingHints, tools: Tools): ReadPages {
  return pagesOf(bytes, hints, { tools, pageLimit: CLASSIFIED_PAGES })
}

/** The lines of every page, for finding the documents inside a file. */
export function readAllPages(bytes: Uint8Array, hints: ReadingHints, tools: Tools): ReadPages {
  return pagesOf(bytes, hints, { tools, pageLimit: Infinity })
}

function pagesOf(
  bytes: Uint8Array,
  hints: ReadingHints,
  { tools, pageLimit }: { tools: Tools; pageLimit: number },
): ReadPages {
  const format = formatOf(bytes)?.format ?? null
  if (format !== 'pdf') return { format, pageCount: null, pages: [], failure: null }
  const { pages, facts, failure } = readPdfPages(bytes, hints, { reader: tools.pdf, pageLimit })
  return { format, pageCount: facts.pageCount, pages, failure }
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
