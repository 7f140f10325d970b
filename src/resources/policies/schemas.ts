import { KnownId } from '../../platform/wire/ids/known-id.ts'
import { Type } from 'typebox'
import { COMBINES, DECISION_METHODS, DECISIONS } from '../../core/decisions/policy.ts'
import type { Body } from '../../platform/route.ts'
import { ListQuery } from '../../platform/wire/list-query.ts'
import {
  Count,
  Fields,
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
import { RuleCreate } from '../rules/schemas.ts'

export const POLICY_KINDS = ['underwriting', 'funder', 'intake', 'monitoring'] as const
export const POLICY_STATUSES = ['draft', 'published', 'archived'] as const

const RULES_MAX = 200
const RuleIds = Type.Array(KnownId('rule'), { maxItems: RULES_MAX })
const Score = Type.Number({ minimum: 0, maximum: 100 })

const Group = Fields({
  name: Text,
  combine: StringEnum(COMBINES),
  count: Maybe(Type.Integer({ minimum: 1, maximum: RULES_MAX })),
  rule_ids: RuleIds,
})
const Band = Fields({ name: Text, min_score: Score, decision: StringEnum(DECISIONS) })

const Policy = Fields({
  id: Uuid,
  name: Type.String(),
  description: Nullable(Type.String()),
  kind: StringEnum(POLICY_KINDS),
  rule_ids: Type.Array(Uuid),
  groups: Type.Array(
    Fields({
      name: Type.String(),
      combine: StringEnum(COMBINES),
      count: Nullable(Count),
      rule_ids: Type.Array(Uuid),
    }),
  ),
  decision: StringEnum(DECISION_METHODS),
  score_bands: Type.Array(Band),
  auto_evaluate: Type.Boolean(),
  funder_id: Nullable(Uuid),
  is_active: Type.Boolean(),
  /** The version shown; it is in force when it is the published one. */
  version: Count,
  published_version: Nullable(Count),
  has_draft: Type.Boolean(),
  status: StringEnum(POLICY_STATUSES),
  effective_from: Nullable(Type.String({ format: 'date' })),
  created_by: Type.String(),
  created_at: Instant,
  updated_at: Instant,
})
export const OnePolicy = One(Policy)
export const PolicyList = List(Policy)

const fields = {
  description: Maybe(Type.String({ maxLength: 1000 })),
  kind: Type.Optional(StringEnum(POLICY_KINDS)),
  rule_ids: Type.Optional(RuleIds),
  /** Rules to create with the policy; they come last in rule_ids. */
  rules: Type.Optional(Type.Array(RuleCreate, { maxItems: RULES_MAX })),
  groups: Type.Optional(Type.Array(Group, { maxItems: 50 })),
  decision: Type.Optional(StringEnum(DECISION_METHODS)),
  score_bands: Type.Optional(Type.Array(Band, { maxItems: 20 })),
  auto_evaluate: Type.Optional(Type.Boolean()),
  funder_id: Maybe(KnownId('funder')),
  is_active: Type.Optional(Type.Boolean()),
  effective_from: Maybe(PlainDate),
}

export const PolicyCreate = Fields({
  name: Text,
  ...fields,
  /** `published` puts the policy in force at once. */
  status: Type.Optional(StringEnum(['draft', 'published'])),
})
export type PolicyCreate = Body<typeof PolicyCreate>

export const PolicyPatch = Fields({
  name: Type.Optional(Text),
  ...fields,
  /** An archived policy is no longer evaluated. */
  status: Type.Optional(StringEnum(['archived'])),
})
export type PolicyPatch = Body<typeof PolicyPatch>

export const PolicyQuery = ListQuery({
  kind: Type.Optional(StringEnum(POLICY_KINDS)),
  status: Type.Optional(StringEnum(POLICY_STATUSES)),
  is_active: Type.Optional(Type.Boolean()),
  funder_id: Type.Optional(Uuid),
  rule_id: Type.Optional(Uuid),
  q: Type.Optional(Text),
})
