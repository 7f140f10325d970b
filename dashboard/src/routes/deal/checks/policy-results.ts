import type {
  SubmissionPolicyEvaluation,
  SubmissionPolicyEvaluationResult,
} from '../../../../../clients/typescript/src/index.ts'
import { formatCount, toWords } from '../../../format/values.ts'
import { nameOperator } from '../../policies/words.ts'

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

/** How many results of an evaluation are a person's word. */
export function countOverridden(results: readonly SubmissionPolicyEvaluationResult[]): number {
  return results.filter(({ overridden }) => overridden !== null).length
}

type Measured = Pick<SubmissionPolicyEvaluationResult, 'metric' | 'actual' | 'expected'>

/** `Monthly true revenue is 19,156.17; the rule: at least 20,000.` */
export function describeMeasured({ metric, actual, expected }: Measured): string {
  const name = metric === null ? 'The value' : toWords(metric)
  const found = actual === null ? `${name} is not known` : `${name} is ${show(actual)}`
  if (expected === null || expected.value === null) return `${found}.`
  const { operator, value, value_to } = expected
  const wanted = `${nameOperator(operator).replace(/^is /, '')} ${show(value)}`
  const to = value_to === null ? '' : ` and ${show(value_to)}`
  return `${found}; the rule: ${wanted}${to}.`
}

/** Numbers to the cent: whatever more a quotient has says nothing. */
function show(value: unknown): string {
  if (typeof value === 'number') return formatCount(Math.round(value * 100) / 100)
  if (Array.isArray(value)) return value.map(show).join(', ')
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}
