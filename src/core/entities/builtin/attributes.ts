import { flag, list, numberWithin, choice, optional, text } from '../../values/rows/cells.ts'
import { readRows } from '../../values/rows/rows.ts'
import {
  ATTRIBUTE_TYPES,
  POST_PROCESSORS,
  type Attribute,
  type Source,
  type SourceConfig,
  type SourceType,
} from '../entity.ts'

/** Fields of lower confidence are shown with their document only. */
const LEAST_CONFIDENCE = 0.8
/** In days, the widest of the units that a tolerance has. */
const TOLERANCE_MAX = 31

const SOURCE_TYPES = [
  'parsed_document',
  'company_info',
  'api',
  'metadata',
  'enricher',
] as const satisfies readonly SourceType[]

/** What built-in attributes have in common. */
const DEFAULTS = {
  description: '',
  enum: [],
  pattern: null,
  isRequired: false,
  isList: false,
  strategy: 'first_by_order',
  crmField: null,
  defaultValue: null,
} as const

const STEPS = list(choice(POST_PROCESSORS, 'a step'))

/** The attributes of the built-in entities by entity, each with its sources in their order. */
export function readAttributes(entities: readonly string[]): Map<string, Attribute[]> {
  const rows = readRows(
    new URL('attributes.csv', import.meta.url),
    {
      entity: choice(entities, 'a built-in entity'),
      name: text,
      label: text,
      type: choice(ATTRIBUTE_TYPES, 'a type of attribute'),
      isPii: flag,
      tolerance: optional(numberWithin(0, TOLERANCE_MAX)),
      postProcessors: STEPS,
    },
    ['entity', 'name'],
  )
  const sources = readSources(rows.map(({ entity, name }) => `${entity}.${name}`))
  const attributes = new Map<string, Attribute[]>(entities.map((entity) => [entity, []]))
  for (const { entity, ...row } of rows) {
    const own = attributes.get(entity)!
    const id = `${entity}.${row.name}`
    own.push({ ...DEFAULTS, ...row, id, order: own.length, sources: sources.get(id)! })
  }
  return attributes
}

/** `from` is the class of a document, or what found it in the transactions. */
function readSources(attributes: readonly string[]): Map<string, Source[]> {
  const rows = readRows(
    new URL('sources.csv', import.meta.url),
    {
      attribute: choice(attributes, 'an attribute of attributes.csv'),
      type: choice(SOURCE_TYPES, 'a type of source'),
      from: optional(text),
      path: text,
      postProcessors: STEPS,
    },
    ['attribute', 'type', 'from', 'path'],
  )
  const sources = new Map<string, Source[]>(attributes.map((attribute) => [attribute, []]))
  for (const { attribute, type, from, path, postProcessors } of rows) {
    const own = sources.get(attribute)!
    own.push({
      id: `${attribute}.${own.length}`,
      type,
      config: configure(type, from, path),
      order: own.length,
      minConfidence: type === 'parsed_document' ? LEAST_CONFIDENCE : 0,
      isActive: true,
      isBuiltin: true,
      postProcessors,
    })
  }
  return sources
}

function configure(type: SourceType, from: string | null, path: string): SourceConfig {
  if (type === 'parsed_document') return { documentClass: from!, field: path }
  if (type === 'enricher') return { enricher: from!, field: path }
  return { path }
}
