import { list, text } from '../../values/rows/cells.ts'
import { readRows } from '../../values/rows/rows.ts'
import { declareEnricher, found, unknown } from '../enricher.ts'

const CAMPUSES = readRows(
  new URL('ein-prefixes.csv', import.meta.url),
  { campus: text, prefixes: list(text) },
  ['campus'],
)

/** The rule of a prefix is certain, the campus only where one alone assigns it. */
const SHARED_CONFIDENCE = 0.5

/** Whether the IRS assigns numbers with this beginning, and which of its offices does. */
export const einPrefix = declareEnricher({
  name: 'ein_prefix',
  label: 'EIN prefix',
  description: 'Checks the first two digits of the EIN against those that the IRS assigns.',
  category: 'identity',
  required: ['ein'],
  outputs: {
    is_valid_prefix: ['boolean', 'The IRS assigns numbers with this prefix'],
    prefix: ['string', 'Prefix'],
    campus: ['string', 'Office that assigned it'],
    campuses: ['array', 'Offices that assign the prefix'],
    is_online: ['boolean', 'May have been assigned over the internet'],
  },
  sourceUrl:
    'https://www.irs.gov/businesses/small-businesses-self-employed/how-eins-are-assigned-and-valid-ein-prefixes',
  run: ({ ein }) => {
    const prefix = ein.slice(0, 2)
    const campuses = CAMPUSES.filter(({ prefixes }) => prefixes.includes(prefix)).map(
      ({ campus }) => campus,
    )
    const isValid = campuses.length > 0
    const evidence = isValid
      ? `${prefix} is assigned by ${campuses.join(' and ')}.`
      : `The IRS lists no prefix ${prefix}.`
    return {
      is_valid_prefix: found(isValid, 1, evidence),
      prefix: found(prefix, 1),
      campus: campuses.length === 1 ? found(campuses[0], 1, evidence) : unknown(evidence),
      campuses: found(campuses, isValid ? 1 : SHARED_CONFIDENCE, evidence),
      is_online: isValid
        ? found(
            campuses.includes('Internet'),
            campuses.length === 1 ? 1 : SHARED_CONFIDENCE,
            evidence,
          )
        : unknown(evidence),
    }
  },
})
