import { Type } from 'typebox'
import { ListQuery } from '../../platform/wire/list-query.ts'
import { Count, Fields, Instant, List, Nullable, One, Uuid } from '../../platform/wire/shapes.ts'

const Line = Nullable(Type.String())

export const TaughtLayout = Fields({
  id: Uuid,
  /** `layout_fingerprint` of the statements that it holds for. */
  fingerprint: Type.String(),
  institution_name: Line,
  format: Line,
  rules: Type.Array(
    Fields({
      /** Of a statement, as a correction names it. */
      field: Type.String(),
      value: Type.Unknown(),
      /** The reading that it replaces; null where it replaces any. */
      read_value: Type.Unknown(),
      /** Whose correction it follows. */
      document_id: Uuid,
    }),
  ),
  taught_by: Type.String(),
  uses_count: Count,
  last_used_at: Nullable(Instant),
  created_at: Instant,
  updated_at: Instant,
})
export const OneTaughtLayout = One(TaughtLayout)
export const TaughtLayoutList = List(TaughtLayout)
export const TaughtLayoutQuery = ListQuery({
  fingerprint: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
})
