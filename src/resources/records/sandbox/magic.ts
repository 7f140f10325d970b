import type { Mode } from '../../../platform/context.ts'
import type { ErrorCode } from '../../../platform/errors/catalogue.ts'

/** A test mode file, by the end of its name in any case and with any extension. */
export interface MagicFile {
  ending: string
  effect: 'fail' | 'delay' | 'unknown'
  meaning: string
}

/** A requested amount of the test mode, in minor units of its currency. */
export interface MagicAmount {
  amountCents: number
  outcome: 'failed' | 'review_required'
  meaning: string
}

/** File names with a forced outcome; `docs/sandbox.md` is generated from here. */
export const MAGIC_FILES: readonly MagicFile[] = [
  {
    ending: '.fail-parse',
    effect: 'fail',
    meaning: 'is classified, then fails with `document_crashed`, and `document.failed` is sent',
  },
  { ending: '.slow', effect: 'delay', meaning: 'waits 10 seconds in the queue before it is read' },
  {
    ending: '.unclassifiable',
    effect: 'unknown',
    meaning: 'is classified as `other` whatever it holds, and ends as `unsupported`',
  },
]

/** Requested amounts with a forced outcome. */
export const MAGIC_AMOUNTS: readonly MagicAmount[] = [
  {
    amountCents: 400_001,
    outcome: 'failed',
    meaning:
      'processing fails at its last stage with `internal_error`: `submission.failed` is sent',
  },
  {
    amountCents: 400_002,
    outcome: 'review_required',
    meaning: 'processing ends as `review_required`, whatever the setting `require_review` says',
  },
]

export const MAGIC_FAILURE: ErrorCode = 'document_crashed'
export const MAGIC_DELAY_SECONDS = 10

/** The forced outcome of a file name; null in live mode and for any other name. */
export function magicOfFile(mode: Mode, filename: string): MagicFile['effect'] | null {
  if (mode !== 'test') return null
  // bank.FAIL-parse.pdf, bank.fail-parse
  const stem = filename.toLowerCase().replace(/\.(pdf|csv|xlsx?|png|jpe?g|tiff?|webp)$/, '')
  return MAGIC_FILES.find(({ ending }) => stem.endsWith(ending))?.effect ?? null
}

/** The forced outcome of a requested amount; null in live mode and for any other amount. */
export function magicOfAmount(
  mode: Mode,
  amountCents: number | null | undefined,
): MagicAmount['outcome'] | null {
  if (mode !== 'test') return null
  return MAGIC_AMOUNTS.find((magic) => magic.amountCents === amountCents)?.outcome ?? null
}
