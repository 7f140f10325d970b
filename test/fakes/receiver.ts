import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, before } from 'node:test'
import type { Certificate } from './certificate.ts'

/** One request as it came over the wire. */
export interface Received {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** How the receiver responds: a status with a body, a redirect, or never. */
export interface Behavior {
  status?: number
  headers?: Record<string, string>
  /** One that depends on the request is made from it. */
  body?: string | Buffer | ((request: Received) => string)
  delayMs?: number
  isHanging?: boolean
}

/** A receiver of webhooks on loopback: the outside world of the tests, a real server. */
export interface Receiver {
  url: string
  /** In the order of arrival. */
  received: Received[]
  /** Sets how it responds from now on. */
  behave(behavior: Behavior): void
  /** Responds in this order first, then as `behave` says. */
  script(behaviors: Behavior[]): void
}

/** A receiver that somebody starts and closes. */
export interface StartedReceiver extends Receiver {
  close(): void
}

/** A receiver for the tests of a file or suite; it returns 200 unless set otherwise. */
export function useReceiver(): Receiver {
  const receiver = {} as StartedReceiver
  before(async () => void Object.assign(receiver, await startReceiver()))
  after(() => receiver.close())
  return receiver
}

/** The same for callers that close it themselves; with a certificate it speaks https. */
export async function startReceiver(certificate?: Certificate): Promise<StartedReceiver> {
  const received: Received[] = []
  let usual: Behavior = {}
  let scripted: Behavior[] = []
  const listen: RequestListener = (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      const own = { method, path, headers, body: Buffer.concat(chunks) }
      received.push(own)
      respond(response, scripted.shift() ?? usual, own)
    })
  }
  const server = certificate ? createSecureServer(certificate, listen) : createServer(listen)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `${certificate ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/assay`,
    received,
    behave: (behavior) => void (usual = behavior),
    script: (behaviors) => void (scripted = [...behaviors]),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function respond(response: ServerResponse, behavior: Behavior, request: Received): void {
  const { status = 200, headers = {}, body = 'ok', delayMs = 0, isHanging = false } = behavior
  if (isHanging) return
  const text = typeof body === 'function' ? body(request) : body
  setTimeout(() => response.writeHead(status, headers).end(text), delayMs)
}
