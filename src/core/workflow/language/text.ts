import { Liquid, type Template } from 'liquidjs'
import { isPlainDate } from '../../values/dates.ts'
import {
  isRecord,
  SCOPE_NAMES,
  withOutputs,
  type Compiled,
  type Result,
  type Scope,
} from './scope.ts'

const TEXT_MAX = 20_000
const RENDER_MS_MAX = 50
const OUTPUT_MAX = 200_000
const CONFIG_DEPTH_MAX = 20

const TAGS = ['if', 'unless', 'case', 'for', 'assign', 'comment', 'raw', 'break', 'continue', '#']
const FILTERS = [
  'default',
  'round',
  'ceil',
  'floor',
  'abs',
  'plus',
  'minus',
  'times',
  'divided_by',
  'modulo',
  'at_least',
  'at_most',
  'upcase',
  'downcase',
  'capitalize',
  'strip',
  'truncate',
  'append',
  'prepend',
  'replace',
  'remove',
  'size',
  'first',
  'last',
  'join',
  'map',
  'where',
  'sort',
  'uniq',
  'slice',
  'split',
  'escape',
  'url_encode',
  'json',
  'sum',
  'compact',
  'reverse',
  'concat',
]
const LANGUAGE = openLanguage()

// {{ nodes.score.value | round }}
const SINGLE = /^\s*\{\{-?([^{}]*?)-?\}\}\s*$/

/** Whether a text has anything to fill in. */
export function isTemplate(text: string): boolean {
  return text.includes('{{') || text.includes('{%')
}

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
    const paths = listPaths(templates)
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

function openLanguage(): Liquid {
  const language = new Liquid({
    strictFilters: true,
    ownPropertyOnly: true,
    parseLimit: TEXT_MAX,
    renderLimit: RENDER_MS_MAX,
    memoryLimit: OUTPUT_MAX,
    relativeReference: false,
    templates: {},
  })
  for (const tag of Object.keys(language.tags)) if (!TAGS.includes(tag)) delete language.tags[tag]
  for (const name of Object.keys(language.filters))
    if (!FILTERS.includes(name)) delete language.filters[name]
  language.registerFilter('upper', (value: unknown) => toText(value).toUpperCase())
  language.registerFilter('length', (value: unknown) => measure(value))
  language.registerFilter('date', (value: unknown) => toDate(value))
  language.registerFilter('money', (value: unknown, currency: unknown) =>
    formatMoney(value, currency),
  )
  return language
}

function measure(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length
  return isRecord(value) ? Object.keys(value).length : 0
}

function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : ''
}

/** The date of an instant, in UTC: nothing here knows what day it is. */
function toDate(value: unknown): string {
  const date = toText(value).slice(0, 10)
  return isPlainDate(date) ? date : ''
}

function formatMoney(value: unknown, currency: unknown): string {
  const amount = Number(value)
  if (value === null || value === '' || !Number.isFinite(amount)) return ''
  const text = amount.toLocaleString('en-US', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  return typeof currency === 'string' ? `${text} ${currency}` : text
}

function listPaths(templates: Template[]): string[][] {
  const paths = LANGUAGE.globalVariableSegmentsSync(templates)
  return paths.map((path) => {
    const end = path.findIndex((step) => typeof step !== 'string')
    return (end < 0 ? path : path.slice(0, end)) as string[]
  })
}

/** `undefined filter: upcse, line:1, col:1` without the place, which is one line mostly. */
function readReason(error: unknown): string {
  return (error as Error).message
    .split('\n')[0]!
    .replace(/, line:\d+, col:\d+$/, '')
    .slice(0, 200)
}
