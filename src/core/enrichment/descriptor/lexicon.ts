import brands from '../data/brands.json' with { type: 'json' }
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
import { WEAK_CUES } from '../data/weak-cues.ts'
import { WORDINGS, type Wording } from '../data/wordings.ts'
import { WORLD_CHANNELS, WORLD_CUES } from '../data/world.ts'
import { readDescriptor, type Descriptor } from './normalize.ts'
import { plainUpper, wordsOf } from './words.ts'
import { townAt } from './place.ts'
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
  /** A brand of the public index; one word alone may be a common one. */
  | { kind: 'brand'; slug: string; name: string; isOneWord: boolean }
  | { kind: 'fee'; rule: FeeRule; order: number; isAlone: boolean; phrase: string }
  | { kind: 'cue'; slug: string; phrase: string }
  /** A word of names that tells only while nothing else does. */
  | { kind: 'weak_cue'; slug: string; phrase: string }
  | { kind: 'channel_cue'; slug: string; confidence: number; phrase: string }
  | { kind: 'wording'; wording: Wording }

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
  yield* brandPhrases()
  for (const [order, rule] of FEE_RULES.entries()) yield* feePhrases(rule, order)
  yield* cuePhrases()
  yield* wordingPhrases()
}

function* brandPhrases(): Generator<{ phrase: string; value: Sense }> {
  for (const [slug, names] of Object.entries(brands)) {
    for (const name of names) {
      const value: Sense = { kind: 'brand', slug, name, isOneWord: !name.includes(' ') }
      for (const phrase of printedForms(name)) yield { phrase, value }
    }
  }
}

/** Lengths at which the fields of ACH entries and card purchases end. */
const FIELD_LENGTHS = [16, 22]

/** A name as it may be printed: whole, with a plural s, cut where a field ends. */
function printedForms(name: string): Set<string> {
  const words = wordsOf(plainUpper(name))
  const whole = words.join(' ')
  const forms = new Set([whole])
  if (/[A-Z]&[A-Z]/.test(whole)) forms.add(whole.replaceAll('&', ' & '))
  if (words.length === 1) return forms
  if (/[A-RT-Z]$/.test(whole)) forms.add(`${whole}S`)
  for (const cut of cutForms(whole)) forms.add(cut)
  return forms
}

/** A name of two words or more as a field of an ACH entry or a card purchase cuts it. */
function cutForms(whole: string): string[] {
  return FIELD_LENGTHS.map((length) => whole.slice(0, length)).filter(
    (cut) => /^[A-Z]/.test(whole.slice(cut.length)) && /[A-Z]{3}$/.test(cut) && cut.includes(' '),
  )
}

const WORLD_CONFIDENCE = 0.9

function* cuePhrases(): Generator<{ phrase: string; value: Sense }> {
  for (const [slug, cues] of [...Object.entries(CUES), ...Object.entries(WORLD_CUES)]) {
    for (const phrase of cues) yield { phrase, value: { kind: 'cue', slug, phrase } }
  }
  for (const [slug, cues] of Object.entries(WEAK_CUES)) {
    for (const phrase of cues) yield { phrase, value: { kind: 'weak_cue', slug, phrase } }
  }
  const world = WORLD_CHANNELS.map((group) => ({ ...group, confidence: WORLD_CONFIDENCE }))
  for (const { slug, confidence, cues } of [...CHANNEL_CUES, ...world]) {
    for (const phrase of cues) {
      yield { phrase, value: { kind: 'channel_cue', slug, confidence, phrase } }
    }
  }
}

/** An alias whose last word may be a cut form also matches the whole word: FORWARD FIN+. */
function* funderPhrases(funder: Funder): Generator<{ phrase: string; value: Sense }> {
  const id = registryId(funder.name)
  for (const alias of new Set([plainUpper(funder.name), ...funder.aliases])) {
    const words = wordsOf(plainUpper(alias))
    const canBeCut = words.length > 1 && /^[A-Z]{3,}$/.test(words.at(-1)!)
    const value: Sense = { kind: 'funder', id, funder, alias }
    yield { phrase: canBeCut ? `${alias}+` : alias, value }
    for (const phrase of cutForms(words.join(' '))) yield { phrase, value }
  }
}

function* merchantPhrases(
  text: string,
  leaves: Leaves,
): Generator<{ phrase: string; value: Sense }> {
  const { merchant, phrases } = readMerchant(text, leaves)
  const printed = [...phrases].flatMap((phrase) =>
    phrase.endsWith('+') ? [phrase] : [phrase, ...printedForms(phrase)],
  )
  for (const phrase of new Set(printed)) yield { phrase, value: { kind: 'merchant', merchant } }
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
