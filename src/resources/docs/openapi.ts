import { EVENTS } from '../../events.ts'
import { buildOpenApi } from '../../platform/http/openapi.ts'
import { Fields, Instant } from '../../platform/wire/shapes.ts'
import type { Route } from '../../platform/route.ts'
import { VERSION } from '../../version.ts'
import { Type } from 'typebox'

/** The OpenAPI document of all routes and webhook events. */
export function openApiDocument(routes: readonly Route[], publicUrl: string): object {
  const webhooks = Object.fromEntries(
    EVENTS.map(({ type, description, data, example }) => [
      type,
      {
        description,
        schema: Fields({ id: Type.String(), type: Type.Literal(type), created_at: Instant, data }),
        example: {
          id: 'evt_0193a2f45c1e7b529d7e2f6a4c1d8e90',
          type,
          created_at: '2025-10-02T14:05:00.000Z',
          data: example,
        },
      },
    ]),
  )
  return buildOpenApi(routes, { version: VERSION, publicUrl, webhooks })
}
