import { KnownId } from '../../../platform/wire/ids/known-id.ts'
import { Type } from 'typebox'
import type { Body } from '../../../platform/route.ts'
import {
  Count,
  Fields,
  Instant,
  Maybe,
  Nullable,
  One,
  StringEnum,
  Uuid,
} from '../../../platform/wire/shapes.ts'

export const CHECK_STATES = ['pending', 'in_progress', 'passed', 'failed', 'waived'] as const

const Progress = Fields({
  /** Null for the checks of every policy in force. */
  policy_id: Nullable(Uuid),
  total: Count,
  /** Passed, failed or waived. */
  done: Count,
  waived: Count,
  percent: Type.Number(),
  items: Type.Array(
    Fields({
      rule_id: Uuid,
      name: Type.String(),
      state: StringEnum(CHECK_STATES),
      actor: Nullable(Type.String()),
      note: Nullable(Type.String()),
      at: Nullable(Instant),
    }),
  ),
  status: StringEnum(['pending', 'in_progress', 'done']),
})
export const OneProgress = One(Progress)

export const ProgressBody = Fields({
  policy_id: Type.Optional(KnownId('policy')),
  rule_id: Type.Optional(KnownId('rule')),
  state: Type.Optional(StringEnum(CHECK_STATES)),
  note: Maybe(Type.String({ minLength: 1, maxLength: 1000 })),
})
export type ProgressBody = Body<typeof ProgressBody>
