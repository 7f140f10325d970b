import { findDocumentClass } from '../classes/index.ts'
import { DOCUMENT_SUBTYPES } from '../classes/subtypes.ts'
import { classify } from '../classify.ts'
import { findCues } from '../classes/cue-book.ts'
import type { Classification, DocumentClass } from '../document-class.ts'
import { extractFields } from '../fields/extract.ts'
import { readPeriod } from '../fields/print/period.ts'
import { SALUTATION } from '../machine-lines.ts'
import { readLook, type PageLook } from './page-looks.ts'
import { isRunning, type PageText } from '../page-text.ts'
import { readCounter } from '../print/page-counters.ts'
import { plainWords } from '../vocabulary/plain-words.ts'

/** What one page shows about its document. */
export interface PageSigns {
  documentClass: string | null
  confidence: number
  /** The points of each class that has some on this page. */
  scores: ReadonlyMap<string, number>
  hasTitle: boolean
  /** The classes whose title is in the page's first line, as a running head repeats it. */
  headed: ReadonlySet<string>
  /** The form, where forms of one class are documents of their own. */
  form: string | null
  /** The time a statement covers, as `start end`. */
  period: string | null
  /** The values of the fields in which two documents of one class differ. */
  keys: ReadonlyMap<string, string>
  counter: { number: number; total: number } | null
  isBlank: boolean
  isProse: boolean
  isStatement: boolean
  opensLetter: boolean
  look: PageLook
}

// This page intentionally left blank
const BLANK =
  /^\W*(?:this page (?:is )?(?:was )?(?:left )?intentionally (?:left )?blank|separator|blank page)?\W*$/i
// February 20, 2026   20 February 2026   02/20/2026
const DAY =
  /^\W*(?:date:? )?(?:\p{L}{3,9}\.? \d{1,2},? \d{4}|\d{1,2} \p{L}{3,9}\.? \d{4}|\d{1,2}\/\d{1,2}\/\d{4})\W*$/iu
// Subject: Confirmation of zero balance   Re: Contract GP-88013
const SUBJECT = /^\W*(?:re|subject)\s*:\s*\p{L}/iu
/** Some forms print their title at the foot; there the class must be this clear. */
const CLEAR = 0.85
/** The share of lines of running text that makes a page of it. */
const PROSE_SHARE = 0.4

export function readSigns(page: PageText, classes: readonly DocumentClass[]): PageSigns {
  const found = classify({ filename: '', format: null, pages: [page], classes })
  const { documentClass, documentSubtype, confidence, cues } = found
  const isKnown = documentClass !== 'other'
  const isForm = DOCUMENT_SUBTYPES.some((each) => each.subtype === documentSubtype && each.isForm)
  const isStatement =
    classes.find(({ name }) => name === documentClass)?.parser === 'bank_statement'
  const { lines } = page
  return {
    documentClass: isKnown ? documentClass : null,
    confidence,
    scores: new Map(found.candidates.map((each) => [each.documentClass, each.score])),
    hasTitle: cues.some((cue) => cue.startsWith('title: ')) || isTitledBelow(found, classes),
    headed: listHeaded(lines[0]?.text ?? '', classes),
    form: isKnown && isForm ? documentSubtype : null,
    period: isStatement ? readPeriod(page) : null,
    keys: isKnown ? readKeys(page, found) : new Map(),
    counter: readCounter(lines),
    isBlank: lines.length <= 2 && lines.every(({ text }) => BLANK.test(text)),
    isProse: lines.filter(({ text }) => isRunning(text)).length > PROSE_SHARE * lines.length,
    opensLetter: isLetter(page),
    isStatement,
    look: readLook(page),
  }
}

/** A salutation, or a day on its own line above what the letter is about. */
function isLetter({ lines, height }: PageText): boolean {
  const upper = lines.filter(({ box }) => box[1] < height / 2).map(({ text }) => text)
  const day = upper.findIndex((text) => DAY.test(text))
  return (
    upper.some((text) => SALUTATION.test(text)) ||
    (day >= 0 && upper.slice(day).some((text) => SUBJECT.test(text)))
  )
}

function listHeaded(line: string, classes: readonly DocumentClass[]): Set<string> {
  const titles = findCues(classes, 'title', plainWords(line))
  return new Set(titles.map(({ at }) => classes[at]!.name))
}

function isTitledBelow(
  { documentClass, confidence, cues }: Classification,
  classes: readonly DocumentClass[],
): boolean {
  const titles = classes.find(({ name }) => name === documentClass)?.cues.title ?? []
  return confidence >= CLEAR && titles.some((title) => cues.includes(`strong: ${title}`))
}

function readKeys(
  page: PageText,
  { documentClass: name, documentSubtype }: Classification,
): Map<string, string> {
  const documentClass = findDocumentClass(name)
  const keys = documentClass?.extractionFields.filter(({ identifies }) => identifies) ?? []
  if (!documentClass || keys.length === 0) return new Map()
  const only = { ...documentClass, extractionFields: keys }
  const { fields } = extractFields([page], { documentClass: only, subtype: documentSubtype })
  return new Map(
    Object.entries(fields).flatMap(([field, { value }]): [string, string][] =>
      value === null ? [] : [[field, String(value)]],
    ),
  )
}
