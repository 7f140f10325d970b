import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { ApiError } from '../../errors/api-error.ts'

/** So many bytes of a body, or its end, must come in so long. */
export interface Pace {
  bytes: number
  withinMs: number
}

/**
 * 500 bytes a second, the least that Apache's mod_reqtimeout takes by default too: a slow line is
 * faster, and a byte now and then is no progress.
 */
export const BODY_PACE: Pace = { bytes: 7_500, withinMs: 15_000 }
/** How often a window of the pace is looked at. */
const LOOKS = 15

interface Body {
  request: IncomingMessage
  response: ServerResponse
  /** Of the connection, when the window began. */
  bytesAtStart: number
  looks: number
}

/**
 * Ends requests whose bodies come slower than the pace: with `request_timeout` where a response is
 * still due, else by closing the connection. Only time in which we wait for the caller counts: a
 * store that takes its time is not the caller's delay. Returns what stops the watch.
 */
export function watchBodies(server: Server, pace: Pace = BODY_PACE): () => void {
  const bodies = new Set<Body>()
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request)) return
    bodies.add({ request, response, bytesAtStart: request.socket.bytesRead, looks: 0 })
  })
  const timer = setInterval(() => {
    for (const body of bodies) if (isOver(body)) bodies.delete(body)
    for (const body of bodies) look(body, pace)
  }, pace.withinMs / LOOKS)
  timer.unref()
  return () => clearInterval(timer)
}

function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length']
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
}

function isOver({ request }: Body): boolean {
  return request.complete || request.socket.destroyed
}

/** Looks are counted, not time: a process that stood still has seen nothing of what came. */
function look(body: Body, pace: Pace): void {
  const { request } = body
  if (request.socket.bytesRead - body.bytesAtStart >= pace.bytes) startWindow(body)
  else if (request.readableFlowing) body.looks += 1
  if (body.looks < LOOKS) return
  startWindow(body)
  end(body)
}

function startWindow(body: Body): void {
  body.bytesAtStart = body.request.socket.bytesRead
  body.looks = 0
}

/** Whoever reads the body gets an error, and the door makes the response of it. */
function end({ request, response }: Body): void {
  const isRead = !response.headersSent && request.listenerCount('error') > 0
  if (!isRead) return void request.socket.destroy()
  request.emit(
    'error',
    new ApiError('request_timeout', undefined, { headers: { connection: 'close' } }),
  )
}
