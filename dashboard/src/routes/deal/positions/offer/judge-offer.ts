import type { SubmissionOffer } from '../../../../../../clients/typescript/src/index.ts'
import { formatCounted, toWords, UNKNOWN } from '../../../../format/values.ts'

export interface Verdict {
  text: string
  tone: 'positive' | 'caution' | 'negative' | ''
  note: string
}

type Judged = Pick<SubmissionOffer, 'affordability' | 'limits'>

const VERDICTS: Readonly<Record<string, readonly [string, Verdict['tone']]>> = {
  comfortable: ['✓ comfortable', 'positive'],
  tight: ['▲ tight', 'caution'],
  unaffordable: ['✕ not affordable', 'negative'],
}

/**
 * Whether the business can carry an offer: by the chance of a balance below zero, and not above a
 * limit. Payments that days without a low balance would bear may still be more than a limit allows.
 */
export function judgeOffer({ affordability, limits }: Judged): Verdict {
  const verdict = affordability?.verdict ?? ''
  const [text, tone] = VERDICTS[verdict] ?? [UNKNOWN, '' as const]
  const exceeded = limits.filter(({ is_kept }) => is_kept === false)
  if (tone === 'negative' || exceeded.length === 0)
    return { text, tone, note: 'in the next 90 days' }
  const names = exceeded.map(({ name }) => toWords(name).toLowerCase()).join(', ')
  return {
    text: `✕ above ${formatCounted(exceeded.length, 'limit')}`,
    tone: 'negative',
    note: `${names}; by balances alone ${text.slice(2) || UNKNOWN}`,
  }
}
