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
 * The documentation pages and the OpenAPI document of a list of routes. The list is passed lazily,
 * since it contains these routes too.
 */
export function docsRoutes(list: () => readonly Route[]): Route[] {
  const openApi = renderedOnce((publicUrl) => JSON.stringify(openApiDocument(list(), publicUrl)))
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
        const body = openApi(ctx.house.config.publicUrl)
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

/**
 * Renders each document once. They are served without a key and take 100 ms to render, so rendering
 * per request would let anonymous callers slow everybody down.
 */
function renderedOnce(render: (by: string) => string): (by: string) => Buffer {
  const rendered = new Map<string, Buffer>()
  return (by) => {
    const body = rendered.get(by) ?? Buffer.from(render(by))
    rendered.set(by, body)
    return body
  }
}

function page(endpoint: string, summary: string, render: () => string): Route {
  const rendered = renderedOnce(render)
  return route({
    endpoint,
    summary,
    ...open,
    handle: async () => {
      const body = rendered(endpoint)
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
