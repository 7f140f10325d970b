import { list, capitals, text } from '../../values/rows/cells.ts'
import { readRows } from '../../values/rows/rows.ts'
import { roundRatio } from '../../values/money.ts'
import { declareEnricher, found, unknown } from '../enricher.ts'

const INDUSTRIES = readRows(
  new URL('naics.csv', import.meta.url),
  { code: text, title: text, words: list(capitals) },
  ['code'],
)

interface Entry {
  code: string
  phrase: string
  /** A phrase of two words names an industry more surely than one word. */
  weight: number
}

const ENTRIES: readonly Entry[] = INDUSTRIES.flatMap(({ code, words }) =>
  words.map((phrase) => ({ code, phrase, weight: phrase.split(' ').length > 1 ? 2.5 : 1 })),
)

/** What a business calls itself counts more than what its deposits are called. */
const NAME_WEIGHT = 2
const INDUSTRY_WEIGHT = 3
const DEPOSIT_WEIGHT = 0.5
/** Points at which the words alone are as sure as words can be. */
const FULL_POINTS = 5
const CONFIDENCE_MAX = 0.85
const CANDIDATES_MAX = 3
const STATED_CONFIDENCE = 0.9

/** The industry of a business by the words of its name, its application and its deposits. */
export const naicsClassifier = declareEnricher({
  name: 'naics_classifier',
  label: 'Industry',
  description: 'Finds the NAICS code by the words of the name, the stated industry and deposits.',
  category: 'industry',
  required: ['company_name'],
  optional: ['dba', 'industry', 'naics_code', 'deposit_descriptors'],
  outputs: {
    naics_code: ['string', 'NAICS code'],
    title: ['string', 'Industry'],
    sector: ['string', 'Sector, the first two digits'],
    candidates: ['array', 'Industries with their share of the evidence'],
    agrees_with_stated: ['boolean', 'The stated code is of the same sector'],
  },
  sourceUrl: 'https://www.census.gov/naics/',
  run: (inputs) => {
    const points = collectPoints([
      [inputs.company_name, NAME_WEIGHT],
      [inputs.dba ?? '', NAME_WEIGHT],
      [inputs.industry ?? '', INDUSTRY_WEIGHT],
      ...(inputs.deposit_descriptors ?? []).map((line) => [line, DEPOSIT_WEIGHT] as const),
    ])
    const candidates = rank(points)
    const stated = inputs.naics_code
    const [best] = candidates
    if (!best) return ofStated(stated)
    const agrees = stated === undefined ? null : stated.slice(0, 2) === best.code.slice(0, 2)
    const strength = Math.min(1, points.get(best.code)! / FULL_POINTS)
    const confidence = roundRatio(CONFIDENCE_MAX * strength * best.share)
    const evidence = `${inputs.company_name} has the words of ${best.title}.`
    return {
      naics_code: found(best.code, confidence, evidence),
      title: found(best.title, confidence, evidence),
      sector: found(best.code.slice(0, 2), confidence),
      candidates: found(candidates, confidence),
      agrees_with_stated:
        agrees === null ? unknown('No code is stated.') : found(agrees, confidence),
    }
  },
})

/** Without words of an industry, a stated code is all there is. */
function ofStated(stated: string | undefined) {
  const none = unknown('No word of the name is one of an industry.')
  const title = INDUSTRIES.find(({ code }) => code === stated)?.title ?? null
  const evidence = 'As stated; the name shows nothing.'
  const own = (value: string | null) =>
    stated === undefined ? none : found(value, STATED_CONFIDENCE, evidence)
  return {
    naics_code: own(stated ?? null),
    title: own(title),
    sector: own(stated?.slice(0, 2) ?? null),
    candidates: none,
    agrees_with_stated: none,
  }
}

function collectPoints(texts: readonly (readonly [string, number])[]): Map<string, number> {
  const points = new Map<string, number>()
  for (const [text, weight] of texts) {
    const line = ` ${text
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, ' ')
      .trim()} `
    for (const { code, phrase, weight: own } of ENTRIES) {
      if (line.includes(` ${phrase} `)) points.set(code, (points.get(code) ?? 0) + weight * own)
    }
  }
  return points
}

function rank(points: ReadonlyMap<string, number>) {
  const all = [...points].toSorted(([a, left], [b, right]) => right - left || (a < b ? -1 : 1))
  const sum = all.reduce((total, [, own]) => total + own, 0)
  return all
    .slice(0, CANDIDATES_MAX)
    .map(([code, own]) => ({
      code,
      title: INDUSTRIES.find((each) => each.code === code)!.title,
      share: roundRatio(own / sum),
    }))
}
