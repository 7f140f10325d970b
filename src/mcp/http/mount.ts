import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { House } from '../../platform/context.ts'
import { parseBody, type SendToApi } from '../calls/api.ts'
import { createHttpTools } from './serve.ts'

const PATHS = ['/mcp', '/.well-known/oauth-protected-resource/mcp']

/**
 * The tools at `/mcp` of the API itself: one origin, so that a client that signs in finds the
 * server of its tokens. Calls go through the same door as all others, without a network between.
 */
export function mountTools(app: FastifyInstance, { config, log, now }: House): void {
  const tools = createHttpTools({
    publicUrl: config.publicUrl,
    apiUrl: config.publicUrl,
    allowedOrigins: config.allowedOrigins,
    selection: { toolsets: null, isReadOnly: false, mayReadFiles: false },
    now,
    onTrouble: (error) => log.warn({ err: error }, 'a call of the tools for agents failed'),
  })
  app.addHook('onClose', () => tools.close())
  app.addHook('onRequest', async (request, reply) => {
    const [path = ''] = request.url.split('?', 1)
    if (!PATHS.includes(path)) return undefined
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    await tools.handle({
      request: request.raw,
      response: reply.raw,
      send: sendWithin(app, request),
    })
    return undefined
  })
}

function sendWithin(app: FastifyInstance, { ip }: FastifyRequest): SendToApi {
  return async ({ method, path, headers, body }) => {
    const response = await app.inject({
      method: method as 'GET',
      url: path,
      headers,
      remoteAddress: ip,
      ...(body === undefined ? {} : { payload: body }),
    })
    return {
      status: response.statusCode,
      headers: response.headers,
      body: parseBody(response.body),
    }
  }
}
