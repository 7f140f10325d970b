import type { Json } from '../present/trim.ts'

/** What is left of a JSON schema in the catalogue: enough to make a call, short enough to read. */
export interface Shape {
  type?: string
  enum?: readonly unknown[]
  items?: Shape
  properties?: Record<string, Shape>
  required?: readonly string[]
  description?: string
}

/** A tool is a pick of its route: its arguments have the names, types and enums of the route. */
export interface Tool {
  name: string
  endpoint: string
  /** One sentence, at most 110 characters. */
  purpose: string
  /** `name`, or `argument=name` where the route has another name for it. */
  picks: readonly string[]
  /** Of arguments whose name and type do not say enough. */
  notes?: Record<string, string>
  /** Fields of an argument that is an object, when the route takes more than a tool needs. */
  narrow?: Record<string, readonly string[]>
  /** Arguments that a call needs although its route has a default for them. */
  requires?: readonly string[]
  /** Sent when the caller gives none. */
  defaults?: Record<string, unknown>
  /** Fields of the result that are shown: `id name reasons{code text}`; without it all of them. */
  shows?: string
  /** What it shows may be changed and sent back, so nothing is cut from it. */
  isWhole?: boolean
  /** Makes of a result what a model can read, before anything is left out of it. */
  reshape?: (data: Json) => Json
  /** The call that usually follows. */
  next?: string
  /** A repeated call would make a second one, so it carries an Idempotency-Key. */
  isCreating?: boolean
  isDestructive?: boolean
  isOpenWorld?: boolean
  /** What a delete says it would remove: the record, read before. */
  confirms?: string
  /** Its file comes from a path, a URL or base64. */
  takesFile?: boolean
}

export function tool(name: string, endpoint: string, rest: Omit<Tool, 'name' | 'endpoint'>): Tool {
  return { name, endpoint, ...rest }
}

/** The argument and the name that the route has for it. */
export function splitPick(pick: string): { argument: string; field: string } {
  const [argument = pick, field = argument] = pick.split('=')
  return { argument, field }
}
