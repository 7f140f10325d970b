import { Liquid, type Template } from 'liquidjs'
import { isPlainDate } from './dates.ts'

export const TEXT_MAX = 20_000
const RENDER_MS_MAX = 50
export const OUTPUT_MAX = 200_000

export const TAGS = [
  'if',
  'unless',
  'case',
  'for',
  'assign',
  'comment',
  'raw',
  'break',
  'continue',
  '#',
]
export const FILTERS = [
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

/** Whether a text has anything to fill in. */
export function isTemplate(text: string): boolean {
  return text.includes('{{') || text.includes('{%')
}

/**
 * Texts with `{{ }}` and `{% %}` that reach nothing but their values, in bounded time and memory.
 * With `isHtml`, every value is escaped as it is put in.
 */
export function openLanguage({ isHtml = false, renderMs = RENDER_MS_MAX } = {}): Liquid {
  const language = new Liquid({
    ...(isHtml && { outputEscape: 'escape' }),
    strictFilters: true,
    ownPropertyOnly: true,
    parseLimit: TEXT_MAX,
    renderLimit: renderMs,
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
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0
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

/** The names that a text reads from its values, such as `submission.name` in two steps. */
export function listPaths(language: Liquid, templates: Template[]): string[][] {
  const paths = language.globalVariableSegmentsSync(templates)
  return paths.map((path) => {
    const end = path.findIndex((step) => typeof step !== 'string')
    return (end < 0 ? path : path.slice(0, end)) as string[]
  })
}

/** `undefined filter: upcse, line:1, col:1` without the place, which is one line mostly. */
export function readReason(error: unknown): string {
  return (error as Error).message
    .split('\n')[0]!
    .replace(/, line:\d+, col:\d+$/, '')
    .slice(0, 200)
}
