import { Type } from 'typebox'
import { ListQuery } from '../../platform/wire/list-query.ts'
import {
  Fields,
  FreeForm,
  FreeFormInput,
  Instant,
  List,
  Maybe,
  Nullable,
  One,
  StringEnum,
  Text,
  Uuid,
} from '../../platform/wire/shapes.ts'
import { APPROVAL_STATUSES, DECISIONS } from '../workflows/approvals/store.ts'

const Approval = Fields({
  id: Uuid,
  /** The run that waits. */
  run_id: Uuid,
  workflow_id: Uuid,
  submission_id: Nullable(Uuid),
  title: Type.String(),
  summary: Nullable(Type.String()),
  /** What whoever decides fills in. */
  fields: Type.Array(FreeForm),
  /** User ids, e-mail addresses or roles of those who may decide; so may keys with the scope. */
  assignees: Type.Array(Type.String()),
  status: StringEnum(APPROVAL_STATUSES),
  /** Then the run leaves by its port `timeout`. */
  due_at: Nullable(Instant),
  decided_by: Nullable(Type.String()),
  decided_at: Nullable(Instant),
  comment: Nullable(Type.String()),
  values: Nullable(FreeForm),
  created_at: Instant,
})
export const OneApproval = One(Approval)
export const ApprovalList = List(Approval)

export const ApprovalQuery = ListQuery({
  status: Type.Optional(StringEnum(APPROVAL_STATUSES)),
  /** A user id, an e-mail address or a role, as the approval names it. */
  assignee: Type.Optional(Text),
  submission_id: Type.Optional(Uuid),
})

export const DecideBody = Fields({
  decision: StringEnum(DECISIONS),
  comment: Maybe(Type.String({ maxLength: 20_000 })),
  /** Of the fields of the approval, by name. */
  values: Type.Optional(FreeFormInput),
})
