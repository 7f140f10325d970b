import type { CrmValue } from './deal.ts'

/** How a value is changed before it is written. */
export const TRANSFORMS = ['money', 'percent', 'date', 'round', 'lower', 'map'] as const
export type Transform = (typeof TRANSFORMS)[number]

/** What a value of ours is in the CRM. */
export interface ValueMapping {
  /** The field of the CRM; of every field where it is null. */
  field: string | null
  from: string
  to: string
}

export interface TransformFacts {
  /** What a hundred percent is in the CRM: 1, or 100. */
  percentScale: number
  field: string
  valueMappings: readonly ValueMapping[]
}

/** The value as the CRM takes it; one that a transform cannot change is null, never a guess. */
export function transformValue(
  value: CrmValue,
  transform: Transform | null,
  facts: TransformFacts,
): CrmValue {
  if (value === null || transform === null) return value
  switch (transform) {
    case 'money':
      return roundTo(value, 2)
    case 'percent':
      return typeof value === 'number' ? roundTo(value * facts.percentScale, 4) : null
    case 'round':
      return roundTo(value, 0)
    case 'date':
      // 2026-03-01T09:30:00.000Z
      return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value)
        ? value.slice(0, 10)
        : null
    case 'lower':
      return String(value).toLowerCase()
    default:
      return mapValue(value, facts)
  }
}

/** A value of the CRM as ours: the first that is written as it, else itself. */
export function unmapValue(
  value: CrmValue,
  { field, valueMappings }: Omit<TransformFacts, 'percentScale'>,
): CrmValue {
  const found = valueMappings.find((one) => one.to === String(value) && applies(one, field))
  return found?.from ?? value
}

function mapValue(value: CrmValue, { field, valueMappings }: TransformFacts): CrmValue {
  return valueMappings.find((one) => one.from === String(value) && applies(one, field))?.to ?? value
}

function applies(mapping: ValueMapping, field: string): boolean {
  return mapping.field === null || mapping.field === field
}

function roundTo(value: CrmValue, decimals: number): number | null {
  return typeof value === 'number' && Number.isFinite(value)
    ? Number(value.toFixed(decimals))
    : null
}
