import { DOCUMENT_SUBTYPES } from './classes/subtypes.ts'
import { CUE_KINDS, findCues } from './classes/cue-book.ts'
import { buildCueTexts, type CueTexts } from './cue-texts.ts'
import type { Classification, DocumentClass } from './document-class.ts'
import { hasPhrase } from './vocabulary/plain-words.ts'
import type { PageText } from './page-text.ts'

export interface ClassifyInput {
  filename: string
  format: string | null
  pages: readonly PageText[]
  /** The classes in force: the built-in ones and those of the tenant. */
  classes: readonly DocumentClass[]
}

/** Formats that are a transaction export by themselves; the name is the subtype. */
const EXPORT_FORMATS =
  'csv xlsx xls ofx qfx qbo bai2 camt053 mt940 norma43 cfonb120 qif json xml'.split(' ')
/** OFX by content; only the file name shows that it was exported for Quicken or QuickBooks. */
const INTUIT_ENDINGS: readonly string[] = ['qfx', 'qbo']
const MESSAGE_FORMATS: readonly string[] = ['eml', 'msg']
const FORMAT_CONFIDENCE = 0.99

/** Weights and thresholds of taxonomy section 8. */
const WEIGHTS = { title: 3, strong: 2, weak: 1, negative: -3, filename: 1 } as const
/** A letter is what its subject says, whatever the sums are called that it names. */
const SUBJECT_WEIGHT = 2
const PAGES_READ = 3
const LEAST_SCORE = 4
const LEAST_MARGIN = 2
/** Words that stand in many documents must speak for one class more clearly. */
const LEAST_MARGIN_OF_WEAK = 3
const MARGIN_SCALE = 4
const MOST_CANDIDATES = 5

/**
 * The class of a document by the cues it shows (taxonomy section 8). `other` with confidence 0 when
 * the best class has fewer than 4 points or leads by fewer than 2; `candidates` holds the best five
 * either way, `cues` the evidence for the best. Formats that determine the class need no cues.
 */
export function classify(input: ClassifyInput): Classification {
  const byFormat = classifyFormat(input)
  if (byFormat) return byFormat
  const texts = buildCueTexts(input.pages.slice(0, PAGES_READ), input.filename)
  const scored = scoreClasses(input.classes, texts)
  const [best, next] = scored
  const candidates = scored
    .slice(0, MOST_CANDIDATES)
    .map(({ each, score }) => ({ documentClass: each.name, score }))
  const margin = (best?.score ?? 0) - (next?.score ?? 0)
  const isOpen = !best || best.score < LEAST_SCORE || isOnlyWorded(best, input)
  if (isOpen || margin < leastMargin(best)) {
    const cues = best?.cues ?? []
    return { documentClass: 'other', documentSubtype: null, confidence: 0, candidates, cues }
  }
  return {
    documentClass: best.each.name,
    documentSubtype: detectSubtype(best.each.name, texts),
    confidence: 1 - Math.exp(-margin / MARGIN_SCALE),
    candidates,
    cues: best.cues,
  }
}

function leastMargin(scored: ScoredClass): number {
  return isNamed(scored) ? LEAST_MARGIN : LEAST_MARGIN_OF_WEAK
}

function isNamed({ cues }: ScoredClass): boolean {
  return cues.some((cue) => /^(?:title|strong): /.test(cue))
}

// `03/04/2026`   `2026-03-04`   `Mar 4`   `4 March`   `04.03.`
const DAY_FIRST = /^\W*(?:\d{1,4}[-/.]\d{1,2}\b|\p{L}{3,9}\.? \d{1,2}\b|\d{1,2}\.? ?\p{L}{3,9}\b)/u
/** A single line may begin with a day anywhere. */
const LEAST_DAYS = 2

/** Whether words of statements are all there is: leaflets use them too, but list no days. */
function isOnlyWorded(scored: ScoredClass, { pages }: ClassifyInput): boolean {
  if (scored.each.parser !== 'bank_statement' || isNamed(scored)) return false
  const lines = pages.slice(0, PAGES_READ).flatMap((page) => page.lines)
  return lines.filter(({ text }) => DAY_FIRST.test(text)).length < LEAST_DAYS
}

function classifyFormat({ format, filename }: ClassifyInput): Classification | null {
  if (format === null) return null
  const known = { confidence: FORMAT_CONFIDENCE, candidates: [], cues: [`format: ${format}`] }
  if (MESSAGE_FORMATS.includes(format)) {
    return { documentClass: 'email_message', documentSubtype: null, ...known }
  }
  if (!EXPORT_FORMATS.includes(format)) return null
  const ending = filename.toLowerCase().split('.').at(-1)!
  const documentSubtype = format === 'ofx' && INTUIT_ENDINGS.includes(ending) ? ending : format
  return { documentClass: 'transaction_export', documentSubtype, ...known }
}

interface ScoredClass {
  each: DocumentClass
  score: number
  cues: string[]
}

/** The classes with points, best first. A class that varies another one has the other's as well. */
function scoreClasses(classes: readonly DocumentClass[], texts: CueTexts): ScoredClass[] {
  const own = scoreOwn(classes, texts)
  const scored = own.map((one) => {
    const varied = own.find(({ each }) => each.name === one.each.variantOf)
    if (!varied || !isTitledAlone(one)) return one
    return { ...one, score: one.score + Math.max(0, varied.score) }
  })
  return scored.filter(({ score }) => score > 0).toSorted((left, right) => right.score - left.score)
}

/** A title of the class, and nothing that speaks against it. */
function isTitledAlone({ cues }: ScoredClass): boolean {
  const has = (kind: string): boolean => cues.some((cue) => cue.startsWith(`${kind}: `))
  return has('title') && !has('negative')
}

/** The points that each class has by its own cues, in the order of the classes. */
function scoreOwn(classes: readonly DocumentClass[], texts: CueTexts): ScoredClass[] {
  const scored = classes.map((each): ScoredClass => ({ each, score: 0, cues: [] }))
  for (const kind of CUE_KINDS)
    for (const { at, text } of findCues(classes, kind, texts[kind])) {
      scored[at]!.score += WEIGHTS[kind]
      scored[at]!.cues.push(`${kind}: ${text}`)
    }
  const subjects = Map.groupBy(findCues(classes, 'title', texts.subject), ({ at }) => at)
  for (const [at, [cue]] of subjects) {
    scored[at]!.score += SUBJECT_WEIGHT
    scored[at]!.cues.push(`subject: ${cue!.text}`)
  }
  return scored
}

function detectSubtype(documentClass: string, texts: CueTexts): string | null {
  const subtypes = DOCUMENT_SUBTYPES.filter((each) => each.documentClass === documentClass)
  const found = subtypes.find(
    ({ cues }) => cues.length === 0 || cues.some((cue) => hasPhrase(texts.strong, cue)),
  )
  return found?.subtype ?? null
}
