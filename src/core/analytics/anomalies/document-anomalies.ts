import { readText } from '../documents.ts'
import type { Ledger } from '../ledger.ts'
import type { Detector, Finding } from './anomaly.ts'

/** Anomalies that the documents show by themselves. */
export const DOCUMENT_DETECTORS: readonly Detector[] = [
  signal('balance_break', 'Running balance break', ['running_balance_break']),
  signal('descriptor_edit_suspected', 'Possible edited descriptor', ['descriptor_edit']),
  signal('account_holder_mismatch', 'Account holder mismatch', ['holder_mismatch_across_set']),
  signal('account_number_mismatch', 'Account other than the one that was entered', [
    'decision_logic_account_number_mismatch',
  ]),
  { kind: 'ein_mismatch', title: 'EIN mismatch', detect: einMismatch },
]

const SEVERITY: Record<string, Finding['severity']> = {
  balance_break: 'high',
  descriptor_edit_suspected: 'critical',
  account_holder_mismatch: 'high',
}

/** Signs of alteration that are anomalies of the deal, one for each document. */
function signal(kind: string, title: string, codes: readonly string[]): Detector {
  const detect = (ledger: Ledger): Finding[] => {
    const own = ledger.signals.filter(({ code }) => codes.includes(code))
    return [...Map.groupBy(own, ({ documentId }) => documentId)].map(([documentId, signs]) => ({
      severity: SEVERITY[kind] ?? 'high',
      score: Math.min(1, signs.length / 3),
      explanation: signs[0]!.explanation,
      rows: [],
      documentIds: [documentId],
      amount: signs.length,
    }))
  }
  return { kind, title, detect }
}

function einMismatch(ledger: Ledger): Finding[] {
  const eins = statedEins(ledger)
  if (eins.size < 2) return []
  return [
    {
      severity: 'high',
      score: 1,
      explanation: `The documents state ${eins.size} different EINs.`,
      rows: [],
      documentIds: [...eins.values()].flat(),
      amount: eins.size,
    },
  ]
}

/** EINs of the papers that state one, by document; more than one number is a mismatch. */
function statedEins(ledger: Ledger): Map<string, string[]> {
  const stated = ledger.documents.flatMap((document) => {
    const digits = readText(document, 'ein')?.replaceAll(/\D/g, '') ?? ''
    return digits.length === 9 ? [{ id: document.id, digits }] : []
  })
  const byNumber = Map.groupBy(stated, ({ digits }) => digits)
  return new Map([...byNumber].map(([digits, own]) => [digits, own.map(({ id }) => id)]))
}
