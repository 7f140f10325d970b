import { KnownId } from '../../../platform/wire/ids/known-id.ts'
import { Type } from 'typebox'
import { EVALUATION_RESULTS } from '../../../core/decisions/policy.ts'
import type { Body } from '../../../platform/route.ts'
import {
  Count,
  Fields,
  Nullable,
  One,
  StringEnum,
  PlainDate,
  Uuid,
} from '../../../platform/wire/shapes.ts'
import { ConditionFields } from '../../rules/schemas.ts'
import { Flip } from '../evaluations/schemas.ts'

export const SAMPLE_MAX = 10_000
const RULES_MAX = 200

const RuleChange = Fields({ rule_id: KnownId('rule'), ...ConditionFields })
export type RuleChange = Body<typeof RuleChange>

export const BacktestBody = Fields({
  /** Days on which the submissions were processed, both included. */
  since: Type.Optional(PlainDate),
  until: Type.Optional(PlainDate),
  /** At most so many submissions, the last processed first. */
  sample: Type.Optional(Type.Integer({ minimum: 1, maximum: SAMPLE_MAX })),
  /** Changes to try on rules of the policy; nothing of them is kept. */
  rules: Type.Optional(Type.Array(RuleChange, { maxItems: RULES_MAX })),
})
export type BacktestBody = Body<typeof BacktestBody>

const Rate = Nullable(Type.Number())

export const OneBacktest = One(
  Fields({
    policy_id: Uuid,
    policy_version: Count,
    /** What it is compared with: the published policy, or what was decided then. */
    compared_with: StringEnum(['published', 'evaluations']),
    evaluated: Count,
    /** Submissions whose metrics were not kept and were too many to compute in one call. */
    skipped: Count,
    pass_rate: Rate,
    /** Of those that have a result to compare with. */
    pass_rate_before: Rate,
    results: Fields(Object.fromEntries(EVALUATION_RESULTS.map((name) => [name, Count]))),
    flips_count: Count,
    /** The first 1,000. */
    flips: Type.Array(
      Fields({
        submission_id: Uuid,
        from: StringEnum(EVALUATION_RESULTS),
        to: StringEnum(EVALUATION_RESULTS),
        because: Type.Array(Flip),
      }),
    ),
    duration_ms: Type.Number(),
  }),
)
