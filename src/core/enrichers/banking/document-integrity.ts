import { LEVEL_FLOORS } from '../../statements/authenticity/score.ts'
import { declareEnricher, found, unknown } from '../enricher.ts'

/** What the signs of alteration in the documents of a deal amount to. */
export const documentIntegrity = declareEnricher({
  name: 'document_integrity',
  label: 'Document integrity',
  description: 'Sums up the authenticity scores and the open signals of the documents of the deal.',
  category: 'banking',
  required: ['assessed_documents'],
  outputs: {
    lowest_score: ['number', 'Lowest authenticity score, 0 to 100'],
    is_suspicious: ['boolean', 'A document needs a look'],
    signals_count: ['number', 'Open signals'],
    severities: ['object', 'Open signals by severity'],
    documents: ['array', 'Each document with its score and its signals'],
  },
  run: ({ assessed_documents: documents }) => {
    const scores = documents.flatMap(({ score }) => score ?? [])
    const signals = documents.flatMap((document) => document.signals)
    if (scores.length === 0) {
      const none = unknown('No document has a score yet.')
      return {
        lowest_score: none,
        is_suspicious: none,
        signals_count: none,
        severities: none,
        documents: none,
      }
    }
    const lowest = Math.min(...scores)
    const isSuspicious = lowest < LEVEL_FLOORS.review
    const severities = Object.fromEntries(
      [...Map.groupBy(signals, ({ severity }) => severity)].map(([name, own]) => [
        name,
        own.length,
      ]),
    )
    // Documents without a score were not looked through.
    const confidence = Math.round((scores.length / documents.length) * 100) / 100
    const evidence = `${scores.length} of ${documents.length} documents have a score; the lowest is ${lowest}.`
    return {
      lowest_score: found(lowest, confidence, evidence),
      is_suspicious: found(isSuspicious, confidence, evidence),
      signals_count: found(signals.length, 1),
      severities: found(severities, 1),
      documents: found(documents, 1),
    }
  },
})
