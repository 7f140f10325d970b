import { INPUTS } from '../../core/enrichers/inputs.ts'
import { hasScope } from '../../core/values/access/actor.ts'
import type { OutsideContext } from '../../platform/context.ts'
import { maskedValue } from '../entities/values/present.ts'
import type { EnricherResult } from '../records/enricher-results/store.ts'

/** A result as responses show it; identifiers in full only to keys with `pii:read`. */
export function presentResult(
  { actor }: Pick<OutsideContext, 'actor'>,
  { inputs, fields, ...result }: EnricherResult,
  isCached = false,
): object {
  const isOpen = hasScope(actor, 'pii:read')
  const isHidden = (name: string) =>
    !isOpen && Object.entries(INPUTS).some(([own, { isSensitive }]) => own === name && isSensitive)
  return {
    ...result,
    inputs: Object.fromEntries(
      Object.entries(inputs).map(([name, value]) => [
        name,
        isHidden(name) ? maskedValue(value) : value,
      ]),
    ),
    output: Object.fromEntries(fields.map(({ name, value }) => [name, value])),
    fields,
    isCached,
  }
}
