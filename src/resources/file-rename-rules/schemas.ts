import { Type } from 'typebox'
import type { Body } from '../../platform/route.ts'
import { ListQuery } from '../../platform/wire/list-query.ts'
import {
  Fields,
  Instant,
  List,
  Maybe,
  Nullable,
  One,
  Text,
  Uuid,
} from '../../platform/wire/shapes.ts'

const Template = Type.String({ minLength: 1, maxLength: 500 })
const ClassName = Type.String({ minLength: 1, maxLength: 64 })
const Order = Type.Integer({ minimum: 0, maximum: 1_000_000 })

export const RenameRule = Fields({
  id: Uuid,
  name: Type.String(),
  /** Null for documents of every class. */
  document_class: Nullable(Type.String()),
  template: Type.String(),
  is_active: Type.Boolean(),
  order: Type.Integer(),
  created_at: Instant,
  updated_at: Instant,
})
export const OneRenameRule = One(RenameRule)
export const RenameRuleList = List(RenameRule)

export const RenameRuleQuery = ListQuery({
  document_class: Type.Optional(ClassName),
  is_active: Type.Optional(Type.Boolean()),
})
export const RenameRuleCreate = Fields({
  name: Text,
  template: Template,
  document_class: Maybe(ClassName),
  is_active: Type.Optional(Type.Boolean()),
  order: Type.Optional(Order),
})
export type RenameRuleCreate = Body<typeof RenameRuleCreate>
export const RenameRulePatch = Fields({
  name: Type.Optional(Text),
  template: Type.Optional(Template),
  document_class: Maybe(ClassName),
  is_active: Type.Optional(Type.Boolean()),
  order: Type.Optional(Order),
})
export type RenameRulePatch = Body<typeof RenameRulePatch>

export const VariableList = List(
  Fields({
    name: Type.String(),
    /** As it stands in a template. */
    token: Type.String(),
    label: Type.String(),
    description: Type.String(),
    type: Type.String(),
    example: Type.String(),
    /** Classes that have it; empty for all. */
    document_classes: Type.Array(Type.String()),
    filters: Type.Array(Type.String()),
  }),
)
export const VariableQuery = ListQuery({})
