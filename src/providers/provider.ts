import type { CrmRecord } from '../core/crm/mapping.ts'
import type { CrmValue, CrmValues } from '../core/crm/deal.ts'
import type { ProviderFacts } from '../core/crm/providers.ts'
import type { JsonCall, JsonOutcome } from '../platform/egress/json/json-client.ts'
import { describeFailure } from '../platform/egress/reasons.ts'

/** What the CRM gave for the credentials. */
export interface CrmToken {
  accessToken: string
  /** Where its API is, for CRMs that name it with the token. */
  apiUrl: string | null
  /** Milliseconds of the clock; null where it has no end. */
  expiresAtMs: number | null
}

/** One call, as an adapter makes it: the path of the API, or a whole address. */
export interface CrmCall extends Pick<JsonCall, 'method' | 'json' | 'form' | 'headers' | 'sent'> {
  path: string
}

export interface CrmResponse {
  status: number
  json: unknown
  headers: Record<string, string>
}

/** What an adapter works with. Calls outside of `call` go without the token. */
export interface CrmSession {
  facts: ProviderFacts
  config: CrmSettings
  credentials: Readonly<Record<string, string>>
  nowMs: () => number
  /** With the token, a new one where the CRM no longer takes it. Throws `CrmFault`. */
  call(wanted: CrmCall): Promise<CrmResponse>
}

/** The settings of an integration that change how it is reached. */
export interface CrmSettings {
  baseUrl: string
  rest: RestSettings | null
}

/** How records are written to an API that nobody knows; `{{…}}` stands for a part of the record. */
export interface RestSettings {
  method: 'POST' | 'PUT' | 'PATCH'
  path: string
  updateMethod: 'POST' | 'PUT' | 'PATCH' | null
  updatePath: string | null
  /** Null sends the fields as they are. */
  body: unknown
  /** Where the response has the id of the object, as a JSON pointer. */
  idPointer: string
}

/** A record that is to be written. */
export interface OutgoingRecord extends Omit<CrmRecord, 'fields'> {
  /** Null of one that the CRM does not have yet. */
  remoteId: string | null
  /** Those that change; all of a new one. */
  fields: CrmValues
  /** Distinguishes one state of the record from another. */
  checksum: string
  /** A call that made it may have got through although nobody kept its result. */
  isDoubtful: boolean
}

/** A file of a deal; its key is the one of its record. */
export interface OutgoingFile {
  key: string
  name: string
  contentType: string
  bytes: Buffer
}

/** Why one record was not written; the others are. */
export interface RecordError {
  code: string
  message: string
  /** The field of the CRM that is at fault. */
  field: string | null
}

export type WriteResult =
  | { key: string; remoteId: string; error?: undefined }
  | { key: string; remoteId?: undefined; error: RecordError }

export interface RemoteField {
  name: string
  label: string
  type: string
  isRequired: boolean
}

/** A record of the CRM that has changed. */
export interface RemoteRecord {
  remoteId: string
  /** Ours, where it came from here. */
  key: string | null
  fields: CrmValues
}

export interface Pulled {
  records: RemoteRecord[]
  /** Where the next page begins; null behind the last. */
  cursor: string | null
}

export interface PullRequest {
  object: string
  fields: readonly string[]
  since: string | null
  cursor: string | null
}

/** The calls to one CRM. It decides nothing: what is written, and when, is decided above. */
export interface CrmAdapter {
  /** The token that calls go with; null for a CRM that takes the credentials themselves. */
  authorize: ((session: CrmSession, send: SendCall) => Promise<CrmToken>) | null
  /** The headers of a call. */
  sign: (session: CrmSession, token: CrmToken | null) => Record<string, string>
  /** The fields of an object, made ready to take our key; throws where there is no such object. */
  describe: (session: CrmSession, object: string, make: boolean) => Promise<RemoteField[]>
  /** What the CRM has now; null where it can only be written to. */
  read:
    | ((
        session: CrmSession,
        wanted: { object: string; records: readonly OutgoingRecord[]; fields: readonly string[] },
      ) => Promise<Map<string, CrmValues>>)
    | null
  write: (
    session: CrmSession,
    object: string,
    records: readonly OutgoingRecord[],
  ) => Promise<WriteResult[]>
  /** Takes the bytes of a file, and returns what its record has of it; a second time the same. */
  attach?: (session: CrmSession, file: OutgoingFile, folder: string) => Promise<CrmValues>
  archive: (session: CrmSession, object: string, remoteIds: readonly string[]) => Promise<void>
  pull: ((session: CrmSession, wanted: PullRequest) => Promise<Pulled>) | null
}

/** A call without a token, such as the one that gets it. */
export type SendCall = (wanted: CrmCall) => Promise<CrmResponse>

/** Why a call has failed as a whole. */
export class CrmFault extends Error {
  readonly code: string
  readonly isRetryable: boolean
  readonly retryAfterSeconds: number | null

  constructor(
    code: string,
    message: string,
    rest: { isRetryable?: boolean; retryAfterSeconds?: number | null } = {},
  ) {
    super(message)
    this.code = code
    this.isRetryable = rest.isRetryable ?? false
    this.retryAfterSeconds = rest.retryAfterSeconds ?? null
  }
}

export const CALL_TIMEOUT_MS = 30_000
/** How long to leave a CRM alone that has had too many calls and does not say. */
const PAUSE_SECONDS = 10

/** What came back; throws `CrmFault` where nothing did, and where the CRM is overloaded. */
export function requireResponse(outcome: JsonOutcome): CrmResponse {
  if (outcome.kind === 'error') {
    const code = outcome.error === 'timeout' ? 'timeout' : 'unreachable'
    throw new CrmFault(code, `The CRM ${describeFailure(outcome.error, CALL_TIMEOUT_MS)}.`, {
      isRetryable: true,
    })
  }
  const { status, json, headers, retryAfterSeconds } = outcome
  if (status === 429 || (status === 503 && retryAfterSeconds !== null)) {
    const message = 'The CRM has had too many calls.'
    const wait = Math.max(1, retryAfterSeconds ?? PAUSE_SECONDS)
    throw new CrmFault('rate_limited', message, { isRetryable: true, retryAfterSeconds: wait })
  }
  if (status >= 500)
    throw new CrmFault(`http_${status}`, `The CRM responded with ${status}.`, { isRetryable: true })
  return { status, json, headers }
}

/** The response to a call that must succeed as a whole. */
export function requireSuccess<T = unknown>(
  response: CrmResponse,
  describe: (json: never) => CrmProblem,
): T {
  if (response.status >= 200 && response.status < 300) return response.json as T
  const { code, message } = describe(response.json as never)
  throw new CrmFault(
    code ?? `http_${response.status}`,
    shorten(message ?? `The CRM responded with ${response.status}.`),
  )
}

export interface CrmProblem {
  code?: string | undefined
  message?: string | undefined
}

/** The sentence of a CRM, cut and without what PostgreSQL does not keep. */
export function shorten(text: unknown): string {
  return String(text)
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, 500)
}

/** A value of the CRM as one of ours; what is neither text, number nor truth is its JSON. */
export function toCrmValue(value: unknown): CrmValue {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  return JSON.stringify(value)
}

/** The fields that a call names, out of all that the CRM has. */
export function pickFields(all: Record<string, unknown>, names: readonly string[]): CrmValues {
  return Object.fromEntries(names.map((name) => [name, toCrmValue(all[name])]))
}

/** What an OAuth server responds with (RFC 6749 §5), and what some CRMs add to it. */
export interface TokenResponse {
  access_token?: string
  expires_in?: number
  error?: string
  error_description?: string
  instance_url?: string
  api_domain?: string
}

/** The token of an OAuth refresh (RFC 6749 §6). */
export async function refreshToken(
  { credentials, nowMs }: CrmSession,
  { send, path }: { send: SendCall; path: string },
): Promise<{ token: CrmToken; json: TokenResponse }> {
  const form = {
    grant_type: 'refresh_token',
    client_id: credentials.client_id ?? '',
    client_secret: credentials.client_secret ?? '',
    refresh_token: credentials.refresh_token ?? '',
  }
  const response = await send({ method: 'POST', path, form })
  return toToken(response, nowMs())
}

/** The token in a response of an OAuth server; throws `CrmFault` where there is none. */
export function toToken(
  response: CrmResponse,
  nowMs: number,
): { token: CrmToken; json: TokenResponse } {
  const describe = (body: TokenResponse | null): CrmProblem => ({
    code: body?.error ?? 'credentials_refused',
    message: body?.error_description ?? 'The CRM does not take the credentials.',
  })
  const json = requireSuccess<TokenResponse | null>(response, describe) ?? {}
  const { access_token: accessToken, expires_in: seconds } = json
  if (typeof accessToken !== 'string')
    throw new CrmFault(
      json.error ?? 'credentials_refused',
      'The CRM does not take the credentials.',
    )
  const lastsMs = typeof seconds === 'number' ? (seconds - 60) * 1000 : 30 * 60_000
  return { token: { accessToken, apiUrl: null, expiresAtMs: nowMs + lastsMs }, json }
}
