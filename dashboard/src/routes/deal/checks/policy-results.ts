import type { SubmissionPolicyEvaluation } from '../../../../../clients/typescript/src/index.ts'

/** Results of rules, the gravest first. */
export const RESULTS = [
  'failed',
  'error',
  'missing_data',
  'near_miss',
  'passed',
  'skipped',
] as const

/** The last evaluation of each policy; the list has the newest first. */
function pickLatest(list: readonly SubmissionPolicyEvaluation[]): SubmissionPolicyEvaluation[] {
  return [...new Map(list.toReversed().map((one) => [one.policy_id, one])).values()]
}

/** The last evaluation of each policy, its gravest rules first; of one result alone if it is given. */
export function latestByPolicy(
  list: readonly SubmissionPolicyEvaluation[],
  shown?: string,
): SubmissionPolicyEvaluation[] {
  return pickLatest(list).map((one) => ({
    ...one,
    results: one.results
      .filter(({ result }) => shown === undefined || result === shown)
      .toSorted((a, b) => rank(a.result) - rank(b.result)),
  }))
}

function rank(result: string): number {
  const place = (RESULTS as readonly string[]).indexOf(result)
  return place < 0 ? RESULTS.length : place
}

/** How many rules of the last evaluations have each result. */
export function countResults(list: readonly SubmissionPolicyEvaluation[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { results } of pickLatest(list))
    for (const { result } of results) counts.set(result, (counts.get(result) ?? 0) + 1)
  return counts
}
