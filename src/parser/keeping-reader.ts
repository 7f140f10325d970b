import type { GlyphPage, PdfDocument, PdfReader } from '../core/statements/pdf/pdfium.ts'

/** A reader that opens a file once for several readings, each of which sees the same pages. */
export interface KeepingReader extends PdfReader {
  /** Closes what it has opened. */
  close(): void
}

interface Kept {
  bytes: Uint8Array
  password: string | null
  /** To each reading; its `close` does nothing. */
  document: PdfDocument
  close(): void
}

/**
 * Keeps files open, and their pages read, until it is closed: to find the class of a document, the
 * documents in a file, and the rows on its pages is to read the same print. Other bytes than the
 * file's, such as those of an earlier revision, are opened as ever.
 */
export function createKeepingReader(reader: PdfReader, file: Uint8Array): KeepingReader {
  const kept: Kept[] = []
  return {
    open: (bytes, password) => {
      const known = kept.find((one) => one.bytes === bytes && one.password === password)
      if (known) return { document: known.document, failure: null }
      const opened = reader.open(bytes, password)
      if (opened.document === null || bytes !== file) return opened
      const document = keepPages(opened.document)
      const { close } = opened.document
      kept.push({ bytes, password, document, close })
      return { document, failure: null }
    },
    close: () => {
      for (const { close } of kept.splice(0)) close()
    },
  }
}

/** Pages are read with their marks, which the last reading needs. */
function keepPages(document: PdfDocument): PdfDocument {
  const pages = new Map<number, GlyphPage | null>()
  const page: PdfDocument['page'] = (index) => {
    if (!pages.has(index)) pages.set(index, document.page(index, { withMarks: true }))
    return pages.get(index)!
  }
  return { ...document, page, close: () => {} }
}
