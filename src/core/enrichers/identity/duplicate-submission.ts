import { declareEnricher, found } from '../enricher.ts'

/** From this score on two deals are likely of one applicant, as the list of duplicates has it. */
const LIKELY = 60

/** Whether the applicant has another deal here. */
export const duplicateSubmission = declareEnricher({
  name: 'duplicate_submission',
  label: 'Duplicate submission',
  description: 'Finds other submissions of the same applicant, or with the same files.',
  category: 'identity',
  required: ['similar_submissions'],
  outputs: {
    is_duplicate: ['boolean', 'Another submission is likely the same'],
    duplicates_count: ['number', 'Submissions that look alike'],
    best_score: ['number', 'Highest likeness, 0 to 100'],
    submission_ids: ['array', 'Ids of those submissions, most alike first'],
    matches: ['array', 'Each with its score and reasons'],
  },
  run: ({ similar_submissions: similar }) => {
    const best = Math.max(0, ...similar.map(({ score }) => score))
    const evidence =
      similar.length === 0
        ? 'No other submission looks like this one.'
        : `${similar[0]!.name} is alike in ${similar[0]!.reasons.join(', ')}.`
    // Far from the bound on either side it is clear.
    const confidence = Math.min(1, 0.6 + Math.abs(best - LIKELY) / 75)
    return {
      is_duplicate: found(best >= LIKELY, Math.round(confidence * 100) / 100, evidence),
      duplicates_count: found(similar.length, 1),
      best_score: found(best, 1),
      submission_ids: found(
        similar.map(({ submission_id: id }) => id),
        1,
      ),
      matches: found(similar, 1),
    }
  },
})
