import type { Template } from 'liquidjs'
import {
  isTemplate,
  listPaths,
  openLanguage,
  OUTPUT_MAX,
  readReason,
  TEXT_MAX,
} from '../../values/liquid.ts'
import {
  isRecord,
  SCOPE_NAMES,
  withOutputs,
  type Compiled,
  type Result,
  type Scope,
} from './scope.ts'

const CONFIG_DEPTH_MAX = 20

const LANGUAGE = openLanguage()

// {{ nodes.score.value | round }}
const SINGLE = /^\s*\{\{-?([^{}]*?)-?\}\}\s*$/

/**
 * A text with `{{ }}`, or in one sentence why it is none. A text that is a single `{{ name }}`
 * keeps the type of its value; a name that leads nowhere is null there, and nothing in a longer
 * text.
 */
export function compileText(text: string): Compiled | { problem: string } {
  if (text.length > TEXT_MAX) return { problem: `it is longer than ${TEXT_MAX} characters` }
  const single = SINGLE.exec(text)?.[1]?.trim()
  try {
    const templates = LANGUAGE.parse(text)
    const paths = listPaths(LANGUAGE, templates)
    const unknown = paths.find(([name]) => !SCOPE_NAMES.includes(name as never))
    if (unknown) return { problem: `${unknown[0]} is no name; there are ${SCOPE_NAMES.join(', ')}` }
    return { paths, evaluate: (scope) => render({ single, templates }, withOutputs(scope)) }
  } catch (error) {
    return { problem: readReason(error) }
  }
}

/** A config with all of its texts filled in; the problem names the field. */
export function fillConfig(
  config: Record<string, unknown>,
  scope: Scope,
): Result<Record<string, unknown>> {
  try {
    return { value: fill(config, { scope, field: '', depth: 0 }) as Record<string, unknown> }
  } catch (error) {
    if (error instanceof Unfillable) return { problem: error.message }
    throw error
  }
}

class Unfillable extends Error {}

interface Place {
  scope: Scope
  field: string
  depth: number
}

function fill(value: unknown, place: Place): unknown {
  const { scope, field, depth } = place
  if (depth > CONFIG_DEPTH_MAX) throw new Unfillable(`${field} is nested too deep`)
  if (typeof value === 'string') return isTemplate(value) ? fillText(value, place) : value
  const inner = (one: unknown, key: string | number): unknown =>
    fill(one, { scope, field: field === '' ? `${key}` : `${field}.${key}`, depth: depth + 1 })
  if (Array.isArray(value)) return value.map(inner)
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inner(one, key)]))
}

function fillText(text: string, { scope, field }: Place): unknown {
  const compiled = compileText(text)
  const result = 'problem' in compiled ? compiled : compiled.evaluate(scope)
  if ('problem' in result) throw new Unfillable(`${field}: ${result.problem}`)
  return result.value
}

function render(
  { single, templates }: { single: string | undefined; templates: Template[] },
  scope: Scope,
): Result {
  try {
    if (single) return { value: (LANGUAGE.evalValueSync(single, scope) as unknown) ?? null }
    const text = LANGUAGE.renderSync(templates, scope) as string
    if (text.length > OUTPUT_MAX) return { problem: `it makes more than ${OUTPUT_MAX} characters` }
    return { value: text }
  } catch (error) {
    return { problem: readReason(error) }
  }
}
