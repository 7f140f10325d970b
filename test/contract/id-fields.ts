import type { TSchema } from 'typebox'
import type { Route } from '../../src/platform/route.ts'
import { ROUTES } from '../../src/resources/index.ts'
import { isList } from './walk.ts'

/** A field of a body or a query that holds the id of a record. */
export interface IdField {
  declared: Route
  place: 'body' | 'query'
  /** Names from the outside in; `[]` is any item of a list: `['rules', '[]', 'funder_id']`. */
  path: readonly string[]
  /** What its schema says that it names; undefined where the door does not check it. */
  noun: string | undefined
}

interface Node {
  format?: string
  noun?: string
  properties?: Record<string, Node>
  items?: Node
  anyOf?: Node[]
}

/** Filters of lists select, and select nothing for an id that nobody has; so does the noun of a link. */
export function isFilter({ declared, place }: IdField): boolean {
  return place === 'query' && (isList(declared) || UNPAGED_FILTERS.includes(declared.endpoint))
}

/** They filter what they return like lists, without pages. */
const UNPAGED_FILTERS = ['GET /v1/transactions/export', 'GET /v1/usage', 'GET /v1/events']

/** Every field of a UUID that a caller with a key can send, in each body and query. */
export function listIdFields(): IdField[] {
  const routes = ROUTES.filter(({ scope }) => scope !== null)
  return routes.flatMap((declared) =>
    (['body', 'query'] as const).flatMap((place) =>
      findFields(declared.shapes[place], []).map((field) => ({ declared, place, ...field })),
    ),
  )
}

function findFields(schema: TSchema | undefined, path: string[]): Pick<IdField, 'path' | 'noun'>[] {
  const { format, noun, properties = {}, items, anyOf = [] } = (schema ?? {}) as Node
  if (format === 'uuid') return [{ path, noun }]
  const below: [Node, string[]][] = [
    ...Object.entries(properties).map(([name, child]): [Node, string[]] => [
      child,
      [...path, name],
    ]),
    ...(items ? [[items, [...path, '[]']] as [Node, string[]]] : []),
    ...anyOf.map((option): [Node, string[]] => [option, path]),
  ]
  return below.flatMap(([node, place]) => findFields(node as TSchema, place))
}

/** `rules[].funder_id`, as documents write it. */
export function formatPath(path: readonly string[]): string {
  return path.join('.').replaceAll('.[]', '[]')
}
