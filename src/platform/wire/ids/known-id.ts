import { Type, type TSchema } from 'typebox'
import { toCamel } from '../../../core/values/text.ts'
import type { ErrorCode } from '../../errors/catalogue.ts'
import { UUID_FORM } from '../shapes.ts'

/** What has ids; `<noun>_not_found` is the error of one that names nothing. */
export type Noun = ErrorCode extends infer Code
  ? Code extends `${infer Name}_not_found`
    ? Name
    : never
  : never

/** An id in a request, the noun that it must name, and where it stands. */
export interface NamedId {
  noun: Noun
  id: string
  /** As an error names it: `rules[0].funder_id`. */
  param: string
}

/**
 * An id in a body or a query that must name a record of the caller's environment. It is checked
 * before the action, so no action stores one that is nobody's or a stranger's.
 */
export function KnownId(noun: Noun) {
  return Type.String({ ...UUID_FORM, noun })
}

interface Node {
  noun?: Noun
  properties?: Record<string, Node>
  items?: Node
  anyOf?: Node[]
}

/** One step to the ids of a value: into a field, or into every item. */
interface Step {
  field: string | null
  below: Branch
}

interface Branch {
  noun: Noun | null
  steps: Step[]
}

const branches = new WeakMap<object, Branch>()

/** The name under which a value has a field of its schema. */
type Naming = (field: string) => string

/** The ids of a checked value in camelCase, in the order of its schema. */
export function listNamedIds(schema: TSchema | undefined, value: unknown): NamedId[] {
  return schema === undefined ? [] : collect(getBranch(schema), { value, param: '' }, toCamel)
}

/** The same of a body as it was sent, by the names that it was sent with. */
export function listSentIds(schema: TSchema | undefined, value: unknown): NamedId[] {
  return schema === undefined
    ? []
    : collect(getBranch(schema), { value, param: '' }, (name) => name)
}

/** The nouns that ids of this shape can name, each once. */
export function listNouns(schema: TSchema | undefined): Noun[] {
  const inBranch = ({ noun, steps }: Branch): Noun[] => [
    ...(noun === null ? [] : [noun]),
    ...steps.flatMap(({ below }) => inBranch(below)),
  ]
  return schema === undefined ? [] : [...new Set(inBranch(getBranch(schema)))]
}

function collect(
  { noun, steps }: Branch,
  { value, param }: { value: unknown; param: string },
  naming: Naming,
): NamedId[] {
  if (value === null || value === undefined) return []
  if (noun !== null) return [{ noun, id: (value as string).toLowerCase(), param }]
  return steps.flatMap(({ field, below }) => {
    if (field === null) {
      const items = Array.isArray(value) ? value : []
      return items.flatMap((item, index) =>
        collect(below, { value: item, param: `${param}[${index}]` }, naming),
      )
    }
    const held = (value as Record<string, unknown>)[naming(field)]
    return collect(
      below,
      { value: held, param: param === '' ? field : `${param}.${field}` },
      naming,
    )
  })
}

/** Found once per schema; what leads to no id is left out, so most requests are not walked. */
function getBranch(schema: Node): Branch {
  let branch = branches.get(schema)
  if (!branch) branches.set(schema, (branch = buildBranch(schema)))
  return branch
}

function buildBranch({ noun, properties = {}, items, anyOf = [] }: Node): Branch {
  const options = anyOf.map(getBranch)
  const own: Step[] = [
    ...Object.entries(properties).map(([field, child]) => ({ field, below: getBranch(child) })),
    ...(items ? [{ field: null, below: getBranch(items) }] : []),
  ]
  const leads = own.filter(({ below }) => below.noun !== null || below.steps.length > 0)
  return {
    noun: noun ?? options.find((option) => option.noun !== null)?.noun ?? null,
    steps: [...leads, ...options.flatMap(({ steps }) => steps)],
  }
}
