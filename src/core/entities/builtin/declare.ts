import type { Attribute, Entity, PostProcessor, Source, SourceConfig } from '../entity.ts'

/** What is read less surely than this is shown with its document and is no statement on anyone. */
const LEAST_CONFIDENCE = 0.8

type Bare = Pick<Source, 'type' | 'config'> & { postProcessors?: readonly PostProcessor[] }

/** What an attribute is beyond a text that is read as it stands. */
type Rest = Partial<Pick<Attribute, 'type' | 'isPii' | 'tolerance' | 'postProcessors' | 'strategy'>>

type Line = readonly [name: string, label: string, sources: readonly Bare[], rest?: Rest]

/** Names differ this far between a letterhead and an application; formulas §7.2 has the bound. */
export const AS_NAME: Rest = { tolerance: 0.15 }

/** A field of a class of documents. */
export function read(documentClass: string, field: string, ...steps: PostProcessor[]): Bare {
  return { type: 'parsed_document', config: { documentClass, field }, postProcessors: steps }
}

/** What the caller said of the company. */
export function company(path: string): Bare {
  return { type: 'company_info', config: { path } }
}

/** What the caller said of the submission, its owners and its request. */
export function reported(path: string): Bare {
  return { type: 'api', config: { path } }
}

/** What the caller noted in the metadata. */
export function noted(path: string): Bare {
  return { type: 'metadata', config: { path } }
}

/** What was found in the transactions. */
export function found(enricher: string, field: string): Bare {
  return { type: 'enricher', config: { enricher, field } }
}

type Head = Pick<Entity, 'name' | 'label' | 'description' | 'cardinality' | 'identityAttributes'>

/** A built-in entity of its lines; ids are names, from which the wire's ids are derived. */
export function builtin(order: number, head: Head, lines: readonly Line[]): Entity {
  return {
    ...head,
    id: head.name,
    order,
    attributes: lines.map((line, place) => toAttribute(head.name, place, line)),
  }
}

function toAttribute(entity: string, order: number, [name, label, sources, rest]: Line): Attribute {
  const id = `${entity}.${name}`
  return {
    id,
    name,
    label,
    description: '',
    type: 'string',
    enum: [],
    pattern: null,
    isRequired: false,
    isPii: false,
    isList: false,
    order,
    strategy: 'first_by_order',
    tolerance: null,
    postProcessors: [],
    crmField: null,
    defaultValue: null,
    ...rest,
    sources: sources.map((source, place) => toSource(id, place, source)),
  }
}

function toSource(
  attribute: string,
  order: number,
  { type, config, postProcessors }: Bare,
): Source {
  return {
    id: `${attribute}.${order}`,
    type,
    config: config satisfies SourceConfig,
    order,
    minConfidence: type === 'parsed_document' ? LEAST_CONFIDENCE : 0,
    isActive: true,
    isBuiltin: true,
    postProcessors: postProcessors ?? [],
  }
}
