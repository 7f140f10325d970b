import type { FastifyReply, FastifyRequest } from 'fastify'
import { nearest } from '../../../core/values/text.ts'
import { ApiError } from '../../errors/api-error.ts'
import { getMethod, getPath, type Route } from '../../route.ts'
import { sendOptions } from '../response/cors.ts'

/** Which methods the address has; nothing where no route has it. */
export function describeAddress(
  routes: readonly Route[],
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | undefined {
  const methods = listMethods(request.url === '*' ? routes : routesAt(routes, request))
  return methods.length > 0 ? sendOptions(methods, request, reply) : undefined
}

/** Why no route takes the request: `method_not_allowed` or `route_not_found`, with what is near. */
export function toRouteFault(routes: readonly Route[], request: FastifyRequest): ApiError {
  const path = getRequestPath(request)
  const methods = listMethods(routesAt(routes, request))
  if (methods.length > 0) {
    const allow = methods.join(', ')
    return new ApiError('method_not_allowed', `${path} takes ${allow}.`, { headers: { allow } })
  }
  const near = nearest(path, [...new Set(routes.map(getPath))])
  return new ApiError(
    'route_not_found',
    `There is no ${path.slice(0, 200)}.${near ? ` Did you mean ${near}?` : ''}`,
  )
}

/** As `Allow` lists them: what can be read has HEAD too, and all can be described. */
function listMethods(routes: readonly Route[]): string[] {
  const methods = new Set(routes.map(getMethod))
  if (methods.has('GET')) methods.add('HEAD')
  return methods.size > 0 ? [...methods, 'OPTIONS'].toSorted() : []
}

function routesAt(routes: readonly Route[], request: FastifyRequest): Route[] {
  const path = getRequestPath(request)
  return routes.filter((declared) => matches(getPath(declared), path))
}

function getRequestPath({ url }: FastifyRequest): string {
  return url.split('?', 1)[0]!
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const given = path.split('/')
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => part.startsWith(':') || part === given[index])
  )
}
