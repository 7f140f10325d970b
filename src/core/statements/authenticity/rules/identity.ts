import { LAYOUTS } from '../../layouts/index.ts'
import type { Evidence } from '../evidence/inspection.ts'
import type { SignalRule } from '../signal.ts'

const ROUTING_WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1]

/** Whether bank and account are such as exist. */
export const IDENTITY_RULES: readonly SignalRule<Evidence>[] = [
  {
    code: 'routing_or_account_checksum',
    group: 'identity',
    severity: 'medium',
    confidence: 0.9,
    points: 30,
    test: 'A printed routing number of nine digits fails the ABA checksum',
    explanation: 'The routing number printed in the document belongs to no bank.',
    detect: ({ statements }) =>
      statements.flatMap(({ routingNumber, pages }) =>
        routingNumber !== null && /^\d{9}$/.test(routingNumber) && !isRouting(routingNumber)
          ? [{ page: pages?.start ?? null, found: routingNumber, expected: 'a valid checksum' }]
          : [],
      ),
  },
  {
    code: 'bank_layout_unknown',
    group: 'identity',
    severity: 'low',
    confidence: 0.3,
    points: 5,
    test: 'The bank is one whose layout is known, and the document is not printed in it',
    explanation:
      'This is not the layout that statements of this bank are known to have. Banks change theirs.',
    detect: ({ statements }) =>
      statements.flatMap(({ institutionName, layoutId, pages }) => {
        const isKnown = LAYOUTS.some(({ bank }) => bank === institutionName)
        return isKnown && layoutId === null
          ? [{ page: pages?.start ?? null, found: institutionName }]
          : []
      }),
  },
]

/** 3(d1+d4+d7) + 7(d2+d5+d8) + (d3+d6+d9) is a multiple of ten. */
function isRouting(digits: string): boolean {
  const sum = ROUTING_WEIGHTS.reduce((total, weight, at) => total + weight * Number(digits[at]), 0)
  return sum > 0 && sum % 10 === 0
}
