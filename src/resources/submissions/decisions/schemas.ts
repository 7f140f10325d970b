import { Type } from 'typebox'
import type { Body } from '../../../platform/route.ts'
import { Fields, Nullable, One, StringEnum, Uuid } from '../../../platform/wire/shapes.ts'

/** What a person must say a reason for before a deal goes on, gravest first. */
export const ISSUE_CODES = [
  'stage',
  'policy_failed',
  'paper_grade',
  'offer_limit',
  'offer_unaffordable',
  'anomaly',
  'missing_months',
  'waiting',
] as const

const OpenIssue = Fields({
  code: StringEnum(ISSUE_CODES),
  severity: Nullable(StringEnum(['critical', 'high', 'medium', 'low', 'info'])),
  text: Type.String(),
  /** Of what waits in the queue. */
  queue_item_id: Nullable(Uuid),
  document_id: Nullable(Uuid),
})
export type OpenIssue = Body<typeof OpenIssue>
export const OpenIssues = One(Fields({ issues: Type.Array(OpenIssue) }))
