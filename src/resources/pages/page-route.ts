import type { TProperties } from 'typebox'
import { Type } from 'typebox'
import type { RequestContext } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { ErrorCode } from '../../platform/errors/catalogue.ts'
import type { BrowserRequest } from '../../platform/http/connection/browser.ts'
import { getPath, outsideRoute, type Reply, type Route } from '../../platform/route.ts'
import { Fields } from '../../platform/wire/shapes.ts'
import type { Fault } from './form.ts'
import { redirect, replyWithPage, type Page } from './layout.ts'

const OF_PAGE = {
  scope: null,
  cost: 'none',
  produces: 'binary',
  browser: 'page',
  isAdditive: true,
} as const

/** What a page is made from. */
export interface Visit {
  ctx: RequestContext
  browser: BrowserRequest
  /** Of a form that came back, or of the address. */
  given: Readonly<Record<string, string | undefined>>
  fault: Fault | null
}

/** A page, or the way to another. */
export type Show = (visit: Visit) => Promise<Page | Reply>

interface PageRoute {
  show: Show
  query?: readonly string[]
  errors?: readonly ErrorCode[]
}

/** GET of a page; `query` are the parameters that it may be opened with. */
export function pageRoute(
  endpoint: string,
  summary: string,
  { show, query = [], errors = [] }: PageRoute,
): Route {
  return outsideRoute({
    ...OF_PAGE,
    endpoint,
    summary,
    errors: [...errors],
    shapes: { query: Fields(texts(query)) },
    handle: async (input, ctx) => {
      const visit = {
        ctx,
        browser: input.browser!,
        given: input.query as Visit['given'],
        fault: null,
      }
      return finish(visit, () => toReply(ctx, show(visit)))
    },
  })
}

export interface FormRoute {
  fields: readonly string[]
  errors: readonly ErrorCode[]
  /** Does what the form is for, and says where to go from there. */
  act: (visit: Visit) => Promise<Reply>
  /** The page that the form is on, for when it comes back with a fault. */
  show: Show
}

/** POST of a form. A refused one comes back as its page, and to programs as any error does. */
export function formRoute(
  endpoint: string,
  summary: string,
  { fields, errors, act, show }: FormRoute,
): Route {
  return outsideRoute({
    ...OF_PAGE,
    endpoint,
    summary,
    status: 303,
    alsoStatus: [200],
    errors: [...errors],
    shapes: { body: Fields(texts(fields)) },
    handle: async (input, ctx) => {
      const given = (input.body ?? {}) as Visit['given']
      const visit = { ctx, browser: input.browser!, given, fault: null }
      return finish(visit, () => comeBack(visit, act, show))
    },
  })
}

function texts(names: readonly string[]): TProperties {
  const text = Type.Optional(Type.String({ maxLength: 1000 }))
  return Object.fromEntries(names.map((name) => [name, text]))
}

async function comeBack(visit: Visit, act: FormRoute['act'], show: Show): Promise<Reply> {
  try {
    return await act(visit)
  } catch (error) {
    if (!(error instanceof ApiError) || !visit.browser.wantsPage || isForDoor(error)) throw error
    const fault = { message: error.message, param: error.details.param ?? null }
    return toReply(visit.ctx, show({ ...visit, fault }), error)
  }
}

/** These send the person elsewhere, whatever the page. */
const LEADS: Partial<Record<ErrorCode, string>> = {
  session_expired: '/sign-in',
  mfa_required: '/sign-in/code',
  reauthentication_required: '/sign-in',
}

function isForDoor(error: ApiError): boolean {
  return error.status >= 500 || error.code in LEADS
}

async function finish(visit: Visit, work: () => Promise<Reply>): Promise<Reply> {
  try {
    return await work()
  } catch (error) {
    const place = error instanceof ApiError ? LEADS[error.code] : undefined
    if (place === undefined || !visit.browser.wantsPage) throw error
    return redirect(`${place}?next=${encodeURIComponent(toPage(visit))}`)
  }
}

/** The page of a form begins with the same word. */
function toPage({ ctx }: Visit): string {
  const path = getPath({ endpoint: ctx.target ?? 'GET /account' })
  return `/${path.split(/[/\s]/)[1] ?? ''}`
}

async function toReply(
  { house }: RequestContext,
  shown: ReturnType<Show>,
  error: ApiError | null = null,
): Promise<Reply> {
  const page = await shown
  if (!('main' in page)) return page
  const { publicUrl } = house.config
  const headers = error?.details.headers ?? {}
  return replyWithPage(publicUrl, page, error === null ? {} : { status: error.status, headers })
}

/** What a form must have; throws `missing_field` with its name. */
export function need({ given }: Visit, name: string): string {
  const value = given[name]?.trim()
  if (!value) throw new ApiError('missing_field', `${name} is required.`, { param: name })
  return value
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The id of what a form is about; throws the error of one that is nobody's. */
export function needId(visit: Visit, code: ErrorCode): string {
  const id = need(visit, 'id')
  if (!UUID.test(id)) throw new ApiError(code)
  return id
}

/** The same for what may begin or end with a space. */
export function needSecret({ given }: Visit, name: string): string {
  const value = given[name]
  if (!value) throw new ApiError('missing_field', `${name} is required.`, { param: name })
  return value
}
