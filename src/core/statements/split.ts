import { DOCUMENT_SUBTYPES } from './classes/subtypes.ts'
import { classify } from './classify.ts'
import type { Classification, DocumentClass } from './document-class.ts'
import type { PageText } from './page-text.ts'
import { readPeriod } from './fields/print/period.ts'

/** Pages of a file that seem to be one document. */
export interface DocumentPart {
  /** 1-based, inclusive. */
  startPage: number
  endPage: number
  /** Null when the pages show no class. */
  documentClass: string | null
  confidence: number
}

/** What one page shows about its document. */
interface PageSigns {
  documentClass: string | null
  confidence: number
  hasTitle: boolean
  /** The form, where forms of one class are documents of their own. */
  form: string | null
  /** The time a statement covers, as `start end`. */
  period: string | null
  /** The page number it prints. */
  marker: number | null
  isBlank: boolean
}

type OpenPart = DocumentPart & Pick<PageSigns, 'form' | 'period'> & { endsBlank: boolean }

// Page 1 of 4   PAGE: 2 / 3   Page No. 1 of 12
const MARKER = /\bpage(?:\s+no\.?)?\s*:?\s*(\d{1,4})\s*(?:of|\/)\s*\d{1,4}\b/i
// This page intentionally left blank
const BLANK =
  /^\W*(?:this page (?:is )?(?:was )?(?:left )?intentionally (?:left )?blank|separator|blank page)?\W*$/i

/**
 * The documents a file seems to hold, in order and without gaps (taxonomy section 8). One begins
 * where a page shows the title of another class, another form or another statement period, where it
 * prints that it is the first of several pages, or where a title follows an empty page. A page that
 * prints a later number never begins a document. One part for a file that is one document; none for
 * a file without pages.
 */
export function findParts(
  pages: readonly PageText[],
  classes: readonly DocumentClass[],
): DocumentPart[] {
  const parts: OpenPart[] = []
  for (const page of pages) {
    const signs = readSigns(page, classes)
    const current = parts.at(-1)
    if (!current || begins(signs, current)) parts.push(partFrom(page.number, signs))
    else extend(current, page.number, signs)
  }
  return parts.map(({ startPage, endPage, documentClass, confidence }) => ({
    startPage,
    endPage,
    documentClass,
    confidence,
  }))
}

function begins(signs: PageSigns, current: OpenPart): boolean {
  const { documentClass, hasTitle, marker, form, period, isBlank } = signs
  if (isBlank) return false
  if (marker !== null) return marker === 1
  const isOtherClass = documentClass !== null && documentClass !== current.documentClass
  if (hasTitle && (isOtherClass || (current.endsBlank && documentClass !== null))) return true
  const isOtherForm = form !== null && current.form !== null && form !== current.form
  const isOtherPeriod = period !== null && current.period !== null && period !== current.period
  return !isOtherClass && (isOtherForm || (isOtherPeriod && documentClass !== null))
}

function partFrom(number: number, signs: PageSigns): OpenPart {
  const { documentClass, confidence, form, period, isBlank } = signs
  return {
    startPage: number,
    endPage: number,
    documentClass,
    confidence,
    form,
    period,
    endsBlank: isBlank,
  }
}

function extend(part: OpenPart, number: number, signs: PageSigns): void {
  part.endPage = number
  part.endsBlank = signs.isBlank
  part.form ??= signs.form
  part.period ??= signs.period
  // A cover page may show no class; then the first page that does decides.
  if (part.documentClass !== null) return
  part.documentClass = signs.documentClass
  part.confidence = signs.confidence
}

function readSigns(page: PageText, classes: readonly DocumentClass[]): PageSigns {
  const found = classify({ filename: '', format: null, pages: [page], classes })
  const { documentClass, documentSubtype, confidence, cues } = found
  const isKnown = documentClass !== 'other'
  const isForm = DOCUMENT_SUBTYPES.some((each) => each.subtype === documentSubtype && each.isForm)
  const isStatement =
    classes.find(({ name }) => name === documentClass)?.parser === 'bank_statement'
  return {
    documentClass: isKnown ? documentClass : null,
    confidence,
    hasTitle: cues.some((cue) => cue.startsWith('title: ')) || isTitledBelow(found, classes),
    form: isKnown && isForm ? documentSubtype : null,
    period: isStatement ? readPeriod(page) : null,
    marker: readPageMarker(page),
    isBlank: page.lines.length <= 2 && page.lines.every(({ text }) => BLANK.test(text)),
  }
}

/** Some forms print their title at the foot; there the class must be this clear. */
const CLEAR = 0.85

function isTitledBelow(
  { documentClass, confidence, cues }: Classification,
  classes: readonly DocumentClass[],
): boolean {
  const titles = classes.find(({ name }) => name === documentClass)?.cues.title ?? []
  return confidence >= CLEAR && titles.some((title) => cues.includes(`strong: ${title}`))
}

function readPageMarker(page: PageText): number | null {
  const match = page.lines.map(({ text }) => MARKER.exec(text)).find((found) => found !== null)
  return match ? Number(match[1]) : null
}
