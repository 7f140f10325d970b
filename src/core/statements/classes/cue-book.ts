import type { DocumentClass } from '../document-class.ts'
import { phraseBook, type PhraseBook } from '../vocabulary/phrases.ts'
import { plainWords } from '../vocabulary/plain-words.ts'

export const CUE_KINDS = ['title', 'strong', 'weak', 'negative', 'filename'] as const
export type CueKind = (typeof CUE_KINDS)[number]

/** A cue as it was written, of the class at `at` in the list of classes. */
interface Cue {
  at: number
  /** Its place among all cues of its kind. */
  place: number
  text: string
}

/** The cues of each kind in one tree of words: a text is gone through once for all of them. */
type CueBook = Record<CueKind, PhraseBook<Cue[]>>

const BOOKS = new WeakMap<readonly DocumentClass[], CueBook>()

/** The cues of a kind that stand in `words` (plain words), in the order of the classes. */
export function findCues(
  classes: readonly DocumentClass[],
  kind: CueKind,
  words: string,
): readonly Cue[] {
  const found = new Set<Cue>()
  const each = words.split(' ')
  for (const start of each.keys()) {
    let branch: PhraseBook<Cue[]> | undefined = openBook(classes)[kind]
    for (let at = start; branch; at += 1) {
      for (const cue of branch.meaning ?? []) found.add(cue)
      branch = branch.next.get(each[at]!)
    }
  }
  return [...found].toSorted((left, right) => left.place - right.place)
}

function openBook(classes: readonly DocumentClass[]): CueBook {
  const known = BOOKS.get(classes)
  if (known) return known
  const book = Object.fromEntries(CUE_KINDS.map((kind) => [kind, writeBook(classes, kind)]))
  BOOKS.set(classes, book as CueBook)
  return book as CueBook
}

function writeBook(classes: readonly DocumentClass[], kind: CueKind): PhraseBook<Cue[]> {
  const cues = classes
    .flatMap(({ cues }, at) => cues[kind].map((text) => ({ at, text })))
    .map((cue, place): Cue => ({ ...cue, place }))
  return phraseBook(Map.groupBy(cues, ({ text }) => plainWords(text)))
}
