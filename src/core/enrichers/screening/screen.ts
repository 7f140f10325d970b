import { jaroWinkler, normalizeName } from '../../values/text.ts'
import { roundRatio } from '../../values/money.ts'
import type { SdnEntry } from './sdn-list.ts'

/** A name of the deal that is like a name of the list. */
export interface ScreenHit {
  name: string
  listed_name: string
  entry_id: string
  type: string | null
  programs: string
  is_alias: boolean
  score: number
}

interface IndexedName {
  entry: SdnEntry
  name: string
  isAlias: boolean
  key: string
  trigrams: ReadonlySet<string>
}

/** The names of a list, ready to be compared. */
export interface SdnIndex {
  names: readonly IndexedName[]
  /** Places in `names` by trigram. */
  places: ReadonlyMap<string, readonly number[]>
}

/** Share of the trigrams that two names must have in common before they are compared at all. */
const COMMON_TRIGRAMS = 0.5
/** Below this score two names are different ones. */
const HIT_SCORE = 0.85
const HITS_MAX = 20

/** An index of the names by their trigrams; made once for a list. */
export function indexSdnList(entries: readonly SdnEntry[]): SdnIndex {
  const names = entries.flatMap((entry) =>
    entry.names.map(({ name, isAlias }) => {
      const key = toKey(name)
      return { entry, name, isAlias, key, trigrams: toTrigrams(key) }
    }),
  )
  const places = new Map<string, number[]>()
  for (const [at, { trigrams }] of names.entries())
    for (const trigram of trigrams) {
      const known = places.get(trigram)
      if (known) known.push(at)
      else places.set(trigram, [at])
    }
  return { names, places }
}

/** The names of the list that are like one of these, most alike first. */
export function screenNames(index: SdnIndex, wanted: readonly string[]): ScreenHit[] {
  return wanted
    .flatMap((name) => screenName(index, name))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, HITS_MAX)
}

function screenName({ names, places }: SdnIndex, wanted: string): ScreenHit[] {
  const key = toKey(wanted)
  const trigrams = toTrigrams(key)
  if (trigrams.size === 0) return []
  const common = new Map<number, number>()
  for (const trigram of trigrams)
    for (const at of places.get(trigram) ?? []) common.set(at, (common.get(at) ?? 0) + 1)
  return [...common].flatMap(([at, count]) => {
    const listed = names[at]!
    const overlap = (2 * count) / (trigrams.size + listed.trigrams.size)
    if (overlap < COMMON_TRIGRAMS) return []
    const score = roundRatio((overlap + jaroWinkler(key, listed.key)) / 2)
    if (score < HIT_SCORE) return []
    const { entry, name, isAlias } = listed
    const { id, type, programs } = entry
    return [
      { name: wanted, listed_name: name, entry_id: id, type, programs, is_alias: isAlias, score },
    ]
  })
}

/** `DOE, John` and `John Doe` are one name: its words without their order and legal form. */
function toKey(name: string): string {
  return normalizeName(name).split(' ').toSorted().join(' ')
}

function toTrigrams(key: string): Set<string> {
  const padded = `  ${key} `
  if (key === '') return new Set()
  return new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)))
}
