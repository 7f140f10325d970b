import type { DocumentClass } from './document-class.ts'
import { plainWords } from './vocabulary/plain-words.ts'

export const CUE_KINDS = ['title', 'strong', 'weak', 'negative', 'filename'] as const
export type CueKind = (typeof CUE_KINDS)[number]

/** A cue of the class at `at` in the list of classes, as it was written and as it is compared. */
interface Cue {
  at: number
  /** Its place among all cues of its kind. */
  place: number
  text: string
  /** Plain words between blanks, so that only whole words match. */
  phrase: string
}

/** The cues of a kind by their first word, so that a text is gone through once for all of them. */
type CueBook = Record<CueKind, Map<string, Cue[]>>

const BOOKS = new WeakMap<readonly DocumentClass[], CueBook>()

/** The cues of a kind that stand in `words` (plain words), in the order of the classes. */
export function findCues(
  classes: readonly DocumentClass[],
  kind: CueKind,
  words: string,
): readonly Cue[] {
  const cues = openBook(classes)[kind]
  const whole = ` ${words} `
  return [...new Set(words.split(' '))]
    .flatMap((word) => (cues.get(word) ?? []).filter(({ phrase }) => whole.includes(phrase)))
    .toSorted((left, right) => left.place - right.place)
}

function openBook(classes: readonly DocumentClass[]): CueBook {
  const known = BOOKS.get(classes)
  if (known) return known
  const book = Object.fromEntries(CUE_KINDS.map((kind) => [kind, indexCues(classes, kind)]))
  BOOKS.set(classes, book as CueBook)
  return book as CueBook
}

function indexCues(classes: readonly DocumentClass[], kind: CueKind): Map<string, Cue[]> {
  const cues = classes
    .flatMap(({ cues }, at) => cues[kind].map((text) => ({ at, text, phrase: ` ${plainWords(text)} ` })))
    .map((cue, place): Cue => ({ ...cue, place }))
  return Map.groupBy(cues, ({ phrase }) => phrase.split(' ', 2)[1]!)
}
