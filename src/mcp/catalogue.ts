import routes from './routes.json' with { type: 'json' }
import { splitPick, type Shape, type Tool } from './tools/declare.ts'
import { TOOLS, TOOLSETS } from './tools/index.ts'

/** What a route takes, without the limits that it checks itself. */
export interface RouteOutline {
  path: Record<string, Shape>
  query: Record<string, Shape>
  body: Record<string, Shape>
  required: readonly string[]
}

export interface ToolInput extends Shape {
  type: 'object'
  properties: Record<string, Shape>
  required?: readonly string[]
  additionalProperties: false
}

/** A tool as `tools/list` returns it. */
export interface ListedTool {
  name: string
  description: string
  inputSchema: ToolInput
  annotations: Record<string, boolean>
}

/** What narrows the catalogue of one process or one request. */
export interface Selection {
  /** Null for all. */
  toolsets: readonly string[] | null
  isReadOnly: boolean
  /** Only a process of the caller's own machine may read its files. */
  mayReadFiles: boolean
}

const ROUTES: Readonly<Record<string, RouteOutline>> = routes

/** Of an endpoint that a tool names: `npm run golden` writes an outline for each of them. */
export function getOutline(endpoint: string): RouteOutline {
  return ROUTES[endpoint]!
}

/** The selected tools in their order, which is the same for every list. */
export function selectTools({ toolsets, isReadOnly }: Selection): readonly Tool[] {
  const sets = toolsets ?? Object.keys(TOOLSETS)
  const tools = Object.keys(TOOLSETS)
    .filter((name) => sets.includes(name))
    .flatMap((name) => TOOLSETS[name]!)
  return isReadOnly ? tools.filter(isReading) : tools
}

export function findTool(name: string, selection: Selection): Tool | undefined {
  return selectTools(selection).find((known) => known.name === name)
}

export function toolNames(): string[] {
  return TOOLS.map(({ name }) => name)
}

/** `tools/list` under a selection. */
export function listTools(selection: Selection): ListedTool[] {
  return selectTools(selection).map((declared) => ({
    name: declared.name,
    description: declared.purpose,
    inputSchema: toInput(declared, selection),
    annotations: annotate(declared),
  }))
}

/** What a tool takes: the picked fields of its route, and what is of the tool itself. */
export function toInput(
  declared: Tool,
  { mayReadFiles }: Pick<Selection, 'mayReadFiles'>,
): ToolInput {
  const properties: Record<string, Shape> = {}
  const required: string[] = []
  for (const pick of declared.picks) {
    const { argument, field } = splitPick(pick)
    properties[argument] = describeField(declared, argument, field)
    if (isRequired(declared, argument, field)) required.push(argument)
  }
  if (declared.takesFile) properties.content_base64 = { type: 'string' }
  if (declared.takesFile && mayReadFiles) properties.file_path = { type: 'string' }
  if (declared.confirms !== undefined) {
    properties.confirm = { type: 'boolean' }
    required.push('confirm')
  }
  const needs = required.length > 0 ? { required } : {}
  return { type: 'object', properties, ...needs, additionalProperties: false }
}

/** What the route has under that name, in its path, query or body. */
export function findField(endpoint: string, field: string): Shape | undefined {
  const { path, query, body } = getOutline(endpoint)
  return path[field] ?? body[field] ?? query[field]
}

export function isReading({ endpoint }: Tool): boolean {
  return endpoint.startsWith('GET ')
}

function describeField(declared: Tool, argument: string, field: string): Shape {
  const shape = findField(declared.endpoint, field) ?? {}
  const note = declared.notes?.[argument]
  const kept = narrow(shape, declared.narrow?.[argument])
  return note === undefined ? kept : { ...withoutDetails(kept), description: note }
}

function narrow(shape: Shape, names: readonly string[] | undefined): Shape {
  if (names === undefined || shape.properties === undefined) return shape
  const { properties, ...rest } = shape
  return { ...rest, properties: Object.fromEntries(names.map((name) => [name, properties[name]!])) }
}

/** A note in words takes the place of the fields of rows; some clients refuse rows of no type. */
function withoutDetails(shape: Shape): Shape {
  const { type, items } = shape
  if (type === 'array') return { type, items: { type: items?.type ?? 'object' } }
  return type === 'object' ? { type } : shape
}

function isRequired(declared: Tool, argument: string, field: string): boolean {
  const { required } = getOutline(declared.endpoint)
  return required.includes(field) || declared.requires?.includes(argument) === true
}

function annotate(declared: Tool): Record<string, boolean> {
  const openWorldHint = declared.isOpenWorld ?? false
  if (isReading(declared)) return { readOnlyHint: true, openWorldHint }
  const hints = { destructiveHint: declared.isDestructive ?? false, openWorldHint }
  const isRepeatable = /^(?:PUT|PATCH|DELETE) /.test(declared.endpoint)
  return isRepeatable ? { ...hints, idempotentHint: true } : hints
}
