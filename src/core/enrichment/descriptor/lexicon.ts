import { findCategory } from '../../values/categories.ts'
import type { Wording } from '../data/wordings.ts'
import { readWordList } from '../data/word-lists.ts'
import { isKnownReference, LISTED_FUNDERS, phraseTrie } from '../registry/open.ts'
import type { Sense } from '../registry/senses.ts'
import type { Funder } from '../data/funders.ts'
import { createMemo } from '../text/memo.ts'
import { matchChannel } from './channel.ts'
import type { Field } from '../data/field-labels.ts'
import { readFields } from './fields.ts'
import { checkNumberAt, buildGroupKey, scanDescriptor } from './normalize.ts'
import { isOutline, joinWords, buildOutline, textOfOutline } from './outline.ts'
import { detectPerson } from './party.ts'
import { findPhrases, type Match } from '../text/phrases.ts'
import { leadingTown, townAt, townStart, type MarkedWords, type TownWords } from './place.ts'
import type { Descriptor, Matches, MatchOf, Reading } from './reading.ts'
import { dropName, readWord, type Scan } from '../text/scan.ts'
import { plainUpper } from '../text/words.ts'

/**
 * A reader of descriptors: it finds every phrase of the data lists in one walk that serves all
 * layers. `ownWords` is the account holder's name, which banks print next to the other side's and
 * which is dropped. Any text is accepted; one without a word has its own text as group key.
 */
export function createReader(ownWords: readonly string[]): (description: string) => Descriptor {
  return (description) => {
    const { scan, achCompany } = scanDescriptor(description)
    if (ownWords.length > 1) dropName(scan, ownWords)
    const reading = scan.count === 0 ? buildWordlessReading(description) : getReading(scan)
    const checkNumber = readCheckNumber(scan, reading)
    const normalized = checkNumber === null ? reading.normalized : joinWords(scan, () => true)
    return { reading, normalized, checkNumber, achCompany }
  }
}

function buildWordlessReading(description: string): Reading {
  return {
    ...toReading('', { words: [], references: NO_REFERENCES }),
    groupKey: plainUpper(description).trim(),
  }
}

const NO_REFERENCES = new Uint8Array()

function getReading(scan: Scan): Reading {
  const outline = buildOutline(scan, isKnownReference)
  const { hash } = outline
  const known = readings.get(hash)
  if (known && isOutline(outline, known.outline)) return known
  const text = textOfOutline(outline)
  const reading = toReading(text, { words: text.split(' '), references: scan.references })
  readings.set(hash, reading)
  return reading
}

/** A cache for all readers: the same outline has the same reading everywhere. About 20 MB. */
const readings = createMemo<number, Reading>(20_000)

function toReading(outline: string, marked: MarkedWords): Reading {
  const { words } = marked
  const found = findSenses(marked)
  const fields = readFields(marked, getWordings(found.filter(isWording)))
  const { spoken, memo } = splitByField(found, fields)
  const matches = groupByKind(spoken)
  const wordings = getWordings(matches.wording)
  const kept = withoutNumbers(marked)
  return {
    outline,
    groupKey: buildGroupKey(marked) || outline,
    normalized: kept.length === words.length ? outline : kept.join(' ') || outline,
    checkAt: checkNumberAt(outline),
    matches,
    memoCues: memo.filter(isCue),
    wordings,
    namedChannel: matchChannel(wordings),
    person: detectPerson(words, matches.cue.length > 0),
  }
}

// the 1043 of 1043 and of 1043&CO
const CHECK_NUMBER = /^\d{2,8}\b/

/** What is alike from one occurrence to the next: no invoice, reference, date or masked account. */
function withoutNumbers({ words, references }: MarkedWords): string[] {
  return words.filter((word, at) => {
    if (references[at] === 1) return false
    return at === 0 || !NUMBER_LABELS.has(words[at - 1]!) || !/\d/.test(word)
  })
}

/** Words before a number that is of one row only. */
const NUMBER_LABELS = readWordList('number_label')

function readCheckNumber(scan: Scan, { checkAt }: Reading): string | null {
  return checkAt < 0 ? null : (CHECK_NUMBER.exec(readWord(scan, checkAt))?.[0] ?? null)
}

function findSenses(marked: MarkedWords): Match<Sense>[] {
  const longestFirst = findPhrases(phraseTrie(), marked.words).sort(
    (left, right) => right.length - left.length || left.start - right.start,
  )
  return [...withoutTown(withoutCovered(longestFirst), marked), ...findGlued(marked, longestFirst)]
}

/** Letters from which the end of a word is taken for a word of its own. */
const LEAST_GLUED = 6

/** The trade at the end of a word that nothing else explains: RHINOSTATIONERY, CORONAENERGY. */
function findGlued({ words }: MarkedWords, found: readonly Match<Sense>[]): Match<Sense>[] {
  if (found.some(({ value }) => value.kind !== 'wording' && value.kind !== 'channel_cue')) return []
  return words.flatMap((word, at) => {
    for (let from = 3; from <= word.length - LEAST_GLUED; from += 1) {
      const cue = findPhrases(phraseTrie(), [word.slice(from)]).find(isCue)
      if (cue && !cue.isCut) return [{ ...cue, start: at, end: at + 1 }]
    }
    return []
  })
}

/** Fields whose words name the other side or the kind of payment. */
const SPEAKING = new Set<Field>(['line', 'party'])

/** What stands in fields that mean something, and what stands in a memo. */
function splitByField(
  matches: readonly Match<Sense>[],
  fields: readonly Field[] | null,
): { spoken: readonly Match<Sense>[]; memo: readonly Match<Sense>[] } {
  if (fields === null) return { spoken: matches, memo: NONE }
  return {
    spoken: matches.filter(({ start }) => SPEAKING.has(fields[start]!)),
    memo: matches.filter(({ start }) => fields[start] === 'memo'),
  }
}

function isWording(match: Match<Sense>): match is MatchOf<'wording'> {
  return match.value.kind === 'wording'
}

function isCue(match: Match<Sense>): match is MatchOf<'cue'> {
  return match.value.kind === 'cue'
}

const NONE: readonly never[] = []

const NO_MATCHES: Matches = {
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

function groupByKind(matches: readonly Match<Sense>[]): Matches {
  if (matches.length === 0) return NO_MATCHES
  const groups: Record<Sense['kind'], readonly Match<Sense>[]> = { ...NO_MATCHES }
  for (const match of matches) {
    const { kind } = match.value
    if (groups[kind] === NONE) groups[kind] = [match]
    else (groups[kind] as Match<Sense>[]).push(match)
  }
  return groups as Matches
}

/** One set for all readings that have the same wordings. */
function getWordings(matches: readonly MatchOf<'wording'>[]): ReadonlySet<Wording> {
  const names = matches.map(({ value }) => value.wording)
  const key = names.join(' ')
  let wordings = wordingSets.get(key)
  if (!wordings) wordingSets.set(key, (wordings = new Set(names)))
  return wordings
}

const wordingSets = new Map<string, ReadonlySet<Wording>>()

/** Senses that a longer phrase replaces: MOBILE does not count in MOBILE DEPOSIT. */
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
          other.end - other.start > match.end - match.start &&
          !isOfOtherSign(other, match),
      ),
  )
}

/**
 * ROYALTY PMT names what is paid and covers no ROYALTY that is received: of two phrases of opposite
 * signs each row takes its own.
 */
function isOfOtherSign({ value: other }: Match<Sense>, { value }: Match<Sense>): boolean {
  if (value.kind !== 'cue' || other.kind !== 'cue') return false
  const [sign, otherSign] = [findCategory(value.slug)?.sign, findCategory(other.slug)?.sign]
  return sign !== otherSign && sign !== 'both' && otherSign !== 'both'
}

/**
 * MOBILE at the end of `OAK COFFEE MOBILE AL` is a town if another word names a purpose, and so is
 * the first BRAINTREE of `IDEAL IMAGE BRAINTREE BRAINTREE MA`.
 */
function withoutTown(all: Match<Sense>[], marked: MarkedWords): Match<Sense>[] {
  const isPurchase = all.some(({ value }) => value.kind === 'wording' && value.wording === 'card')
  const leading = isPurchase ? leadingTown(marked) : null
  if (leading) return withoutNamesIn(all, leading, isPurchase)
  const town = townAt(marked)
  if (town === null) return all
  const matches =
    town > 1 && marked.words[town - 1] === marked.words[town]
      ? all.filter(({ start, end }) => start < town - 1 || end > town + 1)
      : all
  return withoutNamesIn(matches, { start: townStart(marked, town), end: town + 1 }, isPurchase)
}

/** Nobody buys from a financier by card, so that one with the name of the town is never meant. */
const FINANCIERS = new Set<Sense['kind']>(['funder', 'not_funder'])

function withoutNamesIn(
  all: readonly Match<Sense>[],
  town: TownWords,
  isPurchase: boolean,
): Match<Sense>[] {
  const isIn = ({ start, end }: Match<Sense>): boolean => start >= town.start && end <= town.end
  const matches = all.filter(
    (match) => !(isPurchase && isIn(match) && FINANCIERS.has(match.value.kind)),
  )
  const isTown = (match: Match<Sense>): boolean =>
    isIn(match) && COVERABLE.has(match.value.kind) && match.value.kind !== 'channel_cue'
  const rest = matches.filter((match) => !isTown(match))
  const hasOtherSense = rest.some(
    ({ value }) => COVERABLE.has(value.kind) && value.kind !== 'channel_cue',
  )
  return hasOtherSense
    ? rest
    : matches.filter((match) => match.value.kind !== 'brand' || !isTown(match))
}

/** The registry's entry of an id; null when there is none. */
export function findFunder(id: string): Funder | null {
  return LISTED_FUNDERS.find((funder) => funder.id === id) ?? null
}
