import { Type, type Static } from 'typebox'
import { Nullable, Shape } from '../schemas.ts'

/** The last result of a policy for a submission; an input, as analytics knows no rules. */
export interface PolicyStanding {
  policyId: string
  policyName: string
  policyVersion: number | null
  result: string
  decision: string
  /** Rules that count, by result; remarks count as passed. */
  passed: number
  failed: number
  review: number
  missing: number
  /** The version of the data that it was evaluated on. */
  analyticsVersion: number
  evaluatedAt: string
}

const Counts = {
  passed: Type.Integer(),
  failed: Type.Integer(),
  review: Type.Integer(),
  missing: Type.Integer(),
}

/** The rules of all policies together, and each policy; null when none was evaluated. */
export const PolicySummary = Nullable(
  Shape({
    ...Counts,
    /** False when the data changed after a policy was evaluated. */
    is_current: Type.Boolean(),
    policies: Type.Array(
      Shape({
        policy_id: Type.String(),
        policy_name: Type.String(),
        policy_version: Nullable(Type.Integer()),
        result: Type.String(),
        decision: Type.String(),
        ...Counts,
        is_current: Type.Boolean(),
        evaluated_at: Type.String(),
      }),
    ),
  }),
)

/** The summary of policy results, next to numbers of this version of the data. */
export function policySummary(
  policies: readonly PolicyStanding[],
  analyticsVersion: number | null,
): Static<typeof PolicySummary> {
  if (policies.length === 0) return null
  const rows = policies.map((each) => ({
    policy_id: each.policyId,
    policy_name: each.policyName,
    policy_version: each.policyVersion,
    result: each.result,
    decision: each.decision,
    passed: each.passed,
    failed: each.failed,
    review: each.review,
    missing: each.missing,
    is_current: each.analyticsVersion === analyticsVersion,
    evaluated_at: each.evaluatedAt,
  }))
  const sum = (name: keyof typeof Counts) => rows.reduce((total, row) => total + row[name], 0)
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    review: sum('review'),
    missing: sum('missing'),
    is_current: rows.every((row) => row.is_current),
    policies: rows,
  }
}
