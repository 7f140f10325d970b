import { EVALUATION_RESULTS, type DECISIONS } from '../../../core/decisions/policy.ts'
import { RULE_RESULTS, type Consequence } from '../../../core/decisions/rule.ts'
import type { BackedLine } from '../../rules/evaluate.ts'
import type { Evaluation } from './evaluate-subjects.ts'

/** Gravest first; a passed evaluation has none of the first four and may have remarks. */
const GRAVEST: readonly Consequence[] = ['decline', 'error', 'review', 'missing', 'flag', 'info']
const GRAVEST_RESULTS: readonly (typeof EVALUATION_RESULTS)[number][] = [
  'failed',
  'error',
  'review_required',
  'missing_data',
  'passed',
]

/** An evaluation on the wire: what is kept, with its reasons and counts. */
export function presentEvaluation(evaluation: Evaluation): object {
  const { results } = evaluation
  return { ...evaluation, reasons: listReasons(results), counts: countResults(results) }
}

/** What several evaluations come to together: the gravest of them; nothing asked is passed. */
export function summarizeEvaluations(evaluations: readonly Evaluation[]): {
  result: (typeof EVALUATION_RESULTS)[number]
  decision: (typeof DECISIONS)[number]
} {
  const gravest = evaluations.toSorted(
    (left, right) => GRAVEST_RESULTS.indexOf(left.result) - GRAVEST_RESULTS.indexOf(right.result),
  )[0]
  return { result: gravest?.result ?? 'passed', decision: gravest?.decision ?? 'approve' }
}

function listReasons(results: readonly BackedLine[]): object[] {
  return results
    .filter(({ isCounted, consequence }) => isCounted && consequence !== null)
    .toSorted(
      (left, right) => GRAVEST.indexOf(left.consequence!) - GRAVEST.indexOf(right.consequence!),
    )
    .map(({ ruleId, ruleName, reasonCode, consequence, message }) => ({
      ruleId,
      ruleName,
      reasonCode,
      consequence,
      message,
    }))
}

function countResults(results: readonly BackedLine[]): Record<string, number> {
  const counts = RULE_RESULTS.map((name) => [
    name,
    results.filter(({ result }) => result === name).length,
  ])
  return { total: results.length, ...Object.fromEntries(counts) }
}
