import { createHmac } from 'node:crypto'
import { readArguments, readSeconds, UsageError } from './arguments.ts'
import { forwardingSecret, openService } from './credentials.ts'
import { follow } from './follow.ts'
import { formatTime, print } from './terminal.ts'

interface ListedEvent {
  id: string
  type: string
  created_at: string
  data: unknown
}

const TIMEOUT_MS = 10_000

/** Prints events as they happen, and forwards them to an address, signed as webhooks are. */
export async function listen(args: readonly string[]): Promise<void> {
  const { values } = readArguments(args, {
    'forward-to': { type: 'string' },
    events: { type: 'string' },
    for: { type: 'string' },
  })
  const target = values['forward-to']
  if (target !== undefined && !URL.canParse(target)) throw new UsageError('--forward-to is a URL.')
  const types = values.events?.split(',')
  const service = await openService()
  const secret = forwardingSecret()
  print(
    target === undefined ? 'Waiting for events.' : `Forwarding to ${target}, signed with ${secret}`,
  )
  await follow<ListedEvent>({
    read: (after) =>
      service.events.list({ created_after: after, limit: 200 }).toArray({ max: 2_000 }),
    getId: ({ id }) => id,
    getTime: (event) => event.created_at,
    show: async (event) => {
      if (types && !types.includes(event.type)) return
      const outcome = target === undefined ? event.id : `→ ${await forward(event, target, secret)}`
      print(`${formatTime(event.created_at)}  ${event.type}  ${outcome}`)
    },
    forMs: readSeconds(values.for),
  })
}

/** The status of the receiver, or why there is none. */
async function forward(event: ListedEvent, url: string, secret: string): Promise<string> {
  const { id, type, created_at, data } = event
  const body = JSON.stringify({ id, type, created_at, data })
  const headers = { 'content-type': 'application/json; charset=utf-8', ...sign(id, body, secret) }
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(url, { method: 'POST', body, headers, signal, redirect: 'manual' })
    return `${response.status}  ${id}`
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } }
    return `failed (${cause?.code ?? message})  ${id}`
  }
}

/** Both kinds of signature that the service sends. */
function sign(id: string, body: string, secret: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const standard = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'x-service-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${standard}`,
  }
}
