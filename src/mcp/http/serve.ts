import type { IncomingMessage, ServerResponse } from 'node:http'
import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server'
import { VERSION } from '../../version.ts'
import type { SendToApi } from '../calls/api.ts'
import type { Selection } from '../catalogue.ts'
import { challenge, isAdmitted, readKey, type Gate } from './gate.ts'
import {
  BATCH_MAX,
  describeFault,
  isLongBatch,
  isSubscription,
  readBody,
  readServed,
  sendJson,
  sendServed,
  stream,
} from './messages.ts'
import { createServer } from '../server.ts'
import type { Session } from '../session.ts'

export interface HttpServing extends Gate {
  /** Of the API: what the keys are for, and who issues tokens. */
  apiUrl: string
  selection: Selection
  now: () => number
  onTrouble: (error: unknown) => void
}

export interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  /** To the API, on behalf of this caller. */
  send: SendToApi
}

export interface HttpTools {
  handle: (exchange: Exchange) => Promise<void>
  close: () => Promise<void>
}

const TOOLS_PATH = '/mcp'
const METADATA = /^\/\.well-known\/oauth-protected-resource(?:\/mcp)?$/

/** The tools over HTTP: each POST is served by a fresh server that is bound to the caller's key. */
export function createHttpTools(serving: HttpServing): HttpTools {
  const handler = createMcpHandler(
    ({ authInfo }) => createServer(authInfo?.extra?.session as Session),
    { legacy: 'stateless', onerror: serving.onTrouble },
  )
  const handle = (exchange: Exchange): Promise<void> =>
    respond(serving, handler, exchange).catch((error: unknown) => {
      serving.onTrouble(error)
      if (exchange.response.headersSent) exchange.response.destroy()
      else
        sendJson(exchange.response, 500, describeFault('internal', 'The tools failed; try again.'))
    })
  return { handle, close: () => handler.close() }
}

async function respond(
  serving: HttpServing,
  handler: McpHttpHandler,
  exchange: Exchange,
): Promise<void> {
  const { request, response } = exchange
  const [path = ''] = (request.url ?? '').split('?', 1)
  if (path === '/health') return sendJson(response, 200, { status: 'ok', version: VERSION })
  if (METADATA.test(path)) return sendJson(response, 200, describeResource(serving))
  if (path !== TOOLS_PATH)
    return sendJson(response, 404, describeFault('not_found', `The tools are at ${TOOLS_PATH}.`))
  if (!isAdmitted(serving, request.headers))
    return sendJson(response, 403, describeFault('forbidden', 'This Host or Origin may not call.'))
  const key = readKey(request.headers)
  if (key === null) return refuseKey(serving, response)
  const body = await readBody(request)
  if (body === null)
    return sendJson(response, 413, describeFault('too_large', 'A request has at most 4 MiB.'))
  if (isLongBatch(body)) {
    const text = `A list of messages has at most ${BATCH_MAX}.`
    return sendJson(response, 400, describeFault('too_many', text))
  }
  await serveTools(serving, handler, { ...exchange, key, body })
}

interface Keyed extends Exchange {
  key: string
  body: Buffer
}

async function serveTools(
  serving: HttpServing,
  handler: McpHttpHandler,
  { request, response, send, key, body }: Keyed,
): Promise<void> {
  let isRefused = false
  const session: Session = {
    send,
    key,
    selection: narrow(serving.selection, request.headers),
    filesRoot: null,
    now: serving.now,
    onUnauthorized: () => void (isRefused = true),
  }
  const authInfo = { token: key, clientId: '', scopes: [], extra: { session } }
  const served = await handler.fetch(toRequest(serving, request, body), { authInfo })
  if (isSubscription(served, body)) return stream(response, served)
  // The calls end while the response is read, so nothing is known of the key before.
  const text = await readServed(served, body)
  if (isRefused) refuseKey(serving, response)
  else sendServed(response, served, text)
}

/** As the library wants it: it refuses callers that do not name both content types. */
function toRequest(
  { publicUrl }: Gate,
  { method, headers }: IncomingMessage,
  body: Buffer,
): Request {
  const kept = Object.entries(headers).filter(
    ([name, value]) => /^(?:mcp-|content-type$|last-event-id$)/.test(name) && value !== undefined,
  ) as [string, string][]
  const isEmpty = method === 'GET' || method === 'HEAD' || body.length === 0
  return new Request(`${publicUrl}${TOOLS_PATH}`, {
    method: method ?? 'POST',
    headers: [...kept, ['accept', 'application/json, text/event-stream']],
    ...(isEmpty ? {} : { body: new Uint8Array(body) }),
  })
}

/** Headers of a request offer less than the process does, never more. */
function narrow(selection: Selection, headers: IncomingMessage['headers']): Selection {
  const wanted = headers['x-mcp-toolsets']
  const named = typeof wanted === 'string' ? splitNames(wanted) : null
  const { toolsets } = selection
  const both =
    toolsets === null ? named : (named?.filter((one) => toolsets.includes(one)) ?? toolsets)
  const isReadOnly = selection.isReadOnly || headers['x-mcp-readonly'] === 'true'
  return { ...selection, toolsets: both, isReadOnly }
}

/** `documents, policies` as names. */
export function splitNames(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
}

function describeResource({ apiUrl }: HttpServing): object {
  return { resource: apiUrl, authorization_servers: [apiUrl], bearer_methods_supported: ['header'] }
}

function refuseKey(gate: Gate, response: ServerResponse): void {
  const text = 'Send an API key as Authorization: Bearer, or sign in where the metadata lead.'
  sendJson(response, 401, describeFault('unauthorized', text), challenge(gate))
}
