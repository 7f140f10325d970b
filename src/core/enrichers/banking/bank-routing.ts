import { text } from '../../values/rows/cells.ts'
import { readRows } from '../../values/rows/rows.ts'
import { isRoutingNumber } from '../../values/us/routing-number.ts'
import { declareEnricher, found, unknown } from '../enricher.ts'

const DISTRICTS = readRows(
  new URL('federal-reserve-districts.csv', import.meta.url),
  { prefix: text, district: text, kind: text },
  ['prefix'],
)

/** A paper prints number and bank beside each other, which may be the bank of a branch. */
const PRINTED_NAME_CONFIDENCE = 0.9

/** Checks the routing numbers of a deal, and reads what their digits say. */
export const bankRouting = declareEnricher({
  name: 'bank_routing',
  label: 'Routing numbers',
  description:
    'Checks each routing number by its check digit and finds its Federal Reserve district.',
  category: 'banking',
  required: ['routing_numbers'],
  outputs: {
    is_valid: ['boolean', 'Every number is well formed'],
    district: ['string', 'Federal Reserve district of the first number'],
    institution_kind: ['string', 'bank, thrift, electronic, government or travelers_checks'],
    bank_name: ['string', 'Bank that a paper names beside the number'],
    routing_numbers: ['array', 'Each number, as its last four digits, with its check'],
  },
  sourceUrl: 'https://www.aba.com/about-us/routing-number',
  run: ({ routing_numbers: all }) => {
    const checked = all.map(({ number, institution_name: bank, source }) => {
      const area = DISTRICTS.find(({ prefix }) => number.startsWith(prefix)) ?? null
      const isValid = isRoutingNumber(number) && area !== null
      return { last4: number.slice(-4), is_valid: isValid, bank_name: bank, source, area }
    })
    const [first] = checked
    if (!first) {
      const none = unknown('No paper shows a routing number.')
      return {
        is_valid: none,
        district: none,
        institution_kind: none,
        bank_name: none,
        routing_numbers: none,
      }
    }
    const wrong = checked.filter(({ is_valid: isValid }) => !isValid)
    const evidence =
      wrong.length === 0
        ? 'Every check digit is right.'
        : `The check fails for the number that ends in ${wrong[0]!.last4}.`
    return {
      is_valid: found(wrong.length === 0, 1, evidence),
      district: first.area ? found(first.area.district, 1) : unknown(evidence),
      institution_kind: first.area ? found(first.area.kind, 1) : unknown(evidence),
      bank_name: found(first.bank_name, PRINTED_NAME_CONFIDENCE, `As ${first.source} prints it.`),
      routing_numbers: found(
        checked.map(({ last4, is_valid, bank_name, source }) => ({
          last4,
          is_valid,
          bank_name,
          source,
        })),
        1,
      ),
    }
  },
})
