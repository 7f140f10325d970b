import { choice, text } from '../../src/core/values/rows/cells.ts'
import { readRows } from '../../src/core/values/rows/rows.ts'
import { ERRORS, type ErrorCode } from '../../src/platform/errors/catalogue.ts'
import { listErrors } from '../../src/platform/http/openapi/document.ts'
import type { Route } from '../../src/platform/route.ts'

const PARTS = ['query', 'takes', 'returns', 'errors'] as const
type Part = (typeof PARTS)[number]

/** What an endpoint promises in one of its parts. */
interface Promised {
  endpoint: string
  part: Part
  /** `companyInfo.address.city`, with the values it can have; none when any. */
  names: Name[]
}

interface Name {
  path: string
  values: string[]
}

/** Every promise of the table. */
export function readPromises(): Promised[] {
  const columns = { endpoints: text, part: choice(PARTS, 'a part'), names: text }
  const rows = readRows(new URL('promises.csv', import.meta.url), columns)
  return rows.flatMap(({ endpoints, part, names }) =>
    endpoints.split('; ').map((endpoint) => ({ endpoint, part, names: parseNames(names) })),
  )
}

/** The codes of the interface with their statuses. */
export function readStatuses(): { code: string; status: number }[] {
  const columns = { code: text, status: (written: string) => Number(written) }
  return readRows(new URL('promised-errors.csv', import.meta.url), columns)
}

/** `id address{city country=US/CA}` as the paths of its names. */
export function parseNames(written: string): Name[] {
  const names: Name[] = []
  const above: string[] = []
  // country=US/CA
  for (const [token] of written.matchAll(/[{}]|[^\s{}]+/g)) {
    if (token === '{') above.push(names.at(-1)!.path)
    else if (token === '}') above.pop()
    else {
      const [name, values] = token.split('=') as [string, string | undefined]
      names.push({ path: [...above.slice(-1), name].join('.'), values: values?.split('/') ?? [] })
    }
  }
  return names
}

/** What of a promise is not kept, as `GET /v1/rules returns operator: lacks matches`. */
export function listBroken(
  { endpoint, part, names }: Promised,
  routes: readonly Route[],
): string[] {
  const declared = routes.find((route) => route.endpoint === endpoint)
  if (declared === undefined) return [`${endpoint} does not exist`]
  if (part === 'errors') {
    const errors: readonly string[] = listErrors(declared)
    return names.flatMap(({ path }) => (errors.includes(path) ? [] : [`${endpoint} lacks ${path}`]))
  }
  const held = collect(declared, part)
  return names.flatMap(({ path, values }) => {
    const place = `${endpoint} ${part} ${path}`
    const found = held.get(path)
    if (found === undefined) return [place]
    const missing = values.filter((value) => !found.has(value))
    return missing.length > 0 ? [`${place}: lacks ${missing.join(', ')}`] : []
  })
}

/** Codes that the catalogue does not have with the status of the interface. */
export function listWrongStatuses(promised: ReturnType<typeof readStatuses>): string[] {
  return promised
    .filter(({ code, status }) => ERRORS[code as ErrorCode]?.status !== status)
    .map(({ code, status }) => `${code} ${status}`)
}

interface Schema {
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
}

type Held = Map<string, Set<string>>

/** The paths of a part with the values that each is limited to; lists and maps have their items'. */
function collect({ shapes, consumes }: Route, part: Part): Held {
  const held: Held = new Map()
  if (part === 'query') addSchema(held, '', shapes.query)
  if (part === 'takes') {
    addSchema(held, '', shapes.body)
    const files = consumes === 'multipart' ? ['file', 'filename', 'content_base64'] : []
    for (const name of files) held.set(name, new Set())
  }
  if (part === 'returns') addSchema(held, '', (shapes.returns as Schema).properties?.data)
  return held
}

function addSchema(held: Held, path: string, schema: Schema | undefined): void {
  if (schema === undefined) return
  const values = [...(schema.enum ?? []), ...('const' in schema ? [schema.const] : [])]
  if (path !== '') {
    const known = held.get(path) ?? held.set(path, new Set()).get(path)!
    for (const value of values) known.add(String(value))
  }
  for (const each of schema.anyOf ?? []) addSchema(held, path, each)
  addSchema(held, path, schema.items)
  for (const each of Object.values(schema.patternProperties ?? {})) addSchema(held, path, each)
  for (const [name, child] of Object.entries(schema.properties ?? {}))
    addSchema(held, path === '' ? name : `${path}.${name}`, child)
}
