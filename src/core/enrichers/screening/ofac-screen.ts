import { declareEnricher, found } from '../enricher.ts'

const EXACT = 0.995

/**
 * Sums up how the names of a deal compare with the list of specially designated nationals. It never
 * declines: a hit is a name that is alike, which a person looks at.
 */
export const ofacScreen = declareEnricher({
  name: 'ofac_screen',
  label: 'OFAC screening',
  description:
    'Compares the names of company and owners with the list of specially designated nationals that the operator has put in place.',
  category: 'screening',
  required: ['screened_names', 'sdn_list'],
  // Found when it runs, for the list is long.
  optional: ['sdn_hits'],
  outputs: {
    is_hit: ['boolean', 'A name is like one of the list'],
    hits_count: ['number', 'Names of the list that are alike'],
    best_score: ['number', 'Likeness of the most alike, 0 to 1'],
    hits: ['array', 'Those names, with entry and programs'],
    list_date: ['date', 'Day of the list'],
    list_entries: ['number', 'Entries of the list'],
  },
  sourceUrl: 'https://sanctionslist.ofac.treas.gov/Home/SdnList',
  run: ({ screened_names: names, sdn_hits: hits = [], sdn_list: list }) => {
    const best = Math.max(0, ...hits.map(({ score }) => score))
    const [first] = hits
    const evidence = first
      ? `${first.name} is like ${first.listed_name} of ${first.programs}; a person has to look.`
      : `None of ${names.length} names is like one of ${list.entries} entries.`
    // An equal name is no proof of the same person, and a list of names no proof of none.
    const confidence = best >= EXACT ? 0.9 : first ? 0.6 : 0.9
    return {
      is_hit: found(hits.length > 0, confidence, evidence),
      hits_count: found(hits.length, confidence),
      best_score: found(best, confidence),
      hits: found(hits, confidence, evidence),
      list_date: found(list.date, 1),
      list_entries: found(list.entries, 1),
    }
  },
})
