import { categorySlug } from '../../values/categories.ts'
import { capitals, numberWithin } from '../../values/rows/cells.ts'
import { readRows } from '../../values/rows/rows.ts'

/** A word or a phrase, and the leaf that it points to. A trailing `+` lets the last word go on. */
export interface Cue {
  slug: string
  cue: string
}

/** A cue with how surely it names the leaf. */
export interface ChannelCue extends Cue {
  confidence: number
}

/**
 * Words that point to a leaf without naming the other side (taxonomy section 3). The longest cue
 * whose leaf agrees with the sign wins.
 */
export const CUES: readonly Cue[] = readCues('cues.csv')

/**
 * Cues in the languages of statements other than English; they join the others. Accents are left
 * out, as the normalizer leaves them out. German, French, Dutch, Spanish, Italian.
 */
export const WORLD_CUES: readonly Cue[] = readCues('world-cues.csv')

/**
 * Words of names that point to a leaf while no other word does: FARM, STUDIO, SUPPLY. They count
 * after every registry, cue and code, and before the letters of the name.
 */
export const WEAK_CUES: readonly Cue[] = readCues('weak-cues.csv')

/**
 * Words that name only a channel. They count after every layer that can identify the other side;
 * `confidence` is how often the leaf is right, also where the leaf itself means an unknown payee
 * (docs/enrichment-accuracy.md, calibration).
 */
export const CHANNEL_CUES: readonly ChannelCue[] = readChannelCues('channel-cues.csv')

/** How banks of other countries name the way money moved; they join the channel cues. */
export const WORLD_CHANNEL_CUES: readonly ChannelCue[] = readChannelCues('world-channel-cues.csv')

function readCues(file: string): Cue[] {
  const columns = { slug: categorySlug, cue: capitals }
  return readRows(new URL(file, import.meta.url), columns, ['slug', 'cue'])
}

function readChannelCues(file: string): ChannelCue[] {
  const columns = { slug: categorySlug, confidence: numberWithin(0, 1), cue: capitals }
  return readRows(new URL(file, import.meta.url), columns, ['slug', 'cue'])
}
