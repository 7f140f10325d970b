import { camelCase, pascalCase, singular } from './words.ts'

/** What a method is called in the clients, in camel case; each language writes it in its own. */
export interface MethodName {
  resource: string
  method: string
}

/** By endpoint, such as `GET /v1/submissions/{id}`. */
export type PublishedNames = Readonly<Record<string, string>>

/** These have a resource of their own, also where their address begins with a submission. */
const OWN_NOUNS = new Set(['data-sources', 'documents', 'funders', 'pdfs', 'positions',
  'transactions', 'versions']) // prettier-ignore

/** A last word that is not the name of a thing: `POST /v1/rules/{id}/evaluate`. */
const CRUD = { POST: 'create', PATCH: 'update', PUT: 'update', DELETE: 'delete' } as const

/**
 * The names of all endpoints. One that is published keeps its name for ever; a new endpoint gets one
 * from its address. Throws when two endpoints want the same, or when a published one has gone.
 */
export function nameMethods(
  endpoints: readonly { endpoint: string; isPaged: boolean }[],
  published: PublishedNames,
): Record<string, string> {
  const gone = Object.keys(published).filter(
    (key) => !endpoints.some((one) => one.endpoint === key),
  )
  if (gone.length > 0) throw new Error(`Published methods without an endpoint: ${gone.join(', ')}`)
  const named = endpoints.map(({ endpoint, isPaged }): [string, string] => [
    endpoint,
    published[endpoint] ?? proposeName(endpoint, isPaged),
  ])
  const byName = Map.groupBy(named, ([, name]) => name)
  for (const [name, all] of byName) {
    if (all.length > 1) throw new Error(`${name} names ${all.map(([one]) => one).join(' and ')}`)
  }
  return Object.fromEntries(named)
}

export function splitName(name: string): MethodName {
  const [resource = '', method = ''] = name.split('.')
  return { resource, method }
}

/** `GET /v1/submissions/{id}/risk-score` → `submissions.riskScore`. */
function proposeName(endpoint: string, isPaged: boolean): string {
  const [verb = '', path = ''] = endpoint.split(' ')
  const parts = path.split('/').filter((part) => part !== '' && part !== 'v1')
  const isOwn = parts[0] === 'submissions' && OWN_NOUNS.has(parts[2] ?? '')
  const [noun = '', ...rest] = isOwn ? parts.slice(2) : parts
  const nouns = rest.filter((part) => !part.startsWith('{'))
  const isOne = parts.at(-1)!.startsWith('{')
  const method =
    nouns.length === 0 ? nameOwn(verb, isOne) : nameInner({ verb, nouns, isOne, isPaged })
  return `${camelCase(noun)}.${method}`
}

function nameOwn(verb: string, isOne: boolean): string {
  return verb === 'GET' ? (isOne ? 'get' : 'list') : CRUD[verb as keyof typeof CRUD]
}

interface Inner {
  verb: string
  nouns: string[]
  isOne: boolean
  isPaged: boolean
}

function nameInner({ verb, nouns, isOne, isPaged }: Inner): string {
  const name = nouns.join('-')
  const one = pascalCase(singular(name))
  if (verb === 'GET')
    return isOne ? `get${one}` : isPaged ? `list${pascalCase(name)}` : camelCase(name)
  const isThing = name.endsWith('s') || isOne
  if (verb === 'POST') return isThing ? `create${one}` : camelCase(nouns.at(-1)!)
  return `${CRUD[verb as keyof typeof CRUD]}${isOne ? one : pascalCase(name)}`
}
