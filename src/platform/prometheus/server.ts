import { createServer, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { collect, type Measured } from './collect.ts'

export interface MetricsServer {
  /** Where the page is. */
  url: string
  close(): Promise<void>
}

/** Serves the page at `/metrics` on a port of its own, and nothing else. */
export async function serveMetrics(
  measured: Measured,
  { port, host }: { port: number; host: string },
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    const isPage = request.url?.split('?', 1)[0] === '/metrics'
    if (!isPage) return refuse(response, 404, 'The metrics are at /metrics.')
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refuse(response.setHeader('allow', 'GET, HEAD'), 405, 'The metrics are read with GET.')
    void respond(measured, response)
  })
  // A start that fails after this ends all the same.
  server.listen(port, host).unref()
  await once(server, 'listening')
  const address = server.address()
  const own = typeof address === 'object' && address !== null ? address.port : port
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${own}/metrics`,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

async function respond(measured: Measured, response: ServerResponse): Promise<void> {
  try {
    await collect(measured)
    const page = await measured.meter.print()
    response.setHeader('content-type', measured.meter.contentType).end(page)
  } catch (error) {
    measured.house.log.error({ err: error }, 'the metrics could not be printed')
    refuse(response, 500, 'The metrics could not be printed; the log has the reason.')
  }
}

function refuse(response: ServerResponse, status: number, reason: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${reason}\n`)
}
