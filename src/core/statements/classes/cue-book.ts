import type { DocumentClass } from '../document-class.ts'
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

/** The cues of a kind as a tree of words, so that a text is gone through once for all of them. */
interface Branch {
  cues: Cue[]
  next: Map<string, Branch>
}

type CueBook = Record<CueKind, Branch>

const BOOKS = new WeakMap<readonly DocumentClass[], CueBook>()

/** The cues of a kind that stand in `words` (plain words), in the order of the classes. */
export function findCues(
  classes: readonly DocumentClass[],
  kind: CueKind,
  words: string,
): readonly Cue[] {
  const book = openBook(classes)[kind]
  const found = new Set<Cue>()
  const each = words.split(' ')
  for (const start of each.keys()) {
    let branch = book.next.get(each[start]!)
    for (let at = start + 1; branch; at += 1) {
      for (const cue of branch.cues) found.add(cue)
      branch = branch.next.get(each[at]!)
    }
  }
  return [...found].toSorted((left, right) => left.place - right.place)
}

function openBook(classes: readonly DocumentClass[]): CueBook {
  const known = BOOKS.get(classes)
  if (known) return known
  const book = Object.fromEntries(CUE_KINDS.map((kind) => [kind, growTree(classes, kind)]))
  BOOKS.set(classes, book as CueBook)
  return book as CueBook
}

function growTree(classes: readonly DocumentClass[], kind: CueKind): Branch {
  const root: Branch = { cues: [], next: new Map() }
  let place = 0
  for (const [at, { cues }] of classes.entries())
    for (const text of cues[kind]) {
      branchAt(root, plainWords(text)).cues.push({ at, place, text })
      place += 1
    }
  return root
}

function branchAt(root: Branch, phrase: string): Branch {
  let branch = root
  for (const word of phrase.split(' ')) {
    const next = branch.next.get(word) ?? { cues: [], next: new Map() }
    branch.next.set(word, next)
    branch = next
  }
  return branch
}
