import { CUES } from '../../src/core/enrichment/data/cues.ts'
import { FIRST_NAMES } from '../../src/core/enrichment/data/first-names.ts'
import { MERCHANT_ROWS } from '../../src/core/enrichment/data/merchants.ts'
import { plainUpper, splitWords } from '../../src/core/enrichment/text/words.ts'
import { PLACE_KINDS } from './leaves.ts'

interface Item {
  displayName: string
  locationSet?: { include?: readonly unknown[] }
  matchNames?: readonly string[]
}

/** `brands/shop/supermarket` and its like, with their items. */
export type Index = Readonly<Record<string, { items: readonly Item[] }>>

/** Countries whose statements are in the Latin alphabet and whose lenders we serve. */
const COUNTRIES = new Set(
  '001 us ca gb ie au nz sg in za de at ch fr be nl es it pt se dk no fi gb-eng gb-sct gb-wls'.split(
    ' ',
  ),
)
/** A word of so many names or more is a common word. */
const COMMON_NAMES = 4

/**
 * Upper-case names by leaf, each under one leaf only and sorted, so that the file reads well as a
 * diff. Left out: kinds of places without a leaf, names of several leaves, single common words, cues,
 * and names of the merchant registry.
 */
export function brandsByLeaf(index: Index): Record<string, string[]> {
  const leavesOf = new Map<string, Set<string>>()
  for (const { kind, leaf } of PLACE_KINDS) {
    for (const name of listNames(index, kind)) {
      leavesOf.set(name, (leavesOf.get(name) ?? new Set()).add(leaf))
    }
  }
  const isDistinctive = createDistinctiveCheck([...leavesOf.keys()])
  const kept = [...leavesOf].filter(([name, slugs]) => slugs.size === 1 && isDistinctive(name))
  const grouped = Map.groupBy(kept, ([, slugs]) => [...slugs][0]!)
  return Object.fromEntries(
    [...grouped]
      .toSorted(([left], [right]) => left.localeCompare(right))
      .map(([slug, names]) => [slug, names.map(([name]) => name).toSorted()]),
  )
}

function listNames(index: Index, kind: string): string[] {
  return [`brands/${kind}`, `operators/${kind}`].flatMap((path) =>
    (index[path]?.items ?? []).filter(isOfOurCountries).flatMap(writtenNames),
  )
}

function isOfOurCountries({ locationSet }: Item): boolean {
  return (locationSet?.include ?? ['001']).some(
    (place) => typeof place === 'string' && (COUNTRIES.has(place) || /^(us|ca|au)-/.test(place)),
  )
}

/** `Sunoco (gas)` without what is in brackets; Latin letters only. */
function writtenNames({ displayName, matchNames = [] }: Item): string[] {
  return [displayName, ...matchNames]
    .map((name) => splitWords(plainUpper(name.replaceAll(/\s*\(.*?\)/g, ''))).join(' '))
    .filter((name) => /^[A-Z0-9& ]{3,40}$/.test(name) && /[A-Z]{3}|[A-Z]&[A-Z]/.test(name))
}

/** Whether a name identifies a brand: two words or more, or one uncommon word. */
function createDistinctiveCheck(names: readonly string[]): (name: string) => boolean {
  const uses = new Map<string, number>()
  for (const name of names) {
    for (const word of new Set(name.split(' '))) uses.set(word, (uses.get(word) ?? 0) + 1)
  }
  const cues = CUES.map(({ cue }) => cue)
  const merchants = MERCHANT_ROWS.flatMap(({ name, aliases }) => [name, ...aliases])
  const listed = new Set([...cues, ...merchants].map(bare))
  const cueWords = new Set(cues.flatMap((cue) => bare(cue).split(' ')))
  return (name) => {
    if (listed.has(name) || FIRST_NAMES.has(name) || name.startsWith('CITY OF ')) return false
    const words = name.split(' ').filter((word) => word !== 'THE' && word !== '&')
    if (words.every((word) => cueWords.has(word))) return false
    if (words.length > 1) return words.some((word) => word.length > 2)
    const [word = ''] = words
    return (word.length > 4 || word.includes('&')) && uses.get(word)! < COMMON_NAMES
  }
}

function bare(phrase: string): string {
  return splitWords(plainUpper(phrase.replace(/\+$/, ''))).join(' ')
}
