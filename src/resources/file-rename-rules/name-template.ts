import { nearest } from '../../core/values/text.ts'
import { ApiError } from '../../platform/errors/api-error.ts'

/** Values of template variables (resources section 24); null where unknown. */
export type NameVariables = Record<string, string | null>

// {{ start_date | date:YYYY-MM }}   {{institution_name|slug|truncate:20}}
const TOKEN = /\{\{\s*(\w+)\s*((?:\|\s*\w+(?::[\w-]+)?\s*)*)\}\}/g
// | date:YYYY-MM
const FILTER = /\|\s*(\w+)(?::([\w-]+))?/g

type Filter = (text: string, option: string) => string

const FILTERS: Record<string, Filter> = {
  upper: (text) => text.toUpperCase(),
  lower: (text) => text.toLowerCase(),
  slug: (text) =>
    text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, ''),
  date: (text, option) => formatDate(text, option || 'YYYY-MM-DD'),
  truncate: (text, option) => text.slice(0, Number(option) || text.length).trimEnd(),
}

// {company}, ${year}, %year%, <year>, [year]
const FOREIGN_TOKEN = /\{([^{}]*)\}|%(\w+)%|<(\w+)>|\[(\w+)\]/g

/**
 * Throws `invalid_format` for a placeholder of another form, which would stand in every name as it
 * is written. Brackets, percent signs and angles are such only around the name of a variable.
 */
export function refuseForeignTokens(template: string, known: readonly string[]): void {
  for (const [token, braced, ...others] of template.replace(TOKEN, '').matchAll(FOREIGN_TOKEN)) {
    const name = (braced ?? others.find((other) => other !== undefined)!).trim()
    if (braced === undefined && !known.includes(name)) continue
    const near = nearest(name, known)
    const hint = near ? `Did you mean {{${near}}}?` : `Known: ${known.join(', ')}.`
    throw invalid(`template has ${token.slice(0, 64)}; variables stand in {{ and }}. ${hint}`)
  }
}

/**
 * The name a template makes. Unknown variables and the separators around them are dropped. Throws
 * `invalid_format` for a variable or filter that does not exist.
 */
export function fillTemplate(template: string, variables: NameVariables): string {
  const filled = template.replace(TOKEN, (_, name: string, filters: string) => {
    if (!(name in variables)) throw unknown('variable', name, Object.keys(variables))
    const value = variables[name] ?? null
    return value === null ? '' : applyFilters(value, filters)
  })
  if (filled.includes('{{')) throw invalid('template has a {{ that is not closed or not readable.')
  return tidy(filled)
}

function applyFilters(value: string, filters: string): string {
  let text = value
  for (const [, name = '', option = ''] of filters.matchAll(FILTER)) {
    const filter = FILTERS[name]
    if (!filter) throw unknown('filter', name, Object.keys(FILTERS))
    text = filter(text, option)
  }
  return text
}

function formatDate(text: string, format: string): string {
  const [year = '', month = '', day = ''] = text.slice(0, 10).split('-')
  return format.replace('YYYY', year).replace('MM', month).replace('DD', day)
}

/** `Checking -  - 2025` → `Checking - 2025`. */
function tidy(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/([-_,.])(?:\s*\1)+/g, '$1')
    .replace(/^[\s\-_,.]+|[\s\-_,]+$/g, '')
}

function unknown(kind: string, name: string, known: string[]): ApiError {
  const near = nearest(name, known)
  const hint = near ? ` Did you mean ${near}?` : ` Known: ${known.join(', ')}.`
  return invalid(`template has no ${kind} ${name.slice(0, 64)}.${hint}`)
}

function invalid(message: string): ApiError {
  return new ApiError('invalid_format', message, { param: 'template' })
}
