import { readFileSync } from 'node:fs'
import { entityTag } from '../../platform/http/respond.ts'
import { prebuild } from '../../platform/http/response/codings.ts'
import { Reply, route, type Route } from '../../platform/route.ts'
import { agentsPage } from './agents.ts'
import { errorsPage, eventsPage } from './catalogue.ts'
import { referencePage } from './reference.ts'
import { FAVICON } from './favicon.ts'

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
    "img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'cache-control': 'no-cache',
}

/**
 * The documentation pages and the OpenAPI document of a list of routes. The list is passed lazily,
 * since it contains these routes too.
 */
export function docsRoutes(list: () => readonly Route[]): Route[] {
  const json = { contentType: 'application/json', headers: PAGE_HEADERS }
  return [
    page(named('GET /docs', 'getReferencePage', 'The interactive reference; works offline'), () =>
      referencePage(list()),
    ),
    page(
      named('GET /docs/errors', 'getErrorsPage', 'Every error code, its meaning and what to do'),
      () => errorsPage(list()),
    ),
    page(
      named('GET /docs/events', 'getEventsPage', 'Every webhook event with a sample'),
      eventsPage,
    ),
    page(
      named('GET /docs/agents', 'getAgentsPage', 'How agents are set up, and every tool they find'),
      agentsPage,
    ),
    document(named('GET /openapi.json', 'getOpenApiDocument', 'The OpenAPI 3.1 document'), {
      ...json,
      render: readOpenApi,
    }),
    document(named('GET /favicon.ico', 'getFavicon', 'The icon of the pages'), {
      contentType: 'image/x-icon',
      headers: { 'cache-control': 'public, max-age=86400' },
      render: () => FAVICON,
    }),
  ]
}

const OPENAPI = new URL('../../../openapi.json', import.meta.url)

/** As it was written from the routes: writing it takes a second, and nobody is served meanwhile. */
function readOpenApi(publicUrl: string): Buffer {
  const written: object = JSON.parse(readFileSync(OPENAPI, 'utf8'))
  return Buffer.from(JSON.stringify({ ...written, servers: [{ url: publicUrl }] }))
}

type Head = Pick<Route, 'endpoint' | 'operationId' | 'summary'>

function named(endpoint: string, operationId: string, summary: string): Head {
  return { endpoint, operationId, summary }
}

interface Document {
  contentType: string
  headers: Record<string, string>
  render: (publicUrl: string) => Buffer
}

function page(head: Head, render: (publicUrl: string) => string): Route {
  return document(head, {
    contentType: 'text/html; charset=utf-8',
    headers: PAGE_HEADERS,
    render: (publicUrl) => Buffer.from(render(publicUrl)),
  })
}

function document(head: Head, { contentType, headers, render }: Document): Route {
  const rendered = renderedOnce(render)
  return route({
    ...head,
    ...open,
    handle: async (_input, ctx) => {
      const { body, etag } = rendered(ctx.house.config.publicUrl)
      return new Reply({
        headers: { ...headers, etag },
        download: { contentType, filename: null, disposition: 'inline', body },
      })
    },
  })
}

interface Rendered {
  body: Buffer
  etag: string
}

/**
 * Renders and compresses each document once. They are served without a key and take 100 ms to
 * render, so rendering per request would let anonymous callers slow everybody down.
 */
function renderedOnce(render: (by: string) => Buffer): (by: string) => Rendered {
  const rendered = new Map<string, Rendered>()
  return (by) => {
    let document = rendered.get(by)
    if (!document) {
      const body = render(by)
      rendered.set(by, (document = { body, etag: entityTag(body) }))
      void prebuild(body)
    }
    return document
  }
}
