import { Type } from 'typebox'
import { SOURCE_TYPES, STRATEGIES } from '../../../core/entities/entity.ts'
import { ListQuery } from '../../../platform/wire/list-query.ts'
import { Fields, Instant, List, Nullable, StringEnum, Uuid } from '../../../platform/wire/shapes.ts'

const Name = Type.String({ minLength: 1, maxLength: 64 })

const Source = Fields({
  id: Nullable(Type.String()),
  type: StringEnum(SOURCE_TYPES),
  document_id: Nullable(Uuid),
  page: Nullable(Type.Integer()),
  bbox: Nullable(Type.Array(Type.Number())),
  enricher: Nullable(Type.String()),
  provider: Nullable(Type.String()),
})

const Label = { id: Type.String(), name: Type.String(), label: Type.String() }

const AttributeValue = Fields({
  entity: Fields(Label),
  entity_index: Type.Integer({ minimum: 0 }),
  attribute: Fields({ ...Label, type: Type.String() }),
  value: Type.Unknown(),
  raw_value: Nullable(Type.String()),
  status: StringEnum(['resolved', 'conflict', 'missing', 'overridden']),
  confidence: Nullable(Type.Number({ minimum: 0, maximum: 1 })),
  source: Nullable(Source),
  candidates: Type.Array(
    Fields({
      value: Type.Unknown(),
      source: Source,
      confidence: Type.Number(),
      at: Nullable(Instant),
      /** False when the value does not fit the attribute’s type; it is shown and never used. */
      is_usable: Type.Boolean(),
    }),
  ),
  strategy: StringEnum(STRATEGIES),
  is_overridden: Type.Boolean(),
  overridden_by: Nullable(Type.String()),
  updated_at: Nullable(Instant),
})

export const AttributeQuery = ListQuery({
  entity: Type.Optional(Name),
  attribute: Type.Optional(Name),
  source_type: Type.Optional(StringEnum(SOURCE_TYPES)),
  include_candidates: Type.Optional(Type.Boolean()),
})
export const AttributeList = List(AttributeValue)

/** A null value removes the override. */
export const AttributeOverrides = Fields({
  values: Type.Array(
    Fields({
      entity: Name,
      attribute: Name,
      entity_index: Type.Optional(Type.Integer({ minimum: 0, maximum: 99 })),
      value: Type.Unknown(),
      reason: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
    }),
    { minItems: 1, maxItems: 500 },
  ),
})
