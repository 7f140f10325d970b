import { Type } from 'typebox'
import { LEVELS } from '../../../core/statements/authenticity/score.ts'
import { GROUPS, SEVERITIES } from '../../../core/statements/authenticity/signal.ts'
import { ListQuery } from '../../../platform/wire/list-query.ts'
import {
  Count,
  Fields,
  List,
  Nullable,
  One,
  StringEnum,
  Uuid,
} from '../../../platform/wire/shapes.ts'
import type { Body } from '../../../platform/route.ts'

const GROUP_NAMES = GROUPS.map(({ name }) => name)
const Line = Nullable(Type.String())

export const AuthenticityLevel = StringEnum(LEVELS)

/** Formulas section 15; signals that a person dismissed do not count. */
export const Authenticity = Fields({
  score: Type.Integer({ minimum: 0, maximum: 100 }),
  level: AuthenticityLevel,
  signals_count: Count,
  top_signals: Type.Array(
    Fields({ code: Type.String(), severity: StringEnum(SEVERITIES), points: Count }),
  ),
})

export const Signal = Fields({
  id: Uuid,
  document_id: Uuid,
  code: Type.String(),
  group: StringEnum(GROUP_NAMES),
  severity: StringEnum(SEVERITIES),
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
  points: Count,
  page: Nullable(Count),
  bbox: Nullable(Type.Array(Type.Number())),
  found: Line,
  expected: Line,
  explanation: Type.String(),
  is_dismissed: Type.Boolean(),
  dismissed_by: Line,
  dismissed_reason: Line,
})
export type Signal = Body<typeof Signal>

export const SignalQuery = ListQuery({
  severity: Type.Optional(Type.Array(StringEnum(SEVERITIES), { maxItems: 50 })),
  group: Type.Optional(Type.Array(StringEnum(GROUP_NAMES), { maxItems: 50 })),
  is_dismissed: Type.Optional(Type.Boolean()),
})
export type SignalQuery = Body<typeof SignalQuery>

export const SignalList = List(Signal)
export const OneSignal = One(Signal)
export const SignalParams = Fields({ id: Uuid, signalId: Uuid })
export const SignalPatch = Fields({
  is_dismissed: Type.Boolean(),
  reason: Type.String({ minLength: 1, maxLength: 1000 }),
})
