import { createReadStream } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { XMLParser } from 'fast-xml-parser'
import { openOperatorClient } from '../egress/operator-client.ts'
import type { BucketSettings } from './address.ts'
import { signCall, type Content } from './sign-call.ts'
import { StoreUnavailable } from './store.ts'

export interface ListedObject {
  name: string
  modifiedAtMs: number
}

/** The few calls of the S3 interface that a store needs. Names are without the bucket's prefix. */
export interface Bucket {
  put(name: string, content: Content): Promise<void>
  /** Null when there is no such object. */
  get(name: string): Promise<Buffer | null>
  /** Removing what is not there is not an error. */
  remove(name: string): Promise<void>
  exists(name: string): Promise<boolean>
  /** Objects whose names begin so, in the order of their names. */
  list(start: string): AsyncIterable<ListedObject>
  close(): Promise<void>
}

interface Call {
  method: 'GET' | 'PUT' | 'HEAD' | 'DELETE'
  url: URL
  content?: Content
}

interface BucketResponse {
  status: number
  body: Buffer
}

/** Each call can be repeated: names are written once, and reading and removing change nothing. */
const TRIES_MAX = 4
const FIRST_PAUSE_MS = 100
const SILENCE_MS_MAX = 30_000
const EMPTY = Buffer.alloc(0)
const PAGE = 1000

const xml = new XMLParser({
  parseTagValue: false,
  processEntities: false,
  isArray: (name) => name === 'Contents',
})

/**
 * A bucket behind the S3 interface, spoken to with signature version 4 and addressed by path, which
 * every implementation takes. The hash of what is sent is signed, so that it cannot arrive changed.
 * Throws `StoreUnavailable` with the status and the bucket's code for all that is not a success.
 */
export function createBucket(settings: BucketSettings): Bucket {
  const root = `${settings.endpoint}/${settings.bucket}`
  const client = openOperatorClient(new URL(settings.endpoint).origin)
  const toKey = (name: string): string => `${settings.prefix}${name}`
  const toUrl = (name: string): URL => new URL(`${root}/${toKey(name)}`)
  const attempt = async ({ method, url, content = EMPTY }: Call): Promise<BucketResponse> => {
    const headers = await signCall(settings, { method, url, content })
    const { statusCode: status, body } = await client.request(url.href, {
      method,
      headers,
      body: Buffer.isBuffer(content) ? content : createReadStream(content.path),
      headersTimeout: SILENCE_MS_MAX,
      bodyTimeout: SILENCE_MS_MAX,
    })
    return { status, body: Buffer.from(await body.arrayBuffer()) }
  }
  const send = (call: Call, ...absent: number[]): Promise<BucketResponse> =>
    repeated(() => attempt(call), absent)
  return {
    put: async (name, content) => void (await send({ method: 'PUT', url: toUrl(name), content })),
    get: async (name) => {
      const { status, body } = await send({ method: 'GET', url: toUrl(name) }, 404)
      return status === 404 ? null : body
    },
    remove: async (name) => void (await send({ method: 'DELETE', url: toUrl(name) }, 404)),
    exists: async (name) => (await send({ method: 'HEAD', url: toUrl(name) }, 404)).status !== 404,
    list: (start) =>
      list((url) => send({ method: 'GET', url }), { root, start: toKey(start), settings }),
    close: () => client.close(),
  }
}

/** Codes of a bucket that no later call would overcome. */
const REFUSALS =
  /^(?:InvalidAccessKeyId|SignatureDoesNotMatch|InvalidToken|ExpiredToken|NoSuchBucket|PermanentRedirect|AuthorizationHeaderMalformed)$/
const PROBE_MS_MAX = 1_500

/**
 * Lists one name of the bucket. Throws when nothing listens there, or when the bucket refuses the
 * keys or is not there; not when it is slow or busy, nor when the keys may write and not list.
 */
export async function probeBucket(settings: BucketSettings): Promise<void> {
  const client = openOperatorClient(new URL(settings.endpoint).origin)
  try {
    const url = new URL(`${settings.endpoint}/${settings.bucket}?max-keys=1`)
    const headers = await signCall(settings, { method: 'GET', url, content: EMPTY })
    const signal = AbortSignal.timeout(PROBE_MS_MAX)
    const { statusCode: status, body } = await client.request(url.href, { headers, signal })
    const response = { status, body: Buffer.from(await body.arrayBuffer()) }
    if (REFUSALS.test(readCode(response))) throw unavailable(response)
  } catch (error) {
    if (!(error instanceof Error && error.name === 'TimeoutError')) throw error
  } finally {
    await client.close()
  }
}

/** Tries again what failed on its way, or at the bucket; what the bucket refuses stays refused. */
async function repeated(
  attempt: () => Promise<BucketResponse>,
  absent: readonly number[],
): Promise<BucketResponse> {
  for (let tries = 1; ; tries += 1) {
    const outcome = await attempt().catch((error: unknown) => error as Error)
    const hasResponse = !(outcome instanceof Error)
    if (hasResponse && (outcome.status < 300 || absent.includes(outcome.status))) return outcome
    const isWorthIt = !hasResponse || outcome.status >= 500 || outcome.status === 429
    if (!isWorthIt || tries === TRIES_MAX) throw unavailable(outcome)
    await pause(FIRST_PAUSE_MS * 2 ** tries * Math.random())
  }
}

/** Says what the bucket said, and nothing of what was sent. */
function unavailable(outcome: BucketResponse | Error): StoreUnavailable {
  if (outcome instanceof Error)
    return new StoreUnavailable('The bucket cannot be reached', { cause: outcome })
  const code = readCode(outcome)
  return new StoreUnavailable(`The bucket responds with ${outcome.status} ${code}`.trimEnd())
}

/** Empty when the response names none. */
function readCode({ body }: BucketResponse): string {
  // <Error><Code>SignatureDoesNotMatch</Code>…
  return /<Code>(?<code>\w{1,64})<\/Code>/.exec(body.toString())?.groups?.code ?? ''
}

interface ListPage {
  ListBucketResult: { IsTruncated?: string; Contents?: { Key: string; LastModified: string }[] }
}

/** The listing that goes on after a name of ours; a token would be the bucket's, and may end. */
async function* list(
  get: (url: URL) => Promise<BucketResponse>,
  { root, start, settings }: { root: string; start: string; settings: BucketSettings },
): AsyncGenerator<ListedObject> {
  let after = ''
  for (;;) {
    const url = new URL(root)
    url.search = String(
      new URLSearchParams({ 'max-keys': String(PAGE), prefix: start, marker: after }),
    )
    const { body } = await get(url)
    const { Contents = [], IsTruncated } = (xml.parse(body) as ListPage).ListBucketResult
    for (const { Key, LastModified } of Contents)
      yield { name: Key.slice(settings.prefix.length), modifiedAtMs: Date.parse(LastModified) }
    after = Contents.at(-1)?.Key ?? ''
    if (IsTruncated !== 'true' || after === '') return
  }
}
