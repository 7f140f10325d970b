import type { Channel } from '../../values/transaction.ts'
import type { Wording } from '../data/wordings.ts'
import type { Sense } from '../registry/senses.ts'
import type { Match } from '../text/phrases.ts'

/** A match whose sense is of one kind. */
export type MatchOf<K extends Sense['kind']> = Match<Extract<Sense, { kind: K }>>

/** A bank descriptor as one row carries it. */
export interface Descriptor {
  /** What it says, which it shares with others. */
  reading: Reading
  /**
   * Upper case, punctuation collapsed to spaces, `*` and `#` kept; dates, times and references
   * gone, so that rows of one kind share it. Numbers of checks and of four digits stay: they tell
   * accounts apart.
   */
  normalized: string
  /** The number of a check, when the descriptor names one. */
  checkNumber: string | null
  /** The company field of an ACH entry, when the bank prints the fields. */
  achCompany: string | null
}

/**
 * What the words of a descriptor say, with everything that the registries know about them. All
 * descriptors that differ in their references alone share one.
 */
export interface Reading {
  /** Its words, with `REFERENCE` for what changes from one occurrence to the next. */
  outline: string
  /** What stays the same from one occurrence to the next (formulas S1). */
  groupKey: string
  /** As that of its descriptors, where they print no number of their own. */
  normalized: string
  /** Which of the words may be the number of a check, -1 for none. */
  checkAt: number
  /** Longest phrase first; by kind, because every layer asks for one. */
  matches: Matches
  wordings: ReadonlySet<Wording>
  /** How the money moved, as the words say; null where they do not. */
  namedChannel: Channel | null
  /** Who paid or was paid, where the descriptor is a person's name and no more. */
  person: Party
}

/** By kind; of each the longest phrase first. */
export type Matches = { readonly [K in Sense['kind']]: readonly MatchOf<K>[] }

/** The other side of a row as the descriptor prints it. */
export interface Party {
  /** Upper case; null when the descriptor names nobody. */
  name: string | null
  words: readonly string[]
  looksLikePerson: boolean
}

/** The matches of one kind, longest first. */
export function getMatches<K extends Sense['kind']>(
  reading: Reading,
  kind: K,
): readonly MatchOf<K>[] {
  return reading.matches[kind]
}

/** The words of a reading; most are never asked for. */
export function wordsIn({ outline }: Reading): string[] {
  return outline === '' ? [] : outline.split(' ')
}
