import { getMethod, getPath, type Route } from '../../route.ts'

/** What a call does with what its address names, in the words of the last part of a path. */
const VERBS: ReadonlySet<string> = new Set([
  'accept',
  'activate',
  'cancel',
  'confirm',
  'deactivate',
  'diff',
  'enrich',
  'evaluate',
  'explain',
  'export',
  'extract',
  'match',
  'merge',
  'parse',
  'preview',
  'process',
  'publish',
  'reclassify',
  'reload',
  'rename',
  'replay',
  'reprocess',
  'reset',
  'retry',
  'review',
  'rotate',
  'search',
  'split',
  'start',
  'submit',
  'test',
  'undo',
  'unload',
  'verify',
  'withdraw',
])

const BY_METHOD: Readonly<Record<string, string>> = {
  GET: 'get',
  POST: 'create',
  PUT: 'set',
  PATCH: 'update',
  DELETE: 'delete',
}

/**
 * The name of an operation: a verb and what it is done to. `POST /v1/api-keys/:id/rotate` →
 * `rotateApiKey`, `GET /v1/submissions/:sid/documents` → `listSubmissionDocuments`. Where the rule
 * gives no name that a person would choose, the route declares its own. A name that was published
 * does not change.
 */
export function nameOperation(declared: Route): string {
  return declared.operationId ?? nameByPath(declared)
}

/** The name by the rule alone. */
export function nameByPath(declared: Route): string {
  const parts = getPath(declared).split('/').filter(isNamed)
  const last = parts.at(-1) ?? ''
  // `rotate-secret` of a webhook: the rest of the part is what is rotated.
  const [verb = '', ...rest] = last.split('-')
  if (VERBS.has(verb)) return verb + nameParts(parts.slice(0, -1)) + pascal(rest.join('-'))
  const isOne = last.startsWith(':') || getMethod(declared) === 'POST'
  const noun = isOne ? nameParts([...parts, ':id']) : nameParts(parts)
  return (isList(declared) ? 'list' : BY_METHOD[getMethod(declared)]!) + noun
}

function isNamed(part: string): boolean {
  return part !== '' && part !== 'v1'
}

/** What an id stands behind is one of them: `submissions/:id/documents` → `SubmissionDocuments`. */
function nameParts(parts: readonly string[]): string {
  const names = parts.map((part, index) => {
    if (part.startsWith(':')) return ''
    return parts[index + 1]?.startsWith(':') ? singular(pascal(part)) : pascal(part)
  })
  return names.join('')
}

function isList(declared: Route): boolean {
  const { properties = {} } = (declared.shapes.returns ?? {}) as { properties?: object }
  return getMethod(declared) === 'GET' && 'has_more' in properties
}

/** `api-keys` → `ApiKeys`. */
export function pascal(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/)
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

/** `Policies` → `Policy`; a word that has no plural stays. */
export function singular(name: string): string {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`
  if (name.endsWith('sses')) return name.slice(0, -2)
  return /(?<![siu])s$/.test(name) ? name.slice(0, -1) : name
}
