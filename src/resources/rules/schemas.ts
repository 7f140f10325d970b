import { KnownId } from '../../platform/wire/ids/known-id.ts'
import { Type } from 'typebox'
import {
  ON_MISSING,
  OUTCOMES,
  RULE_MODES,
  RULE_RESULTS,
  SEVERITIES,
} from '../../core/decisions/rule.ts'
import { OPERATORS } from '../../core/values/operators.ts'
import type { Body } from '../../platform/route.ts'
import { ListQuery } from '../../platform/wire/list-query.ts'
import {
  Count,
  Fields,
  FreeForm,
  FreeFormInput,
  Instant,
  List,
  Maybe,
  Nullable,
  One,
  StringEnum,
  PlainDate,
  Text,
  Uuid,
} from '../../platform/wire/shapes.ts'

export const RULE_KINDS = ['condition', 'expression', 'manual'] as const

const MetricName = Type.String({ minLength: 1, maxLength: 64 })
const Scalar = Type.Union([Type.Number(), Type.String(), Type.Boolean()])
/** A value, a list of values, another metric, or a ratio; checked against the metric. */
const Value = Type.Union([Scalar, Type.Array(Scalar, { maxItems: 100 }), FreeFormInput])
const Tolerance = Type.Union([Type.Number({ minimum: 0 }), FreeFormInput])
const Weight = Type.Number({ minimum: 0, maximum: 1000 })
const ReasonCode = Type.String({ pattern: '^[A-Z][A-Z0-9_-]{0,31}$' })
const Tags = Type.Array(Text, { maxItems: 20 })
const Message = Type.String({ minLength: 1, maxLength: 500 })
const Description = Type.String({ maxLength: 1000 })

const Rule = Fields({
  id: Uuid,
  name: Type.String(),
  description: Nullable(Type.String()),
  kind: StringEnum(RULE_KINDS),
  is_active: Type.Boolean(),
  version: Count,
  metric: Nullable(Type.String()),
  metric_params: FreeForm,
  date_range: Nullable(Type.String()),
  operator: Nullable(StringEnum(OPERATORS)),
  value: Nullable(Value),
  value_to: Nullable(Value),
  expression: Nullable(FreeForm),
  outcome: StringEnum(OUTCOMES),
  severity: StringEnum(SEVERITIES),
  weight: Type.Number(),
  tolerance: Nullable(Tolerance),
  on_missing: StringEnum(ON_MISSING),
  message: Nullable(Type.String()),
  reason_code: Nullable(Type.String()),
  policy_ids: Type.Array(Uuid),
  tags: Type.Array(Type.String()),
  funder_id: Nullable(Uuid),
  mode: StringEnum(RULE_MODES),
  effective_from: Nullable(Type.String({ format: 'date' })),
  effective_to: Nullable(Type.String({ format: 'date' })),
  created_by: Type.String(),
  created_at: Instant,
  updated_at: Instant,
})
export const OneRule = One(Rule)
export const RuleList = List(Rule)

/** What makes a condition; a back-test can try other values of these. */
export const ConditionFields = {
  metric: Maybe(MetricName),
  metric_params: Maybe(FreeFormInput),
  date_range: Maybe(Type.String({ maxLength: 64 })),
  operator: Maybe(Type.String({ maxLength: 64 })),
  value: Maybe(Value),
  value_to: Maybe(Value),
  expression: Maybe(FreeFormInput),
  tolerance: Maybe(Tolerance),
  on_missing: Type.Optional(StringEnum(ON_MISSING)),
  outcome: Type.Optional(StringEnum(OUTCOMES)),
  severity: Type.Optional(StringEnum(SEVERITIES)),
  weight: Type.Optional(Weight),
  mode: Type.Optional(StringEnum(RULE_MODES)),
  is_active: Type.Optional(Type.Boolean()),
}

export const RulePatch = Fields({
  name: Type.Optional(Text),
  description: Maybe(Description),
  ...ConditionFields,
  message: Maybe(Message),
  reason_code: Maybe(ReasonCode),
  tags: Type.Optional(Tags),
  funder_id: Maybe(KnownId('funder')),
  effective_from: Maybe(PlainDate),
  effective_to: Maybe(PlainDate),
})
export type RulePatch = Body<typeof RulePatch>

export const RuleCreate = Fields({
  ...RulePatch.properties,
  name: Text,
  /** `manual` for a check that a person makes; the others follow from what is sent. */
  kind: Type.Optional(StringEnum(RULE_KINDS)),
  /** Names that migrants from Heron send for metric and operator. */
  metric_label: Maybe(MetricName),
  condition: Maybe(Type.String({ maxLength: 64 })),
})
export type RuleCreate = Body<typeof RuleCreate>

export const RuleQuery = ListQuery({
  is_active: Type.Optional(Type.Boolean()),
  metric: Type.Optional(MetricName),
  mode: Type.Optional(StringEnum(RULE_MODES)),
  policy_id: Type.Optional(Uuid),
  funder_id: Type.Optional(Uuid),
  tag: Type.Optional(Text),
  q: Type.Optional(Text),
})

const Expected = Fields({
  operator: StringEnum(OPERATORS),
  value: Nullable(Value),
  value_to: Nullable(Value),
  /** What the metrics it was compared with came to. */
  resolved: Nullable(Type.Number()),
  resolved_to: Nullable(Type.Number()),
})

const Evidence = Fields({
  transactions_count: Count,
  transaction_ids: Type.Array(Uuid),
  href: Nullable(Type.String()),
})

/** The result of one rule for one submission. */
export const ResultFields = {
  rule_id: Uuid,
  rule_name: Type.String(),
  rule_version: Count,
  mode: StringEnum(RULE_MODES),
  result: StringEnum(RULE_RESULTS),
  is_counted: Type.Boolean(),
  outcome: StringEnum(OUTCOMES),
  /** What follows from the result; null when nothing does. */
  consequence: Nullable(StringEnum([...OUTCOMES, 'missing', 'error'])),
  severity: StringEnum(SEVERITIES),
  metric: Nullable(Type.String()),
  metric_status: Nullable(StringEnum(['available', 'partially_available', 'not_available'])),
  metric_reasons: Type.Array(Type.String()),
  actual: Nullable(Scalar),
  expected: Nullable(Expected),
  date_range: Nullable(Type.String()),
  distance: Nullable(Type.Number()),
  message: Nullable(Type.String()),
  reason_code: Nullable(Type.String()),
  conditions: Type.Array(
    Fields({
      metric: Type.String(),
      date_range: Nullable(Type.String()),
      is_met: Nullable(Type.Boolean()),
      actual: Nullable(Scalar),
      expected: Expected,
      distance: Nullable(Type.Number()),
    }),
  ),
  evidence: Nullable(Evidence),
  overridden: Nullable(Fields({ by: Type.String(), reason: Nullable(Type.String()), at: Instant })),
}

const RuleEvaluation = Fields({
  submission_id: Uuid,
  ...ResultFields,
  analytics_version: Count,
  as_of: Nullable(Type.String({ format: 'date' })),
})
/** One result for one submission, a list for several. */
export const RuleEvaluations = One(Type.Union([RuleEvaluation, Type.Array(RuleEvaluation)]))

export const RuleEvaluate = Fields({
  submission_id: Type.Optional(KnownId('submission')),
  submission_ids: Type.Optional(Type.Array(KnownId('submission'), { minItems: 1, maxItems: 100 })),
  /** Accepted for callers that send it: nothing is ever kept of this. */
  dry_run: Type.Optional(Type.Boolean()),
  as_of: Type.Optional(PlainDate),
})
export type RuleEvaluate = Body<typeof RuleEvaluate>
