import { isRoutingNumber } from '../../../values/us/routing-number.ts'
import { LAYOUTS } from '../../layouts/index.ts'
import type { Evidence } from '../evidence/inspection.ts'
import type { Detectors } from '../signal.ts'

/** Whether the routing number and the layout are real ones. */
export const IDENTITY_DETECTORS: Detectors<Evidence> = {
  routing_or_account_checksum: ({ statements }) =>
    statements.flatMap(({ routingNumber, pages }) =>
      routingNumber !== null && /^\d{9}$/.test(routingNumber) && !isRoutingNumber(routingNumber)
        ? [{ page: pages?.start ?? null, found: routingNumber, expected: 'a valid checksum' }]
        : [],
    ),
  bank_layout_unknown: ({ statements }) =>
    statements.flatMap(({ institutionName, layoutId, pages }) => {
      const isKnown = LAYOUTS.some(({ bank }) => bank === institutionName)
      return isKnown && layoutId === null
        ? [{ page: pages?.start ?? null, found: institutionName }]
        : []
    }),
}
