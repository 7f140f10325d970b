import { numberWithin, choice, text } from '../../../values/rows/cells.ts'
import { readRows } from '../../../values/rows/rows.ts'
import type { Evidence } from '../evidence/inspection.ts'
import { GROUPS, SEVERITIES, type Detectors, type SignalRule } from '../signal.ts'
import { ARITHMETIC_DETECTORS } from './arithmetic.ts'
import { COMPARISON_DETECTORS, type Comparison } from './comparison.ts'
import { FONT_DETECTORS } from './fonts.ts'
import { IDENTITY_DETECTORS } from './identity.ts'
import { METADATA_DETECTORS } from './metadata.ts'
import { OVERLAY_DETECTORS } from './overlays.ts'
import { PAGE_DETECTORS } from './pages.ts'
import { REVISION_DETECTORS } from './revisions.ts'
import { ROW_DETECTORS } from './rows.ts'

const GROUP_NAMES = GROUPS.map(({ name }) => name)

/** The published list: what each signal looks for, and what it weighs (formulas section 15). */
const SIGNALS = readRows(
  new URL('./signals.csv', import.meta.url),
  {
    evidence: choice(['document', 'comparison'], 'what a signal is found in'),
    code: text,
    group: choice(GROUP_NAMES, 'a group'),
    severity: choice(SEVERITIES, 'a severity'),
    confidence: numberWithin(0, 1),
    points: numberWithin(0, 100),
    test: text,
    explanation: text,
  },
  ['evidence', 'code'],
)

/** Signals that one document shows by itself. */
export const DOCUMENT_RULES = buildRules<Evidence>('document', {
  ...METADATA_DETECTORS,
  ...REVISION_DETECTORS,
  ...OVERLAY_DETECTORS,
  ...FONT_DETECTORS,
  ...PAGE_DETECTORS,
  ...ARITHMETIC_DETECTORS,
  ...ROW_DETECTORS,
  ...IDENTITY_DETECTORS,
})

/** Signals that only other documents show; found anew whenever one of them changes. */
export const COMPARISON_RULES = buildRules<Comparison>('comparison', COMPARISON_DETECTORS)

/** The rows of the list with what finds each; throws when a row or a detector has no partner. */
function buildRules<Of>(
  kind: (typeof SIGNALS)[number]['evidence'],
  detectors: Detectors<Of>,
): SignalRule<Of>[] {
  const rows = SIGNALS.filter(({ evidence }) => evidence === kind)
  const codes = new Set(rows.map(({ code }) => code))
  const unlisted = Object.keys(detectors).filter((code) => !codes.has(code))
  if (unlisted.length > 0) throw new Error(`signals.csv does not list ${unlisted.join(', ')}`)
  return rows.map((row) => {
    const detect = detectors[row.code]
    if (!detect) throw new Error(`No detector finds ${row.code} of signals.csv`)
    return { ...row, detect }
  })
}
