import { readFileSync } from 'node:fs'
import { Type } from 'typebox'
import { nearest } from '../../core/values/text.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { entityTag } from '../../platform/http/respond.ts'
import { prebuild } from '../../platform/http/response/codings.ts'
import { Reply, route, type Route, type Shapes } from '../../platform/route.ts'
import { Fields } from '../../platform/wire/shapes.ts'
import { agentsPage } from './agents.ts'
import { errorsPage, eventsPage } from './catalogue.ts'
import { FAVICON } from './favicon.ts'
import { llmsFullText, llmsText, SKILL_NAMES, skillIndex, skillSource } from './guide/for-models.ts'
import { findDocument, guideHome, listDocuments, type Document } from './guide/documents.ts'
import { referenceIndex, referencePage } from './reference/pages.ts'

const open = { scope: null, cost: 'none', produces: 'binary', isAdditive: true } as const

/** Scripts and styles are files of this copy; nothing is loaded from elsewhere. */
const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
    "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'cache-control': 'no-cache',
}

const HTML = 'text/html; charset=utf-8'
const TEXT = 'text/plain; charset=utf-8'

const NamedPage = Fields({ page: Type.String({ minLength: 1, maxLength: 80 }) })
const NamedTag = Fields({ tag: Type.String({ minLength: 1, maxLength: 80 }) })
const NamedSkill = Fields({ skill: Type.String({ minLength: 1, maxLength: 80 }) })
/** The version in the address makes browsers read a part of the pages anew after an upgrade. */
const Versioned = Fields({ v: Type.Optional(Type.String({ maxLength: 40 })) })

/**
 * The documentation pages and the OpenAPI document of a list of routes. The list is passed lazily,
 * since it contains these routes too.
 */
export function docsRoutes(list: () => readonly Route[]): Route[] {
  const html = (render: (publicUrl: string) => string) => () => ({ contentType: HTML, render })
  return [
    document(
      { endpoint: 'GET /docs', summary: 'The documentation; works offline' },
      html(guideHome),
    ),
    document(
      named('GET /docs/reference', 'getReferencePage', 'Every operation, by resource'),
      html(() => referenceIndex(list())),
    ),
    document(
      named('GET /docs/reference/:tag', 'getReferenceOfTag', 'The operations of a resource'),
      ({ tag }) => ({ contentType: HTML, render: (url) => referencePage(list(), tag!, url) }),
      { params: NamedTag },
    ),
    document(
      named('GET /docs/errors', 'getErrorsPage', 'Every error code, its meaning and what to do'),
      html(() => errorsPage(list())),
    ),
    document(
      named('GET /docs/events', 'getEventsPage', 'Every webhook event with a sample'),
      html(eventsPage),
    ),
    document(
      named('GET /docs/agents', 'getAgentsPage', 'How agents are set up, and every tool they find'),
      html(agentsPage),
    ),
    document(
      named('GET /docs/:page', 'getDocsPage', 'A page of the documentation; as Markdown with .md'),
      ({ page }) => need(findDocument(page!, list), page!, listDocuments()),
      { params: NamedPage, query: Versioned },
    ),
    ...machineRoutes(),
  ]
}

/** What programs and language models read. */
function machineRoutes(): Route[] {
  const text = (contentType: string, render: (publicUrl: string) => string) => () => ({
    contentType,
    render,
  })
  return [
    document(
      named('GET /llms.txt', 'getLlmsText', 'The pages of the documentation for language models'),
      text(TEXT, llmsText),
    ),
    document(
      named('GET /llms-full.txt', 'getLlmsFullText', 'The whole documentation as one text'),
      text(TEXT, llmsFullText),
    ),
    document(
      named(
        'GET /.well-known/agent-skills/index.json',
        'listAgentSkills',
        'Instructions that agents can load',
      ),
      text('application/json', skillIndex),
    ),
    document(
      named(
        'GET /.well-known/agent-skills/:skill/SKILL.md',
        'getAgentSkill',
        'Instructions for an agent, as Markdown',
      ),
      ({ skill }) => {
        const found = SKILL_NAMES.includes(skill!)
        const contentType = 'text/markdown; charset=utf-8'
        const made = found
          ? { contentType, render: (url: string) => skillSource(skill!, url) }
          : null
        return need(made, skill!, SKILL_NAMES)
      },
      { params: NamedSkill },
    ),
    document(named('GET /openapi.json', 'getOpenApiDocument', 'The OpenAPI 3.1 document'), () => ({
      contentType: 'application/json',
      render: readOpenApi,
    })),
    document(named('GET /favicon.ico', 'getFavicon', 'The icon of the pages'), () => ({
      contentType: 'image/x-icon',
      cacheControl: 'public, max-age=86400',
      render: () => FAVICON,
    })),
  ]
}

function need(found: Document | null, name: string, names: readonly string[]): Document {
  if (found !== null) return found
  const like = nearest(name, names)
  const hint = like === null ? '' : ` Did you mean ${like}?`
  throw new ApiError('route_not_found', `The documentation has no ${name}.${hint}`)
}

const OPENAPI = new URL('../../../openapi.json', import.meta.url)

/** As it was written from the routes: writing it takes a second, and nobody is served meanwhile. */
function readOpenApi(publicUrl: string): string {
  const written: object = JSON.parse(readFileSync(OPENAPI, 'utf8'))
  return JSON.stringify({ ...written, servers: [{ url: publicUrl }] })
}

type Head = Pick<Route, 'endpoint' | 'operationId' | 'summary'>

function named(endpoint: string, operationId: string, summary: string): Head {
  return { endpoint, operationId, summary }
}

type Params = Readonly<Record<string, string | undefined>>

/** A document of the documentation; `find` throws for parameters that lead to none. */
function document(head: Head, find: (params: Params) => Document, shapes: Shapes = {}): Route {
  const rendered = new Map<string, Rendered>()
  return route({
    ...head,
    ...open,
    ...(shapes.params && { errors: ['route_not_found'] }),
    shapes,
    handle: async ({ params }, ctx) => {
      const given = (params ?? {}) as Params
      const { publicUrl } = ctx.house.config
      const key = [publicUrl, ...Object.values(given)].join(' ')
      const found = rendered.get(key) ?? renderOnce(rendered, key, () => find(given), publicUrl)
      const { body, etag, contentType, cacheControl } = found
      const headers = {
        ...PAGE_HEADERS,
        etag,
        ...(cacheControl && { 'cache-control': cacheControl }),
      }
      return new Reply({
        headers,
        download: { contentType, filename: null, disposition: 'inline', body },
      })
    },
  })
}

interface Rendered extends Pick<Document, 'contentType' | 'cacheControl'> {
  body: Buffer
  etag: string
}

/**
 * Renders and compresses each document once. They are served without a key and take up to 100 ms to
 * render, so rendering per request would let anonymous callers slow everybody down. What has no
 * document is not kept, so that no caller can fill the memory with names.
 */
// oxlint-disable-next-line max-params -- the map and its key belong to one route
function renderOnce(
  rendered: Map<string, Rendered>,
  key: string,
  find: () => Document,
  publicUrl: string,
): Rendered {
  const { contentType, cacheControl, render } = find()
  const body = Buffer.from(render(publicUrl))
  const made = { contentType, body, etag: entityTag(body), ...(cacheControl && { cacheControl }) }
  rendered.set(key, made)
  void prebuild(body)
  return made
}
