import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { didYouMean } from '../../values/text.ts'
import { isRecord } from '../language/scope.ts'
import { OPERATORS_OF_RULES_ALONE } from '../language/condition.ts'
import { isTemplate } from '../../values/liquid.ts'
import type { GraphProblem } from './graph-problem.ts'

interface Fault {
  keyword: string
  instancePath: string
  schemaPath: string
  params: Record<string, unknown>
  message: string
}

/** Names of fields and headers that hold what nobody may read in a graph. */
const SECRET_NAMES = [
  /^(?:(?:proxy-)?authorization|cookie)$/i,
  /^(?:x-)?(?:api[-_]?key|auth[-_]?token)$/i,
  /^(?:(?:access|bearer|refresh)[-_]?)?token$/i,
  /^(?:(?:client[-_]?)?secret|private[-_]?key|pass(?:word|phrase)?)$/i,
]

/** A value of a config, and the fields that lead to it. */
interface Entry {
  path: string[]
  value: unknown
}

/** Whether a config fits its declaration; a text that is filled in later fits any field. */
export function checkConfig(
  nodeId: string,
  schema: TSchema,
  config: Record<string, unknown>,
): GraphProblem[] {
  const faults = (Value.Errors(schema, config) as Fault[])
    .filter((fault) => !isFilledLater(config, fault))
    .filter(({ keyword }) => keyword !== 'boolean' && keyword !== 'anyOf')
  const first = new Map(faults.toReversed().map((fault) => [fault.instancePath, fault]))
  return [
    ...[...first.values()].map((fault) => describe(fault, schema)),
    ...checkRules(config),
  ].map((problem) => ({ nodeId, blocks: 'activation', ...problem }))
}

type Found = Pick<GraphProblem, 'field' | 'code' | 'message'>

function isFilledLater(config: unknown, { instancePath }: Fault): boolean {
  const held = readAt(config, toSteps(instancePath))
  return typeof held === 'string' && isTemplate(held)
}

function describe({ keyword, instancePath, params, message }: Fault, schema: TSchema): Found {
  const at = ['config', ...toSteps(instancePath)].join('.')
  if (keyword === 'required') {
    const [name] = params.requiredProperties as string[]
    return { field: `${at}.${name}`, code: 'missing_field', message: `${name} is required.` }
  }
  if (keyword === 'additionalProperties') {
    const [name] = params.additionalProperties as string[]
    const known = Object.keys(readProperties(schema, toSteps(instancePath)))
    const hint = didYouMean(name!, known) || ` Known: ${known.join(', ')}.`
    return {
      field: `${at}.${name}`,
      code: 'unknown_field',
      message: `There is no field ${name}.${hint}`,
    }
  }
  const allowed = params.allowedValues as unknown[] | undefined
  const rule = allowed ? `must be one of ${allowed.join(', ')}` : message
  return { field: at, code: 'invalid_config', message: `${at} ${rule}.` }
}

function readProperties(schema: TSchema, steps: readonly string[]): object {
  let at: unknown = schema
  for (const step of steps) {
    const { properties, items } = at as { properties?: Record<string, unknown>; items?: unknown }
    at = properties?.[step] ?? items ?? {}
  }
  return (at as { properties?: object }).properties ?? {}
}

/** What a schema cannot state. */
function checkRules(config: Record<string, unknown>): Found[] {
  return listEntries(config).flatMap(({ path, value }) => {
    const name = path.at(-1)!
    const field = ['config', ...path].join('.')
    if (
      SECRET_NAMES.some((pattern) => pattern.test(name)) &&
      typeof value === 'string' &&
      value !== ''
    )
      return [
        {
          field,
          code: 'secret_in_config',
          message: `${field} looks like a secret; a graph is readable. Use a connection.`,
        },
      ]
    if (name === 'op' && OPERATORS_OF_RULES_ALONE.includes(value as never))
      return [
        {
          field,
          code: 'invalid_operator',
          message: `${String(value)} compares with an earlier value, which only a rule knows.`,
        },
      ]
    return []
  })
}

/** Every field of a config, the inner ones with the fields that lead to them. */
export function listEntries(value: unknown, path: string[] = []): Entry[] {
  const inner = Array.isArray(value)
    ? value.map((one, index) => [`${index}`, one] as const)
    : isRecord(value)
      ? Object.entries(value)
      : []
  return inner.flatMap(([key, one]) => [
    { path: [...path, key], value: one },
    ...listEntries(one, [...path, key]),
  ])
}

function readAt(value: unknown, steps: readonly string[]): unknown {
  let at = value
  for (const step of steps) at = (at as Record<string, unknown> | null | undefined)?.[step]
  return at
}

/** `/all/0/op` */
function toSteps(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}
