import type { CrmDeal, CrmValue, CrmValues, DealPart, Role } from './deal.ts'
import { readSource } from './sources.ts'
import { transformValue, type Transform, type ValueMapping } from './transforms.ts'

export const DIRECTIONS = ['push', 'pull', 'both'] as const
export type Direction = (typeof DIRECTIONS)[number]

/** What happens to a value that the CRM has: replaced, kept, or written once at creation. */
export const OVERWRITES = ['always', 'if_empty', 'never'] as const
export type Overwrite = (typeof OVERWRITES)[number]

/** One value of ours and its field in the CRM. */
export interface FieldMapping {
  source: string
  targetObject: string
  targetField: string
  direction: Direction
  transform: Transform | null
  overwrite: Overwrite
}

/** An object of the CRM and what it stands for. */
export interface ObjectConfig {
  object: string
  role: Role
}

/** What decides how a deal looks in one CRM. */
export interface MappingPlan {
  objects: readonly ObjectConfig[]
  fieldMappings: readonly FieldMapping[]
  valueMappings: readonly ValueMapping[]
  percentScale: number
}

/** An object as it should be in the CRM. */
export interface CrmRecord {
  object: string
  role: Role
  /** The same at every sync; by it the object is found again. */
  key: string
  submissionId: string
  fields: CrmValues
}

/** The order in which objects are written, since the later ones name the earlier ones. */
const WRITTEN: readonly Role[] = ['company', 'contact', 'deal', 'statement', 'position', 'file']

/** The objects of a deal, in the order of writing; one of which nothing is known is left out. */
export function buildRecords(deal: CrmDeal, plan: MappingPlan): CrmRecord[] {
  const objects = plan.objects.toSorted((a, b) => WRITTEN.indexOf(a.role) - WRITTEN.indexOf(b.role))
  return objects.flatMap(({ object, role }) =>
    listParts(deal, role).flatMap((part) => {
      const fields = buildFields(deal, { plan, object, part: part.part })
      const isKnown = Object.values(fields).some((value) => value !== null)
      return isKnown ? [{ object, role, key: part.key, submissionId: deal.id, fields }] : []
    }),
  )
}

function listParts(deal: CrmDeal, role: Role): { key: string; part: DealPart | null }[] {
  if (role === 'company') return [{ key: deal.companyKey, part: null }]
  if (role === 'deal') return [{ key: deal.id, part: null }]
  const parts = {
    contact: deal.contacts,
    statement: deal.statements,
    position: deal.positions,
    file: deal.files,
  }
  return parts[role].map((part) => ({ key: part.key, part }))
}

function buildFields(
  deal: CrmDeal,
  { plan, object, part }: { plan: MappingPlan; object: string; part: DealPart | null },
): CrmValues {
  const { percentScale, valueMappings } = plan
  const pushed = plan.fieldMappings.filter(
    ({ targetObject, direction }) => targetObject === object && direction !== 'pull',
  )
  return Object.fromEntries(
    pushed.map(({ source, targetField, transform }) => {
      const facts = { percentScale, valueMappings, field: targetField }
      return [targetField, transformValue(readSource(source, deal, part), transform, facts)]
    }),
  )
}

/** How each field of an object may be written. */
export function findOverwrites(
  mappings: readonly FieldMapping[],
  object: string,
): ReadonlyMap<string, Overwrite> {
  return new Map(
    mappings
      .filter(({ targetObject }) => targetObject === object)
      .map(({ targetField, overwrite }) => [targetField, overwrite]),
  )
}

/** A text that is the same for the same fields, whatever their order: its hash is the checksum. */
export function toCanonicalText({
  object,
  key,
  fields,
}: Pick<CrmRecord, 'object' | 'key' | 'fields'>): string {
  const sorted = Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([object, key, sorted])
}

export interface FieldChange {
  field: string
  from: CrmValue
  to: CrmValue
}

/** The fields that are written to an object that is there already. */
export function selectChanges(
  record: Pick<CrmRecord, 'fields'>,
  given: {
    before: CrmValues
    remote: CrmValues | null
    overwrites: ReadonlyMap<string, Overwrite>
  },
): FieldChange[] {
  const { before, remote, overwrites } = given
  return Object.entries(record.fields).flatMap(([field, to]) => {
    const overwrite = overwrites.get(field) ?? 'always'
    const there = remote?.[field] ?? null
    if (overwrite === 'never') return []
    if (overwrite === 'if_empty' && (isFilled(there) || to === null)) return []
    const from = remote === null ? (before[field] ?? null) : there
    return to === (before[field] ?? null) && !isEmptied(there, to, remote)
      ? []
      : [{ field, from, to }]
  })
}

function isFilled(value: CrmValue): boolean {
  return value !== null && value !== ''
}

/** The CRM has lost what it was given. */
function isEmptied(there: CrmValue, to: CrmValue, remote: CrmValues | null): boolean {
  return remote !== null && to !== null && !isFilled(there)
}
