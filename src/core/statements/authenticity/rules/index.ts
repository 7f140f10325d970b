import type { Evidence } from '../evidence/inspection.ts'
import type { SignalRule } from '../signal.ts'
import { ARITHMETIC_RULES } from './arithmetic.ts'
import { FONT_RULES } from './fonts.ts'
import { IDENTITY_RULES } from './identity.ts'
import { METADATA_RULES } from './metadata.ts'
import { OVERLAY_RULES } from './overlays.ts'
import { PAGE_RULES } from './pages.ts'
import { REVISION_RULES } from './revisions.ts'
import { ROW_RULES } from './rows.ts'

/**
 * Every signal that one document shows by itself, with its published weight (formulas section 15).
 */
export const DOCUMENT_RULES: readonly SignalRule<Evidence>[] = [
  ...METADATA_RULES,
  ...REVISION_RULES,
  ...OVERLAY_RULES,
  ...FONT_RULES,
  ...PAGE_RULES,
  ...ARITHMETIC_RULES,
  ...ROW_RULES,
  ...IDENTITY_RULES,
]
