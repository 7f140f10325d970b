import { EVALUATION_RESULTS, type DECISIONS } from '../../../core/decisions/policy.ts'
import { RULE_RESULTS, type Consequence } from '../../../core/decisions/rule.ts'
import type { BackedLine } from '../../rules/evaluate.ts'
import type { Evaluation } from './evaluate-subjects.ts'

/** The most severe first; a passed evaluation can have flags and infos only. */
const CONSEQUENCES_BY_SEVERITY: readonly Consequence[] = [
  'decline',
  'error',
  'review',
  'missing',
  'flag',
  'info',
]
const RESULTS_BY_SEVERITY: readonly (typeof EVALUATION_RESULTS)[number][] = [
  'failed',
  'error',
  'review_required',
  'missing_data',
  'passed',
]

/** An evaluation on the wire, with its reasons and counts. */
export function presentEvaluation(evaluation: Evaluation): object {
  const { results } = evaluation
  return { ...evaluation, reasons: listReasons(results), counts: countResults(results) }
}

/** The most severe of several evaluations; none at all is passed. */
export function summarizeEvaluations(evaluations: readonly Evaluation[]): {
  result: (typeof EVALUATION_RESULTS)[number]
  decision: (typeof DECISIONS)[number]
} {
  const worst = evaluations.toSorted(
    (left, right) =>
      RESULTS_BY_SEVERITY.indexOf(left.result) - RESULTS_BY_SEVERITY.indexOf(right.result),
  )[0]
  return { result: worst?.result ?? 'passed', decision: worst?.decision ?? 'approve' }
}

function listReasons(results: readonly BackedLine[]): object[] {
  return results
    .filter(({ isCounted, consequence }) => isCounted && consequence !== null)
    .toSorted(
      (left, right) =>
        CONSEQUENCES_BY_SEVERITY.indexOf(left.consequence!) -
        CONSEQUENCES_BY_SEVERITY.indexOf(right.consequence!),
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
