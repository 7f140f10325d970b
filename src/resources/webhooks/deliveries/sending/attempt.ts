import type { OutsideContext } from '../../../../platform/context.ts'
import { hideValues } from '../../../../platform/egress/custom-headers.ts'
import type { EgressOutcome } from '../../../../platform/egress/egress.ts'
import { formatTraceparent } from '../../../../platform/trace/trace.ts'
import { VERSION } from '../../../../version.ts'
import { getInboxUrl, receiveInInbox } from '../../inbox/receive.ts'
import { HEADERS } from '../../custom-headers.ts'
import { openSecrets } from '../../secret.ts'
import type { WebhookRow } from '../../store.ts'
import { toDeliveryId } from '../delivery-id.ts'
import { signatureHeaders } from './signature.ts'
import type { Attempt, Outgoing, Tried } from '../store.ts'

/** All of one attempt, from the connection to the last byte read (decisions §3). */
const TIMEOUT_MS = 10_000

/** Signs and sends a delivery once. What the receiver does is never thrown, but returned. */
export async function sendDelivery(
  ctx: OutsideContext,
  webhook: WebhookRow,
  delivery: Outgoing,
): Promise<Tried> {
  const startedMs = ctx.house.now()
  const timestampSeconds = Math.floor(startedMs / 1000)
  const { eventId, payload } = delivery
  const own = {
    ...ownHeaders(delivery, timestampSeconds),
    traceparent: formatTraceparent(ctx.trace),
    ...signatureHeaders(openSecrets(ctx, webhook), { eventId, timestampSeconds, payload }),
  }
  const given = HEADERS.openHeaders(ctx, webhook.id, webhook.headersSealed)
  const outcome = await dispatch(ctx, webhook, { delivery, headers: { ...given, ...own } })
  return {
    at: new Date(startedMs).toISOString(),
    ...toResponse(outcome),
    requestUrl: webhook.url,
    requestHeaders: { ...hideValues(webhook.headerNames), ...own },
  }
}

/** Over the network, or into the environment's own inbox. */
async function dispatch(
  ctx: OutsideContext,
  { id: webhookId, url }: WebhookRow,
  { delivery, headers }: { delivery: Outgoing; headers: Record<string, string> },
): Promise<EgressOutcome> {
  const { id: deliveryId, eventId, eventType, payload: body } = delivery
  if (url !== getInboxUrl(ctx.house)) {
    const call = { method: 'POST', url, headers, trace: ctx.trace, timeoutMs: TIMEOUT_MS } as const
    return ctx.house.egress.send({ ...call, body })
  }
  const message = { webhookId, deliveryId, eventId, eventType, headers, body: body.toString() }
  return receiveInInbox(ctx, message, TIMEOUT_MS)
}

/** Any 2xx means received; redirects are not followed and not success. */
export function isReceived({ error }: Pick<Attempt, 'error'>): boolean {
  return error === null
}

function ownHeaders(delivery: Outgoing, timestampSeconds: number): Record<string, string> {
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'User-Agent': `Assay/${VERSION} (webhooks)`,
    'X-Service-Event': delivery.eventType,
    'X-Service-Delivery': toDeliveryId(delivery.id),
    'X-Service-Timestamp': String(timestampSeconds),
    ...(delivery.isTest ? { 'X-Service-Test': 'true' } : {}),
  }
}

type Response = Pick<
  Attempt,
  'durationMs' | 'responseStatus' | 'responseHeaders' | 'responseBody' | 'error'
>

function toResponse(outcome: EgressOutcome): Response {
  const { durationMs } = outcome
  if (outcome.kind === 'error') {
    const { error } = outcome
    return { durationMs, responseStatus: null, responseHeaders: {}, responseBody: null, error }
  }
  return {
    durationMs,
    responseStatus: outcome.status,
    responseHeaders: outcome.headers,
    responseBody: outcome.bodyStart,
    error: outcome.status >= 200 && outcome.status < 300 ? null : 'http_error',
  }
}
