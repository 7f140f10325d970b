import type { Channel } from '../../values/transaction.ts'
import type { Wording } from '../data/wordings.ts'
import type { Sense } from '../registry/senses.ts'
import type { Match } from '../text/phrases.ts'

/** A match whose sense is of one kind. */
export type MatchOf<K extends Sense['kind']> = Match<Extract<Sense, { kind: K }>>

/** A bank descriptor as one row carries it. */
export interface Descriptor {
  /** Shared by all descriptors that differ in their references alone. */
  reading: Reading
  /**
   * Upper case, punctuation collapsed to spaces, `*` and `#` kept; dates, times, references,
   * invoices and masked accounts removed, so that rows that a person calls alike share it. Check
   * numbers stay.
   */
  normalized: string
  /** The number of a check, when the descriptor names one. */
  checkNumber: string | null
  /** The company field of an ACH entry, when the bank prints the fields. */
  achCompany: string | null
}

/**
 * The words of a descriptor with their entries in the registries. All descriptors
 * that differ in their references alone share one.
 */
export interface Reading {
  /** Its words, with `REFERENCE` for what changes from one occurrence to the next. */
  outline: string
  /** What stays the same from one occurrence to the next (formulas S1). */
  groupKey: string
  /** `normalized` of its descriptors that name no check. */
  normalized: string
  /** Index of the word that may be a check number, -1 for none. */
  checkAt: number
  /** By kind, because every layer reads one kind; the longest phrase first. */
  matches: Matches
  /** Cues in the memo of a wire, a transfer or a payment between people; the longest first. */
  memoCues: readonly MatchOf<'cue'>[]
  wordings: ReadonlySet<Wording>
  /** The channel that the words name; null for none. */
  namedChannel: Channel | null
  /** The other side, where the descriptor is nothing but a person's name. */
  person: Party
}

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

/** The words of a reading, split on demand because most are never read. */
export function wordsIn({ outline }: Reading): string[] {
  return outline === '' ? [] : outline.split(' ')
}
