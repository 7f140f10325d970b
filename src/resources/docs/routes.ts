import { Reply, route, type Route } from '../../platform/route.ts'
import { errorsPage, eventsPage } from './catalogue.ts'
import { openApiDocument } from './openapi.ts'
import { referencePage } from './reference.ts'

const open = {
  scope: null,
  cost: 'none',
  produces: 'binary',
  isAdditive: true,
  shapes: {},
} as const

/** Scripts and styles of the page itself only; nothing is loaded from elsewhere. */
const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; " +
    "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'cache-control': 'no-cache',
}

/**
 * The documentation of a list of routes, and the document it is rendered from. Takes the list,
 * since it is part of it.
 */
export function docsRoutes(list: () => readonly Route[]): Route[] {
  return [
    page('GET /docs', 'The interactive reference; works offline', () => referencePage(list())),
    page('GET /docs/errors', 'Every error code, its meaning and what to do', () =>
      errorsPage(list()),
    ),
    page('GET /docs/events', 'Every webhook event with a sample', eventsPage),
    route({
      endpoint: 'GET /openapi.json',
      summary: 'The OpenAPI 3.1 document',
      ...open,
      handle: async (_input, ctx) => {
        const body = Buffer.from(
          JSON.stringify(openApiDocument(list(), ctx.house.config.publicUrl)),
        )
        return new Reply({
          download: {
            contentType: 'application/json',
            filename: null,
            disposition: 'inline',
            body,
          },
        })
      },
    }),
  ]
}

function page(endpoint: string, summary: string, render: () => string): Route {
  return route({
    endpoint,
    summary,
    ...open,
    handle: async () => {
      const body = Buffer.from(render())
      return new Reply({
        headers: PAGE_HEADERS,
        download: {
          contentType: 'text/html; charset=utf-8',
          filename: null,
          disposition: 'inline',
          body,
        },
      })
    },
  })
}
