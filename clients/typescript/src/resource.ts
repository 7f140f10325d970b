import { ServiceError } from './errors.ts'
import { readEvents, type ServerSentEvent } from './events.ts'
import { List, type PageBody } from './list.ts'
import {
  send,
  type Attempt,
  type Received,
  type RequestOptions,
  type ResponseInfo,
  type TransportSettings,
} from './transport.ts'
import { encodeBody, encodeQuery } from './encode.ts'

/** One call of a method, before it is a request. */
export interface Operation {
  verb: string
  /** With `{name}` for each of `args`, in order. */
  path: string
  args?: readonly (string | number)[]
  params?: object | undefined
  /** Names of parameters that stand in the query of a request with a body. */
  query?: readonly string[]
  hasFiles?: boolean
}

export interface WithResponse<T> {
  data: T
  response: ResponseInfo
  /** The whole body: `data` with what stands beside it, such as `meta`. */
  body: unknown
}

/** For methods that take nothing yet; a newer server may. */
export type NoParams = Record<string, never>

/** The bytes of a file. */
export interface FileContent {
  content: Uint8Array<ArrayBuffer>
  contentType: string
  /** As the service names it. */
  filename: string | undefined
}

/** A promise of the data, which also has the response that it came with. */
export class Call<T> extends Promise<T> {
  #whole!: Promise<WithResponse<T>>

  static override get [Symbol.species](): PromiseConstructor {
    return Promise
  }

  static begin<T>(whole: Promise<WithResponse<T>>): Call<T> {
    const call = new Call<T>((resolve, reject) => whole.then(({ data }) => resolve(data), reject))
    call.#whole = whole
    return call
  }

  withResponse(): Promise<WithResponse<T>> {
    // Whoever waits for the response hears of a failure there.
    this.catch(() => {})
    return this.#whole
  }
}

/** What all resources send their calls with. */
export class Resource {
  readonly #settings: TransportSettings

  constructor(settings: TransportSettings) {
    this.#settings = settings
  }

  /** @internal */
  protected sendCall<T>(operation: Operation, options?: RequestOptions): Call<T> {
    return Call.begin(this.#request<T>(operation, options))
  }

  /** @internal */
  protected sendList<T>(operation: Operation, options?: RequestOptions): List<T> {
    return new List<T>(async (cursor) => {
      const params = cursor === null ? operation.params : { ...operation.params, cursor }
      const { body, response } = await this.#request({ ...operation, params }, options)
      return { ...(body as PageBody<T>), response }
    })
  }

  /** @internal */
  protected sendDownload(operation: Operation, options?: RequestOptions): Call<FileContent> {
    const sent = async () => {
      const received = await this.#send({ ...operation }, { accept: '*/*' }, options)
      const data = toFile(received)
      return { data, response: received.info, body: data.content }
    }
    return Call.begin(sent())
  }

  /** @internal */
  protected sendStream<T>(
    operation: Operation,
    options?: RequestOptions,
  ): AsyncGenerator<ServerSentEvent<T>> {
    return readEvents<T>(async (lastId) => {
      const headers = {
        ...options?.headers,
        ...(lastId === null ? {} : { 'last-event-id': lastId }),
      }
      const { response } = await this.#send(
        operation,
        { accept: 'text/event-stream', isStream: true },
        { ...options, headers },
      )
      return response
    })
  }

  async #request<T>(operation: Operation, options?: RequestOptions): Promise<WithResponse<T>> {
    const received = await this.#send(operation, {}, options)
    const { info, bytes } = received
    if (bytes.length === 0) return { data: undefined as T, response: info, body: undefined }
    if (
      (operation.params as { format?: string } | undefined)?.format !== undefined &&
      !isJson(received)
    )
      return { data: toFile(received) as T, response: info, body: bytes }
    const body = parse(received)
    return { data: body.data as T, response: info, body }
  }

  async #send(
    operation: Operation,
    how: Partial<Attempt>,
    options: RequestOptions = {},
  ): Promise<Received> {
    const { verb, args = [], query, hasFiles } = operation
    const isRead = verb === 'GET' || verb === 'DELETE'
    const params = Object.entries(operation.params ?? {}).filter(([, value]) => value !== undefined)
    const inQuery = params.filter(([name]) => isRead || query?.includes(name))
    const inBody = params.filter(([name]) => !isRead && !query?.includes(name))
    let index = 0
    const path = operation.path.replace(/\{\w+\}/g, () => encodeArgument(args[index++]))
    const body = isRead ? undefined : await encodeBody(Object.fromEntries(inBody), hasFiles)
    const longer = hasFiles && options.timeoutMs === undefined ? { timeoutMs: 300_000 } : {}
    const attempt = { verb, path: path + encodeQuery(inQuery), body, ...how }
    return send(this.#settings, attempt, { ...options, ...longer })
  }
}

/** An empty id would be another endpoint's address. */
function encodeArgument(value: string | number | undefined): string {
  if (value === undefined || value === '' || value === '.' || value === '..')
    throw new TypeError('An id of the path is empty.')
  return encodeURIComponent(value)
}

function isJson({ response }: Received): boolean {
  return /\bjson\b/.test(response.headers.get('content-type') ?? '')
}

function parse(received: Received): { data?: unknown } {
  const { bytes, response } = received
  try {
    const body = JSON.parse(new TextDecoder().decode(bytes)) as unknown
    if (typeof body === 'object' && body !== null) return body
  } catch {
    // The error below says all there is to say.
  }
  const { status, headers } = response
  throw new ServiceError('The response is not JSON.', { status, headers, code: 'invalid_response' })
}

function toFile({ bytes, response }: Received): FileContent {
  const { headers } = response
  const disposition = headers.get('content-disposition') ?? ''
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? []
  const [, plain] = /filename="([^"]*)"/.exec(disposition) ?? []
  return {
    content: bytes,
    contentType: headers.get('content-type') ?? 'application/octet-stream',
    filename: encoded === undefined ? plain : decodeURIComponent(encoded),
  }
}
