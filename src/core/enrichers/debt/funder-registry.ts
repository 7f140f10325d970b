import { LISTED_FUNDERS } from '../../enrichment/registry/open.ts'
import { toLenderKey } from '../../values/text.ts'
import { declareEnricher, found, unknown } from '../enricher.ts'

const EXACT_CONFIDENCE = 0.95
const AMBIGUOUS_CONFIDENCE = 0.5

/** Every spelling of the registry without its legal form, with its entry. */
const BY_KEY = new Map(
  LISTED_FUNDERS.toReversed().flatMap((funder) =>
    [funder.name, ...funder.aliases].map((name) => [toLenderKey(name), funder] as const),
  ),
)
BY_KEY.delete('')

/** Finds the creditors of a deal in the registry of financiers. */
export const funderRegistry = declareEnricher({
  name: 'funder_registry',
  label: 'Funder registry',
  description: 'Finds each creditor that statements and papers name in the registry of financiers.',
  category: 'debt',
  required: ['creditors'],
  outputs: {
    known_count: ['number', 'Creditors that the registry has'],
    unknown_names: ['array', 'Creditors that it does not have'],
    types: ['array', 'Types of those it has'],
    creditors: ['array', 'Each creditor with its entry'],
  },
  run: ({ creditors }) => {
    if (creditors.length === 0) {
      const none = unknown('Neither statements nor papers name a creditor.')
      return { known_count: none, unknown_names: none, types: none, creditors: none }
    }
    const rows = creditors.map(({ name, source }) => {
      const entry = BY_KEY.get(toLenderKey(name))
      return { name, source, registry_name: entry?.name ?? null, type: entry?.type ?? null, entry }
    })
    const known = rows.filter(({ entry }) => entry !== undefined)
    const isSure = known.every(({ entry }) => !entry!.isAmbiguous)
    const confidence = isSure ? EXACT_CONFIDENCE : AMBIGUOUS_CONFIDENCE
    const evidence = `The registry has ${known.length} of ${rows.length}.`
    const missing = rows.filter(({ entry }) => entry === undefined).map(({ name }) => name)
    return {
      known_count: found(known.length, confidence, evidence),
      unknown_names: found(missing, confidence, evidence),
      types: found([...new Set(known.map(({ type }) => type!))], confidence),
      creditors: found(
        rows.map(({ name, source, registry_name, type }) => ({
          name,
          source,
          registry_name,
          type,
        })),
        confidence,
      ),
    }
  },
})
