import { isPlainDate } from '../../../core/values/dates.ts'
import type { ResolvedValue } from '../../../core/entities/resolve.ts'
import type { EntityRecord } from '../in-force.ts'
import { maskEin } from '../../records/submissions/company.ts'

/** Characters of a text that are shown when the others are not. */
const SHOWN_LAST = 4

/** A value as responses show it; identifiers in full only to keys with `pii:read`. */
export function presentValue(resolved: ResolvedValue, { isOpen }: { isOpen: boolean }) {
  const { entity, entityIndex, attribute, isSensitive, source, override, ...rest } = resolved
  const { id, name, label, type, strategy } = attribute
  const isHidden = isSensitive && !isOpen
  const show = (value: unknown) => (isHidden ? maskedValue(value) : value)
  return {
    ...rest,
    id: toValueId(resolved),
    entity: entity as EntityRecord,
    entityIndex,
    attribute: { id, name, label, type },
    value: show(rest.value),
    rawValue: isHidden ? null : rest.rawValue,
    source,
    candidates: rest.candidates.map((candidate) => ({
      ...candidate,
      value: show(candidate.value),
    })),
    strategy,
    isOverridden: override !== null,
    overriddenBy: override?.actorName ?? null,
  }
}

/** `owner.0.first_name`: identifies a value within its submission. */
export function toValueId({ entity, entityIndex, attribute }: ResolvedValue): string {
  return `${entity.name}.${entityIndex}.${attribute.name}`
}

/**
 * What may be shown of an identifier: the last four of a text, the year of a date. Null for what
 * has no part that could be shown.
 */
export function maskedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskedValue)
  if (typeof value !== 'string') return null
  if (isPlainDate(value)) return `${value.slice(0, 4)}-**-**`
  if (/^\d\d-\d{7}$/.test(value)) return maskEin(value)
  return value.length <= SHOWN_LAST ? '****' : `****${value.slice(-SHOWN_LAST)}`
}
