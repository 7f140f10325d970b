import { Environment, type ASTNode } from '@marcbachmann/cel-js'
import {
  isRecord,
  SCOPE_NAMES,
  withOutputs,
  type Compiled,
  type Result,
  type Scope,
} from './scope.ts'

const TEXT_MAX = 500
const PARTS_MAX = 200
const MACROS_NESTED_MAX = 2
/** Parts that one evaluation may visit: some 20 ms. */
const VISITS_MAX = 200_000

const MACROS = ['map', 'filter', 'all', 'exists', 'exists_one']
/** `matches` runs patterns without bounds, `split` makes long lists, `bind` names what is here. */
const REFUSED = ['matches', 'split', 'bind', 'base64', 'hex', 'json']

/** Numbers of JSON are doubles, and people write `1` beside them. */
const ARITHMETIC = {
  '+': (a: number, b: number) => a + b,
  '-': (a: number, b: number) => a - b,
  '*': (a: number, b: number) => a * b,
  '/': (a: number, b: number) => a / b,
}

const LANGUAGE = openLanguage()

/** What the library gives for an expression; `args` depends on the operator. */
type Part = Pick<ASTNode, 'op'> & { args: unknown }

/**
 * A CEL expression, or in one sentence why it is none. A name that leads nowhere is null; numbers
 * are numbers, whether they are written with a point or not.
 */
export function compileExpression(text: string): Compiled | { problem: string } {
  if (text.length > TEXT_MAX) return { problem: `it is longer than ${TEXT_MAX} characters` }
  const parsed = parse(text)
  if ('problem' in parsed) return parsed
  const { run, ast } = parsed.value
  const facts = readParts(ast)
  const refused = facts.calls.find((name) => REFUSED.includes(name))
  if (refused !== undefined) return { problem: `${refused} is not offered` }
  if (facts.depth > MACROS_NESTED_MAX)
    return { problem: `lists are walked in lists more than ${MACROS_NESTED_MAX} deep` }
  const unknown = facts.names.find((name) => !SCOPE_NAMES.includes(name as never))
  if (unknown !== undefined)
    return { problem: `${unknown} is no name; there are ${SCOPE_NAMES.join(', ')}` }
  return { paths: facts.paths, evaluate: (scope) => evaluate(run, facts, withOutputs(scope)) }
}

function evaluate(run: (scope: object) => unknown, facts: Facts, scope: Scope): Result {
  const filled = facts.paths.reduce<unknown>((value, path) => fillPath(value, path), scope)
  const visits = facts.parts * (facts.sums * measureLongest(scope)) ** facts.depth
  if (visits > VISITS_MAX) return { problem: 'it would walk lists that are too long' }
  try {
    return { value: toPlain(run(filled as object)) }
  } catch (error) {
    return { problem: firstLine(error) }
  }
}

function openLanguage(): Environment {
  const language = new Environment({
    homogeneousAggregateLiterals: false,
    limits: { maxAstNodes: PARTS_MAX, maxDepth: 30, maxListElements: 100, maxMapEntries: 100 },
  })
  for (const name of SCOPE_NAMES) language.registerVariable(name, 'dyn')
  for (const [operator, compute] of Object.entries(ARITHMETIC)) {
    language.registerOperator(`int ${operator} double`, (a: bigint, b: number) =>
      compute(Number(a), b),
    )
    language.registerOperator(`double ${operator} int`, (a: number, b: bigint) =>
      compute(a, Number(b)),
    )
  }
  return language
}

function parse(text: string): Result<{ run: (scope: object) => unknown; ast: Part }> {
  try {
    const run = LANGUAGE.parse(text)
    return { value: { run: (scope) => run(scope), ast: run.ast } }
  } catch (error) {
    return { problem: firstLine(error) }
  }
}

/** The library shows the text with a mark below; its first line has the reason. */
function firstLine(error: unknown): string {
  return (error as Error).message.split('\n')[0]!.slice(0, 200)
}

/** What an expression is made of. */
interface Facts {
  parts: number
  /** How deep macros over lists are nested. */
  depth: number
  /** One more than there are sums: each can join two lists. */
  sums: number
  calls: string[]
  /** Free names that stand first in a path. */
  names: string[]
  paths: string[][]
}

function readParts(ast: Part): Facts {
  const facts: Facts = { parts: 0, depth: 0, sums: 1, calls: [], names: [], paths: [] }
  readPart(ast, { facts, depth: 0, bound: [] })
  return facts
}

interface Place {
  facts: Facts
  depth: number
  /** Names that macros give to the elements of lists. */
  bound: readonly string[]
}

function readPart(part: Part, place: Place): void {
  const { facts, bound } = place
  facts.parts += 1
  if (part.op === '+') facts.sums += 1
  const path = toPath(part)
  if (path) {
    if (bound.includes(path[0]!)) return
    facts.names.push(path[0]!)
    facts.paths.push(path)
  } else if (part.op === 'call' || part.op === 'rcall') readCall(part, place)
  else for (const inner of listParts(part.args)) readPart(inner, place)
}

/** `has(a.b)` looks whether `b` is there, so only `a` may be filled in. */
function readCall({ op, args }: Part, place: Place): void {
  const { facts, depth, bound } = place
  const [name, ...rest] = args as [string, ...unknown[]]
  facts.calls.push(name)
  const parts = listParts(rest)
  if (name === 'has' && parts[0]?.op === '.') {
    readPart((parts[0].args as Part[])[0]!, place)
  } else if (op === 'rcall' && MACROS.includes(name)) {
    const [list, variable, ...inner] = parts
    facts.depth = Math.max(facts.depth, depth + 1)
    readPart(list!, place)
    const within = { facts, depth: depth + 1, bound: [...bound, String(variable?.args)] }
    for (const one of inner) readPart(one, within)
  } else for (const one of parts) readPart(one, place)
}

/** `nodes.score["value"]` as its steps; null for anything else. */
function toPath({ op, args }: Part): string[] | null {
  if (op === 'id') return [args as string]
  if (op !== '.' && op !== '[]') return null
  const [inner, key] = args as [Part, unknown]
  const step = op === '.' ? key : isPart(key) && key.op === 'value' ? key.args : null
  const before = typeof step === 'string' ? toPath(inner) : null
  return before && [...before, step as string]
}

function listParts(args: unknown): Part[] {
  if (isPart(args)) return [args]
  return Array.isArray(args) ? args.flatMap(listParts) : []
}

function isPart(value: unknown): value is Part {
  return isRecord(value) && typeof value.op === 'string' && 'args' in value
}

/** A copy along one path, where what is missing is null and what leads to it is an object. */
function fillPath(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return value ?? null
  if (value !== null && value !== undefined && !isRecord(value)) return value
  const held = isRecord(value) && Object.hasOwn(value, step) ? value[step] : undefined
  return { ...(value as object | undefined), [step]: fillPath(held, rest) }
}

function measureLongest(value: unknown): number {
  let longest = 1
  const open = [value]
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (typeof one !== 'object' || one === null) continue
    const inner = Object.values(one)
    longest = Math.max(longest, inner.length)
    open.push(...inner.map((each) => each ?? null))
  }
  return longest
}

/** Whole numbers of the language become plain ones; times become texts. */
function toPlain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(toPlain)
  if (value instanceof Map) return toPlain(Object.fromEntries(value))
  if (!isRecord(value)) return value
  if (Object.getPrototypeOf(value) !== Object.prototype) throw new Error('its value is no data')
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, toPlain(one)]))
}
