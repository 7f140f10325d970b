import { KnownId } from '../../platform/wire/ids/known-id.ts'
import { Type } from 'typebox'
import {
  ATTRIBUTE_TYPES,
  POST_PROCESSORS,
  SOURCE_TYPES,
  STRATEGIES,
} from '../../core/entities/entity.ts'
import type { Body } from '../../platform/route.ts'
import { ListQuery, UncountedListQuery } from '../../platform/wire/list-query.ts'
import {
  Count,
  Fields,
  FreeForm,
  Instant,
  InstantInput,
  List,
  Maybe,
  Nullable,
  One,
  StringEnum,
  Text,
  Uuid,
} from '../../platform/wire/shapes.ts'

/** `export` stands in the paths of entities already. */
const Name = Type.String({ pattern: '^(?!export$)[a-z][a-z0-9_]{0,63}$' })
const Ref = Type.String({ minLength: 1, maxLength: 64 })
const Description = Type.String({ maxLength: 1000 })
const Order = Type.Integer({ minimum: 0, maximum: 1_000_000 })
const Steps = Type.Array(StringEnum(POST_PROCESSORS), { maxItems: 10 })
const Confidence = Type.Number({ minimum: 0, maximum: 1 })
const Cardinality = StringEnum(['one', 'many'])

/** The type of the source decides which of these are required. */
const Config = Fields({
  document_class: Type.Optional(Ref),
  field: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
  path: Type.Optional(
    Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}(\\.[A-Za-z0-9_-]{1,64}){0,5}$' }),
  ),
  enricher: Type.Optional(Ref),
  metric: Type.Optional(Ref),
  date_range: Type.Optional(Ref),
  value: Type.Optional(Type.Unknown()),
  expression: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
})

const Source = Fields({
  id: Uuid,
  entity_id: Uuid,
  attribute_id: Uuid,
  type: StringEnum(SOURCE_TYPES),
  config: Config,
  order: Type.Integer(),
  min_confidence: Confidence,
  post_processors: Type.Array(StringEnum(POST_PROCESSORS)),
  is_active: Type.Boolean(),
  is_builtin: Type.Boolean(),
  // Null for what comes with the service and was never changed here.
  created_at: Nullable(Instant),
})
export const OneSource = One(Source)

const Attribute = Fields({
  id: Uuid,
  entity_id: Uuid,
  name: Type.String(),
  label: Type.String(),
  description: Type.String(),
  type: StringEnum(ATTRIBUTE_TYPES),
  enum: Type.Array(Type.String()),
  pattern: Nullable(Type.String()),
  is_required: Type.Boolean(),
  /** Shown in full only to keys with `pii:read`. */
  is_pii: Type.Boolean(),
  is_list: Type.Boolean(),
  is_builtin: Type.Boolean(),
  order: Type.Integer(),
  reconciliation_strategy: StringEnum(STRATEGIES),
  tolerance: Nullable(Type.Number()),
  post_processors: Type.Array(StringEnum(POST_PROCESSORS)),
  sources: Type.Array(Source),
  crm_field: Nullable(Type.String()),
  default_value: Type.Unknown(),
  created_at: Nullable(Instant),
  updated_at: Nullable(Instant),
})
export const OneAttribute = One(Attribute)
export const AttributeList = List(Attribute)
export const AttributeQuery = ListQuery({})

const Entity = Fields({
  id: Uuid,
  name: Type.String(),
  label: Type.String(),
  description: Type.String(),
  cardinality: Cardinality,
  identity_attributes: Type.Array(Type.String()),
  is_builtin: Type.Boolean(),
  order: Type.Integer(),
  attributes: Type.Array(Attribute),
  attributes_count: Count,
  created_at: Nullable(Instant),
  updated_at: Nullable(Instant),
})
export const OneEntity = One(Entity)
/** In lists the attributes are there with `expand=attributes`. */
export const EntityList = List(
  Fields({ ...Entity.properties, attributes: Type.Optional(Type.Array(Attribute)) }),
)
export const EntityQuery = ListQuery({
  is_builtin: Type.Optional(Type.Boolean()),
  q: Type.Optional(Text),
  expand: Type.Optional(Type.Array(StringEnum(['attributes']), { maxItems: 1 })),
})
export type EntityQuery = Body<typeof EntityQuery>

const sourceFields = {
  type: StringEnum(SOURCE_TYPES),
  config: Config,
  order: Type.Optional(Order),
  min_confidence: Type.Optional(Confidence),
  post_processors: Type.Optional(Steps),
  is_active: Type.Optional(Type.Boolean()),
}
const SourceInput = Fields(sourceFields)
export type SourceInput = Body<typeof SourceInput>

/** The attribute by its id or by its name. */
export const SourceCreate = Fields({
  attribute_id: Type.Optional(KnownId('attribute')),
  attribute: Type.Optional(Ref),
  ...sourceFields,
})
export type SourceCreate = Body<typeof SourceCreate>

const attributeFields = {
  label: Type.Optional(Text),
  description: Type.Optional(Description),
  enum: Type.Optional(Type.Array(Text, { maxItems: 200 })),
  /** Of a `string`: RE2 syntax that the whole value must match, at most 255 characters. */
  pattern: Maybe(Type.String({ minLength: 1, maxLength: 255 })),
  is_required: Type.Optional(Type.Boolean()),
  is_pii: Type.Optional(Type.Boolean()),
  is_list: Type.Optional(Type.Boolean()),
  order: Type.Optional(Order),
  reconciliation_strategy: Type.Optional(StringEnum(STRATEGIES)),
  tolerance: Maybe(Type.Number({ minimum: 0, maximum: 1_000_000_000 })),
  post_processors: Type.Optional(Steps),
  /** Replaces all sources of your own. */
  sources: Type.Optional(Type.Array(SourceInput, { maxItems: 50 })),
  crm_field: Maybe(Text),
  default_value: Type.Optional(Type.Unknown()),
}
export const AttributePatch = Fields({
  ...attributeFields,
  type: Type.Optional(StringEnum(ATTRIBUTE_TYPES)),
})
export type AttributePatch = Body<typeof AttributePatch>

export const AttributeCreate = Fields({
  name: Name,
  type: StringEnum(ATTRIBUTE_TYPES),
  ...attributeFields,
})
export type AttributeCreate = Body<typeof AttributeCreate>

const entityFields = {
  label: Type.Optional(Text),
  description: Type.Optional(Description),
  /** What identifies a record; the first of them is required. */
  identity_attributes: Type.Optional(Type.Array(Name, { maxItems: 5 })),
  order: Type.Optional(Order),
}
export const EntityPatch = Fields({ ...entityFields, cardinality: Type.Optional(Cardinality) })
export type EntityPatch = Body<typeof EntityPatch>

export const EntityCreate = Fields({
  name: Name,
  ...EntityPatch.properties,
  attributes: Type.Optional(Type.Array(AttributeCreate, { maxItems: 200 })),
})
export type EntityCreate = Body<typeof EntityCreate>

/** An id or a name. */
const PathRef = Type.String({
  pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$|^[a-z][a-z0-9_]{0,63}$',
})
export const EntityRef = Fields({ id: PathRef })
export const SourceParams = Fields({ eid: PathRef })
export const AttributeParams = Fields({ id: PathRef, aid: PathRef })

const ValueInput = Fields({
  attribute: Ref,
  entity_index: Type.Optional(Type.Integer({ minimum: 0, maximum: 99 })),
  value: Type.Unknown(),
  reason: Maybe(Type.String({ maxLength: 500 })),
})

/**
 * By id, else by name; a name that is not known makes an entity. Values are set by hand in the
 * submission, over every source.
 */
export const BulkSave = Fields({
  submission_id: Type.Optional(KnownId('submission')),
  mode: Type.Optional(StringEnum(['merge', 'replace'])),
  entities: Type.Array(
    Fields({
      id: Type.Optional(KnownId('entity')),
      name: Type.Optional(Name),
      ...EntityPatch.properties,
      attributes: Type.Optional(
        Type.Array(Fields({ name: Name, ...AttributePatch.properties }), { maxItems: 200 }),
      ),
      values: Type.Optional(Type.Array(ValueInput, { maxItems: 500 })),
    }),
    { minItems: 1, maxItems: 500 },
  ),
})
export type BulkSave = Body<typeof BulkSave>
export type BulkItem = BulkSave['entities'][number]

export const BulkResponse = One(
  Fields({
    created: Count,
    updated: Count,
    unchanged: Count,
    failed: Count,
    results: Type.Array(
      Fields({
        index: Count,
        id: Nullable(Uuid),
        status: StringEnum(['created', 'updated', 'unchanged', 'failed']),
        error: Nullable(
          Fields({ code: Type.String(), message: Type.String(), param: Nullable(Type.String()) }),
        ),
      }),
    ),
  }),
)

/** Things are known once their submission is resolved: to count them all is to export them all. */
export const ExportQuery = UncountedListQuery({
  submission_id: Type.Optional(KnownId('submission')),
  submission_ids: Type.Optional(Type.Array(KnownId('submission'), { minItems: 1, maxItems: 100 })),
  entity: Type.Optional(Type.Array(Ref, { minItems: 1, maxItems: 50 })),
  format: Type.Optional(StringEnum(['json', 'csv', 'xlsx'])),
  created_after: Type.Optional(InstantInput),
})
export type ExportQuery = Body<typeof ExportQuery>

export const ExportList = List(
  Fields({
    id: Type.String(),
    submission_id: Uuid,
    external_id: Nullable(Type.String()),
    entity: Type.String(),
    index: Count,
    /** Values by attribute; null for what is not known. */
    attributes: FreeForm,
  }),
)
