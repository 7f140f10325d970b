import { CHANNEL_CUES, CUES } from '../data/cues.ts'
import { FEE_RULES, FEE_WORDS, NOT_BANK_FEES, type FeeRule } from '../data/fee-rules.ts'
import { FUNDERS, OTHER_FINANCIERS, type Funder } from '../data/funders.ts'
import { MERCHANT_GROUPS } from '../data/merchants.ts'
import {
  CAPITAL_WORDS,
  FUNDING_WORDS,
  NOT_FUNDERS,
  WEALTH_WORDS,
  type NotFunder,
} from '../data/not-funders.ts'
import { WORDINGS, type Wording } from '../data/wordings.ts'
import { plainUpper, readDescriptor, wordsOf, type Descriptor } from './normalize.ts'
import { compilePhrases, findPhrases, outlineOf, type Match, type PhraseTrie } from './phrases.ts'

/** A merchant of the registry with the leaf of each sign. */
export interface Merchant {
  id: string
  name: string
  in: string | null
  out: string | null
}

/** What a phrase of a descriptor says. */
export type Sense =
  | { kind: 'funder'; id: string; funder: Funder; alias: string }
  | { kind: 'not_funder'; entry: NotFunder; phrase: string }
  | { kind: 'merchant'; merchant: Merchant }
  | { kind: 'fee'; rule: FeeRule; order: number; isAlone: boolean; phrase: string }
  | { kind: 'cue'; slug: string; phrase: string }
  | { kind: 'channel_cue'; slug: string; confidence: number; phrase: string }
  | { kind: 'wording'; wording: Wording }

/** A match whose sense is of one kind. */
export type MatchOf<K extends Sense['kind']> = Match<Extract<Sense, { kind: K }>>

/** A descriptor with everything that the registries know about its words. */
export type Reading = Descriptor & Findings

interface Findings {
  /** Longest phrase first; by kind, because every layer asks for one. */
  matches: ReadonlyMap<Sense['kind'], readonly Match<Sense>[]>
  wordings: ReadonlySet<Wording>
}

// Square: SQUARE INC, SQUAREUP
// Target = TARGET, TARGET COM
const MERCHANT = /^(.+?)(?:(:| =) (.+))?$/

let compiled: PhraseTrie<Sense> | null = null

/** Compiled when first asked for: it takes as long as a sixth of a restart of the service. */
function phraseTrie(): PhraseTrie<Sense> {
  return (compiled ??= compilePhrases(allPhrases()))
}

/**
 * A reader of descriptors: each with every phrase of the data lists in it, found in one walk that
 * serves all layers. Equal descriptors are read once. `ownWords` is the account holder's name,
 * which banks print beside the other side's and which says nothing.
 */
export function createReader(ownWords: readonly string[]): (description: string) => Reading {
  const trie = phraseTrie()
  const readings = new Map<string, Reading>()
  const findings = new Map<string, Findings>()
  return (description) => {
    const known = readings.get(description)
    if (known) return known
    const descriptor = readDescriptor(description, ownWords)
    const outline = outlineOf(trie, descriptor.words)
    let found: Findings | undefined = findings.get(outline)
    if (!found) findings.set(outline, (found = findSenses(trie, descriptor.words)))
    const reading = { ...descriptor, ...found }
    readings.set(description, reading)
    return reading
  }
}

function findSenses(trie: PhraseTrie<Sense>, words: readonly string[]): Findings {
  const longestFirst = findPhrases(trie, words).toSorted(
    (left, right) => right.length - left.length || left.start - right.start,
  )
  const matches = withoutCovered(longestFirst)
  return {
    matches: Map.groupBy(matches, ({ value }) => value.kind),
    wordings: wordingsOf(matches),
  }
}

function wordingsOf(matches: readonly Match<Sense>[]): Set<Wording> {
  const wordings = new Set<Wording>()
  for (const { value } of matches) if (value.kind === 'wording') wordings.add(value.wording)
  return wordings
}

/** Senses that a longer phrase around them replaces: MOBILE says nothing in MOBILE DEPOSIT. */
const COVERABLE = new Set<Sense['kind']>(['cue', 'channel_cue', 'merchant'])

function withoutCovered(longestFirst: readonly Match<Sense>[]): Match<Sense>[] {
  const covering = longestFirst.filter(({ value }) => COVERABLE.has(value.kind))
  return longestFirst.filter(
    (match) =>
      !COVERABLE.has(match.value.kind) ||
      !covering.some(
        (other) =>
          other.start <= match.start && other.end >= match.end && other.length > match.length,
      ),
  )
}

const NONE: readonly never[] = []

/** The matches of one kind, longest first. */
export function matchesOf<K extends Sense['kind']>(
  reading: Reading,
  kind: K,
): readonly MatchOf<K>[] {
  return (reading.matches.get(kind) as readonly MatchOf<K>[] | undefined) ?? NONE
}

/** Stable id of a registry entry: `Rapid Finance` is `rapid-finance`. */
export function registryId(name: string): string {
  return wordsOf(plainUpper(name)).join('-').toLowerCase()
}

/** The registry's entry of an id; null when there is none. */
export function findFunder(id: string): Funder | null {
  return [...FUNDERS, ...OTHER_FINANCIERS].find(({ name }) => registryId(name) === id) ?? null
}

function* allPhrases(): Generator<{ phrase: string; value: Sense }> {
  for (const funder of [...FUNDERS, ...OTHER_FINANCIERS]) yield* funderPhrases(funder)
  for (const entry of NOT_FUNDERS) {
    for (const phrase of entry.cues) yield { phrase, value: { kind: 'not_funder', entry, phrase } }
  }
  for (const group of MERCHANT_GROUPS) {
    for (const text of group.merchants) yield* merchantPhrases(text, group)
  }
  for (const [order, rule] of FEE_RULES.entries()) yield* feePhrases(rule, order)
  for (const [slug, cues] of Object.entries(CUES)) {
    for (const phrase of cues) yield { phrase, value: { kind: 'cue', slug, phrase } }
  }
  for (const { slug, confidence, cues } of CHANNEL_CUES) {
    for (const phrase of cues) {
      yield { phrase, value: { kind: 'channel_cue', slug, confidence, phrase } }
    }
  }
  yield* wordingPhrases()
}

/** An alias whose last word may be a cut form also matches the whole word: FORWARD FIN+. */
function* funderPhrases(funder: Funder): Generator<{ phrase: string; value: Sense }> {
  const id = registryId(funder.name)
  for (const alias of new Set([plainUpper(funder.name), ...funder.aliases])) {
    const words = wordsOf(plainUpper(alias))
    const canBeCut = words.length > 1 && /^[A-Z]{3,}$/.test(words.at(-1)!)
    yield { phrase: canBeCut ? `${alias}+` : alias, value: { kind: 'funder', id, funder, alias } }
  }
}

function* merchantPhrases(
  text: string,
  leaves: Leaves,
): Generator<{ phrase: string; value: Sense }> {
  const { merchant, phrases } = readMerchant(text, leaves)
  for (const phrase of phrases) yield { phrase, value: { kind: 'merchant', merchant } }
}

interface Leaves {
  in: string | null
  out: string | null
}

/** An entry of the registry: who it names, its aliases, and the phrases that name it. */
export function readMerchant(
  text: string,
  leaves: Leaves,
): { merchant: Merchant; aliases: string[]; phrases: Set<string> } {
  const [, written = text, mark, list] = MERCHANT.exec(text) ?? []
  const aliases = list?.split(', ') ?? []
  const name = written.replace(/\+$/, '')
  const merchant: Merchant = { id: registryId(name), name, in: leaves.in, out: leaves.out }
  const phrases = new Set(mark === ' =' ? aliases : [...aliases, written])
  return { merchant, aliases, phrases }
}

function* feePhrases(rule: FeeRule, order: number): Generator<{ phrase: string; value: Sense }> {
  for (const phrase of rule.beside) {
    yield { phrase, value: { kind: 'fee', rule, order, isAlone: false, phrase } }
  }
  for (const phrase of rule.alone) {
    yield { phrase, value: { kind: 'fee', rule, order, isAlone: true, phrase } }
  }
}

function* wordingPhrases(): Generator<{ phrase: string; value: Sense }> {
  const lists: [Wording, readonly string[]][] = [
    ['fee', FEE_WORDS],
    ['not_bank_fee', NOT_BANK_FEES],
    ['capital', CAPITAL_WORDS],
    ['funding', FUNDING_WORDS],
    ['wealth', WEALTH_WORDS],
    ...(Object.entries(WORDINGS) as [Wording, readonly string[]][]),
  ]
  for (const [wording, phrases] of lists) {
    for (const phrase of phrases) yield { phrase, value: { kind: 'wording', wording } }
  }
}
