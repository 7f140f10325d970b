import { didYouMean } from '../values/text.ts'
import type { CrmValue, CrmValues } from './deal.ts'
import type { FieldMapping } from './mapping.ts'
import { unmapValue, type ValueMapping } from './transforms.ts'

/** Where a value of the CRM can go, as the path of a change of a submission. */
const TARGETS: Readonly<Record<string, { path: readonly [string, string?]; isNumber?: boolean }>> =
  {
    'submission.name': { path: ['name'] },
    'submission.deal_stage': { path: ['dealStage'] },
    'submission.external_id': { path: ['externalId'] },
    'submission.assigned_to': { path: ['assignedTo'] },
    'submission.amount': { path: ['request', 'amount'], isNumber: true },
    'submission.purpose': { path: ['request', 'purpose'] },
    'submission.product_type': { path: ['request', 'productType'] },
    'submission.term_months': { path: ['request', 'termMonths'], isNumber: true },
    'submission.use_of_funds': { path: ['request', 'useOfFunds'] },
    'entity.company.name': { path: ['companyInfo', 'name'] },
    'entity.company.dba': { path: ['companyInfo', 'dba'] },
    'entity.company.ein': { path: ['companyInfo', 'ein'] },
    'entity.company.industry': { path: ['companyInfo', 'industry'] },
    'entity.company.phone': { path: ['companyInfo', 'phone'] },
    'entity.company.email': { path: ['companyInfo', 'email'] },
    'entity.company.website': { path: ['companyInfo', 'website'] },
  }

export const PULLED_SOURCES: readonly string[] = Object.keys(TARGETS)

/** Why a source cannot take what comes from a CRM; null when it can. */
export function findPullFault(source: string): string | null {
  if (Object.hasOwn(TARGETS, source)) return null
  const near = didYouMean(source, PULLED_SOURCES)
  return `${source} takes nothing from a CRM; ${PULLED_SOURCES.join(', ')} do.${near}`
}

/** The change of a submission that a deal of the CRM means; an empty field changes nothing. */
export function buildPatch(
  fields: CrmValues,
  { object, mappings, valueMappings }: PullPlan,
): Record<string, unknown> {
  const patch: Record<string, unknown> = {}
  for (const { source, targetField, targetObject, direction } of mappings) {
    const target = TARGETS[source]
    if (direction === 'push' || targetObject !== object || target === undefined) continue
    const found = unmapValue(fields[targetField] ?? null, { field: targetField, valueMappings })
    const value = toTyped(found, target.isNumber === true)
    if (value !== null) place(patch, target.path, value)
  }
  return patch
}

interface PullPlan {
  object: string
  mappings: readonly FieldMapping[]
  valueMappings: readonly ValueMapping[]
}

function toTyped(value: CrmValue, isNumber: boolean): CrmValue {
  if (value === null || value === '') return null
  if (!isNumber) return String(value)
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

function place(
  patch: Record<string, unknown>,
  [field, inner]: readonly [string, string?],
  value: CrmValue,
): void {
  if (inner === undefined) patch[field] = value
  else patch[field] = { ...(patch[field] as object | undefined), [inner]: value }
}
