import { classify } from './classify.ts'
import type { DocumentClass } from './document-class.ts'
import type { PageText } from './page-text.ts'

/** Pages of a file that look like one document. */
export interface DocumentPart {
  /** 1-based, inclusive. */
  startPage: number
  endPage: number
  /** Null when the pages show no class. */
  documentClass: string | null
  confidence: number
}

// Page 1 of 4   PAGE: 2 / 3   Page No. 1 of 12
const MARKER = /\bpage(?:\s+no\.?)?\s*:?\s*(\d{1,4})\s*(?:of|\/)\s*\d{1,4}\b/i

/**
 * The documents a file seems to hold, in order and without gaps (taxonomy section 8): one begins
 * where a page shows the title of another class than the pages before it, or counts itself as the
 * first page of several. A page that counts itself as a later one never begins a document. One part
 * for a file that is one document; none for a file without pages.
 */
export function findParts(
  pages: readonly PageText[],
  classes: readonly DocumentClass[],
): DocumentPart[] {
  const parts: DocumentPart[] = []
  for (const page of pages) {
    const { documentClass, confidence, hasTitle } = classOf(page, classes)
    const current = parts.at(-1)
    const isOther = hasTitle && documentClass !== null && documentClass !== current?.documentClass
    const marker = markerOf(page)
    if (!current || marker === 1 || (marker === null && isOther)) {
      parts.push({ startPage: page.number, endPage: page.number, documentClass, confidence })
      continue
    }
    current.endPage = page.number
    // A cover page may say nothing; then the first page that does speaks for the document.
    if (current.documentClass === null) Object.assign(current, { documentClass, confidence })
  }
  return parts
}

function classOf(page: PageText, classes: readonly DocumentClass[]) {
  const found = classify({ filename: '', format: null, pages: [page], classes })
  const isKnown = found.documentClass !== 'other'
  return {
    documentClass: isKnown ? found.documentClass : null,
    confidence: found.confidence,
    hasTitle: found.cues.some((cue) => cue.startsWith('title: ')),
  }
}

function markerOf(page: PageText): number | null {
  const match = page.lines.map(({ text }) => MARKER.exec(text)).find((found) => found !== null)
  return match ? Number(match[1]) : null
}
