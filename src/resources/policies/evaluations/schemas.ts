import { KnownId } from '../../../platform/wire/ids/known-id.ts'
import { Type } from 'typebox'
import { DECISIONS, EVALUATION_RESULTS } from '../../../core/decisions/policy.ts'
import { RULE_RESULTS } from '../../../core/decisions/rule.ts'
import type { Body } from '../../../platform/route.ts'
import { ListQuery } from '../../../platform/wire/list-query.ts'
import {
  Count,
  Fields,
  FreeForm,
  Instant,
  InstantInput,
  List,
  Nullable,
  One,
  StringEnum,
  PlainDate,
  Uuid,
} from '../../../platform/wire/shapes.ts'
import { ResultFields } from '../../rules/schemas.ts'

export const TRIGGERS = ['api', 'pipeline', 'workflow', 'mcp', 'backtest', 'schedule'] as const

const Result = StringEnum(EVALUATION_RESULTS)
const Decision = StringEnum(DECISIONS)
const Scalar = Type.Union([Type.Number(), Type.String(), Type.Boolean()])

/** A rule whose result is another than before, and why. */
export const Flip = Fields({
  rule_id: Uuid,
  rule_name: Type.String(),
  from: Nullable(StringEnum(RULE_RESULTS)),
  to: Nullable(StringEnum(RULE_RESULTS)),
  cause: StringEnum(['rule_added', 'rule_removed', 'overridden', 'rule_changed', 'value_changed']),
  metric: Nullable(Type.String()),
  actual_before: Nullable(Scalar),
  actual: Nullable(Scalar),
  expected_before: ResultFields.expected,
  expected: ResultFields.expected,
  distance: Nullable(Type.Number()),
  /** The result, the previous result, and why they differ. */
  message: Nullable(Type.String()),
})

const Evaluation = Fields({
  /** Null when it was not kept. */
  id: Nullable(Uuid),
  submission_id: Uuid,
  /** Null for rules evaluated without a policy. */
  policy_id: Nullable(Uuid),
  policy_name: Type.String(),
  policy_version: Nullable(Count),
  trigger: StringEnum(TRIGGERS),
  result: Result,
  decision: Decision,
  score: Nullable(Type.Number()),
  results: Type.Array(Fields(ResultFields)),
  /** Why the decision was made, the most severe first. */
  reasons: Type.Array(
    Fields({
      rule_id: Uuid,
      rule_name: Type.String(),
      reason_code: Nullable(Type.String()),
      consequence: Type.String(),
      message: Nullable(Type.String()),
    }),
  ),
  counts: Fields({
    total: Count,
    ...Object.fromEntries(RULE_RESULTS.map((name) => [name, Count])),
  }),
  /** The evaluation of this policy before; null for the first. */
  previous: Nullable(Fields({ id: Uuid, result: Result, decision: Decision, created_at: Instant })),
  flips: Type.Array(Flip),
  analytics_version: Count,
  as_of: Nullable(Type.String({ format: 'date' })),
  duration_ms: Type.Number(),
  evaluated_by: Type.String(),
  created_at: Instant,
})
export const OneEvaluation = One(Evaluation)
export const EvaluationList = List(Evaluation)

export const EvaluationQuery = ListQuery({
  policy_id: Type.Optional(Uuid),
  result: Type.Optional(Result),
  trigger: Type.Optional(StringEnum(TRIGGERS)),
  created_after: Type.Optional(InstantInput),
})

const IDS = { minItems: 1, maxItems: 100 }

export const EvaluateBody = Fields({
  submission_id: KnownId('submission'),
  policy_ids: Type.Optional(Type.Array(KnownId('policy'), IDS)),
  rule_ids: Type.Optional(Type.Array(KnownId('rule'), IDS)),
  as_of: Type.Optional(PlainDate),
  /** False stores nothing and emits no event. */
  persist: Type.Optional(Type.Boolean()),
  /** False leaves rules in shadow mode out. */
  include_shadow: Type.Optional(Type.Boolean()),
  async: Type.Optional(Type.Boolean()),
})
export type EvaluateBody = Body<typeof EvaluateBody>

export const EvaluationResponse = Fields({
  data: Fields({
    submission_id: Uuid,
    status: StringEnum(['done', 'queued']),
    /** The most severe of the evaluations; null while they are queued. */
    result: Nullable(Result),
    decision: Nullable(Decision),
    evaluations: Type.Array(Evaluation),
  }),
  meta: Type.Optional(FreeForm),
})

export const OverrideParams = Fields({ id: Uuid, evaluationId: Uuid })
export const OverrideBody = Fields({
  rule_id: KnownId('rule'),
  /** Null takes the override back. */
  result: Nullable(StringEnum(['passed', 'failed'])),
  reason: Type.String({ minLength: 3, maxLength: 1000 }),
})
export type OverrideBody = Body<typeof OverrideBody>
