import { getMethod, getPath, type Route } from '../src/platform/route.ts'
import { ROUTES } from '../src/resources/index.ts'

/** Literal parts before parameters, so that the first that fits is the one a request reaches. */
const DECLARED = ROUTES.map((route) => ({
  route,
  method: getMethod(route),
  parts: getPath(route).split('/'),
})).toSorted((one, other) => countParameters(one.parts) - countParameters(other.parts))

function countParameters(parts: string[]): number {
  return parts.filter((part) => part.startsWith(':')).length
}

/** The declared route a request reaches; a literal path wins over one with parameters. */
export function routeFor(method: string, path: string): Route | undefined {
  const given = path.split('/')
  return DECLARED.find(
    ({ method: declared, parts }) =>
      declared === method &&
      parts.length === given.length &&
      parts.every((part, index) => part.startsWith(':') || part === given[index]),
  )?.route
}
