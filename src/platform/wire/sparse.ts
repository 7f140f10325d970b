import { nearest, toCamel } from '../../core/values/text.ts'
import { ApiError } from '../errors/api-error.ts'

/** The part of a list's schema that names the fields of its items. */
interface ListSchema {
  properties?: { data?: { items?: { properties?: object } } }
}

/**
 * The fields of a list's items that were requested with `fields=id,name`, as the items name them;
 * `id` always comes along. Null when all are wanted. Throws `invalid_parameter` with the nearest
 * name.
 */
export function requireFields(returns: unknown, requested: unknown): ReadonlySet<string> | null {
  if (!Array.isArray(requested)) return null
  const known = Object.keys((returns as ListSchema).properties?.data?.items?.properties ?? {})
  const wanted = requested.map((name: string) => {
    const field = known.find((each) => each === name || each === toCamel(name))
    if (field === undefined) throw unknownField(name, known)
    return field
  })
  return new Set(['id', ...wanted])
}

function unknownField(name: string, known: string[]): ApiError {
  const near = nearest(name, known)
  const hint = near ? ` Did you mean ${near}?` : ''
  const message = `The items have no field ${name.slice(0, 64)}.${hint}`
  return new ApiError('invalid_parameter', message, { param: 'fields' })
}

/** A list with only the wanted fields of its items. */
export function sparse(body: unknown, wanted: ReadonlySet<string> | null): unknown {
  if (wanted === null) return body
  const { data, ...envelope } = body as { data: object[] }
  const items = data.map((item) =>
    Object.fromEntries(Object.entries(item).filter(([name]) => wanted.has(name))),
  )
  return { data: items, ...envelope }
}
