import { plainUpper, wordsOf } from './words.ts'

/** A phrase found in a descriptor: words `start` up to, not including, `end`. */
export interface Match<T> {
  start: number
  end: number
  /** Characters of the phrase: the longest phrase is the most specific. */
  length: number
  /** The last word of the descriptor goes on where the phrase stops. */
  isCut: boolean
  value: T
}

/** A compiled set of phrases: a trie over words, found by hash. */
export interface PhraseTrie<T> {
  root: Node<T>
  /** Every word of every phrase, and the beginnings of the words that may be cut. */
  words: ReadonlySet<string>
  stemKeys: ReadonlySet<number>
}

/** Most nodes end a phrase and no more, so what a node does not have is null. */
interface Node<T> {
  children: Map<string, Node<T>> | null
  endings: { length: number; value: T }[] | null
  /** Last words that may be cut, by their first three letters. */
  stems: Map<string, { stem: string; length: number; value: T }[]> | null
}

/**
 * Phrases as a trie. A phrase that ends in `+` also matches longer words (`PLUMB+` finds
 * PLUMBING); its last word needs three letters or more. Building twice gives the same matches.
 */
export function compilePhrases<T>(entries: Iterable<{ phrase: string; value: T }>): PhraseTrie<T> {
  const root = emptyNode<T>()
  const known = new Set<string>()
  const stemKeys = new Set<number>()
  for (const { phrase, value } of entries) {
    const words = wordsOf(plainUpper(phrase))
    const last = words.at(-1)
    if (last === undefined) continue
    for (const word of words) known.add(word)
    let node = root
    for (const word of words.slice(0, -1)) node = childOf(node, word)
    const length = words.join(' ').length
    if (phrase.endsWith('+')) {
      stemKeys.add(stemCode(last))
      addStem(node, { stem: last, length, value })
    }
    const end = childOf(node, last)
    end.endings ??= []
    end.endings.push({ length, value })
  }
  return { root, words: known, stemKeys }
}

/**
 * The words as far as the trie can tell them apart, one letter for any other: two descriptors of
 * one outline have the same matches, so names and references cost no second search.
 */
export function outlineOf<T>(trie: PhraseTrie<T>, words: readonly string[]): string {
  let outline = ''
  for (const word of words) {
    const isKnown = trie.words.has(word) || trie.stemKeys.has(stemCode(word))
    outline += isKnown ? `${word} ` : '. '
  }
  return outline
}

/** Every phrase of the trie in the words, in order of start; cost is linear in the words. */
export function findPhrases<T>(trie: PhraseTrie<T>, words: readonly string[]): Match<T>[] {
  const matches: Match<T>[] = []
  for (let start = 0; start < words.length; start += 1) {
    let node: Node<T> | undefined = trie.root
    for (let end = start; node && end < words.length; end += 1) {
      const word: string = words[end]!
      if (node.stems) addCutMatches(matches, node.stems, { word, start, end: end + 1 })
      node = node.children?.get(word)
      if (!node?.endings) continue
      for (const { length, value } of node.endings) {
        matches.push({ start, end: end + 1, length, isCut: false, value })
      }
    }
  }
  return matches
}

function emptyNode<T>(): Node<T> {
  return { children: null, endings: null, stems: null }
}

function childOf<T>(node: Node<T>, word: string): Node<T> {
  node.children ??= new Map<string, Node<T>>()
  let child = node.children.get(word)
  if (!child) node.children.set(word, (child = emptyNode()))
  return child
}

/** The first three letters as a number, which is found without cutting the word. */
function stemCode(word: string): number {
  return (word.charCodeAt(0) << 14) | (word.charCodeAt(1) << 7) | word.charCodeAt(2)
}

function stemKey(word: string): string {
  return word.slice(0, 3)
}

function addStem<T>(node: Node<T>, entry: { stem: string; length: number; value: T }): void {
  const key = stemKey(entry.stem)
  node.stems ??= new Map<string, { stem: string; length: number; value: T }[]>()
  const sameKey = node.stems.get(key)
  if (sameKey) sameKey.push(entry)
  else node.stems.set(key, [entry])
}

function addCutMatches<T>(
  matches: Match<T>[],
  stems: NonNullable<Node<T>['stems']>,
  at: { word: string; start: number; end: number },
): void {
  for (const { stem, length, value } of stems.get(stemKey(at.word)) ?? []) {
    if (at.word.length <= stem.length || !at.word.startsWith(stem)) continue
    matches.push({ start: at.start, end: at.end, length, isCut: true, value })
  }
}
