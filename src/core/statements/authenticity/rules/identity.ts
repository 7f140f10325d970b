import { LAYOUTS } from '../../layouts/index.ts'
import type { Evidence } from '../evidence/inspection.ts'
import type { Detectors } from '../signal.ts'

const ROUTING_WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1]

/** Whether bank and account are such as exist. */
export const IDENTITY_DETECTORS: Detectors<Evidence> = {
  routing_or_account_checksum: ({ statements }) =>
    statements.flatMap(({ routingNumber, pages }) =>
      routingNumber !== null && /^\d{9}$/.test(routingNumber) && !isRouting(routingNumber)
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

/** 3(d1+d4+d7) + 7(d2+d5+d8) + (d3+d6+d9) is a multiple of ten. */
function isRouting(digits: string): boolean {
  const sum = ROUTING_WEIGHTS.reduce((total, weight, at) => total + weight * Number(digits[at]), 0)
  return sum > 0 && sum % 10 === 0
}
