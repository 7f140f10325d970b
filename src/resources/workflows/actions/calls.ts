import type { OutsideContext } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { EgressOutcome, EgressRequest } from '../../../platform/egress/egress.ts'
import { findSecret, mintSecret } from '../signing.ts'
import { signatureHeaders } from '../../webhooks/deliveries/sending/signature.ts'
import { readSetting } from '../../settings/read.ts'
import { StepFailed, type OutsideAction, type OutsideWork } from './action.ts'

const BYTES_MAX = 256 * 1024

/**
 * What the nodes do that call the outside: at least once, each attempt under the same key, in
 * `Idempotency-Key`.
 */
export const CALL_ACTIONS = {
  http_request: async (work) => {
    const {
      method,
      url,
      query = {},
      headers = {},
      body,
      expected_statuses: expected,
    } = work.config as unknown as HttpRequest
    const json = body === undefined ? null : toBody(body)
    const {
      status,
      headers: received,
      bodyStart,
    } = await callAllowed(work, {
      method,
      url: addQuery(url, query),
      headers: {
        ...(json && { 'content-type': 'application/json' }),
        ...Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name, String(value)]),
        ),
      },
      ...(json && { body: json }),
    })
    requireExpected(status, expected)
    return { output: { status, headers: received, body: parseBody(bodyStart) } }
  },
  send_webhook: async (work) => {
    const { url, payload = {} } = work.config as unknown as Webhook
    const body = toBody(payload)
    const headers = { 'content-type': 'application/json', ...(await sign(work, body)) }
    const { status } = await callAllowed(work, { method: 'POST', url, headers, body })
    requireExpected(status, undefined)
    return { output: { status } }
  },
} satisfies Record<string, OutsideAction>

/** Signed as the deliveries of webhooks are, under the key of the step as the id. */
async function sign(
  { ctx, key: eventId, run }: OutsideWork,
  payload: Buffer,
): Promise<Record<string, string>> {
  const { workflowId: id } = run
  const current = await ctx.transaction(
    async (own) => (await findSecret(own, id)) ?? mintSecret(own, id),
  )
  const timestampSeconds = Math.floor(ctx.house.now() / 1000)
  return signatureHeaders({ current, next: null }, { eventId, timestampSeconds, payload })
}

interface HttpRequest {
  method: EgressRequest['method']
  url: string
  query?: Record<string, unknown>
  headers?: Record<string, unknown>
  body?: unknown
  expected_statuses?: number[]
}

interface Webhook {
  url: string
  payload?: Record<string, unknown>
}

type Response = Extract<EgressOutcome, { kind: 'response' }>

type Request = Pick<EgressRequest, 'method' | 'url' | 'headers' | 'body'>

/** To an address that a node names, whose host the settings have to allow. */
async function callAllowed(work: OutsideWork, request: Request): Promise<Response> {
  await requireAllowed(work.ctx, request.url)
  return call(work, request)
}

/** Makes the call under the key of the step. Throws `StepFailed` where nothing comes back. */
export async function call(
  { ctx, key, timeoutMs }: OutsideWork,
  request: Request,
): Promise<Response> {
  const headers = { ...request.headers, 'idempotency-key': key }
  const wanted = { ...request, headers, timeoutMs, trace: ctx.trace, keptBytesMax: BYTES_MAX }
  const outcome = await ctx.house.egress.send(wanted)
  if (outcome.kind === 'response') return outcome
  if (outcome.error === 'timeout') throw new StepFailed('step_timed_out', 'The call took too long.')
  if (outcome.error === 'blocked')
    throw new StepFailed('host_not_allowed', 'The address is not a public one.')
  throw new StepFailed('call_failed', `The other side did not respond: ${outcome.error}.`)
}

/** Throws `invalid_url`, or `host_not_allowed` naming the setting. */
async function requireAllowed(ctx: OutsideContext, url: string): Promise<void> {
  if (!URL.canParse(url)) throw new ApiError('invalid_url', `${url} is no URL.`, { param: 'url' })
  const { hostname, protocol } = new URL(url)
  const allowed = await ctx.transaction((own) =>
    readSetting<string[]>(own, 'allowed_outbound_hosts'),
  )
  if (!allowed.includes(hostname)) {
    const message = `The host ${hostname} is not in the setting allowed_outbound_hosts; add it there.`
    throw new StepFailed('host_not_allowed', message)
  }
  if (protocol === 'https:' || ctx.house.egress.isPlainHttpAllowed(url)) return
  throw new ApiError('url_not_allowed', 'The URL must begin with https://.', { param: 'url' })
}

/** Any of 2xx unless the node names others; 429 and 5xx may be tried again. */
export function requireExpected(status: number, expected: readonly number[] | undefined): void {
  const isExpected = expected ? expected.includes(status) : status >= 200 && status < 300
  if (isExpected) return
  const code = status === 429 || status >= 500 ? 'call_failed' : 'call_refused'
  throw new StepFailed(code, `The other side responded with ${status}.`)
}

/** As JSON. Throws `too_long`. */
export function toBody(value: unknown): Buffer {
  const body = Buffer.from(JSON.stringify(value))
  if (body.length <= BYTES_MAX) return body
  throw new ApiError('too_long', 'A body may have 256 KiB.', { param: 'body' })
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

function addQuery(url: string, query: Record<string, unknown>): string {
  if (!URL.canParse(url) || Object.keys(query).length === 0) return url
  const whole = new URL(url)
  for (const [name, value] of Object.entries(query)) whole.searchParams.set(name, String(value))
  return whole.href
}
