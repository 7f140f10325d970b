import { Type } from 'typebox'
import { PROVIDERS } from '../../../core/providers/index.ts'
import { Fields } from '../../../platform/wire/shapes.ts'
import type { App } from './app.ts'

/** Options of imports that an installation sets for every payload of the provider. */
const ImportDefaults = Fields({
  include_pending: Type.Optional(
    Type.Boolean({ description: 'Keep transactions that are not booked yet.' }),
  ),
  sign: Type.Optional(
    Type.Enum(['auto', 'as_is', 'invert'], { description: 'Which sign an inflow has.' }),
  ),
  timezone: Type.Optional(
    Type.String({
      maxLength: 64,
      pattern: '^[A-Za-z_+\\-/0-9]+$',
      description: 'Zone of instants that name none, as America/New_York.',
    }),
  ),
  external_id_prefix: Type.Optional(
    Type.String({ maxLength: 64, description: 'Text before the ids of the provider.' }),
  ),
})

/** One for each provider whose payloads are read. */
export const IMPORT_APPS: readonly App[] = PROVIDERS.map(({ name, title }) => ({
  slug: name,
  name: title,
  description: `Imports what ${title} returns, with options that hold for all of its payloads.`,
  category: 'data',
  version: '1.0.0',
  permissions: ['transactions:write'],
  config: ImportDefaults,
  switchesOn: { imports: [name] },
}))
