import type { Wording } from '../data/wordings.ts'
import { LISTED_FUNDERS, phraseTrie } from '../registry/open.ts'
import type { Sense } from '../registry/senses.ts'
import type { Funder } from '../data/funders.ts'
import { readDescriptor, type Descriptor } from './normalize.ts'
import { townAt } from './place.ts'
import { findPhrases, outlineOf, type Match, type PhraseTrie } from './phrases.ts'

/** A match whose sense is of one kind. */
export type MatchOf<K extends Sense['kind']> = Match<Extract<Sense, { kind: K }>>

/** A descriptor with everything that the registries know about its words. */
export type Reading = Descriptor & Findings

interface Findings {
  /** Longest phrase first; by kind, because every layer asks for one. */
  matches: Matches
  wordings: ReadonlySet<Wording>
}

type Matches = { readonly [K in Sense['kind']]: readonly MatchOf<K>[] }

/**
 * A reader of descriptors: each with every phrase of the data lists in it, found in one walk that
 * serves all layers. Equal descriptors are read once. `ownWords` is the account holder's name,
 * which banks print beside the other side's and which says nothing.
 */
export function createReader(ownWords: readonly string[]): (description: string) => Reading {
  const trie = phraseTrie()
  const readings = new Map<string, Reading>()
  return (description) => {
    const known = readings.get(description)
    if (known) return known
    const descriptor = readDescriptor(description, ownWords)
    const town = townAt(descriptor.words)
    const outline = `${outlineOf(trie, descriptor.words)}${town ?? ''}`
    let found: Findings | undefined = findings.get(outline)
    if (!found) remember(outline, (found = findSenses(trie, descriptor.words, town)))
    const reading = toReading(descriptor, found)
    readings.set(description, reading)
    return reading
  }
}

/** Field by field: one shape for all, which every layer reads without a search. */
function toReading(descriptor: Descriptor, { matches, wordings }: Findings): Reading {
  const { normalized, words, groupKey, numbers, checkNumber, achCompany } = descriptor
  return { normalized, words, groupKey, numbers, checkNumber, achCompany, matches, wordings }
}

/** What outlines were found to say, for all readers: the same outline says the same everywhere. */
const findings = new Map<string, Findings>()
/** About 20 MB; beyond, the list starts anew. */
const OUTLINES_MAX = 20_000

function remember(outline: string, found: Findings): void {
  if (findings.size >= OUTLINES_MAX) findings.clear()
  findings.set(outline, found)
}

function findSenses(
  trie: PhraseTrie<Sense>,
  words: readonly string[],
  town: number | null,
): Findings {
  const longestFirst = findPhrases(trie, words).toSorted(
    (left, right) => right.length - left.length || left.start - right.start,
  )
  const matches = withoutTown(withoutCovered(longestFirst), town)
  return {
    matches: byKind(matches),
    wordings: wordingsOf(matches),
  }
}

const NONE: readonly never[] = []

function byKind(matches: readonly Match<Sense>[]): Matches {
  const groups: Record<Sense['kind'], Match<Sense>[] | readonly never[]> = {
    funder: NONE,
    not_funder: NONE,
    merchant: NONE,
    brand: NONE,
    fee: NONE,
    cue: NONE,
    weak_cue: NONE,
    channel_cue: NONE,
    wording: NONE,
  }
  for (const match of matches) {
    const { kind } = match.value
    groups[kind] = [...groups[kind], match]
  }
  return groups as Matches
}

function wordingsOf(matches: readonly Match<Sense>[]): Set<Wording> {
  const wordings = new Set<Wording>()
  for (const { value } of matches) if (value.kind === 'wording') wordings.add(value.wording)
  return wordings
}

/** Senses that a longer phrase around them replaces: MOBILE says nothing in MOBILE DEPOSIT. */
const COVERABLE = new Set<Sense['kind']>(['cue', 'weak_cue', 'channel_cue', 'merchant', 'brand'])

function withoutCovered(longestFirst: readonly Match<Sense>[]): Match<Sense>[] {
  const covering = longestFirst.filter(({ value }) => COVERABLE.has(value.kind))
  return longestFirst.filter(
    (match) =>
      !COVERABLE.has(match.value.kind) ||
      !covering.some(
        (other) =>
          other.start <= match.start &&
          other.end >= match.end &&
          other.end - other.start > match.end - match.start,
      ),
  )
}

/** MOBILE at the end of `OAK COFFEE MOBILE AL` is a town, as long as another word says more. */
function withoutTown(matches: Match<Sense>[], town: number | null): Match<Sense>[] {
  if (town === null) return matches
  const isTown = ({ start, end, value }: Match<Sense>): boolean =>
    start === town && end === town + 1 && COVERABLE.has(value.kind) && value.kind !== 'channel_cue'
  const rest = matches.filter((match) => !isTown(match))
  const saysMore = rest.some(
    ({ value }) => COVERABLE.has(value.kind) && value.kind !== 'channel_cue',
  )
  return saysMore ? rest : matches.filter((match) => match.value.kind !== 'brand' || !isTown(match))
}

/** The matches of one kind, longest first. */
export function matchesOf<K extends Sense['kind']>(
  reading: Reading,
  kind: K,
): readonly MatchOf<K>[] {
  return reading.matches[kind]
}

/** The registry's entry of an id; null when there is none. */
export function findFunder(id: string): Funder | null {
  return LISTED_FUNDERS.find((funder) => funder.id === id) ?? null
}
