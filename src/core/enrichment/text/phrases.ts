import { plainUpper, splitWords } from './words.ts'

/** A phrase found in a descriptor: words `start` up to, not including, `end`. */
export interface Match<T> {
  start: number
  end: number
  /** Characters of the phrase: the longest phrase is the most specific. */
  length: number
  /** The last word of the match is longer than the last word of the phrase. */
  isCut: boolean
  value: T
}

/** Phrases as a trie over words, in flat arrays that a file can hold. */
export interface PhraseTable {
  /** Every word of every phrase; its place is its id. */
  words: readonly string[]
  /**
   * The nodes level by level, the root first, children of one node side by side and in the order of
   * their words: how many children each has, and the word that leads to it.
   */
  childCounts: Uint16Array
  wordIds: Uint16Array
  /** How many phrases end at each node; of each its number, doubled, one more if it goes on. */
  endingCounts: Uint8Array
  endings: Uint32Array
}

/** A table that is ready to be searched. */
export interface PhraseTrie<T> {
  idOf: ReadonlyMap<string, number>
  /** By word id: the child of the root, 0 for none. */
  roots: Uint32Array
  wordIds: Uint16Array
  lengths: Uint16Array
  /** One more than there are nodes: what belongs to a node ends where the next one's begins. */
  firstChild: Uint32Array
  firstEnding: Uint32Array
  endings: Uint32Array
  /** Nodes whose last word may be cut, by the first letters of that word and by their parent. */
  stems: ReadonlyMap<number, readonly Stem[]>
  valueOf(ending: number): T
}

interface Stem {
  parent: number
  node: number
  text: string
}

interface Node {
  children: Map<number, Node>
  endings: number[]
}

/**
 * Phrases as a table. A phrase that ends in `+` also matches longer words (`PLUMB+` finds
 * PLUMBING); its last word needs three letters or more. One without a word is left out. Throws a
 * RangeError when there are more than 65,000 words.
 */
export function tabulate(phrases: readonly string[]): PhraseTable {
  const root: Node = { children: new Map(), endings: [] }
  const ids = new Map<string, number>()
  for (const [number, phrase] of phrases.entries()) {
    let node = root
    for (const word of splitWords(plainUpper(phrase))) node = ensureChild(node, idIn(ids, word))
    if (node !== root) node.endings.push(number * 2 + (phrase.endsWith('+') ? 1 : 0))
  }
  if (ids.size > WORDS_MAX) throw new RangeError(`${ids.size} words are too many`)
  return flatten(root, [...ids.keys()])
}

function idIn(ids: Map<string, number>, word: string): number {
  let id = ids.get(word)
  if (id === undefined) ids.set(word, (id = ids.size))
  return id
}

function ensureChild(node: Node, id: number): Node {
  let child = node.children.get(id)
  if (!child) node.children.set(id, (child = { children: new Map(), endings: [] }))
  return child
}

function flatten(root: Node, words: readonly string[]): PhraseTable {
  const nodes = [root]
  const wordIds = [0]
  for (const node of nodes) {
    for (const [id, child] of [...node.children].toSorted(([left], [right]) => left - right)) {
      nodes.push(child)
      wordIds.push(id)
    }
  }
  return {
    words,
    childCounts: Uint16Array.from(nodes, ({ children }) => children.size),
    wordIds: Uint16Array.from(wordIds),
    endingCounts: Uint8Array.from(nodes, ({ endings }) => endings.length),
    endings: Uint32Array.from(nodes.flatMap(({ endings }) => endings)),
  }
}

/** The table with an index of its words; `valueOf` gives the meaning of a phrase by number. */
export function openTrie<T>(table: PhraseTable, valueOf: (phrase: number) => T): PhraseTrie<T> {
  const { words, childCounts, wordIds, endingCounts, endings } = table
  const firstChild = computeOffsets(childCounts, 1)
  const firstEnding = computeOffsets(endingCounts, 0)
  const parents = computeParents(childCounts)
  const lengths = new Uint16Array(childCounts.length)
  const roots = new Uint32Array(words.length)
  for (let node = 1; node < lengths.length; node += 1) {
    const parent = parents[node]!
    if (parent === 0) roots[wordIds[node]!] = node
    lengths[node] = lengths[parent]! + words[wordIds[node]!]!.length + (parent === 0 ? 0 : 1)
  }
  const stems = buildStems(table, { firstEnding, parents })
  const idOf = new Map<string, number>()
  for (let id = 0; id < words.length; id += 1) idOf.set(words[id]!, id)
  const nodes = { roots, wordIds, lengths, firstChild, firstEnding, endings }
  return { idOf, ...nodes, stems, valueOf: (ending) => valueOf(ending >> 1) }
}

/** Where each one's part begins, the first at `from`; the extra entry ends the last part. */
function computeOffsets(counts: Uint16Array | Uint8Array, from: number): Uint32Array {
  const starts = new Uint32Array(counts.length + 1)
  let start = from
  for (let at = 0; at < counts.length; at += 1) {
    starts[at] = start
    start += counts[at]!
  }
  starts[counts.length] = start
  return starts
}

function computeParents(childCounts: Uint16Array): Uint32Array {
  const parents = new Uint32Array(childCounts.length)
  let node = 1
  for (let parent = 0; parent < childCounts.length; parent += 1) {
    for (let left = childCounts[parent]!; left > 0; left -= 1) {
      parents[node] = parent
      node += 1
    }
  }
  return parents
}

function buildStems(
  { words, wordIds, endings }: PhraseTable,
  { firstEnding, parents }: { firstEnding: Uint32Array; parents: Uint32Array },
): Map<number, Stem[]> {
  const stems = new Map<number, Stem[]>()
  let node = 0
  let last = 0
  for (let at = 0; at < endings.length; at += 1) {
    while (firstEnding[node + 1]! <= at) node += 1
    if (!(endings[at]! & 1) || node === last) continue
    addStem(stems, { parent: parents[node]!, node, text: words[wordIds[node]!]! })
    last = node
  }
  return stems
}

function addStem(stems: Map<number, Stem[]>, stem: Stem): void {
  const code = stemCode(stem.text)
  const same = stems.get(code)
  if (same) same.push(stem)
  else stems.set(code, [stem])
}

/** The first three letters as a number, which is found without cutting the word. */
function stemCode(word: string): number {
  return (word.charCodeAt(0) << 14) | (word.charCodeAt(1) << 7) | word.charCodeAt(2)
}

/** Whether a word that begins with these codes may go on where a cut word stops. */
export function startsStem<T>({ stems }: PhraseTrie<T>, codes: Uint8Array, start: number): boolean {
  return stems.has((codes[start]! << 14) | (codes[start + 1]! << 7) | codes[start + 2]!)
}

const WORDS_MAX = 65_000

/** Every phrase of the trie in the words, in order of start; cost is linear in the words. */
export function findPhrases<T>(trie: PhraseTrie<T>, words: readonly string[]): Match<T>[] {
  const matches: Match<T>[] = []
  const ids = words.map((word) => trie.idOf.get(word) ?? -1)
  const stems = words.map((word) => trie.stems.get(stemCode(word)))
  for (let start = 0; start < words.length; start += 1) {
    let node = 0
    for (let end = start; end < words.length; end += 1) {
      const word = words[end]!
      const cut = stems[end]
      if (cut) addCutMatches(trie, matches, { parent: node, cut, word, start, end: end + 1 })
      node = ids[end]! < 0 ? 0 : nextNode(trie, node, ids[end]!)
      if (node === 0) break
      for (let at = trie.firstEnding[node]!; at < trie.firstEnding[node + 1]!; at += 1) {
        const value = trie.valueOf(trie.endings[at]!)
        matches.push({ start, end: end + 1, length: trie.lengths[node]!, isCut: false, value })
      }
    }
  }
  return matches
}

/** The child of a node by a word; 0, the root, for none. */
function nextNode<T>(trie: PhraseTrie<T>, parent: number, wordId: number): number {
  if (parent === 0) return trie.roots[wordId]!
  for (let node = trie.firstChild[parent]!; node < trie.firstChild[parent + 1]!; node += 1) {
    if (trie.wordIds[node] === wordId) return node
  }
  return 0
}

/** A word that may go on where a stem stops, after the words that lead to `parent`. */
interface CutPlace {
  parent: number
  cut: readonly Stem[]
  word: string
  start: number
  end: number
}

function addCutMatches<T>(
  trie: PhraseTrie<T>,
  matches: Match<T>[],
  { parent, cut, word, start, end }: CutPlace,
): void {
  for (const stem of cut) {
    if (stem.parent !== parent || word.length <= stem.text.length) continue
    if (!word.startsWith(stem.text)) continue
    const length = trie.lengths[stem.node]!
    for (let at = trie.firstEnding[stem.node]!; at < trie.firstEnding[stem.node + 1]!; at += 1) {
      const ending = trie.endings[at]!
      if (ending & 1) matches.push({ start, end, length, isCut: true, value: trie.valueOf(ending) })
    }
  }
}
