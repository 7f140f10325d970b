import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { House } from '../platform/context.ts'
import { parseJson, readBody } from './body.ts'
import { handleConsent } from './consent/decide.ts'
import { isFault, readRegistration } from './registration/register.ts'
import { admitAddress, CLIENTS_MAX, REGISTRATIONS } from './registration/limits.ts'
import { listResources, ROUTES } from './configuration.ts'
import { openOAuthServer } from './server.ts'
import { countClients } from './store.ts'

const METADATA = '/.well-known/oauth-authorization-server'
/** RFC 9728: where tokens for this API come from. */
const RESOURCE = '/.well-known/oauth-protected-resource'
const INTERACTION = /^\/oauth\/interaction\/[\w-]{1,64}$/

interface Visit {
  house: House
  request: FastifyRequest
  reply: FastifyReply
  path: string
}

/** The OAuth server in front of the API: it reads its bodies itself, and has errors of its own. */
export function mountOAuth(app: FastifyInstance, house: House): void {
  app.addHook('onRequest', async (request, reply) => {
    const [path = ''] = request.url.split('?', 1)
    if (path === RESOURCE) return reply.send(describeResource(house.config.publicUrl))
    if (path !== METADATA && !path.startsWith('/oauth/')) return undefined
    const visit = { house, request, reply, path }
    reply.hijack()
    await handle(visit).catch((error: unknown) => {
      house.log.error({ request_id: request.id, err: error }, 'the OAuth server failed')
      sendError(reply.raw, 503, {
        error: 'temporarily_unavailable',
        error_description: 'The service cannot respond at the moment; send the request again.',
      })
    })
    return undefined
  })
}

function describeResource(publicUrl: string): object {
  const [resource] = listResources(publicUrl)
  const servers = { authorization_servers: [resource], bearer_methods_supported: ['header'] }
  return { resource, ...servers }
}

async function handle(visit: Visit): Promise<void> {
  const { house, request, reply, path } = visit
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  if (INTERACTION.test(path)) return handleConsent(house, request, reply.raw)
  if (path === ROUTES.authorization && request.method === 'POST') return refusePost(reply.raw)
  if (path === ROUTES.registration && request.method === 'POST') {
    if (!(await readMetadata(visit))) return
  }
  const { handle: respond } = await openOAuthServer(house)
  addAddress(request, house.config.publicUrl)
  await respond(request.raw, reply.raw)
}

/** What a program requests stands in the address, where it is amended and the person can see it. */
function refusePost(response: ServerResponse): void {
  response.setHeader('allow', 'GET')
  const error_description = `Send the browser to ${ROUTES.authorization} by GET.`
  sendError(response, 405, { error: 'invalid_request', error_description })
}

/** Puts what is registered in place of the body; false when the request was refused. */
async function readMetadata({ house, request, reply }: Visit): Promise<boolean> {
  const text = await readBody(request.raw)
  const read = readRegistration(text === null ? undefined : parseJson(text))
  if (isFault(read)) {
    sendError(reply.raw, 400, read)
    return false
  }
  const isFull = (await house.database.withSystem(countClients)) >= CLIENTS_MAX
  if (isFull || !(await admitAddress(house, REGISTRATIONS, request.ip))) {
    const error_description = 'Too many programs were registered; try again in an hour.'
    sendError(reply.raw, 429, { error: 'temporarily_unavailable', error_description })
    return false
  }
  replaceBody(request.raw, JSON.stringify(read))
  return true
}

/** What the library reads next in place of the body that came. */
function replaceBody(raw: IncomingMessage, text: string): void {
  const bytes = Buffer.from(text)
  delete raw.headers['transfer-encoding']
  raw.headers['content-length'] = String(bytes.length)
  raw.headers['content-type'] = 'application/json'
  Object.defineProperties(raw, {
    readable: { value: true },
    iterator: { value: () => Readable.from([bytes]).iterator() },
  })
}

/** The address that the house is known by, whatever stands between it and the caller. */
function addAddress({ raw, ip }: FastifyRequest, publicUrl: string): void {
  const { protocol, host } = new URL(publicUrl)
  raw.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  raw.headers['x-forwarded-host'] = host
  raw.headers['x-forwarded-for'] = ip
  // One authorization knows nothing of the one before: each needs its own consent.
  raw.headers.cookie = raw.headers.cookie
    ?.split(/;\s*/)
    .filter((pair) => !pair.startsWith('_session'))
    .join('; ')
}

function sendError(
  response: ServerResponse,
  status: number,
  body: { error: string; error_description: string },
): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    ...(status === 429 ? { 'retry-after': '3600' } : {}),
    connection: 'close',
  })
  response.end(JSON.stringify(body))
}
