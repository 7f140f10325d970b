import type { Static, TSchema } from 'typebox'
import type { Context, RequestContext } from './context.ts'
import type { ErrorCode } from './errors/catalogue.ts'
import type { BrowserRequest } from './http/connection/browser.ts'

/** Camel-cased keys of a wire type; free-form records are left as they are. */
export type Camel<T> = T extends readonly (infer Item)[]
  ? Camel<Item>[]
  : T extends object
    ? string extends keyof T
      ? T
      : { [Key in keyof T as Key extends string ? CamelKey<Key> : Key]: Camel<T[Key]> }
    : T

type CamelKey<Key extends string> = Key extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelKey<Tail>>}`
  : Key

type Shape<S> = S extends TSchema ? Camel<Static<S>> : undefined

/** A file of a multipart request, already in the store when the handler runs. */
export interface StagedFile {
  filename: string
  contentType: string
  sizeBytes: number
  sha256: string
  storageKey: string
  wrappedKey: string
  /** It came inside JSON, as base64. */
  isInline?: boolean
}

export interface Shapes {
  params?: TSchema
  query?: TSchema
  body?: TSchema
  returns?: TSchema
}

/** What a signature of a request covers: its bytes as they came, and the headers with it. */
export interface SentRequest {
  bytes: Buffer
  headers: Readonly<Record<string, string>>
}

export interface Input<S extends Shapes> {
  /** Of a route that `readsHeaders`; null for any other. */
  sent: SentRequest | null
  params: Shape<S['params']>
  query: Shape<S['query']>
  body: Shape<S['body']>
  /** The bytes of NDJSON or a mail, unchecked; null for any other. `body` is undefined then. */
  lines: Buffer | null
  files: StagedFile[]
  /** What stands in the route's `signatureHeader`. */
  signature: string | null
  /** The request's If-Match, when it sent one. */
  ifMatch: string | null
  /** Of a route for browsers; null for any other, so that nothing else sees a cookie. */
  browser: BrowserRequest | null
}

/** A binary or text response instead of JSON. */
export interface Download {
  contentType: string
  filename: string | null
  disposition: 'attachment' | 'inline'
  body: Buffer | NodeJS.ReadableStream
  sizeBytes?: number
}

/** A response that is more than a JSON body with the route's status. */
export class Reply {
  readonly status: number | undefined
  readonly headers: Record<string, string>
  readonly body: unknown
  /** The body as JSON that was made by the route's schema before; it goes out as it is. */
  readonly json: string | Buffer | undefined
  readonly download: Download | undefined
  readonly stream: AsyncIterable<ServerSentEvent> | undefined

  constructor(parts: {
    status?: number
    headers?: Record<string, string>
    body?: unknown
    json?: string | Buffer
    download?: Download
    /** Server-sent events until the iterator ends or the client leaves. */
    stream?: AsyncIterable<ServerSentEvent>
  }) {
    this.status = parts.status
    this.headers = parts.headers ?? {}
    this.body = parts.body
    this.json = parts.json
    this.download = parts.download
    this.stream = parts.stream
  }
}

export interface ServerSentEvent {
  id?: string
  event?: string
  data: unknown
}

/** Cost classes of the rate limiter; `none` is never limited. */
export type Cost = 'read' | 'write' | 'upload' | 'heavy' | 'none'

export interface Route<S extends Shapes = Shapes> {
  /** `METHOD /path/:param`, unique in the house. */
  endpoint: string
  summary: string
  /** Its name, where `openapi/operation-names.ts` finds none that a person would choose. */
  operationId?: string
  description?: string
  /** `area:read` or `area:write`; null for the endpoints that need no key. */
  scope: string | null
  /** Success status; 201 for creation, 202 for queued work, else 200. */
  status?: number
  /** Further success statuses the handler may choose. */
  alsoStatus?: number[]
  /** Codes of this endpoint beyond those every endpoint can return. */
  errors?: readonly ErrorCode[]
  /** Beyond the interface document. */
  isAdditive?: boolean
  /** For keys of the test mode alone; a live key gets an error that says so. */
  isTestOnly?: boolean
  /** Of the whole organization: of keys and programs, those of the live mode alone may call it. */
  isOfOrganization?: boolean
  /** For people who have signed in, not for keys, nor for programs that act for a person. */
  isUserOnly?: boolean
  /**
   * For our own pages: reads the session cookie, and refuses what pages of other origins send. A
   * `page` is HTML, takes forms, and is no part of the reference of the API.
   */
  browser?: 'api' | 'page'
  /** Of the person of a session alone, such as a layout: that person needs no scope for it. */
  isPersonal?: boolean
  /** Its requests are not kept in the request log: reading the log must not add to it. */
  isUnlogged?: boolean
  cost?: Cost
  /**
   * `multipart` stores every file part before the handler runs; `ndjson` takes one JSON value per
   * line as `lines`; `payload` stores what another service wrote, JSON or XML, as the one file: the
   * body itself, or what stands in it under the name `payload`; `mail` takes a message (RFC 5322)
   * as `lines`, or a form with it; `signed` takes JSON as the `lines` of bytes that were signed.
   * JSON is accepted with each.
   */
  consumes?: 'json' | 'multipart' | 'ndjson' | 'payload' | 'mail' | 'signed'
  /** The header with the signature of a `signed` body. */
  signatureHeader?: string
  /** Takes so many rows at once that their JSON may be longer than 1 MiB. */
  hasLargeBody?: boolean
  produces?: 'json' | 'binary' | 'events'
  /** Headers, in lower case, that the handler gets, with the bytes of a JSON body. */
  readsHeaders?: readonly string[]
  /** The same path works without the version prefix's authentication (signed links, health). */
  shapes: S
  handle: (input: Input<S>, ctx: Context) => Promise<object>
  /** Runs without a transaction at the door; opens its own. For work that waits on the outside. */
  handleOutside?: (input: Input<S>, ctx: RequestContext) => Promise<object>
}

/**
 * The body a route promises, camel-cased; `satisfies` it in handlers that build responses by hand.
 */
export type Body<S extends TSchema> = Camel<Static<S>>

/** A route that runs in one transaction at the door. */
export function route<S extends Shapes>(declaration: Omit<Route<S>, 'handleOutside'>): Route {
  return declaration
}

/** A route that waits on the outside world and opens its own transactions. */
export function outsideRoute<S extends Shapes>(
  declaration: Omit<Route<S>, 'handle' | 'handleOutside'> & {
    handle: (input: Input<S>, ctx: RequestContext) => Promise<object>
  },
): Route {
  const { handle, ...rest } = declaration
  return { ...rest, handleOutside: handle, handle: unreachable }
}

async function unreachable(): Promise<never> {
  throw new Error('An outside route has no handler inside a transaction')
}

export function getMethod(declared: Pick<Route, 'endpoint'>): string {
  return declared.endpoint.slice(0, declared.endpoint.indexOf(' '))
}

export function getPath(declared: Pick<Route, 'endpoint'>): string {
  return declared.endpoint.slice(declared.endpoint.indexOf(' ') + 1)
}
