import { KnownId } from '../../../platform/wire/ids/known-id.ts'
import { Type, type TProperties, type TSchema } from 'typebox'
import { ListQuery } from '../../../platform/wire/list-query.ts'
import {
  Count,
  Fields,
  FreeForm,
  Instant,
  List,
  Maybe,
  Nullable,
  One,
  Uuid,
} from '../../../platform/wire/shapes.ts'
import type { Body } from '../../../platform/route.ts'
import { TENANT_SETTINGS } from '../../settings/list.ts'

/** Submissions that a preview looks at. */
export const PREVIEW_MAX = 25

/** Named keys are replaced whole; null restores the default. */
export const SettingsPatch = Fields(buildShapes((schema) => Maybe(schema)))

const Settings = Fields({
  /** 0 before any change. */
  version: Count,
  /** Version of the revenue formula alone, as `revenue_formula_version` of cashflow takes it. */
  revenue_formula_version: Count,
  ...buildShapes((schema) => schema),
  updated_at: Nullable(Instant),
  updated_by: Nullable(Type.String()),
})
export const SettingsQuery = Fields({ version: Type.Optional(Type.Integer({ minimum: 0 })) })
export const OneSettings = One(Settings)

const Change = Fields({ field: Type.String(), from: Type.Unknown(), to: Type.Unknown() })
export const HistoryQuery = ListQuery({})
export const HistoryList = List(
  Fields({
    id: Uuid,
    version: Count,
    revenue_formula_version: Count,
    changes: Type.Array(Change),
    created_by: Type.String(),
    created_at: Instant,
  }),
)

export const PreviewRequest = Fields({
  settings: SettingsPatch,
  /** Default: the newest ones with numbers. */
  submission_ids: Type.Optional(
    Type.Array(KnownId('submission'), { minItems: 1, maxItems: PREVIEW_MAX }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: PREVIEW_MAX })),
})
export type PreviewRequest = Body<typeof PreviewRequest>

export const OnePreview = One(
  Fields({
    settings_version: Count,
    changes: Type.Array(Change),
    submissions: Type.Array(
      Fields({
        id: Uuid,
        name: Type.String(),
        currency: Type.String(),
        is_changed: Type.Boolean(),
        /** Key metrics by name, now and with the change. */
        before: FreeForm,
        after: FreeForm,
      }),
    ),
    changed_count: Count,
  }),
)

function buildShapes(wrap: (schema: TSchema) => TSchema): TProperties {
  const entries = Object.entries(TENANT_SETTINGS).map(([key, { schema }]) => [key, wrap(schema)])
  return Object.fromEntries(entries) as TProperties
}
