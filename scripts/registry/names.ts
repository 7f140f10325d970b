import { seeded } from '../../fixtures/model/random.ts'
import { findCategory } from '../../src/core/values/categories.ts'
import { CUES } from '../../src/core/enrichment/data/cues.ts'
import { MERCHANT_ROWS } from '../../src/core/enrichment/data/merchants.ts'
import { plainUpper, splitWords } from '../../src/core/enrichment/text/words.ts'
import type { Index } from './brands.ts'
import { PLACE_KINDS } from './leaves.ts'

/** A name with the leaf of money paid to it. */
export interface Lesson {
  name: string
  slug: string
}

/** Only the leaves of what businesses and people are paid for follow from a name. */
const ROOTS = new Set(['expenses', 'cogs'])
const GENERIC = new Set(['expenses.checks_paid', 'expenses.card_purchase', 'expenses.bill_pay'])
/** Invented names for each cue. */
const COMPANY_OF_CUE = 6

/** Public names of all countries in Latin letters, our merchants, and our cues after invented names. */
export function namesToLearn(index: Index): Lesson[] {
  const lessons = new Map<string, Lesson>()
  const learn = (written: string, slug: string): void => {
    const name = splitWords(plainUpper(written)).join(' ')
    if (/^[A-Z0-9& ]{3,48}$/.test(name) && isLearnable(slug)) lessons.set(name, { name, slug })
  }
  for (const { kind, leaf } of PLACE_KINDS) {
    for (const path of [`brands/${kind}`, `operators/${kind}`]) {
      for (const { displayName } of index[path]?.items ?? []) learn(displayName, leaf)
    }
  }
  for (const { name, out } of MERCHANT_ROWS) {
    if (out !== null) learn(name, out)
  }
  for (const { name, slug } of namedByCue()) learn(name, slug)
  return [...lessons.values()].toSorted((left, right) => (left.name < right.name ? -1 : 1))
}

function isLearnable(slug: string): boolean {
  return ROOTS.has(slug.split('.')[0]!) && !GENERIC.has(slug) && findCategory(slug) !== null
}

/** `KOWALSKI BAKERY`: names from random syllables, so that no list is learned by heart. */
function namedByCue(): Lesson[] {
  const random = seeded('lessons')
  return CUES.flatMap(({ slug, cue }) =>
    Array.from({ length: COMPANY_OF_CUE }, () => ({
      name: `${syllables(random.integer(2, 3))} ${cue.replace('+', '')}`,
      slug,
    })),
  )

  function syllables(count: number): string {
    return Array.from(
      { length: count },
      () => random.pick(ONSETS) + random.pick(VOWELS) + random.pick(CODAS),
    ).join('')
  }
}

const ONSETS = 'B BR C CH D F G GR H J K L M N P R S SH ST T TR V W'.split(' ')
const VOWELS = 'A E I O U AI EA OO'.split(' ')
const CODAS = ['', '', 'N', 'R', 'L', 'S', 'T', 'CK', 'ND', 'RT']
