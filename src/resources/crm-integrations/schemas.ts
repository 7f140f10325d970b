import { Type } from 'typebox'
import { ROLES } from '../../core/crm/deal.ts'
import { DIRECTIONS, OVERWRITES } from '../../core/crm/mapping.ts'
import { PROVIDER_NAMES } from '../../core/crm/providers.ts'
import { TRANSFORMS } from '../../core/crm/transforms.ts'
import type { Body } from '../../platform/route.ts'
import { KnownId } from '../../platform/wire/ids/known-id.ts'
import { ListQuery } from '../../platform/wire/list-query.ts'
import {
  Count,
  Fields,
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
import { STATUSES, TRIGGERS } from './store.ts'
import { ITEM_ACTIONS, SYNC_STATUSES } from './syncs/store.ts'

const FieldName = Type.String({ minLength: 1, maxLength: 100 })
const ObjectName = Type.String({ pattern: '^[A-Za-z0-9_-]{1,100}$' })
const Source = Type.String({ minLength: 3, maxLength: 200 })
const Path = Type.String({ minLength: 1, maxLength: 500, pattern: '^/' })
const RestMethod = StringEnum(['POST', 'PUT', 'PATCH'])

const ObjectConfig = Fields({ object: ObjectName, role: StringEnum(ROLES) })
const ScheduleShape = Fields({
  cron: Type.String({ minLength: 9, maxLength: 100 }),
  timezone: Type.String({ minLength: 1, maxLength: 60 }),
})
const Rest = Fields({
  method: RestMethod,
  path: Path,
  update_method: Nullable(RestMethod),
  update_path: Nullable(Path),
  body: Type.Unknown(),
  id_pointer: Type.String(),
})
const Config = Fields({
  base_url: Nullable(Type.String()),
  sandbox: Type.Boolean(),
  object_configs: Type.Array(ObjectConfig),
  direction: StringEnum(DIRECTIONS),
  trigger: StringEnum(TRIGGERS),
  schedule: Nullable(ScheduleShape),
  rest: Nullable(Rest),
})
const Mapping = Fields({
  source: Source,
  target_object: ObjectName,
  target_field: FieldName,
  direction: StringEnum(DIRECTIONS),
  transform: Nullable(StringEnum(TRANSFORMS)),
  overwrite: StringEnum(OVERWRITES),
})
const ValueMapping = Fields({ field: Nullable(FieldName), from: Type.String(), to: Type.String() })

const Fault = Fields({ code: Type.String(), message: Type.String(), at: Instant })
const Integration = Fields({
  id: Uuid,
  livemode: Type.Boolean(),
  provider: StringEnum(PROVIDER_NAMES),
  name: Type.String(),
  status: StringEnum(STATUSES),
  /** Whether credentials are kept; they are never shown. */
  credentials_set: Type.Boolean(),
  credential_names: Type.Array(Type.String()),
  config: Config,
  field_mappings: Type.Array(Mapping),
  value_mappings: Type.Array(ValueMapping),
  stats: Fields({ synced: Count, failed: Count }),
  last_sync: Nullable(Fields({ id: Uuid, status: StringEnum(SYNC_STATUSES), at: Instant })),
  error: Nullable(Fault),
  created_at: Instant,
  updated_at: Instant,
})
export const OneIntegration = One(Integration)
export const IntegrationList = List(Integration)

export const IntegrationQuery = ListQuery({
  provider: Type.Optional(StringEnum(PROVIDER_NAMES)),
  status: Type.Optional(StringEnum(STATUSES)),
})

const Credentials = Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 8192 }), {
  maxProperties: 10,
})
const ConfigInput = Fields({
  base_url: Maybe(Type.String({ minLength: 1, maxLength: 2048 })),
  sandbox: Type.Optional(Type.Boolean()),
  object_configs: Type.Optional(Type.Array(ObjectConfig, { minItems: 1, maxItems: 20 })),
  direction: Type.Optional(StringEnum(DIRECTIONS)),
  trigger: Type.Optional(StringEnum(TRIGGERS)),
  schedule: Maybe(ScheduleShape),
  rest: Maybe(
    Fields({
      method: Type.Optional(RestMethod),
      path: Type.Optional(Path),
      update_method: Maybe(RestMethod),
      update_path: Maybe(Path),
      body: Type.Optional(Type.Unknown({ maxBytes: 20_000 })),
      id_pointer: Type.Optional(Type.String({ pattern: '^/', maxLength: 200 })),
    }),
  ),
})
const MappingInput = Fields({
  source: Source,
  target_object: ObjectName,
  target_field: FieldName,
  direction: Type.Optional(StringEnum(DIRECTIONS)),
  transform: Maybe(StringEnum(TRANSFORMS)),
  overwrite: Type.Optional(StringEnum(OVERWRITES)),
})
const ValueMappingInput = Fields({
  field: Maybe(FieldName),
  from: Type.String({ maxLength: 255 }),
  to: Type.String({ maxLength: 255 }),
})

const writable = {
  credentials: Maybe(Credentials),
  config: Type.Optional(ConfigInput),
  field_mappings: Type.Optional(Type.Array(MappingInput, { maxItems: 300 })),
  value_mappings: Type.Optional(Type.Array(ValueMappingInput, { maxItems: 500 })),
}
export const IntegrationCreate = Fields({
  provider: Type.String({ minLength: 1, maxLength: 40 }),
  name: Text,
  ...writable,
})
export type IntegrationCreate = Body<typeof IntegrationCreate>

export const IntegrationPatch = Fields({
  name: Type.Optional(Text),
  status: Type.Optional(StringEnum(['active', 'disabled'])),
  ...writable,
})
export type IntegrationPatch = Body<typeof IntegrationPatch>

const SyncError = Nullable(Fields({ code: Type.String(), message: Type.String() }))
const Sync = Fields({
  id: Uuid,
  integration_id: Uuid,
  status: StringEnum(SYNC_STATUSES),
  direction: StringEnum(DIRECTIONS),
  trigger: Type.String(),
  dry_run: Type.Boolean(),
  pulled: Count,
  pushed: Count,
  created: Count,
  updated: Count,
  skipped: Count,
  archived: Count,
  failed: Count,
  /** How many submissions are still to be written. */
  pending: Count,
  items: Type.Array(
    Fields({
      submission_id: Nullable(Uuid),
      object: Type.String(),
      key: Type.String(),
      external_id: Nullable(Type.String()),
      direction: StringEnum(['push', 'pull']),
      action: StringEnum(ITEM_ACTIONS),
      changes: Type.Array(Type.String()),
      error: Nullable(
        Fields({ code: Type.String(), message: Type.String(), field: Nullable(Type.String()) }),
      ),
    }),
  ),
  error: SyncError,
  started_at: Nullable(Instant),
  finished_at: Nullable(Instant),
  created_at: Instant,
})
export const OneSync = One(Sync)
export const SyncList = List(Sync)
export const SyncQuery = ListQuery({ status: Type.Optional(StringEnum(SYNC_STATUSES)) })
export const SyncParams = Fields({ id: Uuid, sid: Uuid })

export const SyncCreate = Fields({
  submission_ids: Type.Optional(
    Type.Array(KnownId('submission'), { minItems: 1, maxItems: 1000, uniqueItems: true }),
  ),
  direction: Type.Optional(StringEnum(DIRECTIONS)),
  /** Only what has changed since. */
  since: Maybe(InstantInput),
  /** Everything, and also what has not changed. */
  full: Type.Optional(Type.Boolean()),
  dry_run: Type.Optional(Type.Boolean()),
})
export type SyncCreate = Body<typeof SyncCreate>

const RemoteField = Fields({
  name: Type.String(),
  label: Type.String(),
  type: Type.String(),
  is_required: Type.Boolean(),
})
export const RemoteFieldList = One(
  Fields({
    read_at: Instant,
    objects: Type.Array(Fields({ object: Type.String(), fields: Type.Array(RemoteField) })),
    /** What mappings can name here. */
    sources: Type.Array(Fields({ kind: Type.String(), names: Type.Array(Type.String()) })),
  }),
)
export const RemoteFieldQuery = Fields({ refresh: Type.Optional(Type.Boolean()) })

export const OneTest = One(
  Fields({
    status: StringEnum(STATUSES),
    objects: Type.Array(
      Fields({
        object: Type.String(),
        reachable: Type.Boolean(),
        missing_fields: Type.Array(Type.String()),
        error: SyncError,
      }),
    ),
  }),
)

export const PreviewCreate = Fields({ submission_id: KnownId('submission') })
const Scalar = Nullable(Type.Union([Type.String(), Type.Number(), Type.Boolean()]))
export const OnePreview = One(
  Fields({
    submission_id: Uuid,
    records: Type.Array(
      Fields({
        object: Type.String(),
        key: Type.String(),
        external_id: Nullable(Type.String()),
        action: StringEnum(['created', 'updated', 'skipped']),
        changes: Type.Array(Fields({ field: Type.String(), from: Scalar, to: Scalar })),
      }),
    ),
  }),
)

export const FileQuery = Fields({ object: ObjectName })
