import type { PrintLine } from '../src/core/statements/pdf/lines.ts'
import { monospaceLines } from '../src/core/statements/print/monospace.ts'

/** For tests: a block of text as monospaced print; a line of `---` starts a new page. */
export function print(block: string): PrintLine[] {
  return monospaceLines(block.split(/^ *---$/m))
}
