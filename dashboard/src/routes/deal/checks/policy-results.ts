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
export function latestByPolicy(
  list: readonly SubmissionPolicyEvaluation[],
): SubmissionPolicyEvaluation[] {
  const latest = new Map(list.toReversed().map((one) => [one.policy_id, one]))
  return [...latest.values()].map((one) => ({
    ...one,
    results: one.results.toSorted((a, b) => rank(a.result) - rank(b.result)),
  }))
}

function rank(result: string): number {
  const place = (RESULTS as readonly string[]).indexOf(result)
  return place < 0 ? RESULTS.length : place
}

export function countResults(list: readonly SubmissionPolicyEvaluation[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { results } of list)
    for (const { result } of results) counts.set(result, (counts.get(result) ?? 0) + 1)
  return counts
}
