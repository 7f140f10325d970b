import { didYouMean } from '../values/text.ts'
import {
  FILE_FIELDS,
  OWNER_FIELDS,
  POSITION_FIELDS,
  STATEMENT_FIELDS,
  SUBMISSION_FIELDS,
  type CrmDeal,
  type CrmValue,
  type CrmValues,
  type DealPart,
  type Role,
} from './deal.ts'

/** Where the values of a mapping come from, as the part of a source before its first dot. */
export const SOURCE_KINDS = [
  'submission',
  'entity',
  'metric',
  'constant',
  'owner',
  'statement',
  'position',
  'file',
] as const
export type SourceKind = (typeof SOURCE_KINDS)[number]

/** Names that no table of this room has. */
export interface KnownSources {
  /** `<entity>.<attribute>` of every attribute in force. */
  attributes: readonly string[]
  metrics: readonly string[]
}

/** A deal has several records of these kinds: only objects of their role have a value of them. */
const ROLE_OF_KIND: Partial<Record<SourceKind, Role>> = {
  owner: 'contact',
  statement: 'statement',
  position: 'position',
  file: 'file',
}

/** `entity.company.name` → its kind and name; null where it names no kind. */
export function splitSource(source: string): { kind: SourceKind; name: string } | null {
  const dot = source.indexOf('.')
  const kind = SOURCE_KINDS.find((one) => one === source.slice(0, dot))
  return kind === undefined || dot === source.length - 1
    ? null
    : { kind, name: source.slice(dot + 1) }
}

/** What is wrong with a source in a mapping to objects of a role; null when nothing is. */
export function findSourceFault(source: string, role: Role, known: KnownSources): string | null {
  const split = splitSource(source)
  if (split === null)
    return `${source} is no source; one begins with ${SOURCE_KINDS.map((kind) => `${kind}.`).join(', ')}.${didYouMean(source.split('.')[0]!, SOURCE_KINDS)}`
  const { kind, name } = split
  const needed = ROLE_OF_KIND[kind]
  if (needed !== undefined && needed !== role)
    return `${source} is of a ${needed}; the object is a ${role}.`
  if (kind === 'constant') return null
  const names = listNames(kind, known)
  return names.includes(name) ? null : `There is no ${kind} ${name}.${didYouMean(name, names)}`
}

/** The names that can stand behind the dot. */
export function listNames(kind: SourceKind, known: KnownSources): readonly string[] {
  const names: Record<SourceKind, readonly string[]> = {
    submission: SUBMISSION_FIELDS,
    entity: known.attributes,
    metric: known.metrics,
    constant: [],
    owner: OWNER_FIELDS,
    statement: STATEMENT_FIELDS,
    position: POSITION_FIELDS,
    file: FILE_FIELDS,
  }
  return names[kind]
}

/** The value of a source; null where the deal has none. */
export function readSource(source: string, deal: CrmDeal, part: DealPart | null): CrmValue {
  const split = splitSource(source)
  if (split === null) return null
  const { kind, name } = split
  if (kind === 'constant') return name
  const values: Record<Exclude<SourceKind, 'constant'>, CrmValues> = {
    submission: deal.submission,
    entity: deal.entities,
    metric: deal.metrics,
    owner: part?.values ?? {},
    statement: part?.values ?? {},
    position: part?.values ?? {},
    file: part?.values ?? {},
  }
  return values[kind][name] ?? null
}
