import { roundRatio } from '../../values/money.ts'
import { jaroWinkler, normalizeName } from '../../values/text.ts'
import { declareEnricher, found, unknown } from '../enricher.ts'

/** Names differ by 0.15 between a letterhead and an application (formulas §7.2). */
const SAME_NAME = 0.85

/** Compares the name of the applicant with the names that its papers and statements print. */
export const entityNameMatch = declareEnricher({
  name: 'entity_name_match',
  label: 'Names agree',
  description:
    'Compares the legal name with those that statements, EIN letters, tax returns and other papers print.',
  category: 'identity',
  required: ['company_name', 'printed_names'],
  optional: ['dba'],
  outputs: {
    is_match: ['boolean', 'Every name agrees'],
    lowest_score: ['number', 'Likeness of the name that differs most, 0 to 1'],
    differing_sources: ['array', 'Sources whose name differs'],
    matches: ['array', 'Each name with its likeness'],
  },
  run: ({ company_name: name, dba, printed_names: printed }) => {
    const own = [name, ...(dba === undefined ? [] : [dba])]
    const matches = printed.map((each) => {
      const score = Math.max(...own.map((one) => likeness(one, each.name)))
      return { ...each, score: roundRatio(score), is_match: score >= SAME_NAME }
    })
    if (matches.length === 0) return nothingPrinted()
    const lowest = Math.min(...matches.map(({ score }) => score))
    const differing = matches.filter(({ is_match: isMatch }) => !isMatch)
    // A likeness near the bound could be either.
    const confidence = roundRatio(Math.min(1, 0.5 + Math.abs(lowest - SAME_NAME) * 3))
    const evidence =
      differing.length === 0
        ? `${matches.length} names agree with ${name}.`
        : `${differing.length} of ${matches.length} names differ from ${name}.`
    return {
      is_match: found(differing.length === 0, confidence, evidence),
      lowest_score: found(lowest, 1),
      differing_sources: found([...new Set(differing.map(({ source }) => source))], confidence),
      matches: found(matches, 1),
    }
  },
})

function nothingPrinted() {
  const none = unknown('No paper prints a name.')
  return { is_match: none, lowest_score: none, differing_sources: none, matches: none }
}

/** Equal words in another order are the same name: `SMITH JOHN` and `John Smith`. */
function likeness(left: string, right: string): number {
  const [a, b] = [normalizeName(left), normalizeName(right)]
  return Math.max(jaroWinkler(a, b), jaroWinkler(sortWords(a), sortWords(b)))
}

function sortWords(name: string): string {
  return name.split(' ').toSorted().join(' ')
}
