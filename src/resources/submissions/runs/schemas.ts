import { KnownId } from '../../../platform/wire/ids/known-id.ts'
import { Type } from 'typebox'
import { Fields, StringEnum } from '../../../platform/wire/shapes.ts'
import { ENRICHED_FIELDS } from '../../transactions/schemas.ts'
import { STAGES } from '../../pipeline/status-stages.ts'

export const ProcessBody = Fields({
  /** Reads documents again that were already read. */
  force: Type.Optional(Type.Boolean()),
  document_ids: Type.Optional(
    Type.Array(KnownId('document'), { minItems: 1, maxItems: 200, uniqueItems: true }),
  ),
  /** Without `parse`, documents are left as they are. */
  stages: Type.Optional(
    Type.Array(StringEnum(STAGES), { minItems: 1, maxItems: 50, uniqueItems: true }),
  ),
  restart: Type.Optional(Type.Boolean()),
  wait_seconds: Type.Optional(Type.Number({ minimum: 0, maximum: 25 })),
})

export const EnrichBody = Fields({
  enrichers: Type.Optional(
    Type.Array(StringEnum(['transactions']), {
      maxItems: 1,
      description: 'Which to run; all of them by default. transactions is the built-in one.',
    }),
  ),
  fields: Type.Optional(
    Type.Array(StringEnum(ENRICHED_FIELDS), {
      maxItems: ENRICHED_FIELDS.length,
      description: 'Fields that are wanted; since they follow from each other, all are computed.',
    }),
  ),
  force: Type.Optional(
    Type.Boolean({ description: 'Every enrichment goes over all rows, forced or not.' }),
  ),
})
