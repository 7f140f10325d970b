import type { PrintLine } from './pdf/lines.ts'
import type { Vocabulary } from './vocabulary/vocabulary.ts'

/**
 * How one bank prints its statements, where its wording differs from the general vocabulary. A
 * layout only adds words: what it reads must reconcile like everything else.
 */
export interface Layout {
  id: string
  bank: string
  /** The print is of this layout when each pattern is found on some line. */
  recognize: readonly RegExp[]
  vocabulary: Partial<Vocabulary>
}

/** The first layout whose every pattern is printed; null where the general vocabulary is enough. */
export function findLayout(lines: readonly PrintLine[], layouts: readonly Layout[]): Layout | null {
  const isPrinted = (pattern: RegExp): boolean => lines.some(({ text }) => pattern.test(text))
  return layouts.find(({ recognize }) => recognize.every(isPrinted)) ?? null
}
