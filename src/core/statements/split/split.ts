import { readSigns, type PageSigns } from './page-signs.ts'
import { compareLooks } from './page-looks.ts'
import type { DocumentClass } from '../document-class.ts'
import type { PageText } from '../page-text.ts'

/** Pages of a file that seem to be one document. */
export interface DocumentPart {
  /** 1-based, inclusive. */
  startPage: number
  endPage: number
  /** Null when the pages show no class. */
  documentClass: string | null
  confidence: number
  /** Whether the print leaves no doubt that a document begins here. */
  isSure: boolean
}

type OpenPart = DocumentPart &
  Pick<PageSigns, 'form' | 'period' | 'look'> & {
    keys: Map<string, string>
    endsBlank: boolean
    /** The last of its pages counted itself as the last one. */
    isComplete: boolean
  }

const LIKELY = 0.6
const CLEAR = 0.85
/** Of a page's points its document's own class has at most this share, where it is another. */
const SHARED = 0.25

/**
 * The documents a file seems to hold, in order and without gaps (taxonomy section 8). One begins
 * where a page shows the title of another class, another form, period or number, where it prints
 * that it is the first of several pages, where it follows the last of so many or an empty page, and
 * where a letter opens. A page that prints a later number begins one only where its title is
 * clearly of another class, and then leaves it to a person. One part for a file that is one
 * document; none for a file without pages.
 */
export function findParts(
  pages: readonly PageText[],
  classes: readonly DocumentClass[],
): DocumentPart[] {
  const parts: OpenPart[] = []
  for (const page of pages) {
    const signs = readSigns(page, classes)
    const current = parts.at(-1)
    const cut = current ? findCut(signs, current) : 'sure'
    if (!current || cut !== null) parts.push(partFrom(page.number, signs, cut === 'sure'))
    else extend(current, page.number, signs)
  }
  return parts.map(({ startPage, endPage, documentClass, confidence, isSure }) => ({
    startPage,
    endPage,
    documentClass,
    confidence,
    isSure,
  }))
}

/**
 * Whether a file may be divided as its parts say without a person: every document begins beyond
 * doubt and is of a clear class. A file of statements alone is read as one, with a statement for
 * each account and period.
 */
export function isSureBundle(
  parts: readonly DocumentPart[],
  classes: readonly DocumentClass[],
): boolean {
  const isStatement = ({ documentClass }: DocumentPart): boolean =>
    classes.find(({ name }) => name === documentClass)?.parser === 'bank_statement'
  return (
    parts.length > 1 &&
    parts.every(({ isSure, documentClass, confidence }) => {
      return isSure && documentClass !== null && confidence >= LIKELY
    }) &&
    !parts.every(isStatement)
  )
}

type Cut = 'sure' | 'likely' | null

function findCut(signs: PageSigns, current: OpenPart): Cut {
  const { counter, isBlank, hasTitle, documentClass } = signs
  if (isBlank) return null
  const isOther = documentClass !== null && documentClass !== current.documentClass
  if (counter !== null && counter.number > 1) return isBoundIn(signs, current) ? 'likely' : null
  if (counter !== null) return documentClass === null ? 'likely' : 'sure'
  if (current.isComplete || current.endsBlank) {
    if (hasTitle && documentClass !== null) return 'sure'
    if (isOther || signs.opensLetter) return current.isComplete ? 'sure' : 'likely'
  }
  if (compareLooks(signs.look, current.look) === 'other')
    return documentClass !== null && signs.confidence >= LIKELY ? 'sure' : 'likely'
  if (isOther) return findOtherClass(signs, current)
  return findOtherOfClass(signs, current) ?? (signs.opensLetter ? 'likely' : null)
}

function findOtherClass(signs: PageSigns, current: OpenPart): Cut {
  const { hasTitle, opensLetter, confidence, isProse, scores } = signs
  const { documentClass, confidence: before } = current
  // A first page of rows alone shows no class; the page of their sums does.
  if (documentClass === null && !hasTitle && !opensLetter) return null
  const isUnclear = documentClass === null || confidence < LIKELY || before < LIKELY
  // Form 1120-S (2024) Page 4, over the balance sheet of the same return
  if (isContinued(signs, current)) return null
  if (hasTitle) return isUnclear ? 'likely' : 'sure'
  if (opensLetter) return 'likely'
  // A page of running text in a contract speaks of insurance, notes and liens.
  const shared = scores.get(documentClass ?? '') ?? 0
  const isShared = shared > SHARED * Math.max(...scores.values())
  return confidence >= LIKELY && !isProse && !isShared ? 'likely' : null
}

/** Another document under the same run of page numbers, as a disclosure behind its contract. */
function isBoundIn(signs: PageSigns, current: OpenPart): boolean {
  const { hasTitle, documentClass, confidence, isProse, isStatement } = signs
  const isOther = documentClass !== null && documentClass !== current.documentClass
  const isClear = confidence >= CLEAR && current.confidence >= CLEAR
  return isOther && hasTitle && isClear && !isProse && !isStatement && !isContinued(signs, current)
}

/** Whether the running head names the document before, and not what the page shows itself. */
function isContinued({ headed, documentClass }: PageSigns, current: OpenPart): boolean {
  return headed.has(current.documentClass ?? '') && !headed.has(documentClass ?? '')
}

/** A page of the same class that names another form, another period or another number. */
function findOtherOfClass(signs: PageSigns, current: OpenPart): Cut {
  const isOther = (left: string | null, right: string | null): boolean =>
    left !== null && right !== null && left !== right
  if (isOther(signs.form, current.form)) return signs.hasTitle ? 'sure' : 'likely'
  if (signs.documentClass === null) return null
  if (isOther(signs.period, current.period)) return 'sure'
  const names = [...signs.keys.keys()].filter((name) => current.keys.has(name))
  const isOtherKey = names.some((name) => signs.keys.get(name) !== current.keys.get(name))
  return signs.hasTitle && isOtherKey ? 'sure' : null
}

function partFrom(number: number, signs: PageSigns, isSure: boolean): OpenPart {
  const { documentClass, confidence, form, period, keys, isBlank, look } = signs
  return {
    startPage: number,
    endPage: number,
    documentClass,
    confidence,
    isSure,
    form,
    period,
    look,
    keys: new Map(keys),
    endsBlank: isBlank,
    isComplete: isLast(signs),
  }
}

function isLast({ counter }: PageSigns): boolean {
  return counter !== null && counter.number === counter.total
}

function extend(part: OpenPart, number: number, signs: PageSigns): void {
  part.endPage = number
  // What may be a page of something else leaves the file to a person.
  if (!signs.isBlank && compareLooks(signs.look, part.look) !== 'same') part.isSure = false
  part.endsBlank = signs.isBlank
  if (!signs.isBlank) part.isComplete = isLast(signs)
  if (!signs.isBlank) part.look = signs.look
  part.form ??= signs.form
  part.period ??= signs.period
  for (const [name, value] of signs.keys) if (!part.keys.has(name)) part.keys.set(name, value)
  // A cover page may show no class; then the first page that does decides.
  if (part.documentClass !== null) return
  part.documentClass = signs.documentClass
  part.confidence = signs.confidence
}
