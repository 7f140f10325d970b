import type { Egress, EgressOutcome, EgressRequest } from '../egress.ts'

/** A call to an interface that speaks JSON. */
export interface JsonCall extends Pick<EgressRequest, 'method' | 'url' | 'trace' | 'timeoutMs'> {
  headers?: Record<string, string>
  /** A value, or JSON that is ready to be sent. */
  json?: unknown
  /** Fields of a form in place of JSON, as token endpoints take them. */
  form?: Record<string, string>
  /** Bytes of another kind, such as a form with a file. */
  sent?: { body: Buffer; contentType: string }
  keptBytesMax?: number
}

type Response = Extract<EgressOutcome, { kind: 'response' }>

/** What came back; `json` is null where it is no JSON, or longer than what is kept. */
export type JsonOutcome =
  | Exclude<EgressOutcome, Response>
  | (Response & {
      json: unknown
      /** How long the other side wants to be left alone; null where it does not say. */
      retryAfterSeconds: number | null
    })

const JSON_BYTES_MAX = 1024 * 1024
const ACCEPT = { accept: 'application/json' }

/** Makes the call through the one way out, and never throws for what the other side does. */
export async function callJson(
  egress: Pick<Egress, 'send'>,
  { headers = {}, json, form, sent: given, keptBytesMax = JSON_BYTES_MAX, ...call }: JsonCall,
): Promise<JsonOutcome> {
  const sent = given
    ? { body: given.body, headers: { 'content-type': given.contentType } }
    : toBody(json, form)
  const outcome = await egress.send({
    ...call,
    keptBytesMax,
    headers: { ...(isNamed(headers, 'accept') ? {} : ACCEPT), ...headers, ...sent?.headers },
    ...(sent === null ? {} : { body: sent.body }),
  })
  if (outcome.kind === 'error') return outcome
  return {
    ...outcome,
    json: parse(outcome.bodyStart),
    retryAfterSeconds: readRetryAfter(outcome.headers),
  }
}

function isNamed(headers: Record<string, string>, name: string): boolean {
  return Object.keys(headers).some((own) => own.toLowerCase() === name)
}

function toBody(
  json: unknown,
  form: Record<string, string> | undefined,
): { body: Buffer; headers: Record<string, string> } | null {
  if (form !== undefined) {
    const body = Buffer.from(new URLSearchParams(form).toString())
    return { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  }
  if (json === undefined) return null
  const body = Buffer.isBuffer(json) ? json : Buffer.from(JSON.stringify(json))
  return { body, headers: { 'content-type': 'application/json; charset=utf-8' } }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

const RETRY_SECONDS_MAX = 86_400

/** `Retry-After: 30`, or an HTTP date beside the date of the response (RFC 9110 §10.2.3). */
function readRetryAfter(headers: Record<string, string>): number | null {
  const written = headers['retry-after']?.trim()
  if (written === undefined || written === '') return null
  const seconds = /^\d{1,9}$/.test(written)
    ? Number(written)
    : Math.ceil((Date.parse(written) - Date.parse(headers.date ?? '')) / 1000)
  return Number.isNaN(seconds) ? null : Math.min(Math.max(0, seconds), RETRY_SECONDS_MAX)
}
