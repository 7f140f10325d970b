import { EVENTS } from '../../events.ts'
import { buildOpenApi } from '../../platform/http/openapi/document.ts'
import { Fields, Instant } from '../../platform/wire/shapes.ts'
import type { Route } from '../../platform/route.ts'
import { VERSION } from '../../version.ts'
import { Type } from 'typebox'
import { describeRoute, describeSchema } from './fields/describe.ts'
import { TAGS, toTag } from './tags.ts'

/** The OpenAPI document of all routes and webhook events. */
export function openApiDocument(routes: readonly Route[], publicUrl: string): object {
  const webhooks = Object.fromEntries(
    EVENTS.map(({ type, description, data, example }) => [
      type,
      {
        description,
        schema: describeSchema(
          Fields({ id: Type.String(), type: Type.Literal(type), created_at: Instant, data }),
          'events',
        ),
        example: buildSample(type, example),
      },
    ]),
  )
  return buildOpenApi(routes.map(describeRoute), {
    version: VERSION,
    publicUrl,
    tags: TAGS,
    toTag,
    webhooks,
  })
}

/** A sample of what a webhook receives. */
export function buildSample(type: string, data: object): object {
  const id = 'evt_0193a2f45c1e7b529d7e2f6a4c1d8e90'
  return { id, type, created_at: '2025-10-02T14:05:00.000Z', data }
}
