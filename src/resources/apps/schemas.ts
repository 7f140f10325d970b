import { Type } from 'typebox'
import { ListQuery } from '../../platform/wire/list-query.ts'
import {
  Fields,
  FreeForm,
  FreeFormInput,
  Instant,
  List,
  Nullable,
  One,
  StringEnum,
  Text,
  Uuid,
} from '../../platform/wire/shapes.ts'
import { APP_CATEGORIES, CAPABILITIES } from '../records/apps/app.ts'

const Strings = Type.Array(Type.String())

const Installation = Fields({
  id: Uuid,
  app_id: Uuid,
  slug: Type.String(),
  status: StringEnum(['active', 'error', 'disabled']),
  config: FreeForm,
  installed_at: Instant,
  installed_by: Type.String(),
  version: Type.String(),
  update_available: Type.Boolean(),
})

const App = Fields({
  id: Uuid,
  slug: Type.String(),
  name: Type.String(),
  description: Type.String(),
  publisher: Type.String(),
  category: StringEnum(APP_CATEGORIES),
  icon_url: Nullable(Type.String()),
  version: Type.String(),
  capabilities: Type.Array(StringEnum(CAPABILITIES)),
  permissions: Strings,
  config_schema: FreeForm,
  switches_on: Fields({
    enrichers: Strings,
    imports: Strings,
    node_types: Strings,
    crms: Strings,
    mailboxes: Strings,
  }),
  is_builtin: Type.Boolean(),
  is_installed: Type.Boolean(),
  unavailable_reason: Nullable(Type.String()),
  installation: Nullable(Installation),
})
export const OneApp = One(App)
export const AppList = List(App)
export const AppQuery = ListQuery({
  category: Type.Optional(StringEnum(APP_CATEGORIES)),
  q: Type.Optional(Text),
  is_installed: Type.Optional(Type.Boolean()),
})
export const InstalledQuery = ListQuery({})
/** An app is named by its id or its slug. */
export const AppParams = Fields({ id: Type.String({ minLength: 1, maxLength: 64 }) })

export const InstallBody = Fields({
  config: Type.Optional(FreeFormInput),
  accept_permissions: Type.Optional(Type.Boolean()),
})
/** The secret of a signature is shown once. */
export const OneInstallation = One(
  Fields({ ...Installation.properties, signing_secret: Nullable(Type.String()) }),
)

export const UninstallBody = Fields({ keep_data: Type.Optional(Type.Boolean()) })
export const Uninstalled = One(
  Fields({ id: Uuid, slug: Type.String(), is_installed: Type.Literal(false) }),
)
